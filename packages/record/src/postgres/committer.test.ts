import type { Committed } from '@countersign/contract';
import { expect, test } from 'vitest';
import type { CommitAnswer } from '../commit/encode.ts';
import { type PreparedCommit, prepareCommit } from '../commit/prepare.ts';
import { entry, WORKSPACE } from '../conformance/record/harness.ts';
import { recordFault } from '../errors.ts';
import { createCommitter, type SendBatch } from './committer.ts';

const powers = { now: () => 1, randomBytes: (length: number) => new Uint8Array(length) };

function prepared(workspace = WORKSPACE, text = 'x'): PreparedCommit {
  return prepareCommit({ workspace, entries: [entry('policy.changed', null, text)] }, powers);
}

/** A database that answers when it is told to. */
function database() {
  const batches: { workspace: string; size: number; answer(): void; fail(): void }[] = [];
  const send: SendBatch = (workspace, batch) =>
    new Promise((resolve, reject) => {
      const answers = batch.map(
        (): CommitAnswer => ({ kind: 'committed', first: 0, last: 0, epoch: null }),
      );
      const answer = () => resolve(answers);
      const fail = () => reject(new Error('a bug'));
      batches.push({ workspace, size: batch.length, answer, fail });
    });
  return { batches, send };
}

async function turn(): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

test('commits of the same moment share a transaction, and so do those that arrive while it is in flight', async () => {
  const { batches, send } = database();
  const heard: Committed[] = [];
  const committer = createCommitter(send, (_, committed) => heard.push(committed));
  const first = [committer.commit(prepared()), committer.commit(prepared())];
  await turn();
  const later = [1, 2, 3].map(() => committer.commit(prepared()));
  await turn();
  expect(batches.map(({ size }) => size)).toEqual([2]);
  batches[0]?.answer();
  await Promise.all(first);
  await turn();
  expect(batches.map(({ size }) => size)).toEqual([2, 3]);
  batches[1]?.answer();
  await Promise.all(later);
  expect(heard).toHaveLength(5);
});

test('workspaces do not wait for each other', async () => {
  const { batches, send } = database();
  const committer = createCommitter(send, () => undefined);
  void committer.commit(prepared('ws_a'));
  const other = committer.commit(prepared('ws_b'));
  await turn();
  expect(batches.map(({ workspace }) => workspace)).toEqual(['ws_a', 'ws_b']);
  batches[1]?.answer();
  expect(await other).toMatchObject({ kind: 'committed' });
});

test('a transaction has at most 256 commits, and 4 MB unless one commit is larger by itself', async () => {
  const { batches, send } = database();
  const committer = createCommitter(send, () => undefined);
  const mega = 'x'.repeat(1024 * 1024);
  for (let at = 0; at < 300; at++) void committer.commit(prepared('ws_many'));
  for (let at = 0; at < 6; at++) void committer.commit(prepared('ws_large', mega));
  void committer.commit(prepared('ws_huge', mega.repeat(5)));
  void committer.commit(prepared('ws_huge'));
  await turn();
  expect(batches.map(({ workspace, size }) => [workspace, size])).toEqual([
    ['ws_many', 256],
    ['ws_large', 3],
    ['ws_huge', 1],
  ]);
});

test('a fault of one commit is its own, and a bug while sending ends one batch, not the lane', async () => {
  const failing = database();
  let round = 0;
  const committer = createCommitter(
    async (workspace, batch) => {
      round += 1;
      if (round === 1) return [recordFault('RECORD_COMMIT_INVALID'), { kind: 'fenced' }];
      const sent = failing.send(workspace, batch);
      failing.batches[0]?.fail();
      return sent;
    },
    () => undefined,
  );
  const first = await Promise.allSettled([
    committer.commit(prepared()),
    committer.commit(prepared()),
  ]);
  expect(first).toMatchObject([
    { reason: { code: 'RECORD_COMMIT_INVALID' } },
    { value: { kind: 'fenced' } },
  ]);
  await expect(committer.commit(prepared())).rejects.toThrow('a bug');
  const next = committer.commit(prepared());
  await turn();
  failing.batches[1]?.answer();
  expect(await next).toMatchObject({ kind: 'committed' });
});

test('what would only pile up is refused', async () => {
  const { send } = database();
  const committer = createCommitter(send, () => undefined);
  void committer.commit(prepared());
  await turn();
  const one = prepared();
  for (let at = 0; at < 10_000; at++) void committer.commit(one);
  await expect(committer.commit(one)).rejects.toMatchObject({ code: 'RECORD_OVERLOADED' });
});

test('closing waits for what is under way and takes nothing more', async () => {
  const { batches, send } = database();
  const committer = createCommitter(send, () => undefined);
  const last = committer.commit(prepared());
  let isClosed = false;
  const closing = committer.close().then(() => {
    isClosed = true;
  });
  await expect(committer.commit(prepared())).rejects.toMatchObject({ code: 'RECORD_CLOSED' });
  await turn();
  expect(isClosed).toBe(false);
  batches[0]?.answer();
  expect(await last).toMatchObject({ kind: 'committed' });
  await closing;
  await createCommitter(send, () => undefined).close();
});
