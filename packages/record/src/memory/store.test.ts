import { describe } from 'vitest';
import { recordConformance } from '../conformance.ts';
import { memoryRecord } from './store.ts';

describe('the record in memory', () => {
  recordConformance(async (powers) => {
    const store = memoryRecord(powers);
    return {
      store,
      crash: async (worker) => store.lastHeard(worker, null),
      silence: async (worker, ms) => store.lastHeard(worker, powers.now() - ms),
    };
  });
});
