import { catalog } from '@countersign/catalog';
import {
  type AgentDefinition,
  type Amounts,
  agentDefinitionSchema,
  type ConfigStore,
  DELEGATE,
  type Entry,
  type Granted,
  type Keep,
  type ModelRequest,
  newId,
  type Performed,
  type PolicyStore,
  pinnedTool,
  type QuestionRecord,
  type QuestionStatus,
  type RecordStore,
  type RunSummary,
} from '@countersign/contract';
import { DEFAULT_POLICIES } from '@countersign/gateway';
import {
  createMemoryConfigStore,
  createMemoryObjectStore,
  createMemoryPermissionStore,
  type PermissionStore,
} from '@countersign/record';
import { createSettings } from '../../path/settings.ts';
import type { AtPoint } from '../../runtime/points.ts';
import { type System, wire } from '../../wire.ts';
import { systemPowers } from '../system.ts';
import { type Said, TEST_ACTIONS } from './actions.ts';

/** What a test's performer sees, and how it may misbehave. */
export type Act = (granted: Granted, signal: AbortSignal) => Promise<Performed>;

export interface WorldOptions {
  readonly record: RecordStore;
  /** What the model says, reply after reply; the last one is said for ever. */
  readonly script: readonly Said[];
  /** What the model says to a question, in place of the script; `turn` counts replies of one run from 0. */
  readonly say?: (request: ModelRequest, turn: number) => Said;
  /** Whether the agent may delegate, and to whom besides itself. */
  readonly delegates?: NonNullable<AgentDefinition['subAgents']>;
  /** How far the agent goes by itself. */
  readonly mode?: AgentDefinition['mode'];
  readonly act?: Act;
  readonly limits?: Amounts;
  readonly atPoint?: AtPoint;
  readonly capacity?: number;
  readonly now?: () => number;
  /** An agent and workspace that another world made, or another process, to work on its runs. */
  readonly of?: Pick<World, 'config' | 'workspace' | 'person' | 'agent'> & {
    readonly permissions?: PermissionStore;
  };
  readonly questionTtlMs?: number;
  /** Whether a run begins with a plan: the script's first reply is that of the planner then. */
  readonly planning?: AgentDefinition['planning'];
  readonly onHold?: AgentDefinition['onHold'];
  /** Which results stay outside the context, by action. */
  readonly keep?: Readonly<Record<string, Keep>>;
  /** The workspace's policies in Cedar, where they are not the default ones. */
  readonly policy?: string;
  /** Hears what the model is asked. */
  readonly onAsk?: (request: ModelRequest) => void;
}

/** A joined system with one workspace, person and agent, for tests of the path. */
export interface World {
  readonly system: System;
  readonly workspace: string;
  readonly person: string;
  readonly agent: string;
  readonly config: ConfigStore & PolicyStore;
  readonly permissions: PermissionStore;
  /** Forgets the settings, as the doors do after a change. */
  readonly forget: () => void;
  readonly problems: string[];
  /** Starts a run and gives its id. */
  start(text?: string, dedupe?: string): Promise<string>;
  summary(run: string): Promise<RunSummary | null>;
  questions(status: QuestionStatus): Promise<readonly QuestionRecord[]>;
  /** The run's entries so far. */
  entries(run: string): Promise<readonly Entry[]>;
  /** Resolves once the run has that status. Looks again after every entry, and now and then. */
  until(run: string, status: 'parked' | 'ended'): Promise<void>;
  stop(): Promise<void>;
}

const done: Act = async ({ call }) => ({
  kind: 'done',
  result: { did: call.action, args: call.args },
  usage: {},
  sources: [call.id],
});

/** Makes a {@link World} over a record. */
export async function testWorld(options: WorldOptions): Promise<World> {
  const system = systemPowers();
  const now = options.now ?? system.now;
  const ids = { now, randomBytes: system.randomBytes };
  const config =
    options.of?.config ??
    createMemoryConfigStore(
      { commit: (commit) => options.record.commit(commit) },
      { ...ids, defaultPolicy: options.policy ?? DEFAULT_POLICIES },
    );
  const workspace = options.of?.workspace ?? newId('workspace', ids);
  const person = options.of?.person ?? newId('user', ids);
  const agent = options.of?.agent ?? newId('agent', ids);
  const generate = catalog().get('model.generate')?.descriptor;
  const delegate = catalog().get(DELEGATE)?.descriptor;
  if (!generate || !delegate) throw new Error('the catalogue holds what the engine needs');
  const problems: string[] = [];
  const spoken = new Map<string, number>();
  const model: Act = async ({ call }) => {
    // The engine made it, from data of that type.
    options.onAsk?.(call.args as unknown as ModelRequest);
    const turn = spoken.get(call.actor.run) ?? 0;
    spoken.set(call.actor.run, turn + 1);
    const said =
      options.say?.(call.args as unknown as ModelRequest, turn) ??
      options.script[Math.min(turn, options.script.length - 1)] ??
      {};
    const calls = (said.calls ?? []).map(({ tool, args }, index) => ({
      id: `t${turn}.${index}`,
      tool,
      args,
    }));
    return {
      kind: 'done',
      result: {
        text: said.text ?? '',
        calls,
        finish: calls.length > 0 ? 'tool-calls' : 'stop',
        tokensIn: 10,
        tokensOut: 5,
      },
      usage: { tokensIn: 10, tokensOut: 5 },
    };
  };
  const act = options.act ?? done;
  const permissions = options.of?.permissions ?? createMemoryPermissionStore(options.record, ids);
  const settings = createSettings({ config, permissions, now });
  const joined = wire({
    ...ids,
    record: options.record,
    config,
    permissions,
    settings,
    objects: createMemoryObjectStore(ids),
    historyOf: async () => [],
    descriptors: [generate, delegate, ...TEST_ACTIONS],
    performers: new Map([
      ['model.generate', (granted, context) => model(granted, context.signal)] as const,
      ...TEST_ACTIONS.map(
        ({ id }) =>
          [
            id,
            (granted: Granted, context: { signal: AbortSignal; sending(): void }) => {
              context.sending();
              return act(granted, context.signal);
            },
          ] as const,
      ),
    ]),
    clock: { ...system.clock, now },
    timer: system.timer,
    capacity: options.capacity ?? 16,
    atPoint: options.atPoint ?? (() => undefined),
    report: (what, error) =>
      problems.push(
        `${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
  });
  if (!options.of) {
    await config.createWorkspace(
      { id: workspace, name: 'Test', createdAt: now() },
      { person, name: 'Pat', email: 'pat@example.com', role: 'owner' },
    );
    await config.putConnection(
      {
        id: 'con_model',
        workspace,
        name: 'Model',
        config: { kind: 'model', provider: 'scripted', allowPrivate: false },
      },
      person,
    );
    const definition = definitionOf(options);
    await config.saveDraft(workspace, agent, definition, 0, person);
    await config.publish(
      workspace,
      {
        id: agent,
        version: 1,
        definition,
        tools: [...TEST_ACTIONS, ...(options.delegates ? [delegate] : [])].map((one) =>
          pinnedTool(one, null),
        ),
      },
      person,
    );
  }
  await joined.worker?.start();

  const status = async (run: string) => (await options.record.reader.run(workspace, run))?.status;
  return {
    system: joined,
    workspace,
    person,
    agent,
    config,
    permissions,
    forget: () => settings.forget(workspace),
    problems,
    start: async (text = 'please go on', dedupe) =>
      (
        await joined.runs.start({
          workspace,
          person,
          agent,
          message: { text },
          trigger: { kind: 'api', by: person, ...(dedupe ? { dedupe } : {}) },
        })
      ).run,
    summary: (run) => options.record.reader.run(workspace, run),
    questions: (status) => options.record.reader.questions(workspace, { status, limit: 100 }),
    entries: (run) => options.record.reader.entries(workspace, run, -1, 1_000),
    until: async (run, wanted) => {
      for (let look = 0; look < 400; look++) {
        if ((await status(run)) === wanted) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`the run is ${await status(run)} and not ${wanted}. ${problems.join('\n')}`);
    },
    stop: async () => {
      await joined.worker?.stop();
    },
  };
}

function definitionOf({
  limits,
  questionTtlMs,
  planning,
  onHold,
  delegates,
  mode,
  keep = {},
}: WorldOptions): AgentDefinition {
  return agentDefinitionSchema.parse({
    name: 'Tester',
    instructions: '',
    model: { connection: 'con_model', name: 'test' },
    tools: [...TEST_ACTIONS.map(({ id }) => id), ...(delegates ? [DELEGATE] : [])].map((id) => ({
      action: id,
      keep: keep[id],
    })),
    ...(delegates ? { subAgents: delegates } : {}),
    ...(mode === undefined ? {} : { mode }),
    limits: limits ?? {},
    ...(questionTtlMs === undefined ? {} : { questionTtlMs }),
    ...(planning === undefined ? {} : { planning }),
    ...(onHold === undefined ? {} : { onHold }),
  });
}
