import { type Json, saltedDigest } from '@countersign/contract';
import {
  appended,
  checkpointText,
  EMPTY_FRONTIER,
  leafHash,
  originOf,
  rootOfFrontier,
  signNote,
} from '@countersign/record/verify';
import type { StoredEntry, StoredLog } from './stored-log.ts';

/** What a thief does about what was signed before. */
export const COVERINGS = [
  'leaves the checkpoints',
  'removes the later checkpoints',
  'removes all checkpoints',
  'signs all checkpoints anew with another key',
] as const;
export type Covering = (typeof COVERINGS)[number];

/** A key of the thief's own. */
export const OWN_SEED = new Uint8Array(32).fill(13);

/**
 * Writes another history, and everything that is computed from it, as we would have: hashes, tree, head, and the
 * places runs stand at. Who owns the database and knows our code can do all of this. What is missing is the key.
 */
export async function rewriteHistory(
  log: StoredLog,
  history: readonly StoredEntry[],
  covering: Covering,
): Promise<void> {
  const text = new TextEncoder();
  let frontier = EMPTY_FRONTIER;
  const nodes: { level: number; index: number; hash: Uint8Array }[] = [];
  const hashes = history.map((entry) => {
    const hash = leafHash(text.encode(entry.leaf));
    frontier = appended(frontier, hash, (level, index, node) => {
      if (level > 0 && level % 8 === 0) nodes.push({ level: level / 8, index, hash: node });
    });
    return hash;
  });
  const bytes = (all: readonly Uint8Array[]) => all.map((one) => Buffer.from(one));
  await log.run('delete from log_entry where workspace = $1');
  await log.run(
    `insert into log_entry (workspace, index, leaf, leaf_hash, run, salt, payload, erased)
     select $1, * from unnest($2::bigint[], $3::text[], $4::bytea[], $5::text[], $6::bytea[], $7::text[], $8::boolean[])`,
    history.map((_, index) => index),
    history.map(({ leaf }) => leaf),
    bytes(hashes),
    history.map(({ run }) => run),
    history.map(({ salt }) => salt && Buffer.from(salt)),
    history.map(({ payload }) => payload),
    history.map(({ erased }) => erased),
  );
  await log.run('delete from log_node where workspace = $1');
  await log.run(
    'insert into log_node select $1, * from unnest($2::int[], $3::bigint[], $4::bytea[])',
    nodes.map(({ level }) => level),
    nodes.map(({ index }) => index),
    bytes(nodes.map(({ hash }) => hash)),
  );
  await log.run(
    'update log_head set size = $2, frontier = $3 where workspace = $1',
    history.length,
    bytes(frontier.nodes),
  );
  await log.run(
    'update run set last_index = least(last_index, $2) where workspace = $1 and last_index > $2',
    history.length - 1,
  );
  await cover(log, covering, history.length, Buffer.from(rootOfFrontier(frontier) ?? []));
}

async function cover(
  log: StoredLog,
  covering: Covering,
  size: number,
  root: Buffer,
): Promise<void> {
  switch (covering) {
    case 'leaves the checkpoints':
      return;
    case 'removes the later checkpoints':
      await log.run('delete from log_checkpoint where workspace = $1 and size > $2', size);
      return;
    case 'removes all checkpoints':
      await log.run('delete from log_checkpoint where workspace = $1');
      return;
    case 'signs all checkpoints anew with another key': {
      const origin = originOf(log.workspace);
      const note = signNote(checkpointText(origin, size, root.toString('hex')), origin, OWN_SEED);
      await log.run('delete from log_checkpoint where workspace = $1');
      await log.run('insert into log_checkpoint values ($1, $2, $3, $4)', size, root, note);
    }
  }
}

/** An entry with another content, and with the salt, hash and leaf that fit it. */
export function forged(entry: StoredEntry, payload: Json): StoredEntry {
  const salt = Buffer.alloc(16, 9);
  const leaf = JSON.parse(entry.leaf) as Record<string, Json>;
  const digest = saltedDigest(salt.toString('hex'), payload);
  return {
    ...entry,
    // Members of a leaf keep their order when one is replaced, so the text is canonical still.
    leaf: JSON.stringify({ ...leaf, payload: digest }),
    salt,
    payload: JSON.stringify(payload),
    erased: false,
  };
}
