import type { Account, Committed, Question } from '@countersign/contract';
import { changed, newAccount } from '../commit/accounts.ts';
import type { PreparedErasure } from '../commit/evidence.ts';
import type { PreparedAdvance, PreparedClose, PreparedCommit } from '../commit/prepare.ts';
import { recordFault } from '../errors.ts';
import { parsed } from '../rows.ts';
import type { MemoryQuestion, MemoryWorkspace } from './state.ts';

/** Why a commit is refused, or the accounts as they are after it. The same rules as the database's `record_commit`. */
export type Judged =
  | { readonly kind: 'refused'; readonly refusal: Exclude<Committed, { kind: 'committed' }> }
  | { readonly kind: 'accepted'; readonly accounts: readonly Account[] };

/**
 * Judges a commit and changes nothing.
 *
 * @throws faults `RECORD_RUN_UNKNOWN`, `RECORD_COMMIT_INVALID`, `LEDGER_RUN_ACTIVE`, `LEDGER_NOTHING_TO_ERASE`.
 */
export function judge(state: MemoryWorkspace, commit: PreparedCommit): Judged {
  const refusal =
    duplicateOf(state, commit) ??
    refusalOf(state, commit.advance) ??
    deafOf(state, commit) ??
    closedOf(state, commit);
  if (refusal) return { kind: 'refused', refusal };
  for (const close of commit.close) {
    const asked = state.questions.get(close.id);
    if (!close.runs.includes(asked?.run ?? '') || !isByEnough(close, asked)) {
      throw recordFault('RECORD_COMMIT_INVALID');
    }
  }
  for (const { id } of commit.open) {
    if (state.questions.has(id)) throw recordFault('RECORD_COMMIT_INVALID');
  }
  checkErasure(state, commit.erase);
  const accounts: Account[] = [];
  for (const change of commit.accounts) {
    const after = changed(state.accounts.get(change.id) ?? newAccount(change.id), change);
    if ('wanted' in after)
      return { kind: 'refused', refusal: { kind: 'exhausted', exhausted: after } };
    accounts.push(after);
  }
  return { kind: 'accepted', accounts };
}

type Refusal = Exclude<Committed, { kind: 'committed' }>;

function duplicateOf({ runs }: MemoryWorkspace, { create }: PreparedCommit): Refusal | null {
  if (create === null) return null;
  if (runs.has(create.id)) return { kind: 'duplicate', run: create.id };
  const same = [...runs.values()].find(({ dedupe }) => dedupe !== null && dedupe === create.dedupe);
  return same ? { kind: 'duplicate', run: same.id } : null;
}

function refusalOf({ runs }: MemoryWorkspace, advance: PreparedAdvance | null): Refusal | null {
  if (advance === null) return null;
  const run = runs.get(advance.id);
  if (run === undefined) throw recordFault('RECORD_RUN_UNKNOWN');
  const { fence } = advance;
  if (fence !== null && fence.epoch !== run.epoch) return { kind: 'fenced' };
  if (run.status === 'ended') return { kind: 'ended' };
  if (fence === null) return null;
  if (run.status !== 'running') return { kind: 'fenced' };
  if (run.last_index > fence.lastIndex) return { kind: 'stale', lastIndex: run.last_index };
  return null;
}

function deafOf({ runs }: MemoryWorkspace, { tell }: PreparedCommit): Refusal | null {
  if (tell === null) return null;
  const status = runs.get(tell)?.status;
  return status === undefined || status === 'ended' ? { kind: 'deaf', run: tell } : null;
}

function closedOf({ questions }: MemoryWorkspace, { close }: PreparedCommit): Refusal | null {
  for (const { id, after } of close) {
    const asked = questions.get(id);
    if (asked?.status !== 'open') return { kind: 'closed', question: id };
    if (after !== null && asked.supports.length !== after)
      return { kind: 'overtaken', question: id };
  }
  return null;
}

/** Whether as many people have said yes as a question needs, each once; any other answer needs one. */
function isByEnough({ status, by }: PreparedClose, asked: MemoryQuestion | undefined): boolean {
  if (asked === undefined) return false;
  const { approvals = 1 } = parsed<Question>(asked.question);
  const others = asked.supports.filter((support) => support.by !== by);
  if (status === 'open') return approvals > 1 && others.length === asked.supports.length;
  const isYes = status === 'approved' || status === 'repeated';
  return !isYes || others.length >= approvals - 1;
}

function checkErasure(state: MemoryWorkspace, erase: PreparedErasure | null): void {
  if (erase === null) return;
  const rows = erase.indexes.map((index) => state.entries[index]);
  for (const id of [erase.run, ...rows.map((row) => row?.run)]) {
    const run = state.runs.get(id ?? '');
    if (run && run.status !== 'ended') throw recordFault('LEDGER_RUN_ACTIVE');
  }
  if (rows.length === 0 || rows.some((row) => row === undefined || row.payload === null)) {
    throw recordFault('LEDGER_NOTHING_TO_ERASE');
  }
}
