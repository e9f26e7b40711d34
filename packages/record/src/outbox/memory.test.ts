import { realPowers } from '../conformance/test-database.ts';
import { outboxStoreConformance } from './conformance.ts';
import { createMemoryOutboxStore } from './memory.ts';

const store = createMemoryOutboxStore(realPowers);
outboxStoreConformance('the memory outbox', { store: () => store });
