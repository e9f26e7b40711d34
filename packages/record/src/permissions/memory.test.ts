import { realPowers } from '../conformance/test-database.ts';
import { createLedger } from '../ledger/ledger.ts';
import { checkpointSigner, memoryWitness } from '../ledger/signer.ts';
import { memoryRecord } from '../memory/store.ts';
import { permissionStoreConformance, powersWith } from './conformance.ts';
import { createMemoryPermissionStore } from './memory.ts';

const clock = { now: 1_800_000_000_000 };
const powers = powersWith(clock, realPowers.randomBytes);
const record = memoryRecord(powers);
const store = createMemoryPermissionStore(record, powers);
const signer = checkpointSigner(new Uint8Array(32).fill(7), memoryWitness());
const ledger = createLedger({ store: record.log, signer });

permissionStoreConformance('the memory permission store', {
  store: () => store,
  record: () => record,
  ledger: () => ledger,
  clock,
});
