import { EFFECTS } from '@countersign/contract';
import type { ReadPolicy } from '../read.ts';
import type { Found } from './finding.ts';
import type { Row, Table } from './table.ts';

/** Policies that want more people to say yes than may answer for what they permit: such calls wait until they expire. */
export function tooFewApprovers(
  policies: readonly ReadPolicy[],
  { persons, agents }: Table,
): readonly Found[] {
  const asked = persons.flat(2).filter(({ rank }) => rank > 0);
  const happens = [...asked, ...agents.flat().filter(({ rank }) => rank > 0)];
  const answers = asked.filter((row) => row.asked.act === 'answer');
  return policies.flatMap(({ approvals }, at) => {
    if (approvals < 2) return [];
    const short = happens
      .filter(({ asked, permits }) => permits.includes(at) && isOne(EFFECTS, asked.act))
      .map((row) => approversOf(row, answers))
      .filter((people) => people > 0 && people < approvals);
    if (short.length === 0) return [];
    const few = Math.min(...short);
    return [
      {
        ...{ rule: 'too-few-approvers' as const, at },
        says: `It wants ${approvals} people to say yes, and ${few === 1 ? 'one alone' : `${few} alone`} may answer for some of what it permits, so such calls wait until they run out of time.`,
        remedy: 'Let more people answer, or want fewer of them.',
      },
    ];
  });
}

/** How many different people may answer for a call; of a role there is no knowing how many have it. */
function approversOf({ asked }: Row, answers: readonly Row[]): number {
  const fitting = answers.filter(
    (row) => row.asked.tool === asked.tool && row.asked.effect === asked.act,
  );
  const isOwn = (row: Row) => row.asked.point.context['own'] === true;
  if (fitting.some((row) => !row.asked.isNamed && !isOwn(row))) return Number.POSITIVE_INFINITY;
  const named = fitting.filter((row) => row.asked.isNamed && !isOwn(row));
  const people = new Set(named.map((row) => row.asked.point.principal.id));
  const requester = fitting.some((row) => isOwn(row) && !people.has(row.asked.point.principal.id));
  return people.size + (requester ? 1 : 0);
}

function isOne(all: readonly string[], one: string): boolean {
  return all.includes(one);
}
