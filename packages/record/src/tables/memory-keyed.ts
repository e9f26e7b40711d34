import type { Json, Sha256 } from '@countersign/contract';
import { assertSameRequest, requestDigest } from './keyed.ts';

/** Keyed writes in memory: the first write under a key is done, every later one gets its answer again. */
export interface MemoryKeyedWrites {
  /**
   * @param request all that decides what is written.
   * @throws faults `RECORD_KEY_REUSED`, and whatever `write` throws; the key is then still new.
   */
  once<T>(workspace: string, key: string, request: Json, write: () => T): T;
}

/** An empty memory of keyed writes. */
export function createMemoryKeyedWrites(): MemoryKeyedWrites {
  const written = new Map<string, { readonly request: Sha256; readonly answer: string }>();
  return {
    once<T>(workspace: string, key: string, request: Json, write: () => T): T {
      const digest = requestDigest(key, request);
      const place = JSON.stringify([workspace, key]);
      const before = written.get(place);
      if (before !== undefined) {
        assertSameRequest(before.request, digest, key);
        // What was stored under this key is this operation's answer: the request, and so the type, is the same.
        return JSON.parse(before.answer) as T;
      }
      const answer = write();
      written.set(place, { request: digest, answer: JSON.stringify(answer) });
      return answer;
    },
  };
}
