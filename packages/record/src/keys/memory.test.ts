import { realPowers } from '../conformance/test-database.ts';
import { memoryRecord } from '../memory/store.ts';
import { keyStoreConformance, powersWith } from './conformance.ts';
import { createMemoryKeyStore } from './memory.ts';

const clock = { now: 1_800_000_000_000 };
const powers = powersWith(clock, realPowers.randomBytes);
const record = memoryRecord(powers);
const store = createMemoryKeyStore(record, powers);

keyStoreConformance('the memory key store', {
  store: () => store,
  reader: () => record.reader,
  clock,
});
