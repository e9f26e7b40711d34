import { agentsConformance } from './agents.ts';
import { connectionsConformance } from './connections.ts';
import { membersConformance } from './members.ts';
import { policiesConformance } from './policies.ts';
import type { ConfigUnderTest } from './under-test.ts';

/** What every configuration store does. */
export function configStoreConformance(name: string, under: ConfigUnderTest): void {
  membersConformance(name, under);
  agentsConformance(name, under);
  connectionsConformance(name, under);
  policiesConformance(name, under);
}
