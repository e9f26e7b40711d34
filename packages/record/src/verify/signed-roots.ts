import type { Findings } from './findings.ts';
import { type Frontier, rootOfFrontier } from './frontier.ts';
import { type Hash, sameBytes } from './merkle.ts';

/** Roots that were signed at some time, against which a log is held while it is read. */
export interface SignedRoots {
  add(size: number, root: Hash): void;
  /** Takes the log as far as it has been read. To be called at each size, from 0. */
  reached(frontier: Frontier): void;
  /** Says which were signed of a larger log than there is. */
  finish(size: number): void;
}

/** An empty collection. */
export function createSignedRoots(findings: Findings): SignedRoots {
  const roots = new Map<number, Hash[]>();
  return {
    add: (size, root) => {
      roots.set(size, [...(roots.get(size) ?? []), root]);
    },
    reached: (frontier) => {
      const signed = roots.get(frontier.size);
      if (signed === undefined) return;
      const root = rootOfFrontier(frontier);
      if (root === null || !signed.every((one) => sameBytes(one, root))) {
        findings.add('ROOT_CHANGED', null, `size ${frontier.size}`);
      }
    },
    finish: (size) => {
      for (const at of roots.keys()) {
        if (at > size) findings.add('CHECKPOINT_AHEAD', null, `size ${at}`);
      }
    },
  };
}
