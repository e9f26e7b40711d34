import { Quoted } from '../../quote/quoted.tsx';
import { visibleText } from '../../quote/visible.ts';
import type { RunView } from '../../run/run-view.ts';

/** What the run was asked: the person's own words, and what they pasted. */
export function Asked({ view }: { view: RunView }) {
  const [own, ...pasted] = view.said.filter((message) => message.role === 'user');
  if (!own) return null;
  const isDelegated = own.from === 'agent';
  return (
    <section aria-label="What was asked" className="rounded-xl bg-sunken px-4 py-3">
      {isDelegated && (
        <p className="mb-1 text-[13px] text-held">Asked by the agent above, in its own words</p>
      )}
      <p className="break-words whitespace-pre-wrap">
        {isDelegated ? visibleText(own.text) : own.text}
      </p>
      {pasted.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a message never move
        <div key={at} className="mt-3">
          <p className="mb-1 text-[13px] text-held">
            {isDelegated
              ? 'Passed on to be read; others may have written it'
              : 'Pasted, and so anyone’s words'}
          </p>
          <Quoted value={block.text.replace(/^\[(?:pasted|material)\]\n/, '')} />
        </div>
      ))}
    </section>
  );
}
