import {
  Bug,
  type Command,
  type Entry,
  type PermissionView,
  type PolicyStore,
  type RecordReader,
  type RunEvent,
  type RunSummary,
  SIMULATED_CALLS,
  type SimulatedCall,
  type Simulation,
  type StandingPermission,
} from '@countersign/contract';
import { type Actions, type Policies, policiesOf } from '@countersign/gateway';
import { eventsOf } from '../runtime/entries.ts';
import { type Again, decideAgain, recordedOf } from './decide-again.ts';
import type { SettingsReader } from './settings.ts';
import type { Standing } from './situation.ts';

/** Which past runs are looked at with which policies. Times are those of the runs' starts, in milliseconds since 1970. */
export interface SimulateRequest extends Pick<Again, 'mode'> {
  readonly cedar: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly agent?: string | undefined;
  /** The run to go on after. */
  readonly before?: string | undefined;
}

export type Simulate = (workspace: string, request: SimulateRequest) => Promise<Simulation>;

export interface SimulatePowers<State> {
  readonly actions: Actions;
  readonly settings: SettingsReader;
  readonly reader: Pick<RecordReader, 'runs' | 'entries'>;
  readonly policies: Pick<PolicyStore, 'policyVersions' | 'policyVersion'>;
  readonly permissions: {
    permissions(workspace: string, limit: number): Promise<readonly PermissionView[]>;
  };
  /** The engine's. */
  readonly fold: (state: State | null, event: RunEvent) => State;
  readonly outstanding: (state: State) => readonly Command[];
  readonly standingOf: (state: State) => Standing;
}

/** Runs of one page. */
const RUNS = 50;
/** Decisions after which a page ends with the run they are in. */
const CALLS = 500;
/** Entries of a run; longer ones are left out. */
const ENTRIES = 2_000;

/**
 * Replays past runs: each is folded again from its entries, and where it once was decided, it is decided again in the
 * same state, once with the policies of then and once with others. Only where the first gives what is recorded, reason by
 * reason, the second is believed. Each decision is looked at by itself, with the run as it went.
 */
export function createSimulate<State>(powers: SimulatePowers<State>): Simulate {
  return async (workspace, request) => {
    const [settings, permissions, versions, page] = await Promise.all([
      powers.settings.of(workspace),
      powers.permissions.permissions(workspace, 1_000),
      versionsOf(powers, workspace),
      powers.reader.runs(workspace, {
        limit: RUNS,
        ...(request.agent === undefined ? {} : { agent: request.agent }),
        ...(request.before === undefined ? {} : { before: request.before }),
      }),
    ]);
    const policies = policiesOf(request.cedar);
    const tally = emptyTally();
    let last: RunSummary | null = null;
    let isPast = false;
    for (const run of page.items) {
      if (tally.calls + tally.uncertain >= CALLS) break;
      last = run;
      // Newest first: nothing after this one is young enough.
      isPast = request.from !== undefined && run.startedAt < request.from;
      if (isPast) break;
      if (request.to !== undefined && run.startedAt > request.to) continue;
      const entries = await powers.reader.entries(workspace, run.id, -1, ENTRIES);
      if (entries.length === ENTRIES || entries.some(({ erased }) => erased)) {
        tally.leftOut++;
        continue;
      }
      const replayed = await replayable(
        replay(powers, run, entries, async (command, standing, entry) =>
          decideAgain(command, {
            ...{ actions: powers.actions, settings, standing, policies, mode: request.mode },
            ...{ now: entry.leaf.time, recorded: recordedOf(entry) },
            permissions: permissions.flatMap((one) => standingAt(one, entry.leaf.time)),
            policiesThen: await versions(entry),
          }),
        ),
      );
      if (replayed === null) {
        tally.leftOut++;
        continue;
      }
      tally.runs++;
      for (const found of replayed) count(tally, found);
    }
    const isAll = isPast || (page.next === null && last?.id === page.items.at(-1)?.id);
    return { ...tally, next: isAll || last === null ? null : last.id };
  };
}

/** What a replay finds, or null for entries that are no run's: one such run does not keep the others from being looked at. */
async function replayable<T>(replaying: Promise<T>): Promise<T | null> {
  try {
    return await replaying;
  } catch (error) {
    if (error instanceof Bug) return null;
    throw error;
  }
}

type Redecide = (
  command: Extract<Command, { kind: 'call' | 'generate' }>,
  standing: Standing,
  entry: Entry,
) => Promise<Pick<SimulatedCall, 'action' | 'recorded' | 'would' | 'unsaid'> | null>;

async function replay<State>(
  powers: Pick<SimulatePowers<State>, 'fold' | 'outstanding' | 'standingOf'>,
  run: RunSummary,
  entries: readonly Entry[],
  redecide: Redecide,
): Promise<readonly SimulatedCall[]> {
  const found: SimulatedCall[] = [];
  let state: State | null = null;
  for (const entry of entries) {
    const { kind, call, time: at } = entry.leaf;
    if (state !== null && call !== null && DECIDED.has(kind)) {
      const command = powers.outstanding(state).find((one) => callOf(one) === call);
      if (command?.kind === 'call' || command?.kind === 'generate') {
        const again = await redecide(command, powers.standingOf(state), entry);
        if (again !== null) found.push({ run: run.id, call, agent: run.agent, at, ...again });
      }
    }
    for (const event of eventsOf([entry])) state = powers.fold(state, event);
  }
  return found;
}

const DECIDED: ReadonlySet<string> = new Set(['call.intent', 'call.held', 'call.refused']);

function callOf(command: Command): string | null {
  if (command.kind === 'call') return command.call.id;
  return command.kind === 'generate' ? command.call : null;
}

/** Gives the policies that an entry was decided by, or null where their text is not kept. */
async function versionsOf<State>(
  { policies }: SimulatePowers<State>,
  workspace: string,
): Promise<(entry: Entry) => Promise<Policies | null>> {
  const infos = await policies.policyVersions(workspace, { limit: 1_000 });
  const first = await policies.policyVersion(workspace, 0);
  const known = new Map<number, Promise<Policies | null>>();
  const load = async (number: number) => {
    const version = await policies.policyVersion(workspace, number);
    return version === null ? null : policiesOf(version.cedar);
  };
  return async (entry) => {
    const version = recordedOf(entry)?.policyVersion ?? null;
    const number =
      version === null
        ? // Of a model call no version is recorded: the one that was in force.
          (infos.find(({ at }) => at !== null && at <= entry.leaf.time)?.number ?? 0)
        : (infos.find((info) => info.version === version)?.number ??
          (first?.version === version ? 0 : null));
    if (number === null) return null;
    const loading = known.get(number) ?? load(number);
    known.set(number, loading);
    return loading;
  };
}

/** A permission, where it counted at a time. */
function standingAt(view: PermissionView, time: number): readonly StandingPermission[] {
  const { revokedAt, revokedBy: _, uses: __, lastUsedAt: ___, pointer, allows, ...rest } = view;
  const counted =
    view.createdAt <= time && time < view.expiresAt && (revokedAt === null || time < revokedAt);
  return counted && pointer !== null && allows !== null ? [{ ...rest, pointer, allows }] : [];
}

function emptyTally() {
  return {
    ...{ runs: 0, calls: 0, changed: 0, uncertain: 0, leftOut: 0 },
    recorded: { allowed: 0, held: 0, refused: 0 },
    would: { allowed: 0, held: 0, refused: 0 },
    differences: [] as SimulatedCall[],
    unsaid: [] as SimulatedCall[],
  };
}

function count(tally: ReturnType<typeof emptyTally>, found: SimulatedCall): void {
  const { recorded, would } = found;
  if (would === null) {
    tally.uncertain++;
    if (tally.unsaid.length < SIMULATED_CALLS) tally.unsaid.push(found);
    return;
  }
  tally.calls++;
  tally.recorded[recorded.kind]++;
  tally.would[would.kind]++;
  if (recorded.kind === would.kind && recorded.approvals === would.approvals) return;
  tally.changed++;
  if (tally.differences.length < SIMULATED_CALLS) tally.differences.push(found);
}
