import type {
  Entry,
  EntryKind,
  FreshEntries,
  Json,
  ModelDelta,
  QuestionRecord,
  RecordReader,
  RunSummary,
} from '@countersign/contract';
import type { Runs, StartRequest } from '../../runtime/port.ts';

/** Runs in memory: what is written down can be read and streamed, and nothing runs by itself. */
export interface MemoryRuns {
  readonly runs: Runs;
  readonly reader: RecordReader;
  readonly started: StartRequest[];
  /** Ids of runs that were asked to stop, in that order. */
  readonly cancelled: string[];
  /** Puts a run there. */
  put(run: Partial<RunSummary> & Pick<RunSummary, 'id' | 'workspace' | 'person'>): RunSummary;
  ask(question: QuestionRecord): void;
  /** Appends an entry to a run and tells its listeners, or stays silent where a wake-up is to be lost. */
  append(run: string, kind: EntryKind, payload: Json | null, about?: Partial<Entry>): Entry;
  appendSilently(run: string, kind: EntryKind, payload: Json | null): Entry;
  say(run: string, delta: ModelDelta): void;
  /** Listeners that are there now. */
  readonly listeners: number;
  /** Called before each read of entries: the place to let something happen in between. */
  beforeRead: () => Promise<void>;
  /** Called while a run is being started, once its id is known. */
  whileStarting: (run: string) => Promise<void>;
  /** Whether the next append gives its entry along, as the process that committed it does. */
  gives: () => boolean;
}

export function memoryRuns(now: () => number): MemoryRuns {
  const runs = new Map<string, RunSummary>();
  const entries: Entry[] = [];
  const questions = new Map<string, QuestionRecord>();
  const waking = new Map<string, Set<(fresh: FreshEntries | null) => void>>();
  const hearing = new Map<string, Set<(delta: ModelDelta) => void>>();
  const dedupes = new Map<string, string>();
  const started: StartRequest[] = [];
  const cancelled: string[] = [];

  const listen = <T>(topics: Map<string, Set<T>>, topic: string, listener: T) => {
    const listeners = topics.get(topic) ?? new Set<T>();
    topics.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  };

  const append = (run: string, kind: EntryKind, payload: Json | null, about?: Partial<Entry>) => {
    const workspace = runs.get(run)?.workspace ?? '';
    const entry: Entry = {
      index: entries.length,
      leaf: { v: 1, workspace, time: now(), kind, run, call: null, ref: {}, payload: null },
      leafHash: '0'.repeat(64),
      salt: '00',
      payload,
      erased: false,
      ...about,
    };
    entries.push(entry);
    return entry;
  };

  const memory: MemoryRuns = {
    started,
    cancelled,
    beforeRead: () => Promise.resolve(),
    whileStarting: () => Promise.resolve(),
    gives: () => true,
    put(run) {
      const whole: RunSummary = {
        agent: 'agt_one',
        agentVersion: 1,
        agentName: 'Triage',
        conversation: null,
        trigger: 'chat',
        status: 'running',
        result: null,
        title: 'Look at the mail',
        openQuestions: 0,
        startedAt: now(),
        endedAt: null,
        ...run,
      };
      runs.set(run.id, whole);
      return whole;
    },
    ask: (question) => void questions.set(question.id, question),
    append(run, kind, payload, about) {
      const after = entries.findLast(({ leaf }) => leaf.run === run)?.index ?? -1;
      const entry = append(run, kind, payload, about);
      const fresh = memory.gives() ? { after, entries: () => [entry] } : null;
      for (const wake of waking.get(`${entry.leaf.workspace}/${run}`) ?? []) wake(fresh);
      return entry;
    },
    appendSilently: append,
    say: (run, delta) => {
      for (const hear of hearing.get(run) ?? []) hear(delta);
    },
    get listeners() {
      return [...waking.values(), ...hearing.values()].reduce((sum, { size }) => sum + size, 0);
    },
    runs: {
      async start(request) {
        const { dedupe } = request.trigger;
        const known = dedupe === undefined ? undefined : dedupes.get(dedupe);
        if (known !== undefined) return { run: known, duplicate: true };
        const id = `run_${started.push(request)}`;
        const { workspace, person, agent } = request;
        request.onRun?.(id);
        memory.put({ id, workspace, person, agent });
        if (dedupe !== undefined) dedupes.set(dedupe, id);
        await memory.whileStarting(id);
        return { run: id, duplicate: false };
      },
      async cancel(_workspace, run) {
        if (runs.get(run)?.status === 'ended') return 'ended';
        cancelled.push(run);
        return 'cancelled';
      },
      async answer(_workspace, id, answer, by) {
        const question = questions.get(id);
        if (question === undefined) throw new Error('no such question');
        if (question.status !== 'open') return { kind: 'closed', question };
        if ('callHash' in answer && answer.callHash !== question.callHash)
          return { kind: 'mismatch' };
        const closed = { ...question, status: 'approved', answeredBy: by, answer } as const;
        questions.set(id, closed);
        return { kind: 'answered', question: closed };
      },
      deltas: (run, listener) => listen(hearing, run, listener),
      entries: (workspace, run, listener) => listen(waking, `${workspace}/${run}`, listener),
    },
    reader: {
      async run(workspace, id) {
        const run = runs.get(id);
        return run?.workspace === workspace ? run : null;
      },
      async runs(workspace, filter) {
        const items = [...runs.values()].filter(
          (run) =>
            run.workspace === workspace &&
            (filter.status === undefined || run.status === filter.status) &&
            (filter.person === undefined || run.person === filter.person) &&
            (filter.conversation === undefined || run.conversation === filter.conversation) &&
            (filter.parent === undefined || run.parent?.run === filter.parent),
        );
        return { items: items.slice(0, filter.limit), next: null };
      },
      async entries(workspace, run, after, limit) {
        const found = entries.filter(
          ({ index, leaf }) => leaf.workspace === workspace && leaf.run === run && index > after,
        );
        await memory.beforeRead();
        return found.slice(0, limit);
      },
      log: async (workspace) => entries.filter(({ leaf }) => leaf.workspace === workspace),
      async questions(workspace, { status, requestedBy, order, after, limit }) {
        const wanted: readonly string[] | null = status === undefined ? null : [status].flat();
        const oldestFirst = [...questions.values()].filter(
          (one) =>
            one.workspace === workspace &&
            (wanted === null || wanted.includes(one.status)) &&
            (requestedBy === undefined || one.requestedBy === requestedBy),
        );
        const all = order === 'oldest' ? oldestFirst : oldestFirst.toReversed();
        const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
        return all.slice(from, from + limit);
      },
      async question(workspace, id) {
        const question = questions.get(id);
        return question?.workspace === workspace ? question : null;
      },
      account: async (_workspace, id) => ({ id, limits: {}, spent: { tokens: 5 }, reserved: {} }),
    },
  };
  return memory;
}
