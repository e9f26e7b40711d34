import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  verifyConsistency,
  verifyInclusion,
  verifySubtreeConsistency,
  verifySubtreeInclusion,
} from '@countersign/record/verify';
import type { Tally } from '../tally.ts';

/** Published vectors of the transparency-dev project. */
export const VECTORS = fileURLToPath(
  new URL('../../../../packages/record/testdata/merkle/vectors', import.meta.url),
);

/** A vector as the files have it: numbers, base64 hashes, and whether the proof is a bad one. */
type Vector = Readonly<Record<string, unknown>>;

/** Folder of the vectors -> how one is put to the verifier. */
const KINDS: Readonly<Record<string, (vector: Vector) => boolean>> = {
  inclusion: (vector) =>
    verifyInclusion({
      index: number(vector['leafIdx']),
      size: number(vector['treeSize']),
      leafHash: bytes(vector['leafHash']),
      root: bytes(vector['root']),
      proof: hashes(vector['proof']),
    }),
  consistency: (vector) =>
    verifyConsistency({
      from: number(vector['size1']),
      size: number(vector['size2']),
      oldRoot: bytes(vector['root1']),
      root: bytes(vector['root2']),
      proof: hashes(vector['proof']),
    }),
  subtreeinclusion: (vector) =>
    verifySubtreeInclusion({
      index: number(vector['leafIdx']),
      start: number(vector['start']),
      end: number(vector['end']),
      leafHash: bytes(vector['leafHash']),
      root: bytes(vector['root']),
      proof: hashes(vector['proof']),
    }),
  subtreeconsistency: (vector) =>
    verifySubtreeConsistency({
      start: number(vector['start']),
      end: number(vector['end']),
      size: number(vector['size']),
      subtreeRoot: bytes(vector['root1']),
      root: bytes(vector['root2']),
      proof: hashes(vector['proof']),
    }),
};

/** Puts every vector below a folder to the verifier. The first folder of a path names its kind. */
export async function tryVectors(folder: string, tally: Tally): Promise<void> {
  for (const kind of Object.keys(KINDS)) {
    for (const file of await filesBelow(join(folder, kind))) {
      // Checked as it is used: a number or hash that is none is refused by the verifier.
      const vector = JSON.parse(await readFile(file, 'utf8')) as Vector;
      const isGood = vector['wantErr'] !== true;
      const held = KINDS[kind]?.(vector) === true;
      tally.count(
        `${kind} vectors`,
        file,
        held === isGood ? null : held ? 'a bad proof was believed' : 'a good proof was refused',
      );
    }
  }
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  return found.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

function number(value: unknown): number {
  return Number(value);
}

function bytes(base64: unknown): Uint8Array {
  return new Uint8Array(Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64'));
}

function hashes(list: unknown): readonly Uint8Array[] {
  return Array.isArray(list) ? list.map(bytes) : [];
}
