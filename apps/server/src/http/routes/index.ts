import type { Doors } from '../doors.ts';
import type { Route } from '../route.ts';
import { createSeats } from '../stream/seats.ts';
import { agentRoutes } from './agents.ts';
import { authRoutes } from './auth.ts';
import { connectionRoutes } from './connections.ts';
import { conversationRoutes } from './conversations.ts';
import { dataRoutes } from './data.ts';
import { docsRoutes } from './docs.ts';
import { ledgerRoutes } from './ledger.ts';
import { memberRoutes } from './members.ts';
import { memoryRoutes } from './memories.ts';
import { policyRoutes } from './policy.ts';
import { questionRoutes } from './questions.ts';
import { rulesRoutes } from './rules.ts';
import { runRoutes } from './runs.ts';
import { standingRoutes } from './standing.ts';
import { streamRoutes } from './stream.ts';
import { studioRoutes } from './studio.ts';
import { systemRoutes } from './system.ts';

/** Every route there is, in the order they are matched: the studio takes what is left over. */
export function allRoutes(doors: Doors): readonly Route[] {
  const seats = createSeats(doors.limits);
  const described = [
    ...systemRoutes(doors),
    ...authRoutes(doors),
    ...agentRoutes(doors),
    ...runRoutes(doors, seats),
    ...streamRoutes(doors, seats),
    ...questionRoutes(doors),
    ...standingRoutes(doors),
    ...memoryRoutes(doors),
    ...conversationRoutes(doors),
    ...connectionRoutes(doors),
    ...policyRoutes(doors),
    ...rulesRoutes(doors),
    ...memberRoutes(doors),
    ...dataRoutes(doors),
    ...ledgerRoutes(doors),
  ];
  return [...described, ...docsRoutes(doors, described), ...studioRoutes(doors)];
}
