import { useActionTitle } from '../data/names.ts';
import { Prose } from '../prose/prose.tsx';
import { Elapsed } from '../ui/moment.tsx';
import { useSpeech } from './use-run.ts';

/** What the model is saying right now. The only part that is drawn again for each of its words. */
export function SpeechNow({ run, since }: { run: string; since: number | null }) {
  const { text, tools, isPartial } = useSpeech(run);
  const titleOf = useActionTitle();
  const tool = tools.at(-1);
  return (
    <div aria-live="off" className="grid gap-2">
      {text !== '' && (
        <div className="px-2">
          <Prose text={(isPartial ? '… ' : '') + text} streaming />
        </div>
      )}
      <p className="flex items-center gap-2.5 px-2 text-sm text-ink-3">
        <span aria-hidden="true" className="size-2 animate-pulse-soft rounded-full bg-running" />
        {tool === undefined
          ? text === ''
            ? 'Thinking'
            : 'Writing'
          : `Preparing: ${titleOf(tool.replace('_', '.'))}`}
        {since !== null && <Elapsed since={since} />}
      </p>
    </div>
  );
}
