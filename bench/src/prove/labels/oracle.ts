import type { Integrity, Label, Readers } from '@countersign/contract';

/**
 * What shaped a value, as sets of original sources, one bit each. `chose` could have chosen it; `told` is all
 * that it may tell of. They differ only where a person put a word of their own in the place of another.
 */
export interface Influence {
  readonly chose: number;
  readonly told: number;
}

/** Shaped by nothing: our own text. */
export const NOTHING: Influence = { chose: 0, told: 0 };

/** Sources that one pipeline may have; each is a bit of a whole number. */
const MOST_SOURCES = 30;

/** Both of two influences. */
export function both(a: Influence, b: Influence): Influence {
  return { chose: a.chose | b.chose, told: a.told | b.told };
}

/** Everybody whose right to read is asked about, with those that no reader set names. */
const WHO: readonly string[] = [
  'user:usr_ann',
  'user:usr_bob',
  'workspace:ws_1',
  'mail:ann@example.com',
  'mail:bob@example.com',
  'mail:eve@evil.test',
  'host:api.example.com',
  'host:elsewhere.test',
];
const EVERYBODY = (1 << WHO.length) - 1;

/** What may stand in reader sets, with whom it lets read. */
const READS = new Map<string, number>([
  ...WHO.map((who, bit) => [who, 1 << bit] as const),
  ['maildomain:example.com', 0b011000],
  ['maildomain:evil.test', 0b100000],
]);

/** The texts of {@link READS}, for whoever makes reader sets. */
export const READERS: readonly string[] = [...READS.keys()];

const RANK: Readonly<Record<Integrity, number>> = {
  system: 0,
  principal: 1,
  untrusted: 2,
  hostile: 3,
};

/** Exact sources that a label must keep before it may say `many`. */
const KEPT = 64;

interface Source {
  readonly rank: number;
  readonly readers: number;
  readonly isPublic: boolean;
  readonly names: readonly string[];
}

/**
 * Knows of every value what shaped it, and nothing of labels but what they say at the end. It shares no code with
 * the algebra that it judges: integrity is the highest rank of a set, readers are bits, sources are names.
 */
export class Oracle {
  readonly #sources: Source[] = [];

  /** Whether there is room for some more sources. */
  hasRoom(more: number): boolean {
    return this.#sources.length + more <= MOST_SOURCES;
  }

  /** A new original source: who could have written it, who may read it, and its names. */
  source(integrity: Integrity, readers: Readers, names: readonly string[]): Influence {
    if (!this.hasRoom(1)) throw new Error('a pipeline has too many sources to tell them apart');
    const bit = 1 << this.#sources.length;
    const isPublic = readers === 'public';
    this.#sources.push({ rank: RANK[integrity], readers: readersOf(readers), isPublic, names });
    return { chose: bit, told: bit };
  }

  /** In what a label is better than what shaped its value; null where it is not. */
  wrongIn(label: Label, { chose, told }: Influence): string | null {
    const readers = readersOf(label.readers);
    const named = label.provenance.kind === 'sources' ? label.provenance.sources : null;
    const count = named === null ? new Set<string>() : null;
    for (let bit = 0; bit < this.#sources.length; bit++) {
      const source = this.#sources[bit];
      if (source === undefined) break;
      if ((chose & (1 << bit)) !== 0 && RANK[label.integrity] < source.rank)
        return `integrity is ${label.integrity}, and ${nameOf(source)} is worse`;
      if ((told & (1 << bit)) === 0) continue;
      if ((readers & ~source.readers) !== 0 || (label.readers === 'public' && !source.isPublic))
        return `${namesIn(readers & ~source.readers)} may read it, and may not read ${nameOf(source)}`;
      for (const name of source.names) {
        if (count !== null) count.add(name);
        else if (named?.includes(name) !== true) return `the source ${name} is missing`;
      }
    }
    if (count === null || label.provenance.kind !== 'many') return null;
    if (count.size <= KEPT) return `says “many” of ${count.size} sources`;
    return label.provenance.atLeast > count.size
      ? `says at least ${label.provenance.atLeast} of ${count.size} sources`
      : null;
  }
}

function readersOf(readers: Readers): number {
  if (readers === 'public') return EVERYBODY;
  let all = 0;
  for (const reader of readers) {
    const some = READS.get(reader);
    if (some === undefined) throw new Error(`no reader is called ${reader}`);
    all |= some;
  }
  return all;
}

function nameOf({ names }: Source): string {
  return names[0] ?? 'a source without a name';
}

function namesIn(readers: number): string {
  const names = WHO.filter((_, bit) => (readers & (1 << bit)) !== 0);
  return names.length === 0 ? 'everybody' : names.join(', ');
}
