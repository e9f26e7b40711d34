import {
  type ActionDescriptor,
  type ConfigStore,
  type FreshEntries,
  type IdPowers,
  type Message,
  type ModelDelta,
  must,
  newId,
  type ObjectStore,
  type PermissionDraft,
  type PermissionView,
  type PolicyStore,
  type RecordStore,
} from '@countersign/contract';
import * as engine from '@countersign/engine';
import {
  createExecutor,
  type Clock as ExecutorClock,
  type Performers,
} from '@countersign/executor';
import {
  type Actions,
  createGrantRegistry,
  registerActions,
  rememberedBy,
  vouchedBy,
  widenedBy,
} from '@countersign/gateway';
import { createDecide } from './path/decide.ts';
import type { SettingsReader } from './path/settings.ts';
import { createSimulate, type Simulate } from './path/simulate.ts';
import type { Standing } from './path/situation.ts';
import { createHub } from './runtime/hub.ts';
import type { AtPoint } from './runtime/points.ts';
import type { Runs } from './runtime/port.ts';
import { createRuns } from './runtime/runs.ts';
import type { SegmentPowers } from './runtime/segment.ts';
import { createPrepare } from './runtime/start-run.ts';
import { createFindVersion } from './runtime/versions.ts';
import { createWorker, type Worker } from './runtime/worker.ts';

/** All that the stages are joined with. Everything that knows the time, chance, a disk or a network comes in here. */
export interface WirePowers extends IdPowers {
  readonly record: RecordStore;
  readonly config: ConfigStore & Pick<PolicyStore, 'policyVersions' | 'policyVersion'>;
  readonly permissions: {
    makePermissions(
      workspace: string,
      drafts: readonly PermissionDraft[],
      by: string,
    ): Promise<unknown>;
    permissions(workspace: string, limit: number): Promise<readonly PermissionView[]>;
  };
  readonly settings: SettingsReader;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly historyOf: (workspace: string, conversation: string) => Promise<readonly Message[]>;
  /** Every action there is, `model.generate` among them. */
  readonly descriptors: readonly ActionDescriptor[];
  readonly performers: Performers;
  readonly clock: ExecutorClock;
  /** Calls back once after that many milliseconds. */
  readonly timer: (ms: number, fire: () => void) => { cancel(): void };
  /** Runs worked on at once in this process; 0 for one that only serves doors. */
  readonly capacity: number;
  readonly atPoint: AtPoint;
  /** The log's line of what went wrong and is nobody's answer. */
  readonly report: (what: string, error: unknown, about: { readonly run?: string }) => void;
}

/** The joined system. */
export interface System {
  readonly runs: Runs;
  readonly actions: Actions;
  /** What other policies would have made of past runs. */
  readonly simulate: Simulate;
  /** Works on runs; null in a process without capacity. */
  readonly worker: Worker<engine.TurnState> | null;
}

/**
 * The one place where the stages meet, in the order of the path. A trigger starts or wakes a run; the engine
 * says what it wants; the gateway decides; what was allowed is intended in the record, granted, performed by
 * the executor, labelled, and its outcome recorded; and the engine is asked again.
 */
export function wire(powers: WirePowers): System {
  const { settings } = powers;
  const actions = registerActions(powers.descriptors);
  const grants = createGrantRegistry(powers.now);
  const executor = createExecutor({
    redeem: grants.redeem,
    performers: powers.performers,
    clock: powers.clock,
    report: (thrown, granted) =>
      powers.report('performer', thrown, { run: granted.call.actor.run }),
  });
  const findVersion = createFindVersion(powers);
  const decide = createDecide<engine.TurnState>(
    {
      ...{ ...powersOf(powers), settings, actions, grants, run: executor.run },
      ...{ wishOf: engine.wishOf, findVersion },
    },
    standingOf,
  );

  const deltas = createHub<ModelDelta>((error) => powers.report('delta', error, {}));
  const entries = createHub<FreshEntries | null>((error) => powers.report('entries', error, {}));
  const segments: SegmentPowers<engine.TurnState> = {
    record: powers.record,
    engine,
    decide,
    now: powers.now,
    pause: (ms, signal) => pause(powers, ms, signal),
    atPoint: powers.atPoint,
    publish: deltas.emit,
  };
  const id = newId('worker', powers);
  const worker =
    powers.capacity === 0
      ? null
      : createWorker({
          ...segments,
          record: powers.record,
          id,
          capacity: powers.capacity,
          timer: powers.timer,
          report: powers.report,
          onEntries: (workspace, run, fresh) => entries.emit(`${workspace}/${run}`, fresh),
        });
  const runs = createRuns({
    segments,
    record: powers.record,
    prepare: createPrepare({ ...powers, findVersion }),
    worker: worker && { id, worker },
    vouchFor: vouchedBy,
    widen: (question, answer, by, call) =>
      widenedBy(
        question,
        answer,
        by,
        call,
        must(actions.get(call.action), 'a held action is registered'),
      ),
    remember: {
      wanted: rememberedBy,
      make: async (workspace, drafts, by) => {
        await powers.permissions.makePermissions(workspace, drafts, by);
        settings.forget(workspace);
      },
    },
    deltas,
    entries,
  });
  const simulate = createSimulate<engine.TurnState>({
    actions,
    settings,
    reader: powers.record.reader,
    policies: powers.config,
    permissions: powers.permissions,
    fold: engine.fold,
    outstanding: engine.outstanding,
    standingOf,
  });
  return { runs, actions, simulate, worker };
}

/** What the path must know of an agent turn. */
function standingOf(state: engine.TurnState): Standing {
  const { start, messages, endorsements, denied } = state;
  return {
    start,
    actor: start.actor,
    grant: start.grant,
    agent: start.agent,
    messages,
    endorsements,
    denied: [...(start.delegated?.denied ?? []), ...denied],
    wished: engine.wished(state),
    earlier: engine.performances(state),
    intent: state.intent ?? null,
  };
}

function powersOf({ now, randomBytes }: IdPowers): IdPowers {
  return { now, randomBytes };
}

function pause(powers: Pick<WirePowers, 'timer'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = powers.timer(ms, resolve);
    signal.addEventListener(
      'abort',
      () => {
        timer.cancel();
        resolve();
      },
      { once: true },
    );
  });
}
