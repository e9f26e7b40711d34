import { type Barred, leavesOf, type Missing, type QuestionView } from '@countersign/contract';
import { exactJson, oneLine, printable } from './printable.ts';
import { span, type Terminal } from './terminal.ts';

/**
 * A question as a person must see it before they answer: the exact arguments, nothing cut, and which values are
 * in doubt, why, and where they came from.
 */
export function showQuestion(terminal: Terminal, question: QuestionView, now: number): void {
  terminal.line(terminal.bold(printable(question.sentence)));
  terminal.line(
    terminal.dim(
      `${question.id} · ${question.action} (${question.effect}) · run ${question.run} · ${
        question.status === 'open'
          ? `denied by itself in ${span(question.expiresAt - now)}`
          : question.status
      }`,
    ),
  );
  if (question.kind === 'unknown') {
    terminal.line(terminal.warn('It was sent, and the answer was lost: did it happen?'));
  }
  const { approvals = 1, supports = [] } = question;
  if (approvals > 1 && question.status === 'open') {
    const counting = supports.filter(({ counts }) => counts).map(({ by }) => by);
    const who = counting.length > 0 ? `: ${printable(counting.join(', '))}` : '';
    terminal.line(
      terminal.warn(
        `${counting.length} of ${approvals} said yes${who}. It waits for as many different people; any no ends it.`,
      ),
    );
  }
  if (question.barred !== null) terminal.line(terminal.warn(BARRED[question.barred]));
  terminal.line();
  for (const { pointer, value } of leavesOf(question.args)) {
    const doubt = question.missing.find((one) => one.pointer !== '' && isAbout(one, pointer));
    const name = pointer === '' ? '(no arguments)' : printable(pointer);
    const text = `${name}  ${exactJson(value)}`;
    terminal.line(doubt === undefined ? `  ${text}` : terminal.warn(`? ${text}`));
  }
  if (question.missing.length === 0) return;
  terminal.line();
  for (const missing of question.missing) terminal.line(doubtOf(terminal, missing));
}

function isAbout(missing: Missing, pointer: string): boolean {
  return pointer === missing.pointer || pointer.startsWith(`${missing.pointer}/`);
}

function doubtOf(terminal: Terminal, missing: Missing): string {
  const { pointer, value, because, origin } = missing;
  // The value may be a part of the argument, such as a link within a text.
  const what = pointer === '' ? 'The call' : `${printable(pointer)}  ${exactJson(value)}`;
  const from =
    origin.length === 0 ? '' : terminal.dim(`\n    from ${oneLine(origin.join(', '), 200)}`);
  return `${terminal.warn('?')} ${what}\n    ${BECAUSE[because]}${from}`;
}

const BARRED: Readonly<Record<Barred, string>> = {
  own: 'You cannot answer this: the run acts for you, and the workspace wants a second person.',
  policy: 'You cannot answer this: the policies of the workspace do not permit you to.',
};

const BECAUSE: Readonly<Record<Missing['because'], string>> = {
  unendorsed: 'anyone could have written this value, and nothing trusted vouches for it',
  readers: 'the destination is not among those who may read what is sent',
  policy: 'a policy asks whenever this is done',
  irreversible: 'it cannot be undone, and the agent has read what outsiders wrote',
};
