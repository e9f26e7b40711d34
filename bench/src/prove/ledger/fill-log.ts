import type { RunProof } from '@countersign/contract';
import type { Ledger, PostgresRecord } from '@countersign/record';
import { type Said, testWorld, type World } from '@countersign/server/testing';

/** A log with everything in it that a log can have. */
export interface FilledLog {
  readonly workspace: string;
  /** A run that asked a person, was allowed and sent. */
  readonly asked: string;
  /** A run of four entries: its proof is the smallest there is. */
  readonly shortest: string;
  /** A run whose content was erased, and its proof from before. */
  readonly erased: string;
  readonly beforeErasure: RunProof | null;
  /** What was signed before the last entries. */
  readonly earlierNote: string;
  readonly problems: readonly string[];
}

const read: Said = { calls: [{ tool: 'test_read', args: { text: 'the inbox' } }] };
const send: Said = {
  calls: [{ tool: 'test_send', args: { to: 'eve@example.com', text: 'a \u0000 “quoted” word' } }],
};
const end: Said = { text: 'all done' };

/**
 * Fills a workspace's log through the real path: configuration, runs that end by themselves, runs that ask and
 * are allowed or denied, cancelled runs, and erasures. Checkpoints are signed at many sizes on the way, and at the end.
 *
 * @param runs of the plain kind, of 8 entries each; a quarter as many ask.
 */
export async function fillLog(
  record: PostgresRecord,
  ledger: Ledger,
  runs: number,
): Promise<FilledLog> {
  const plain = await testWorld({ record, script: [read, end], capacity: 50 });
  const { workspace, person } = plain;
  await ledger.checkpoint(workspace);
  await plain.config.putMember(
    workspace,
    { person: 'usr_second', name: 'Second', email: 'second@example.com', role: 'responder' },
    person,
  );
  await runAll(plain, Math.ceil(runs / 2));
  await ledger.checkpoint(workspace);
  const done = await runAll(plain, Math.floor(runs / 2));
  await plain.stop();
  await ledger.checkpoint(workspace);

  const asking = await testWorld({ record, script: [read, send, end], capacity: 50, of: plain });
  const asked = await askAll(asking, Math.ceil(runs / 4));
  await asking.stop();

  const [erased = '', entryErased = ''] = done;
  const beforeErasure = await ledger.runProof(workspace, erased);
  await ledger.erase(workspace, { run: erased }, person);
  const [first] = await plain.entries(entryErased);
  await ledger.erase(workspace, { index: first?.index ?? 0 }, person);
  const { note: earlierNote } = await ledger.checkpoint(workspace);

  const short = await testWorld({ record, script: [end], of: plain });
  const [shortest = ''] = await runAll(short, 1);
  await short.stop();
  await ledger.checkpoint(workspace);
  return {
    workspace,
    asked,
    shortest,
    erased,
    beforeErasure,
    earlierNote,
    problems: [...plain.problems, ...asking.problems, ...short.problems],
  };
}

/** Runs at once, in groups that a small machine bears. */
async function runAll(world: World, count: number): Promise<readonly string[]> {
  const runs: string[] = [];
  for (let begun = 0; begun < count; begun += 50) {
    const group = Array.from({ length: Math.min(50, count - begun) }, (_, index) =>
      world.start(`run ${begun + index}`),
    );
    runs.push(...(await Promise.all(group)));
  }
  for (const run of runs) await world.until(run, 'ended');
  return runs;
}

/** Starts runs that ask; people allow the most, deny every fifth, and cancel every seventh. Gives one that was allowed. */
async function askAll(world: World, count: number): Promise<string> {
  const runs = await Promise.all(
    Array.from({ length: count }, (_, index) => world.start(`please ${index}`)),
  );
  for (const run of runs) await world.until(run, 'parked');
  const { system, workspace, person } = world;
  const questions = (await world.questions('open')).toReversed();
  for (const [index, { id, run, callHash }] of questions.entries()) {
    if (index % 7 === 6) await system.runs.cancel(workspace, run, person, 'not needed any more');
    else if (index % 5 === 4)
      await system.runs.answer(workspace, id, { kind: 'deny', reason: 'no' }, person);
    else await system.runs.answer(workspace, id, { kind: 'approve', callHash }, person);
  }
  for (const run of runs) await world.until(run, 'ended');
  return questions[0]?.run ?? '';
}
