import type { QuestionView } from '@countersign/contract';
import { usePersonName } from '../data/names.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { standingOf } from './yes-so-far.ts';

/** How far a question has come that needs several people, and whose yes counts; nothing where one is enough. */
export function Supports({ question }: { question: QuestionView }) {
  const { person } = useWorkspace();
  const personName = usePersonName();
  const { needed, counting, lapsed, isLast, hasSaid } = standingOf(question, person.id);
  if (needed < 2 || question.status !== 'open') return null;
  const names = (people: readonly string[]) => people.map(personName).join(', ');
  return (
    <p role="status" className="rounded-lg bg-held-soft px-3 py-2 text-sm text-held">
      <b>
        {counting.length} of {needed} said yes
        {counting.length > 0 && `: ${names(counting)}`}
      </b>
      {'. '}
      {hasSaid
        ? 'You have; somebody else must too. You may still say no.'
        : isLast
          ? 'Your yes is the last one it needs.'
          : 'It happens only when as many different people have said yes; any no ends it.'}
      {lapsed.length > 0 && ` The yes of ${names(lapsed)} does not count any more.`}
    </p>
  );
}
