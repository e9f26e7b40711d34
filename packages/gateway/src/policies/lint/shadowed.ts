import type { ReadPolicy } from '../read.ts';
import { type Found, named } from './finding.ts';
import { type Row, rankOf, type Table } from './table.ts';

/**
 * Policies that could be taken away, all of them together, without changing any decision. A forbid is only named
 * where another forbids the same: one that forbids what nothing permits is a second lock, not a mistake.
 */
export function shadowed(policies: readonly ReadPolicy[], { rows }: Table): readonly Found[] {
  const gone = new Set<number>();
  const found: Found[] = [];
  // From the last on: of two that say the same the later one is named.
  for (let at = policies.length - 1; at >= 0; at--) {
    const own = rows.filter(({ permits, forbids }) => permits.includes(at) || forbids.includes(at));
    if (own.length === 0) {
      found.push(neverApplies(at));
      continue;
    }
    const left = own.map((row) => without(row, gone, policies));
    const isPermit = policies[at]?.json.effect === 'permit';
    const finding = (isPermit ? permitFinding : forbidFinding)(at, left, policies);
    if (finding === null) continue;
    gone.add(at);
    found.push(finding);
  }
  return found.reverse();
}

function without(row: Row, gone: ReadonlySet<number>, policies: readonly ReadPolicy[]): Row {
  const permits = row.permits.filter((one) => !gone.has(one));
  const forbids = row.forbids.filter((one) => !gone.has(one));
  return { asked: row.asked, permits, forbids, rank: rankOf({ permits, forbids }, policies) };
}

function permitFinding(
  at: number,
  rows: readonly Row[],
  policies: readonly ReadPolicy[],
): Found | null {
  const speaksOfLinks = policies[at]?.links.length !== 0;
  const matters = rows.some(
    (row) =>
      without(row, new Set([at]), policies).rank !== row.rank ||
      (speaksOfLinks && row.rank > 0 && row.asked.act === 'read'),
  );
  if (matters) return null;
  const open = rows.filter(({ rank }) => rank > 0);
  const [covering, word] =
    open.length === 0
      ? [commonOf(rows, ({ forbids }) => forbids), 'forbidden']
      : [commonOf(open, ({ permits }) => permits.filter((one) => one !== at)), 'permitted'];
  const by = covering === null ? 'other policies' : named([covering], policies);
  const forbidden = 'Change what forbids it, with “unless”, or take this policy away.';
  return {
    ...{ rule: 'shadowed', at },
    says: `All that it permits is ${word} by ${by}, so it changes no decision.`,
    remedy:
      open.length === 0
        ? forbidden
        : 'Take it away; or, where it was meant to ask or to narrow, narrow the other one.',
  };
}

function forbidFinding(
  at: number,
  rows: readonly Row[],
  policies: readonly ReadPolicy[],
): Found | null {
  const others = (row: Row) => row.forbids.filter((one) => one !== at);
  if (rows.some((row) => others(row).length === 0)) return null;
  const covering = commonOf(rows, others);
  return {
    ...{ rule: 'shadowed', at },
    says: `All that it forbids is forbidden by ${covering === null ? 'other policies' : named([covering], policies)}, so it changes no decision.`,
    remedy: 'Take it away, or narrow the broader one where it was meant to forbid less.',
  };
}

function neverApplies(at: number): Found {
  return {
    ...{ rule: 'never-applies', at },
    says: 'Nothing that can be asked meets its scope and conditions, so it never applies.',
    remedy:
      'Look for conditions that exclude each other, such as an act and a person who never does it.',
  };
}

/** A policy that is among those of every row, the first of them. */
function commonOf(rows: readonly Row[], of: (row: Row) => readonly number[]): number | null {
  const [first, ...rest] = rows.map(of);
  return first?.find((one) => rest.every((other) => other.includes(one))) ?? null;
}
