import {
  type Commit,
  type EntryInput,
  type QuestionClose,
  type QuestionSupport,
  STATUS_BY_ANSWER,
} from '@countersign/contract';
import { recordFault } from '../errors.ts';

/** Entries whose payloads go, and the run, if it is all of one's, whose row and questions repeat them. */
export interface PreparedErasure {
  readonly indexes: readonly number[];
  readonly run: string | null;
}

const ENDINGS: readonly EntryInput['kind'][] = ['run.cancelled', 'run.failed', 'run.ended'];

/**
 * Runs with an entry that says of a question of theirs that it is closed like this. A question of none of them
 * stays open: nothing that people decide changes without a trace in the log.
 *
 * @throws fault `RECORD_COMMIT_INVALID` where no entry says so.
 */
export function runsThatClose(
  { id, status, by, answer }: QuestionClose,
  entries: readonly EntryInput[],
): readonly string[] {
  const says = ({ kind, ref }: EntryInput) =>
    status === 'withdrawn'
      ? answer === null && ENDINGS.includes(kind)
      : kind === 'question.answered' &&
        answer !== null &&
        STATUS_BY_ANSWER[answer.kind] === status &&
        ref['question'] === id &&
        ref['answer'] === answer.kind &&
        ref['by'] === by;
  const runs = entries.filter(says).flatMap(({ run }) => run ?? []);
  if (runs.length > 0) return runs;
  throw unsaid(`No entry says that the question ${id} is ${status}, and by whom.`);
}

/**
 * Runs with an entry that says of a question of theirs that this person supports it.
 *
 * @throws fault `RECORD_COMMIT_INVALID` where no entry says so.
 */
export function runsThatSupport(
  { id, by }: QuestionSupport,
  entries: readonly EntryInput[],
): readonly string[] {
  const runs = entries
    .filter(({ kind }) => kind === 'question.supported')
    .filter(({ ref }) => ref['question'] === id && ref['by'] === by)
    .flatMap(({ run }) => run ?? []);
  if (runs.length > 0) return runs;
  throw unsaid(`No entry says that the question ${id} is supported, and by whom.`);
}

/**
 * Refuses limits and erasures of which no entry tells. The database refuses them too, whoever asks.
 *
 * @throws fault `RECORD_COMMIT_INVALID`.
 */
export function checkEvidence(commit: Commit, erase: PreparedErasure | null): void {
  const { entries, create } = commit;
  for (const { id } of commit.accounts ?? []) {
    const isOwn = create !== undefined && id === `run:${create.id}`;
    const told = entries.some(
      ({ kind, ref }) => kind === 'budget.changed' && ref['account'] === id,
    );
    if (!isOwn && !told) throw unsaid(`No entry says that the limits of ${id} are changed.`);
  }
  if (erase === null) return;
  const erasures = entries.filter(({ kind }) => kind === 'payload.erased');
  const told = erasures.flatMap(({ ref }) => ref['entries'] ?? []);
  const isTold =
    String(told.map(Number).toSorted(ascending)) === String(erase.indexes.toSorted(ascending));
  if (!isTold || (erase.run !== null && !erasures.some(({ run }) => run === erase.run))) {
    throw unsaid('No entries say which content is erased.');
  }
  if (
    create ??
    commit.advance ??
    commit.close ??
    commit.accounts ??
    commit.reserve ??
    commit.settle
  ) {
    throw unsaid('Content is erased by a commit that does nothing else.');
  }
}

function ascending(a: number, b: number): number {
  return a - b;
}

function unsaid(message: string) {
  return recordFault('RECORD_COMMIT_INVALID', { message });
}
