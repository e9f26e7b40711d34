import type { ConfigStore } from '@countersign/contract';
import { createMemoryAgents } from './memory-agents.ts';
import type { Committer } from './memory-append.ts';
import { createMemoryConnections } from './memory-connections.ts';
import { createMemoryMembers } from './memory-members.ts';
import { createMemoryPolicies } from './memory-policies.ts';
import type { ConfigPowers, LimitStore, PolicyHistory } from './ports.ts';
import { createTurns } from './turns.ts';

/** A workspace's configuration in memory, for tests and trials; its entries go to `record`. */
export function createMemoryConfigStore(
  record: Committer,
  powers: ConfigPowers,
): ConfigStore & LimitStore & PolicyHistory {
  const inTurn = createTurns();
  return {
    ...createMemoryMembers(record, inTurn),
    ...createMemoryAgents(record, inTurn, powers),
    ...createMemoryConnections(record, inTurn, powers),
    ...createMemoryPolicies(record, inTurn, powers),
  };
}
