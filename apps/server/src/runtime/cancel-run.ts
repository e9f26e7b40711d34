import type { RecordStore } from '@countersign/contract';
import { eventEntry } from './entries.ts';

/**
 * Tells a run to stop, and withdraws what it asks. Told again it is told twice, which changes nothing; an ended run stays
 * as it is.
 *
 * @returns the index of the entry that says so, or null where the run has ended.
 */
export async function cancelRun(
  record: Pick<RecordStore, 'commit' | 'reader'>,
  about: { workspace: string; run: string; by: string; reason: string },
): Promise<number | null> {
  const { workspace, run, by, reason } = about;
  for (;;) {
    const open = await record.reader.questions(workspace, { status: 'open', run, limit: 200 });
    const committed = await record.commit({
      workspace,
      entries: [eventEntry(run, { kind: 'run.cancelled', by, reason })],
      advance: { id: run, fence: null },
      close: open.map(({ id }) => ({ id, status: 'withdrawn', by, answer: null })),
    });
    if (committed.kind === 'ended') return null;
    // A question was answered meanwhile: look again.
    if (committed.kind === 'committed') return committed.last;
  }
}
