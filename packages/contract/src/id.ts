/** What ids are made of: the time in milliseconds since 1970 and random bytes. Powers, handed in by `main.ts`. */
export interface IdPowers {
  now(): number;
  randomBytes(length: number): Uint8Array;
}

/** The prefixes of our ids. A prefix tells a reader, and a border check, what an id names. */
export const ID_PREFIXES = {
  workspace: 'ws',
  user: 'usr',
  agent: 'agt',
  run: 'run',
  question: 'qst',
  conversation: 'cnv',
  connection: 'con',
  secret: 'sec',
  table: 'tbl',
  row: 'row',
  case: 'cas',
  comment: 'cmt',
  object: 'obj',
  mail: 'eml',
  key: 'key',
  permission: 'prm',
  proposal: 'prp',
  memory: 'mem',
  rollback: 'rbk',
  worker: 'wrk',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new id: prefix, underscore, 10 characters of time and 16 of randomness (80 bits; the ULID layout, lower case). */
export function newId(kind: IdKind, powers: IdPowers): string {
  let time = powers.now();
  let head = '';
  for (let i = 0; i < 10; i++) {
    head = ALPHABET.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  const tail = Array.from(powers.randomBytes(16), (byte) => ALPHABET.charAt(byte & 31)).join('');
  return `${ID_PREFIXES[kind]}_${head}${tail}`;
}

/** Whether a text has the form of an id of that kind. */
export function isId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${ID_PREFIXES[kind]}_[0-9a-hjkmnp-tv-z]{1,40}$`).test(text);
}

/** A call's id: its run and its ordinal in it. Deterministic, so that a replay names the same call. */
export function callId(run: string, ordinal: number): string {
  return `${run}.${ordinal}`;
}

/** The ordinal of a call in its run: what was wished for later has a higher one. */
export function ordinalOf(call: string): number {
  return Number(call.slice(call.lastIndexOf('.') + 1));
}
