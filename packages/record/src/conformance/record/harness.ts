import type {
  Amounts,
  Answer,
  Commit,
  Committed,
  EntryInput,
  Json,
  Question,
  RecordStore,
  RunCreate,
} from '@countersign/contract';
import type { LogStore } from '../../ledger/port.ts';

/** A store under test, and what a test may do to the world around it. */
export interface RecordHarness {
  readonly store: RecordStore & { readonly log: LogStore };
  /** As if the worker's process had ended without a word. */
  crash(worker: string): Promise<void>;
  /** As if the worker had not been heard of for that many milliseconds. */
  silence(worker: string, ms: number): Promise<void>;
}

/** The clock of a test: milliseconds since 1970, moved by hand. */
export interface Clock {
  now: number;
}

/** What the tests of the suite share. A new store is there for each test. */
export interface Bench {
  readonly clock: Clock;
  readonly harness: RecordHarness;
  readonly store: RecordHarness['store'];
}

export const WORKSPACE = 'ws_a';
export const WORKER = 'wrk_a';

/** A run to be created; `lease` names the worker that gets it at once. */
export function runCreate(
  id: string,
  about: {
    lease?: string;
    dedupe?: string;
    title?: string;
    agent?: string;
    person?: string;
    conversation?: string;
  } = {},
): RunCreate {
  const { agent = 'agt_a', person = 'usr_a', conversation = null, dedupe } = about;
  return {
    id,
    title: about.title ?? `title of ${id}`,
    lease: about.lease === undefined ? null : { worker: about.lease },
    start: {
      actor: {
        workspace: WORKSPACE,
        person,
        roles: ['user'],
        agent,
        agentVersion: 3,
        run: id,
      },
      grant: { actions: [], connections: [], expiresAt: 9e15, ancestors: [] },
      agent: {
        id: agent,
        version: 3,
        definition: {
          name: 'Triage',
          description: '',
          instructions: '',
          model: { connection: 'con_a', name: 'm', maxOutputTokens: 100 },
          tools: [],
          opening: '',
          suggestions: [],
          limits: {},
          questionTtlMs: 60_000,
        },
        tools: [],
      },
      trigger: { kind: 'api', by: 'usr_a', ...(dedupe === undefined ? {} : { dedupe }) },
      conversation,
    },
  };
}

/** An entry with a payload. */
export function entry(
  kind: EntryInput['kind'],
  run: string | null,
  payload: Json = { text: 'x' },
): EntryInput {
  const call = run !== null && kind.startsWith('call.') ? `${run}.1` : null;
  return { kind, run, call, ref: { action: 'http.request' }, payload };
}

/** The entry that says that a question was answered. */
export function answerEntry(
  id: string,
  run: string,
  answer: Answer['kind'],
  by: string,
): EntryInput {
  return { ...entry('question.answered', run), ref: { question: id, answer, by } };
}

/** New limits, with the entry that says so. */
export function limited(id: string, limits: Amounts): Pick<Commit, 'accounts' | 'entries'> {
  return { accounts: [{ id, limits }], entries: [limitEntry(id)] };
}

/** The entry that says that an account got limits. */
export function limitEntry(account: string): EntryInput {
  return { ...entry('budget.changed', null), ref: { account } };
}

/** An open question of a run. */
export function question(id: string, run: string, more: Partial<Question> = {}): Question {
  return {
    id,
    run,
    call: `${run}.1`,
    callHash: 'a'.repeat(64),
    kind: 'call',
    action: 'mail.send',
    effect: 'send',
    sentence: 'Send a mail to “bob@example.com”',
    args: { to: ['bob@example.com'] },
    missing: [],
    askedAt: 5,
    expiresAt: 60_005,
    requestedBy: 'usr_a',
    ...more,
  };
}

/** Commits, and expects it to be committed. */
export async function committed(
  store: RecordStore,
  commit: Partial<Commit>,
): Promise<Extract<Committed, { kind: 'committed' }>> {
  const answer = await store.commit({ workspace: WORKSPACE, entries: [], ...commit });
  if (answer.kind !== 'committed') throw new Error(`not committed: ${JSON.stringify(answer)}`);
  return answer;
}

/** A run that a worker holds, with its first entry. */
export async function heldRun(store: RecordStore, id: string, worker = WORKER) {
  const made = await committed(store, {
    create: runCreate(id, { lease: worker }),
    entries: [entry('run.started', id)],
  });
  return { epoch: made.epoch ?? 0, lastIndex: made.last };
}

/** A run that is parked. */
export async function parkedRun(store: RecordStore, id: string, wakeAt: number | null = null) {
  const fence = await heldRun(store, id);
  await committed(store, {
    advance: { id, fence, status: 'parked', wakeAt, snapshot: { at: id } },
  });
  return fence;
}
