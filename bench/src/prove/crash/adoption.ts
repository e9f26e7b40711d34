import type { PostgresRecord } from '@countersign/record';
import { postgresRecord } from '@countersign/record';
import { systemPowers } from '@countersign/server/testing';
import { judge } from './judge.ts';
import type { Order } from './order.ts';
import { onStage, type Stage, started } from './play.ts';
import type { Scenario } from './scenarios.ts';
import { onlyRun } from './work.ts';

/** What came of one pair of workers. */
export interface Adoption {
  readonly wrong: readonly string[];
  /** Milliseconds from the death of one worker to the end of its run by the other; null where that did not come. */
  readonly ms: number | null;
}

/** Milliseconds after which a survivor is given up. */
const PATIENCE_MS = 45_000;

/**
 * Two workers live on one database; one is killed in the middle of a run. The other notices by itself, adopts the
 * run and ends it.
 *
 * @param waitMs between the survivor's start and the other's, so that its look falls at different moments.
 */
export function adopted(stage: Stage, scenario: Scenario, waitMs: number): Promise<Adoption> {
  return onStage(stage, scenario, async (order) => {
    const survivor = started(stage.child, {
      ...order,
      message: null,
      script: scenario.script.slice(-1),
    });
    try {
      const record = await postgresRecord({
        ...order.database,
        powers: systemPowers(),
        connections: 2,
      });
      try {
        await survivor.ready;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        const die = { at: 'inside.after-effect', nth: 1 } as const;
        const how = await started(stage.child, { ...order, die }).ended;
        if (how !== 'killed')
          return { wrong: [`the first worker was to die and ${how}`], ms: null };
        const ms = await untilEnded(record, order);
        const wrong = ms === null ? ['the survivor did not take the run over'] : [];
        return { wrong: [...wrong, ...(await judge(order, scenario))], ms };
      } finally {
        await record.close();
      }
    } finally {
      survivor.stop();
      await survivor.ended;
    }
  });
}

async function untilEnded(record: PostgresRecord, { workspace }: Order): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < PATIENCE_MS) {
    if ((await onlyRun(record, workspace))?.status === 'ended') return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return null;
}
