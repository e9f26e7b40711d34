import { realPowers } from '../conformance/test-database.ts';
import { powersWith } from '../keys/conformance.ts';
import { memoryRecord } from '../memory/store.ts';
import { conversationStoreConformance } from './conformance.ts';
import { createMemoryConversationStore } from './memory.ts';

const clock = { now: 1_800_000_000_000 };
const powers = powersWith(clock, realPowers.randomBytes);
const record = memoryRecord(powers);
const store = createMemoryConversationStore(record.reader, powers);

conversationStoreConformance('the memory conversation store', {
  store: () => store,
  record: () => record,
  clock,
  powers,
});
