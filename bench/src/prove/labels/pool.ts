import type { PinnedTool, RunStart } from '@countersign/contract';
import { type RandomAction, randomAction } from './actions.ts';
import type { Random } from './random.ts';
import { CASES, TABLES } from './stored.ts';
import type { Pool } from './world.ts';

const ACTIONS = 300;
const STARTS = 300;

/** Actions with random declarations, and runs that have some of them as tools. */
export function randomPool(random: Random): Pool {
  const actions = new Map<string, RandomAction>();
  for (let at = 0; at < ACTIONS; at++) {
    const name = `random.act${at}`;
    actions.set(name, randomAction(name, random));
  }
  const names = [...actions.keys()];
  const starts = Array.from({ length: STARTS }, (_, at) => {
    const own = [random.of(names), random.of(names)];
    // What works with the store takes some calls to come to anything, and is slow; every thirtieth run does.
    const stores = at % 30 > 0 ? [] : random.once(2) ? TABLES : CASES;
    return startOf(`run_${at}`, [...own, ...stores]);
  });
  return { actions, starts };
}

function startOf(run: string, actions: readonly string[]): RunStart {
  const tools = actions.map((action): PinnedTool => {
    return { action, pin: '', connection: null, description: '', input: {} };
  });
  return {
    actor: {
      ...{ workspace: 'ws_1', person: 'usr_ann', roles: ['user'], run },
      ...{ agent: 'agt_1', agentVersion: 1 },
    },
    grant: { actions, connections: [], expiresAt: 1, ancestors: [] },
    agent: {
      ...{ id: 'agt_1', version: 1, tools },
      definition: {
        ...{ name: 'Agent', description: '', instructions: '', opening: '', suggestions: [] },
        ...{ tools: [], limits: {}, questionTtlMs: 60_000 },
        model: { connection: 'con_1', name: 'any', maxOutputTokens: 1 },
      },
    },
    ...{ trigger: { kind: 'chat', by: 'usr_ann' }, conversation: null },
  };
}
