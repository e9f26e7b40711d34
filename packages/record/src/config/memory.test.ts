import { realPowers } from '../conformance/test-database.ts';
import { memoryRecord } from '../memory/store.ts';
import { configStoreConformance } from './conformance/index.ts';
import { DEFAULT_POLICY } from './conformance/under-test.ts';
import { createMemoryConfigStore } from './memory.ts';

const record = memoryRecord(realPowers);
const config = createMemoryConfigStore(record, { ...realPowers, defaultPolicy: DEFAULT_POLICY });

configStoreConformance('the memory configuration store', {
  config: () => config,
  reader: () => record.reader,
});
