import type {
  Answer,
  Entry,
  ModelRequest,
  QuestionRecord,
  RunSummary,
} from '@countersign/contract';
import { DEFAULT_POLICIES } from '@countersign/gateway';
import {
  createPostgresConfigStore,
  type PostgresRecord,
  postgresRecord,
} from '@countersign/record';
import { type Said, systemPowers, testWorld, type World } from '@countersign/server/testing';
import type { AboutLost, Order, Point } from './order.ts';
import { effect, effectsOf } from './outside.ts';

/** Milliseconds between two looks at a run, and looks until it must have ended. */
const LOOK_MS = 20;
const LOOKS = 3_000;

/** Told of each point as it is passed; where a process is to die, it does not return. */
export type Pass = (point: Point) => void;

/**
 * A process of the product, as far as runs go: its own connections, its own worker, a person who answers, and a
 * client who sends its trigger again after a crash. Resolves when the run has ended.
 *
 * @returns what went wrong that was nobody's answer.
 */
export async function work(
  order: Order,
  pass: Pass,
  onReady: () => void,
): Promise<readonly string[]> {
  const record = await postgresRecord({
    ...order.database,
    powers: systemPowers(),
    connections: 4,
  });
  try {
    const world = await openWorld(order, record, pass);
    onReady();
    try {
      if (order.message !== null) await world.start(order.message, 'the trigger');
      await untilEnded(order, world, record);
      return world.problems;
    } finally {
      await world.stop();
    }
  } finally {
    await record.close();
  }
}

async function openWorld(order: Order, record: PostgresRecord, pass: Pass): Promise<World> {
  const { workspace, person, agent } = order;
  const powers = { ...systemPowers(), defaultPolicy: DEFAULT_POLICIES };
  const config = createPostgresConfigStore(record.pool, powers);
  return testWorld({
    record,
    of: { config, workspace, person, agent },
    script: [],
    say: (request) => turnOf(order, request),
    atPoint: pass,
    act: async ({ call }) => {
      const intent = await intentOf(record, workspace, call.actor.run, call.id);
      pass('inside.before-effect');
      effect(order.outside, { action: call.action, key: call.id, intent, process: process.pid });
      pass('inside.after-effect');
      return { kind: 'done', result: { did: call.action }, usage: {} };
    },
  });
}

/** What the model says to a request: as a real one would, it sees its earlier turns in it. */
function turnOf({ script, below }: Order, { messages }: ModelRequest): Said {
  const isBelow = messages.some((message) => message.role === 'user' && message.from === 'agent');
  const turns = isBelow ? below : script;
  const said = messages.filter(({ role }) => role === 'assistant').length;
  return turns[Math.min(said, turns.length - 1)] ?? {};
}

async function intentOf(
  record: PostgresRecord,
  workspace: string,
  run: string,
  call: string,
): Promise<number | null> {
  const entries = await record.reader.entries(workspace, run, -1, 1_000);
  const intent = entries.find(({ leaf }) => leaf.kind === 'call.intent' && leaf.call === call);
  return intent?.index ?? null;
}

/** The one run of the database that nobody delegated to, or null where it was never made. */
export async function onlyRun(
  record: PostgresRecord,
  workspace: string,
): Promise<RunSummary | null> {
  const { items } = await record.reader.runs(workspace, { limit: 10 });
  return items.find(({ parent }) => parent === undefined) ?? null;
}

async function untilEnded(order: Order, world: World, record: PostgresRecord): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    if ((await onlyRun(record, order.workspace))?.status === 'ended') return;
    for (const question of await world.questions('open')) {
      const answer = answerTo(question, order.aboutLost, order.outside);
      await world.system.runs.answer(order.workspace, question.id, answer, order.person);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const run = await onlyRun(record, order.workspace);
  const entries: readonly Entry[] = run ? await world.entries(run.id) : [];
  const last = entries.slice(-4).map(({ leaf }) => leaf.kind);
  throw new Error(
    `the run is ${run?.status ?? 'not there'} after ${last.join(', ')}. ${world.problems.join('\n')}`,
  );
}

/** A person allows what is held, and says of a lost call what they know, or what they are told to say. */
function answerTo(question: QuestionRecord, aboutLost: AboutLost, outside: string): Answer {
  const { kind, call, callHash } = question;
  if (kind === 'call') return { kind: 'approve', callHash };
  const happened =
    aboutLost === 'truth'
      ? effectsOf(outside).some(({ key }) => key === call)
      : aboutLost === 'happened';
  return happened ? { kind: 'happened' } : { kind: 'repeat', callHash };
}
