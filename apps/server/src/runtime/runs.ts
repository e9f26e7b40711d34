import {
  type Answer,
  type Call,
  type Endorsement,
  type FreshEntries,
  type IntentWidening,
  type LeafLabels,
  type ModelDelta,
  must,
  type PermissionDraft,
  type QuestionRecord,
  type QuestionStatus,
  type RecordStore,
  type RunEvent,
  STATUS_BY_ANSWER,
} from '@countersign/contract';
import { cancelRun } from './cancel-run.ts';
import { eventEntry } from './entries.ts';
import { fault } from './errors.ts';
import type { Hub } from './hub.ts';
import { loadState } from './load-state.ts';
import type { AnswerResult, Runs, StartRequest } from './port.ts';
import { Segment, type SegmentPowers } from './segment.ts';
import type { Prepare } from './start-run.ts';
import type { Worker } from './worker.ts';

export interface RunsPowers<State> {
  readonly segments: SegmentPowers<State>;
  readonly record: RecordStore;
  readonly prepare: Prepare;
  /** The worker of this process; null where it only serves doors, and other processes work. */
  readonly worker: { readonly id: string; readonly worker: Worker<State> } | null;
  readonly vouchFor: VouchFor;
  readonly remember: Remember;
  readonly widen: Widen;
  readonly deltas: Hub<ModelDelta>;
  readonly entries: Hub<FreshEntries | null>;
}

/** What an answer endorses, and the labels of edited arguments (rule E5). Pure; the gateway's. */
export type VouchFor = (
  question: QuestionRecord,
  answer: Answer,
  by: string,
  call: Call,
) => { readonly endorsements: readonly Endorsement[]; readonly leaves: LeafLabels };

/** What an answer adds to the run's contract, or why it cannot. Pure; the gateway's. */
export type Widen = (
  question: QuestionRecord,
  answer: Answer,
  by: string,
  call: Call,
) =>
  | { readonly kind: 'widened'; readonly widening: IntentWidening | null }
  | { readonly kind: 'misfit'; readonly reason: string };

/** Makes what an answer wants remembered. */
export interface Remember {
  /** What it wants, or why that cannot be. Pure; the gateway's. */
  readonly wanted: (
    question: QuestionRecord,
    answer: Answer,
    call: Call,
  ) =>
    | { readonly kind: 'remembered'; readonly drafts: readonly PermissionDraft[] }
    | { readonly kind: 'misfit'; readonly reason: string };
  readonly make: (
    workspace: string,
    drafts: readonly PermissionDraft[],
    by: string,
  ) => Promise<unknown>;
}

/** The doors' way to runs. */
export function createRuns<State>(powers: RunsPowers<State>): Runs {
  return {
    start: (request) => start(powers, request),
    cancel: (workspace, run, by, reason) => cancel(powers, { workspace, run, by, reason }),
    answer: (workspace, question, answer, by, counting = nobody) =>
      answerQuestion(powers, { workspace, question, answer, by, counting }),
    deltas: (run, listener) => powers.deltas.on(run, listener),
    entries: (workspace, run, listener) => powers.entries.on(`${workspace}/${run}`, listener),
  };
}

async function nobody(): Promise<readonly string[]> {
  return [];
}

async function start<State>(
  powers: RunsPowers<State>,
  request: StartRequest,
): Promise<{ run: string; duplicate: boolean }> {
  const { create, event, accounts } = await powers.prepare(request, powers.worker?.id ?? null);
  request.onRun?.(create.id);
  if (!powers.worker) {
    const committed = await powers.record.commit({
      workspace: request.workspace,
      entries: [eventEntry(create.id, event)],
      create,
      accounts,
    });
    return committed.kind === 'duplicate'
      ? { run: committed.run, duplicate: true }
      : { run: create.id, duplicate: false };
  }
  const segment = new Segment(powers.segments, {
    workspace: request.workspace,
    run: create.id,
    epoch: 0,
    lastIndex: -1,
    state: null,
  });
  const { duplicateOf } = await segment.advance(event, { create, accounts });
  if (duplicateOf !== null) return { run: duplicateOf, duplicate: true };
  powers.worker.worker.take(create.id, segment);
  return { run: create.id, duplicate: false };
}

async function cancel<State>(
  powers: RunsPowers<State>,
  about: { workspace: string; run: string; by: string; reason: string },
): Promise<'cancelled' | 'ended'> {
  const { workspace, run, by, reason } = about;
  const summary = await powers.record.reader.run(workspace, run);
  if (!summary) throw fault('RUNTIME_RUN_UNKNOWN', { details: { run } });
  if (summary.status === 'ended') return 'ended';
  const told = await cancelRun(powers.record, { workspace, run, by, reason });
  if (told === null) return 'ended';
  powers.worker?.worker.poke(run, told);
  return 'cancelled';
}

interface Answering {
  readonly workspace: string;
  readonly question: string;
  readonly answer: Answer;
  readonly by: string;
  readonly counting: (people: readonly string[]) => Promise<readonly string[]>;
}

async function answerQuestion<State>(
  powers: RunsPowers<State>,
  about: Answering,
): Promise<AnswerResult> {
  for (;;) {
    const result = await answerOnce(powers, about);
    // Somebody else said yes in between: what counts now is looked at again.
    if (result.kind !== 'overtaken') return result;
  }
}

async function answerOnce<State>(
  powers: RunsPowers<State>,
  about: Answering,
): Promise<AnswerResult | { readonly kind: 'overtaken' }> {
  const { workspace, answer, by } = about;
  const question = await powers.record.reader.question(workspace, about.question);
  if (!question) throw fault('RUNTIME_QUESTION_UNKNOWN', { details: { question: about.question } });
  if (question.status !== 'open') return { kind: 'closed', question };
  if (powers.segments.now() >= question.expiresAt) {
    // Its time is up, though nobody has noticed yet: the run denies it itself.
    powers.worker?.worker.poke(question.run, 0);
    return { kind: 'closed', question };
  }
  const status = statusFor(question, answer);
  if ('callHash' in answer && answer.callHash !== question.callHash) return { kind: 'mismatch' };
  const { supports = [], approvals = 1 } = question;
  const isShared = approvals > 1 && (answer.kind === 'approve' || answer.kind === 'repeat');
  const others = new Set(supports.map((one) => one.by).filter((one) => one !== by));
  const also = isShared ? await about.counting([...others]) : [];
  if (isShared && 1 + also.length < approvals) return support(powers, question, answer, by);
  const { state } = await loadState(powers.segments, workspace, question.run);
  const call = powers.segments.engine.askedCall(state, question.id);
  const vouched = call
    ? powers.vouchFor(question, answer, by, call)
    : { endorsements: [], leaves: {} };
  const drafts = call ? draftsOf(powers, question, answer, call) : [];
  const event: RunEvent = {
    kind: 'question.answered',
    question: question.id,
    call: question.call,
    answer,
    by,
    ...(also.length > 0 ? { also } : {}),
    ...vouched,
  };
  const widened = widenedBy(powers, about, question, state, call);
  const committed = await powers.record.commit({
    workspace,
    entries: [event, ...widened].map((one) => eventEntry(question.run, one)),
    advance: { id: question.run, fence: null },
    close: [
      { id: question.id, status, by, answer, ...(isShared ? { after: supports.length } : {}) },
    ],
  });
  if (committed.kind === 'overtaken') return committed;
  const after = await questionNow(powers, question);
  if (committed.kind !== 'committed') return { kind: 'closed', question: after };
  // After the answer, never before: a permission without its answer would be nobody's word. Where this fails, the
  // answer counts and the next run asks again.
  if (drafts.length > 0) await powers.remember.make(workspace, drafts, by);
  powers.segments.atPoint('answer.committed');
  powers.worker?.worker.poke(question.run, committed.last);
  return { kind: 'answered', question: after };
}

/** Keeps a yes that is not the last. The run need not know before the last one: it goes on sleeping. */
async function support<State>(
  powers: RunsPowers<State>,
  question: QuestionRecord,
  answer: Answer,
  by: string,
): Promise<AnswerResult | { readonly kind: 'overtaken' }> {
  const { id, run, call, callHash, supports = [] } = question;
  if (supports.some((one) => one.by === by)) return { kind: 'said', question };
  if (answer.kind === 'approve' && ((answer.remember ?? []).length > 0 || answer.more))
    throw fault('RUNTIME_REMEMBER_EARLY', { details: { question: id } });
  const committed = await powers.record.commit({
    workspace: question.workspace,
    entries: [eventEntry(run, { kind: 'question.supported', question: id, call, callHash, by })],
    support: [{ id, by, after: supports.length }],
  });
  if (committed.kind === 'overtaken') return committed;
  const after = await questionNow(powers, question);
  return { kind: committed.kind === 'committed' ? 'supported' : 'closed', question: after };
}

async function questionNow<State>(
  { record }: RunsPowers<State>,
  { workspace, id }: QuestionRecord,
): Promise<QuestionRecord> {
  return must(await record.reader.question(workspace, id), 'a question does not vanish');
}

/** What an answer wants remembered. @throws fault `RUNTIME_REMEMBER_MISFIT`, before anything was answered. */
function draftsOf<State>(
  { remember }: RunsPowers<State>,
  question: QuestionRecord,
  answer: Answer,
  call: Call,
): readonly PermissionDraft[] {
  const wanted = remember.wanted(question, answer, call);
  if (wanted.kind === 'remembered') return wanted.drafts;
  throw fault('RUNTIME_REMEMBER_MISFIT', { message: wanted.reason });
}

/** What an answer adds to the run's contract. @throws fault `RUNTIME_WIDEN_MISFIT`, before anything was answered. */
function widenedBy<State>(
  { widen, segments: { engine } }: RunsPowers<State>,
  { answer, by }: Answering,
  question: QuestionRecord,
  state: State,
  call: Call | null,
): readonly RunEvent[] {
  if (answer.kind !== 'approve' || answer.more === undefined || answer.more === 0) return [];
  if (call === null || !engine.isAgreed(state))
    throw fault('RUNTIME_WIDEN_MISFIT', {
      message: 'Nothing was written down of what this run is asked for, so nothing can be added.',
    });
  const widened = widen(question, answer, by, call);
  if (widened.kind === 'misfit') throw fault('RUNTIME_WIDEN_MISFIT', { message: widened.reason });
  const { widening } = widened;
  return widening === null ? [] : [{ kind: 'intent.widened', widening }];
}

/** Answers that people give about a held call, and about a lost one. */
const OF_HELD: readonly Answer['kind'][] = ['approve', 'edit', 'deny'];
const OF_LOST: readonly Answer['kind'][] = ['happened', 'repeat', 'deny'];

/** What a question becomes by an answer. Throws where the answer is one to the other kind of question. */
function statusFor(question: QuestionRecord, answer: Answer): Exclude<QuestionStatus, 'open'> {
  const fitting = question.kind === 'unknown' ? OF_LOST : OF_HELD;
  if (fitting.includes(answer.kind)) return STATUS_BY_ANSWER[answer.kind];
  throw fault('RUNTIME_ANSWER_MISFIT', {
    details: { question: question.id, kind: question.kind, answer: answer.kind },
  });
}
