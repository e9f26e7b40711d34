import type { MemoryItem, RollbackPlan } from '@countersign/contract';

/** What derivation is told by. */
export type Derivable = Pick<MemoryItem, 'id' | 'label' | 'run' | 'call' | 'supersedes'>;

/** What has a source, and what was derived from that: by reading it before writing, or by taking its place. */
export function derivedFrom<T extends Derivable>(
  all: readonly T[],
  source: string,
): { readonly items: readonly T[]; readonly untold: readonly T[] } {
  const taken = new Set<string>();
  for (let found = -1; found !== taken.size; ) {
    found = taken.size;
    for (const item of all)
      if (!taken.has(item.id) && (has(item, source) || derives(item, taken))) taken.add(item.id);
  }
  const items = all.filter(({ id }) => taken.has(id));
  const untold = all.filter(({ id, label }) => !taken.has(id) && label.provenance.kind === 'many');
  return { items, untold };
}

/** The memories that a label names as its sources. */
export function memoriesIn({ provenance }: MemoryItem['label']): readonly string[] {
  if (provenance.kind === 'many') return [];
  const records = provenance.sources.map(recordOf).filter((record) => record.startsWith('mem_'));
  return [...new Set(records)];
}

/** Only those of a plan that can still be taken. */
export function takeable(plan: RollbackPlan, now: number): RollbackPlan {
  const stands = ({ status, expiresAt }: MemoryItem) => status !== 'rolled-back' && expiresAt > now;
  return { items: plan.items.filter(stands), untold: plan.untold.filter(stands) };
}

function has({ id, run, call, label }: Derivable, source: string): boolean {
  if ([id, run, call].includes(source)) return true;
  return (
    label.provenance.kind === 'sources' &&
    label.provenance.sources.some((one) => one === source || isOf(recordOf(one), source))
  );
}

function derives({ label, supersedes }: Derivable, taken: ReadonlySet<string>): boolean {
  if (supersedes !== null && taken.has(supersedes)) return true;
  return memoriesIn(label).some((memory) => taken.has(memory));
}

/** A record's id begins with the source, and does not go on within a word: `run_a.1` is not of `run_a.12`. */
function isOf(record: string, source: string): boolean {
  return (
    record === source || (record.startsWith(source) && /^[.:/]/.test(record.slice(source.length)))
  );
}

function recordOf(source: string): string {
  const end = source.lastIndexOf('#/');
  return end < 0 ? source : source.slice(0, end);
}
