import { type Committed, must, type RunStatus } from '@countersign/contract';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { PreparedErasure } from '../commit/evidence.ts';
import type { PreparedAdvance, PreparedCommit } from '../commit/prepare.ts';
import { appended, leafHash, TILE_HEIGHT } from '../verify/index.ts';
import { blankQuestion, blankRun } from './blank.ts';
import type { Judged } from './judge.ts';
import type { MemoryRun, MemoryWorkspace } from './state.ts';

/** Carries out a commit that was accepted. */
export function apply(
  state: MemoryWorkspace,
  commit: PreparedCommit,
  judged: Extract<Judged, { kind: 'accepted' }>,
): Extract<Committed, { kind: 'committed' }> {
  const first = state.entries.length;
  append(state, commit);
  let epoch: number | null = null;
  if (commit.create) epoch = create(state, commit, commit.create);
  if (commit.advance) epoch = advance(state, commit, commit.advance, first);
  for (const [id, at] of commit.lastOf) {
    const run = state.runs.get(id);
    if (run) state.runs.set(id, { ...run, last_index: first + at });
  }
  if (commit.tell !== null) wake(state, commit.tell, commit.time);
  question(state, commit);
  for (const account of judged.accounts) state.accounts.set(account.id, account);
  if (commit.erase) erase(state, commit.erase);
  return { kind: 'committed', first, last: state.entries.length - 1, epoch };
}

function append(state: MemoryWorkspace, commit: PreparedCommit): void {
  for (const { text, run, salt, payload } of commit.leaves) {
    const hash = leafHash(utf8ToBytes(text));
    state.entries.push({
      index: state.entries.length,
      leaf: text,
      leaf_hash: hash,
      run,
      salt: salt === null ? null : hexToBytes(salt),
      payload,
      erased: false,
    });
    state.frontier = appended(state.frontier, hash, (level, _index, node) => {
      if (level % TILE_HEIGHT !== 0) return;
      const nodes = state.nodes.get(level / TILE_HEIGHT) ?? [];
      nodes.push(node);
      state.nodes.set(level / TILE_HEIGHT, nodes);
    });
  }
}

function create(
  state: MemoryWorkspace,
  { time }: PreparedCommit,
  { worker, ...row }: NonNullable<PreparedCommit['create']>,
): number {
  const claims = worker === null ? 0 : 1;
  state.runs.set(row.id, {
    ...row,
    worker,
    status: worker === null ? 'runnable' : 'running',
    epoch: claims,
    attempts: claims,
    ready_at: time,
    wake_at: null,
    last_index: -1,
    snapshot: null,
    snapshot_index: -1,
    result: null,
    started_at: time,
    ended_at: null,
  });
  return claims;
}

function advance(
  state: MemoryWorkspace,
  { time, lastOf }: PreparedCommit,
  change: PreparedAdvance,
  first: number,
): number {
  const run = must(state.runs.get(change.id), 'a run that was judged is there');
  const woken: RunStatus = run.status === 'parked' ? 'runnable' : run.status;
  const status = change.status ?? woken;
  // An outsider who takes a run from its holder fences it.
  const taken = change.fence === null && run.status === 'running' && status !== 'running';
  const at = lastOf.get(change.id);
  const last_index = at === undefined ? run.last_index : first + at;
  const next: MemoryRun = {
    ...run,
    status,
    epoch: run.epoch + (taken ? 1 : 0),
    worker: status === 'running' ? run.worker : null,
    attempts: change.advanced ? 0 : run.attempts,
    ready_at: status === 'runnable' && run.status !== 'runnable' ? time : run.ready_at,
    wake_at: change.wakeAt,
    last_index,
    ...snapshotOf(run, change, last_index),
    result: change.result ?? run.result,
    ended_at: status === 'ended' ? time : null,
  };
  state.runs.set(run.id, next);
  if (status === 'ended') withdraw(state, run.id, time);
  return next.epoch;
}

/** A run that has ended asks nothing more. */
function withdraw({ questions }: MemoryWorkspace, run: string, time: number): void {
  const over = { status: 'withdrawn', answered_by: 'system', answered_at: time } as const;
  for (const asked of questions.values())
    if (asked.run === run && asked.status === 'open')
      questions.set(asked.id, { ...asked, ...over });
}

function wake(state: MemoryWorkspace, id: string, time: number): void {
  const run = must(state.runs.get(id), 'a run that was judged is there');
  if (run.status !== 'parked') return;
  state.runs.set(id, { ...run, status: 'runnable', ready_at: time, wake_at: null });
}

function snapshotOf(
  { snapshot, snapshot_index }: MemoryRun,
  change: PreparedAdvance,
  lastIndex: number,
): Pick<MemoryRun, 'snapshot' | 'snapshot_index'> {
  if (change.snapshot === undefined) return { snapshot, snapshot_index };
  if (change.snapshot === null) return { snapshot: null, snapshot_index: -1 };
  return { snapshot: change.snapshot, snapshot_index: lastIndex };
}

function question(state: MemoryWorkspace, { open, close, time }: PreparedCommit): void {
  for (const { id, run, requestedBy, askedAt, question } of open) {
    state.questions.set(id, {
      id,
      run,
      requested_by: requestedBy,
      asked_at: askedAt,
      question,
      status: 'open',
      answered_by: null,
      answered_at: null,
      answer: null,
      supports: [],
    });
  }
  for (const { id, status, by, answer } of close) {
    const asked = must(state.questions.get(id), 'a question that was judged is there');
    state.questions.set(
      id,
      status === 'open'
        ? { ...asked, supports: [...asked.supports, { by, at: time }] }
        : { ...asked, status, answered_by: by, answered_at: time, answer },
    );
  }
}

function erase(state: MemoryWorkspace, { indexes, run: id }: PreparedErasure): void {
  for (const index of indexes) {
    const row = must(state.entries[index], 'an entry that was judged is there');
    state.entries[index] = { ...row, salt: null, payload: null, erased: true };
  }
  const run = state.runs.get(id ?? '');
  if (run) state.runs.set(run.id, blankRun(run));
  for (const asked of state.questions.values()) {
    if (asked.run === id) state.questions.set(asked.id, blankQuestion(asked));
  }
}
