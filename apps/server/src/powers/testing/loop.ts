import { catalog } from '@countersign/catalog';
import {
  type ActionDescriptor,
  type AgentDefinition,
  type Answer,
  agentDefinitionSchema,
  type Broker,
  type Granted,
  newId,
  type Performed,
  pinnedTool,
  type QuestionRecord,
  type RecordStore,
  type RunSummary,
} from '@countersign/contract';
import { builtInPerformers, createMailboxes } from '@countersign/executor';
import { DEFAULT_POLICIES } from '@countersign/gateway';
import {
  createMemoryCaseStore,
  createMemoryConfigStore,
  createMemoryMemoryStore,
  createMemoryObjectStore,
  createMemoryPermissionStore,
  createMemoryTableStore,
} from '@countersign/record';
import { createSettings } from '../../path/settings.ts';
import { wire } from '../../wire.ts';
import { systemPowers } from '../system.ts';

/** What an agent loop is tried with. */
export interface LoopOptions {
  readonly record: RecordStore;
  /** The actions that agents are given, besides models. */
  readonly actions: readonly ActionDescriptor[];
  readonly act: (granted: Granted) => Promise<Performed>;
  /** An OpenAI-compatible server on this machine. */
  readonly modelUrl: string;
  /** The mail address of the person. */
  readonly email: string;
}

/** The joined system with a real model speaker over HTTP, one person, and as many agents as one likes. */
export interface Loop {
  /** Publishes an agent with all actions; its model is called `model`. Gives its id. */
  addAgent(model: string, about: Partial<AgentDefinition>): Promise<string>;
  start(agent: string, text: string): Promise<string>;
  /** Resolves once the run waits for people or has ended. */
  rest(run: string): Promise<RunSummary>;
  questions(run: string): Promise<readonly QuestionRecord[]>;
  answer(question: string, answer: Answer): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a {@link Loop}. What goes wrong and is nobody's answer is thrown by `rest`. */
export async function testLoop(options: LoopOptions): Promise<Loop> {
  const system = systemPowers();
  const { record } = options;
  const config = createMemoryConfigStore(
    { commit: (commit) => record.commit(commit) },
    { ...system, defaultPolicy: DEFAULT_POLICIES },
  );
  const permissions = createMemoryPermissionStore(record, system);
  const workspace = newId('workspace', system);
  const person = newId('user', system);
  const all = catalog();
  const generate = all.get('model.generate')?.descriptor;
  if (!generate) throw new Error('the catalogue holds model.generate');
  const problems: string[] = [];
  const objects = createMemoryObjectStore(system);
  const speak = builtInPerformers({
    broker: dialling(),
    tables: createMemoryTableStore(system),
    cases: createMemoryCaseStore(system),
    memories: createMemoryMemoryStore(record, system),
    objects,
    findConnection: (of, id) => config.connection(of, id),
    mailboxes: createMailboxes(async () => ({ kind: 'missing' }) as const, {} as never),
    readScript: async () => '',
    pace: null,
    now: system.now,
  }).get('model.generate');
  if (!speak) throw new Error('the executor performs model.generate');
  const joined = wire({
    ...system,
    record,
    config,
    permissions,
    settings: createSettings({ config, permissions, now: system.now }),
    objects,
    historyOf: async () => [],
    descriptors: [generate, ...options.actions],
    performers: new Map([
      ['model.generate', speak],
      ...options.actions.map(
        ({ id }) =>
          [
            id,
            (granted: Granted, context: { sending(): void }) => {
              context.sending();
              return options.act(granted);
            },
          ] as const,
      ),
    ]),
    capacity: 32,
    atPoint: () => undefined,
    report: (what, error) => problems.push(`${what}: ${String(error)}`),
  });
  await config.createWorkspace(
    { id: workspace, name: 'Loop', createdAt: system.now() },
    { person, name: 'Pat', email: options.email, role: 'owner' },
  );
  await config.putConnection(
    {
      id: 'con_model',
      workspace,
      name: 'Model',
      config: {
        kind: 'model',
        provider: 'openai-compatible',
        baseUrl: options.modelUrl,
        allowPrivate: true,
      },
    },
    person,
  );
  const watchers = new Set<() => void>();
  await record.watch(() => {
    for (const wake of watchers) wake();
  });
  await joined.worker?.start();

  return {
    async addAgent(model, about) {
      const id = newId('agent', system);
      const definition = agentDefinitionSchema.parse({
        name: 'Loop',
        model: { connection: 'con_model', name: model },
        tools: options.actions.map((one) => ({ action: one.id })),
        ...about,
      });
      const tools = options.actions.map((one) => pinnedTool(one, null));
      await config.saveDraft(workspace, id, definition, 0, person);
      await config.publish(workspace, { id, version: 1, definition, tools }, person);
      return id;
    },
    start: async (agent, text) =>
      (
        await joined.runs.start({
          workspace,
          person,
          agent,
          message: { text },
          trigger: { kind: 'api', by: person },
        })
      ).run,
    async rest(run) {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          const wake = () => {
            watchers.delete(wake);
            resolve();
          };
          watchers.add(wake);
          setTimeout(wake, 500);
        });
        const summary = await record.reader.run(workspace, run);
        if (problems.length > 0) throw new Error(problems.join('\n'));
        if (summary?.status === 'ended' || summary?.status === 'parked') return summary;
        await woken;
      }
    },
    questions: (run) => record.reader.questions(workspace, { status: 'open', run, limit: 100 }),
    answer: async (question, answer) => {
      await joined.runs.answer(workspace, question, answer, person);
    },
    stop: async () => {
      await joined.worker?.stop();
    },
  };
}

/** A broker that dials by itself: what is tried here is not the broker. */
function dialling(): Pick<Broker, 'fetch' | 'smtp'> {
  return {
    async fetch({ url, method, headers, body }, signal) {
      const answer = await fetch(url, {
        method,
        headers: { ...headers },
        body: body === null ? null : new Uint8Array(body),
        signal,
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        url,
        body: answer.body ?? new ReadableStream({ start: (controller) => controller.close() }),
      };
    },
    smtp: () => Promise.reject(new Error('nothing is mailed here')),
  };
}
