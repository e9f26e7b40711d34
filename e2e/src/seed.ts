import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  callId,
  type EntryInput,
  type Explanation,
  type Json,
  type Label,
  label,
  must,
  newId,
  type Question,
  type RunStart,
} from '@countersign/contract';
// biome-ignore lint/style/noRestrictedImports: no public door makes ten thousand entries within a test's time
import { type PostgresRecord, postgresRecord } from '@countersign/record';
import type { Product } from './product.ts';

/** Writes what would take hours to happen into a running system's record, as its own server writes it. */
export interface Seed {
  /** An ended run of at least so many entries: turns of the model that read one mail each. Gives its id. */
  run(entries: number): Promise<string>;
  /** So many ended runs with nothing in them. */
  runs(count: number): Promise<void>;
  /** So many open questions, each of a run of its own. */
  questions(count: number): Promise<void>;
  close(): Promise<void>;
}

const WORKER = 'wrk_seed';
const powers = {
  now: () => Date.now(),
  randomBytes: (length: number) => new Uint8Array(randomBytes(length)),
  pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};

/** Opens the record of a product that runs. */
export async function seedOf(product: Product): Promise<Seed> {
  const { client, data, workspace } = product;
  const passwords: { countersign_app: string } = JSON.parse(
    readFileSync(join(data, 'db.json'), 'utf8'),
  );
  const socket = encodeURIComponent(join(data, 'run'));
  const record = await postgresRecord({
    url: `postgres://localhost:5432/countersign?host=${socket}`,
    password: passwords.countersign_app,
    powers,
  });
  const [agent] = await client.agents.list();
  const [member] = await client.members.list();
  const { draft, id, publishedVersion } = must(agent, 'the example has an agent');
  const { person } = must(member, 'there is an owner');
  const startOf = (run: string): RunStart => ({
    actor: { workspace, person, roles: ['owner'], agent: id, agentVersion: publishedVersion, run },
    grant: { actions: [], connections: [], expiresAt: 9e15, ancestors: [] },
    agent: {
      id,
      version: publishedVersion,
      definition: draft,
      tools: draft.tools.map(({ action, connection }) => ({
        action,
        connection,
        pin: 'a'.repeat(64),
        description: '',
        input: {},
      })),
    },
    trigger: { kind: 'chat', by: person },
    conversation: null,
  });
  await record.heartbeat(WORKER);
  const at = { record, workspace, startOf };
  return {
    run: (entries) => seedRun(at, entries),
    runs: (count) => seedRuns(at, count),
    questions: (count) => seedQuestions(at, count),
    close: async () => {
      await record.retire(WORKER);
      await record.close();
    },
  };
}

interface Place {
  readonly record: PostgresRecord;
  readonly workspace: string;
  readonly startOf: (run: string) => RunStart;
}

/** Entries in one commit. */
const BATCH = 400;

async function seedRun(place: Place, entries: number): Promise<string> {
  const run = newId('run', powers);
  const all = story(run, entries);
  let fence = await begin(place, run, 'Read the whole archive');
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH);
    fence = { ...fence, lastIndex: await advance(place, run, fence, batch) };
  }
  await end(place, run, fence);
  return run;
}

async function seedRuns(place: Place, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    // A worker that is silent for long loses its runs to another.
    await place.record.heartbeat(WORKER);
    const nth = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at);
    await Promise.all(
      nth.map(async (at) => {
        const run = newId('run', powers);
        await end(place, run, await begin(place, run, `Run number ${at + 1}`));
      }),
    );
  }
}

async function seedQuestions(place: Place, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    await place.record.heartbeat(WORKER);
    const nth = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at + 1);
    await Promise.all(
      nth.map(async (at) => {
        const run = newId('run', powers);
        const fence = await begin(place, run, `Run with a question ${at}`);
        const question = questionOf(place, run, 1, at);
        const held = event(run, question.call, 'call.held', {
          question: { id: question.id, expiresAt: question.expiresAt },
          why: WHY_NOT,
        });
        await committed(place, {
          entries: [held],
          open: [question],
          advance: { id: run, fence, status: 'parked', wakeAt: null },
        });
      }),
    );
  }
}

type Fence = { readonly epoch: number; readonly lastIndex: number };
type Change = Omit<Parameters<PostgresRecord['commit']>[0], 'workspace'>;

async function committed({ record, workspace }: Place, change: Change) {
  const done = await record.commit({ workspace, ...change });
  if (done.kind !== 'committed') throw new Error(`the seed was not taken: ${JSON.stringify(done)}`);
  return done;
}

async function begin(place: Place, run: string, title: string): Promise<Fence> {
  const start = place.startOf(run);
  const said = { role: 'user', text: title, label: label('principal') };
  const made = await committed(place, {
    create: { id: run, start, title, lease: { worker: WORKER } },
    entries: [
      event(run, null, 'run.started', {
        start: start as unknown as Json,
        history: [],
        messages: [said as unknown as Json],
      }),
    ],
  });
  return { epoch: made.epoch ?? 0, lastIndex: made.last };
}

async function advance(place: Place, run: string, fence: Fence, entries: readonly EntryInput[]) {
  const done = await committed(place, { entries, advance: { id: run, fence } });
  return done.last;
}

async function end(place: Place, run: string, fence: Fence): Promise<void> {
  const result = {
    kind: 'answered',
    text: 'All of it is read.',
    label: label('untrusted'),
  } as const;
  await committed(place, {
    entries: [
      {
        kind: 'run.ended',
        run,
        call: null,
        ref: { result: result.kind },
        payload: { result: result as unknown as Json },
      },
    ],
    advance: { id: run, fence, status: 'ended', result },
  });
}

function event(
  run: string,
  call: string | null,
  kind: EntryInput['kind'],
  payload: Record<string, Json>,
): EntryInput {
  return {
    kind,
    run,
    call,
    ref: {},
    payload: { kind, ...(call === null ? {} : { call }), ...payload },
  };
}

/** Turns of four entries each: the model asks for a mail, and reads it; now and then a call is refused. */
function story(run: string, entries: number): readonly EntryInput[] {
  const all: EntryInput[] = [];
  for (let turn = 0; all.length < entries - 2; turn++) {
    const [model, call] = [callId(run, turn * 2), callId(run, turn * 2 + 1)];
    const from = label('untrusted', 'public', [`${call}#/text`]);
    all.push(modelIntent(run, model), modelOutcome(run, model, turn, from));
    if (turn % 100 === 99)
      all.push(
        event(run, call, 'call.refused', {
          code: 'CALLS_EXHAUSTED',
          reason: 'The run has used its calls of this tool.',
        }),
      );
    else all.push(callIntent(run, call, turn, from), callOutcome(run, call, turn, from));
  }
  return all;
}

function modelIntent(run: string, call: string): EntryInput {
  const generate = { connection: 'con_seed', name: 'gullible', messages: 3 };
  return {
    kind: 'call.intent',
    run,
    call,
    ref: { action: 'model.generate', callHash: 'b'.repeat(64), approved: null },
    payload: { call, action: 'model.generate', generate },
  };
}

function modelOutcome(run: string, call: string, turn: number, from: Label): EntryInput {
  const calls = [{ id: 't', tool: 'mail_read', args: { id: `msg_${turn}` } }];
  const reply = {
    text: `Now mail ${turn}.`,
    calls,
    finish: 'tool-calls',
    tokensIn: 9,
    tokensOut: 9,
  };
  return outcome(run, call, reply, from);
}

function callIntent(run: string, call: string, turn: number, context: Label): EntryInput {
  return {
    kind: 'call.intent',
    run,
    call,
    ref: { action: 'mail.read', callHash: 'c'.repeat(64), approved: null },
    payload: {
      call: {
        id: call,
        action: 'mail.read',
        pin: 'a'.repeat(64),
        args: { id: `msg_${turn}` },
        connection: null,
        context: context as unknown as Json,
        leaves: {},
      },
      verdict: WHY as unknown as Json,
      effect: 'read',
      repeat: 'safe',
      approval: null,
    },
  };
}

function callOutcome(run: string, call: string, turn: number, from: Label): EntryInput {
  const text = `Mail number ${turn}. ${'It says what mails say, line after line.\n'.repeat(8)}`;
  const mail = {
    id: `msg_${turn}`,
    subject: `Report ${turn}${turn === 1234 ? ' with the needle' : ''}`,
    from: { name: 'Ann', address: `ann${turn}@example.com` },
    text,
  };
  return outcome(run, call, mail, from);
}

function outcome(run: string, call: string, value: Json, from: Label): EntryInput {
  const result = { value, label: from as unknown as Json, leaves: {} };
  return event(run, call, 'call.outcome', {
    outcome: { kind: 'done', result, usage: { wallMs: 5 } },
    question: null,
  });
}

function questionOf(place: Place, run: string, ordinal: number, number: number): Question {
  const call = callId(run, ordinal);
  const to = `stranger${number}@example.com`;
  const now = Date.now();
  return {
    id: newId('question', powers),
    run,
    call,
    callHash: 'd'.repeat(64),
    kind: 'call',
    action: 'mail.send',
    effect: 'send',
    sentence: `Send a mail to “${to}”`,
    args: { to: [to], subject: 'Hello', text: `This is message ${number}.` },
    missing: [
      {
        pointer: '/to/0',
        value: to,
        sink: 'dest',
        because: 'unendorsed',
        origin: [`${call}#/text`],
      },
    ],
    askedAt: now - 3_600_000 + number * 1000,
    expiresAt: now + 86_400_000,
    requestedBy: place.startOf(run).actor.person,
  };
}

const WHY: Explanation = {
  effect: 'read',
  steps: [
    { step: 'resolve', ok: true, detail: 'The tool is attached and unchanged.' },
    { step: 'flow', ok: true, detail: 'Every value may do what it decides, and go where it goes.' },
    { step: 'judge', ok: true, detail: 'Nothing is missing.' },
  ],
  leaves: [],
  policies: ['members-act'],
  policyVersion: 'e'.repeat(64),
};

const WHY_NOT = {
  ...WHY,
  effect: 'send',
  steps: [{ step: 'flow', ok: false, detail: '1 of its values are in doubt.' }],
} as unknown as Json;
