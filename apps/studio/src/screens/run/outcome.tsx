import type { RunResult } from '@countersign/contract';
import { usePersonName } from '../../data/names.ts';
import { Influence } from '../../label/influence.tsx';
import { Prose } from '../../prose/prose.tsx';
import { Visible } from '../../quote/visible-text.tsx';
import type { RunView } from '../../run/run-view.ts';
import { useRecordNames } from '../../run/use-run.ts';
import { Section } from '../../ui/page.tsx';

/** How the run ended. */
export function Outcome({ result, view }: { result: RunResult; view: RunView }) {
  const names = useRecordNames(view);
  const personName = usePersonName();
  switch (result.kind) {
    case 'answered':
      return (
        <Section
          title="The answer"
          className="!mt-10"
          actions={<Influence label={result.label} names={names} />}
        >
          <div className="rounded-xl border border-line bg-sheet p-5">
            <Prose text={result.text} />
          </div>
        </Section>
      );
    case 'failed':
      return (
        <Section title="It failed" className="!mt-10">
          <p className="text-[15px]">
            <Visible text={result.reason} />{' '}
            <code className="text-xs text-ink-3">{result.code}</code>
          </p>
        </Section>
      );
    case 'cancelled':
      return (
        <Section title="It was stopped" className="!mt-10">
          <p className="text-[15px]">
            By {personName(result.by)}
            {result.reason !== '' && (
              <>
                : “<Visible text={result.reason} />”
              </>
            )}
            . Nothing of it goes on.
          </p>
        </Section>
      );
  }
}
