import type { QuestionRecord, Remember } from '@countersign/contract';
import type { GivenAnswer } from '@countersign/sdk';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { classes } from '../ui/classes.ts';
import { Kbd } from '../ui/kbd.tsx';
import { AnswerProblem } from './answer-problem.tsx';
import { DenyForm } from './deny-form.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { Give } from './give.tsx';
import type { useAnswer } from './use-answer.ts';
import { useAnswerKeys } from './use-answer-keys.ts';
import { useSettled } from './use-settled.ts';

/** What a key has put the focus on: another press of Enter gives it, and no letter does. */
type Armed = 'yes' | 'again' | null;

/** The answers a question can be given. */
export function AnswerBar({
  question,
  answer,
  remember,
  more,
  mayApprove,
  keyboard,
  sticky,
}: {
  question: QuestionRecord;
  answer: ReturnType<typeof useAnswer>;
  /** What an approval lets the agent do again. */
  remember: readonly Remember[];
  /** Calls like this one that an approval adds. */
  more: number;
  /** Their yes is not there yet, or is the last that is needed. */
  mayApprove: boolean;
  keyboard: boolean;
  /** Stays in view while the card is read. */
  sticky: boolean;
}) {
  const isSettled = useSettled(question.id);
  const [mode, setMode] = useState<'choose' | 'edit' | 'deny'>('choose');
  const [armed, setArmed] = useState<Armed>(null);
  const isReady = isSettled && !answer.isPending;
  const isUnknown = question.kind === 'unknown';
  const { callHash } = question;
  const give = (given: GivenAnswer) => {
    setMode('choose');
    answer.mutate(given);
  };
  const deny = { d: () => setMode('deny') };
  const yesKey = { a: () => setArmed('yes') };
  const actions: Readonly<Record<string, () => void>> = isUnknown
    ? { ...yesKey, ...(mayApprove ? { r: () => setArmed('again') } : {}), ...deny }
    : { ...(mayApprove ? yesKey : {}), e: () => setMode('edit'), ...deny };
  useAnswerKeys(keyboard && isReady && mode === 'choose', actions);
  const arming = (which: Exclude<Armed, null>) => ({
    isArmed: armed === which,
    disarm: () => setArmed(null),
    disabled: !isReady,
  });

  // Yes is no louder than no, until it is chosen: what stands here is in doubt.
  const yes = armed === 'yes' ? 'seal' : 'plain';

  return (
    <div
      className={classes(
        'grid gap-3',
        sticky && 'sticky bottom-(--bar) z-10 -mx-2 border-t border-line bg-paper px-2 py-3',
      )}
    >
      <AnswerProblem question={question} error={answer.error} />
      {mode === 'deny' ? (
        <DenyForm
          isUnknown={isUnknown}
          onCancel={() => setMode('choose')}
          onDeny={(reason) => give({ kind: 'deny', reason })}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {isUnknown ? (
            <>
              <Give look={yes} {...arming('yes')} onPress={() => give({ kind: 'happened' })}>
                It happened <Kbd>A</Kbd>
              </Give>
              <Give
                {...arming('again')}
                disabled={!isReady || !mayApprove}
                onPress={() => give({ kind: 'repeat', callHash })}
              >
                It did not: do it now <Kbd>R</Kbd>
              </Give>
            </>
          ) : (
            <>
              <Give
                look={yes}
                {...arming('yes')}
                disabled={!isReady || !mayApprove}
                onPress={() =>
                  give({
                    kind: 'approve',
                    callHash,
                    ...(remember.length > 0 ? { remember } : {}),
                    ...(more > 0 ? { more } : {}),
                  })
                }
              >
                <CheckCheck size={16} aria-hidden="true" />
                {remember.length > 0 ? 'Approve and remember' : 'Approve'} <Kbd>A</Kbd>
              </Give>
              <Give disabled={!isReady} onPress={() => setMode('edit')}>
                Edit <Kbd>E</Kbd>
              </Give>
            </>
          )}
          <Give look="danger" disabled={!isReady} onPress={() => setMode('deny')}>
            {isUnknown ? 'Give up' : 'Deny'} <Kbd>D</Kbd>
          </Give>
          <span role="status" className="self-center text-sm text-ink-2 empty:hidden">
            {answer.isPending
              ? 'Sending your answer…'
              : armed && (
                  <>
                    <span className="sr-only">Enter confirms, Escape leaves it</span>
                    <span aria-hidden="true">
                      <Kbd>Enter</Kbd> confirms, <Kbd>Esc</Kbd> leaves it
                    </span>
                  </>
                )}
          </span>
        </div>
      )}
      <EditDialog
        question={question}
        open={mode === 'edit'}
        onClose={() => setMode('choose')}
        onSend={(args) => give({ kind: 'edit', callHash, args })}
      />
    </div>
  );
}
