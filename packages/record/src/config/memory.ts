import type { ConfigStore, IdPowers, PolicyStore } from '@countersign/contract';
import { createMemoryAgents } from './memory-agents.ts';
import type { Committer } from './memory-append.ts';
import { createMemoryConnections } from './memory-connections.ts';
import { createMemoryLimits } from './memory-limits.ts';
import { createMemoryMembers } from './memory-members.ts';
import { createMemoryPolicies } from './memory-policies.ts';
import type { ConfigPowers, LimitStore } from './ports.ts';
import { createTurns } from './turns.ts';

/** A workspace's configuration in memory, for tests and trials; its entries go to `record`. */
export function createMemoryConfigStore(
  record: Committer,
  powers: ConfigPowers & IdPowers,
): ConfigStore & LimitStore & PolicyStore {
  const inTurn = createTurns();
  const members = createMemoryMembers(record, inTurn);
  return {
    ...members,
    ...createMemoryAgents(record, inTurn, powers),
    ...createMemoryConnections(record, inTurn, powers),
    ...createMemoryPolicies(record, inTurn, powers, members.rules),
    ...createMemoryLimits(record, inTurn, powers),
  };
}
