import type { ReadPolicy } from '../read.ts';
import type { Found } from './finding.ts';
import type { Row, Table } from './table.ts';

/**
 * Policies that are harder on the more trusted of two: the delete-mail rule of the published CaMeL artefact denied
 * the id the user had named, and allowed the attacker's. Three orders are known without asking anybody what was
 * meant: clean before tainted, a role before those below it, somebody else's answer before one's own.
 */
export function inverted(policies: readonly ReadPolicy[], table: Table): readonly Found[] {
  const calls = [...table.persons.flat(), ...table.agents].filter(
    ([{ asked }]) => asked.act !== 'answer',
  );
  const tainted = calls.flatMap(([clean, dirty]) => blamed(clean, dirty, policies));
  const roles = table.persons.flatMap((ranks) =>
    ranks.slice(1).flatMap((lower, index) => {
      const higher = ranks[index];
      if (higher === undefined) return [];
      return [0, 1].flatMap((side) => {
        const [above, below] = [higher[side], lower[side]];
        return above && below ? blamed(above, below, policies) : [];
      });
    }),
  );
  const own = table.persons
    .flat()
    .filter(([{ asked }]) => asked.act === 'answer')
    .flatMap(([others, mine]) => others.forbids.filter((one) => !mine.forbids.includes(one)));
  return [
    ...once(tainted).map((at) => finding(at, ...TAINTED)),
    ...once(roles).map((at) => finding(at, ...ROLES)),
    ...once(own).map((at) => finding(at, ...OWN)),
  ];
}

const TAINTED = [
  'It is harder on calls that no stranger had a hand in than on calls that one had.',
  'Turn its condition on `context.tainted` around: permit what is clean, forbid or ask about what is tainted.',
] as const;
const ROLES = [
  'It denies, or asks about, what a role below may do: each role is also in every role after it, so `in Role::"builder"` means admins and owners too.',
  'Name the role that is meant with `unless { principal in Role::"admin" }`, or permit the lower role less.',
] as const;
const OWN = [
  'It keeps others from answering and lets the person answer whom the run acts for: four eyes the wrong way round.',
  'Forbid where `context.own` holds, not where it does not.',
] as const;

/** Who is to blame where the better of two questions gets the harder answer. */
function blamed(better: Row, worse: Row, policies: readonly ReadPolicy[]): readonly number[] {
  if (better.rank >= worse.rank) return [];
  const forbids = better.forbids.filter((one) => !worse.forbids.includes(one));
  if (forbids.length > 0) return forbids;
  const asking = better.permits.filter(
    (one) => policies[one]?.asks === true && !worse.permits.includes(one),
  );
  return asking.length > 0 ? asking : worse.permits.filter((one) => !better.permits.includes(one));
}

function once(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function finding(at: number, says: string, remedy: string): Found {
  return { rule: 'inverted', at, says, remedy };
}
