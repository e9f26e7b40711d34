import type { QuestionRecord } from '@countersign/contract';
import type { GivenAnswer } from '@countersign/sdk';
import { CheckCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isTyping } from '../shell/is-typing.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Kbd } from '../ui/kbd.tsx';
import { AnswerProblem } from './answer-problem.tsx';
import { DenyForm } from './deny-form.tsx';
import { EditDialog } from './edit-dialog.tsx';
import type { useAnswer } from './use-answer.ts';
import { useSettled } from './use-settled.ts';

/** The answers a question can be given. */
export function AnswerBar({
  question,
  answer,
  keyboard,
  sticky,
}: {
  question: QuestionRecord;
  answer: ReturnType<typeof useAnswer>;
  keyboard: boolean;
  /** Stays in view while the card is read. */
  sticky: boolean;
}) {
  const isSettled = useSettled(question.id);
  const [mode, setMode] = useState<'choose' | 'edit' | 'deny'>('choose');
  const isReady = isSettled && !answer.isPending;
  const isUnknown = question.kind === 'unknown';
  const { callHash } = question;
  const give = (given: GivenAnswer) => {
    setMode('choose');
    answer.mutate(given);
  };
  const actions: Readonly<Record<string, () => void>> = isUnknown
    ? { r: () => setMode('deny') }
    : {
        a: () => give({ kind: 'approve', callHash }),
        e: () => setMode('edit'),
        r: () => setMode('deny'),
      };
  useKeys(keyboard && isReady && mode === 'choose', actions);

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
              <Give look="seal" disabled={!isReady} onPress={() => give({ kind: 'happened' })}>
                It happened
              </Give>
              <Give disabled={!isReady} onPress={() => give({ kind: 'repeat', callHash })}>
                It did not: do it now
              </Give>
              <Give look="danger" disabled={!isReady} onPress={() => setMode('deny')}>
                Give up <Kbd>R</Kbd>
              </Give>
            </>
          ) : (
            <>
              <Give
                look="seal"
                disabled={!isReady}
                onPress={() => give({ kind: 'approve', callHash })}
              >
                <CheckCheck size={16} aria-hidden="true" />
                Approve <Kbd>A</Kbd>
              </Give>
              <Give disabled={!isReady} onPress={() => setMode('edit')}>
                Edit <Kbd>E</Kbd>
              </Give>
              <Give look="danger" disabled={!isReady} onPress={() => setMode('deny')}>
                Deny <Kbd>R</Kbd>
              </Give>
            </>
          )}
          {answer.isPending && (
            <span role="status" className="self-center text-sm text-ink-2">
              Sending your answer…
            </span>
          )}
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

function Give({
  look = 'plain',
  disabled,
  onPress,
  children,
}: {
  look?: 'seal' | 'plain' | 'danger';
  disabled: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      look={look}
      size="large"
      disabled={disabled}
      onClick={onPress}
      className="max-sm:flex-1"
    >
      {children}
    </Button>
  );
}

function useKeys(isOn: boolean, actions: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.repeat || isTyping(event)) return;
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
