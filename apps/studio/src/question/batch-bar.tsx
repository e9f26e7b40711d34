import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { isUnreachable } from '../api/api-error.ts';
import { classes } from '../ui/classes.ts';
import { Kbd } from '../ui/kbd.tsx';
import { ProblemLine } from '../ui/states.tsx';
import { DenyForm } from './deny-form.tsx';
import { Give } from './give.tsx';
import type { useAnswerAll } from './use-answer-all.ts';
import { useAnswerKeys } from './use-answer-keys.ts';
import type { Picked } from './use-picked.ts';
import { useSettled } from './use-settled.ts';

/** One answer for all calls that are ticked. */
export function BatchBar({
  picked: { picked },
  open,
  answers,
  keyboard,
  sticky,
}: {
  picked: Picked;
  /** Ids of all that is open: when another one comes or goes, nothing can be pressed for a moment. */
  open: readonly string[];
  answers: ReturnType<typeof useAnswerAll>;
  keyboard: boolean;
  sticky: boolean;
}) {
  const isSettled = useSettled(open.join());
  const [isDenying, setDenying] = useState(false);
  const [isArmed, setArmed] = useState(false);
  const count = picked.length;
  const isReady = isSettled && !answers.isPending && count > 0;
  const approve = () =>
    answers.mutate(
      picked.map(({ id, callHash }) => ({ id, answer: { kind: 'approve', callHash } })),
    );
  const deny = (reason: string) => {
    setDenying(false);
    answers.mutate(picked.map(({ id }) => ({ id, answer: { kind: 'deny', reason } })));
  };
  useAnswerKeys(keyboard && isReady && !isDenying, {
    a: () => setArmed(true),
    d: () => setDenying(true),
  });
  return (
    <div
      className={classes(
        'grid gap-3',
        sticky && 'sticky bottom-(--bar) z-10 -mx-2 border-t border-line bg-paper px-2 py-3',
      )}
    >
      {answers.error && <Problem error={answers.error} />}
      {isDenying ? (
        <DenyForm isUnknown={false} onCancel={() => setDenying(false)} onDeny={deny} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Give
            look={isArmed ? 'seal' : 'plain'}
            isArmed={isArmed}
            disarm={() => setArmed(false)}
            disabled={!isReady}
            onPress={approve}
          >
            <CheckCheck size={16} aria-hidden="true" />
            Approve {count} <Kbd>A</Kbd>
          </Give>
          <Give look="danger" disabled={!isReady} onPress={() => setDenying(true)}>
            Deny {count} <Kbd>D</Kbd>
          </Give>
          <span role="status" className="self-center text-sm text-ink-2 empty:hidden">
            {answers.isPending ? (
              'Sending your answers…'
            ) : isArmed ? (
              <>
                <span className="sr-only">Enter confirms, Escape leaves it</span>
                <span aria-hidden="true">
                  <Kbd>Enter</Kbd> confirms, <Kbd>Esc</Kbd> leaves it
                </span>
              </>
            ) : (
              count === 0 && 'Tick what your answer is for.'
            )}
          </span>
        </div>
      )}
    </div>
  );
}

function Problem({ error }: { error: unknown }) {
  if (!isUnreachable(error)) return <ProblemLine error={error} />;
  return (
    <p role="alert" className="rounded-lg bg-held-soft px-3 py-2 text-sm text-held">
      No word came back, so it is not known which of your answers arrived. The questions are being
      read again; those that stand open here are unanswered, and answering twice does no harm.
    </p>
  );
}
