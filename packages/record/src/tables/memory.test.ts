import { realPowers } from '../conformance/test-database.ts';
import { tableStoreConformance } from './conformance.ts';
import { createMemoryTableStore } from './memory.ts';

const store = createMemoryTableStore(realPowers);
tableStoreConformance('the memory table store', { store: () => store });
