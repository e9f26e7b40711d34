import type {
  Answer,
  Entry,
  Json,
  LogLeaf,
  Question,
  QuestionRecord,
  QuestionStatus,
  RunParent,
  RunResult,
  RunStatus,
  RunSummary,
  Support,
  Trigger,
} from '@countersign/contract';

/** An entry as both stores keep it. Texts are canonical JSON, as `commit/leaf.ts` wrote them. */
export interface EntryRow {
  readonly index: number;
  readonly leaf: string;
  readonly leaf_hash: Uint8Array;
  readonly run: string | null;
  readonly salt: Uint8Array | null;
  readonly payload: string | null;
  readonly erased: boolean;
}

/** What a list of runs needs of a run's row. Texts are JSON. */
export interface RunRow {
  readonly id: string;
  readonly status: RunStatus;
  readonly agent: string;
  readonly person: string;
  readonly conversation: string | null;
  readonly about: string;
  readonly title: string;
  readonly result: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly open_questions: number;
}

/** A question's row. Texts are JSON. */
export interface QuestionRow {
  readonly status: QuestionStatus;
  readonly question: string;
  readonly answered_by: string | null;
  readonly answered_at: number | null;
  readonly answer: string | null;
  readonly supports: readonly Support[];
}

/** An entry from its row. That the leaf has its hash is checked by an audit, not at each read. */
export function entryOf(row: Omit<EntryRow, 'run'>): Entry {
  return {
    index: row.index,
    leaf: parsed<LogLeaf>(row.leaf),
    leafHash: hex(row.leaf_hash),
    salt: row.salt === null ? null : hex(row.salt),
    payload: row.payload === null ? null : parsed<Json>(row.payload),
    erased: row.erased,
  };
}

/** A run's summary from its row. */
export function summaryOf(workspace: string, row: RunRow): RunSummary {
  const about = parsed<{
    agentVersion: number;
    agentName: string;
    trigger: Trigger['kind'];
    parent?: RunParent;
  }>(row.about);
  return {
    id: row.id,
    workspace,
    agent: row.agent,
    agentVersion: about.agentVersion,
    agentName: about.agentName,
    person: row.person,
    conversation: row.conversation,
    trigger: about.trigger,
    ...(about.parent ? { parent: about.parent } : {}),
    status: row.status,
    result: row.result === null ? null : parsed<RunResult>(row.result),
    title: parsed<string>(row.title),
    openQuestions: row.open_questions,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}

/** A question with what became of it, from its row. */
export function questionOf(workspace: string, row: QuestionRow): QuestionRecord {
  return {
    ...parsed<Question>(row.question),
    workspace,
    status: row.status,
    answeredBy: row.answered_by,
    answeredAt: row.answered_at,
    answer: row.answer === null ? null : parsed<Answer>(row.answer),
    ...(row.supports.length > 0 ? { supports: row.supports } : {}),
  };
}

/** Bytes in lower-case hex. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** What this package wrote as JSON, and so has the type it was written from. */
export function parsed<T>(text: string): T {
  return JSON.parse(text) as T;
}
