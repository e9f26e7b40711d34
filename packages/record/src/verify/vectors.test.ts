import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  verifyConsistency,
  verifyInclusion,
  verifySubtreeConsistency,
  verifySubtreeInclusion,
} from './index.ts';

const folder = fileURLToPath(new URL('../../testdata/merkle/vectors/', import.meta.url));

interface Vector {
  readonly desc: string;
  readonly wantErr: boolean;
  readonly proof: readonly string[] | null;
  readonly [number: string]: unknown;
}

/** How each kind of vector is put to the verifier. */
const kinds: Record<string, (vector: Vector) => boolean> = {
  inclusion: (vector) =>
    verifyInclusion({
      index: number(vector, 'leafIdx'),
      size: number(vector, 'treeSize'),
      leafHash: bytes(vector['leafHash']),
      root: bytes(vector['root']),
      proof: proof(vector),
    }),
  consistency: (vector) =>
    verifyConsistency({
      from: number(vector, 'size1'),
      size: number(vector, 'size2'),
      oldRoot: bytes(vector['root1']),
      root: bytes(vector['root2']),
      proof: proof(vector),
    }),
  subtreeinclusion: (vector) =>
    verifySubtreeInclusion({
      index: number(vector, 'leafIdx'),
      start: number(vector, 'start'),
      end: number(vector, 'end'),
      leafHash: bytes(vector['leafHash']),
      root: bytes(vector['root']),
      proof: proof(vector),
    }),
  subtreeconsistency: (vector) =>
    verifySubtreeConsistency({
      start: number(vector, 'start'),
      end: number(vector, 'end'),
      size: number(vector, 'size'),
      subtreeRoot: bytes(vector['root1']),
      root: bytes(vector['root2']),
      proof: proof(vector),
    }),
};

test.each(Object.keys(kinds))('every %s vector is accepted or refused as it should be', (kind) => {
  const files = readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.json'),
  );
  expect(files.length).toBeGreaterThan(90);
  const wrong = files.filter((file) => {
    // The project's own copy of published vectors.
    const vector = JSON.parse(readFileSync(join(folder, kind, file), 'utf8')) as Vector;
    return kinds[kind]?.(vector) !== !vector.wantErr;
  });
  expect(wrong).toEqual([]);
});

function number(vector: Vector, name: string): number {
  return Number(vector[name]);
}

function bytes(base64: unknown): Uint8Array {
  return new Uint8Array(Buffer.from(String(base64), 'base64'));
}

function proof(vector: Vector): readonly Uint8Array[] {
  return (vector.proof ?? []).map(bytes);
}
