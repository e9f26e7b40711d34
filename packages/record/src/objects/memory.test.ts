import { realPowers } from '../conformance/test-database.ts';
import { objectStoreConformance } from './conformance.ts';
import { createMemoryObjectStore } from './memory.ts';

const store = createMemoryObjectStore(realPowers);
objectStoreConformance('the memory object store', { store: () => store });
