import type { Entry, QuestionRecord, RunSummary } from '@countersign/contract';
import {
  checkpointSigner,
  createLedger,
  memoryWitness,
  type PostgresRecord,
  postgresRecord,
} from '@countersign/record';
import { systemPowers } from '@countersign/server/testing';
import type { Order } from './order.ts';
import { type Effect, effectsOf } from './outside.ts';
import type { Scenario } from './scenarios.ts';
import { onlyRun } from './work.ts';

/** Holds what the record says and what happened outside against the promises. Gives what is broken. */
export async function judge(order: Order, scenario: Scenario): Promise<readonly string[]> {
  const record = await postgresRecord({
    ...order.database,
    powers: systemPowers(),
    connections: 2,
  });
  try {
    const run = await onlyRun(record, order.workspace);
    if (!run) return ['there is no run'];
    const entries = await record.reader.log(order.workspace, 0, 1_000);
    const questions = await record.reader.questions(order.workspace, { limit: 100 });
    const { items: below } = await record.reader.runs(order.workspace, {
      ...{ parent: run.id, limit: 100 },
    });
    const effects = effectsOf(order.outside);
    return [
      ...(run.status === 'ended' && run.result?.kind === 'answered'
        ? []
        : [`the run is ${run.status} with ${JSON.stringify(run.result)}`]),
      ...oneChildEach(below, entries, scenario),
      ...(await nothingReserved(record, order.workspace, [run, ...below])),
      ...intentsBefore(effects, entries),
      ...oftenEnough(effects, questions, scenario),
      ...oneEndEach(entries, questions),
      ...approvedOnce(entries, questions, scenario),
      ...(await auditOf(record, order.workspace)),
    ];
  } finally {
    await record.close();
  }
}

/** A call that delegates has one run, which has ended, and is told of once. */
function oneChildEach(
  below: readonly RunSummary[],
  entries: readonly Entry[],
  scenario: Scenario,
): readonly string[] {
  const started = entries.filter(({ leaf }) => leaf.kind === 'call.delegated').length;
  const wanted = scenario.below.length === 0 ? 0 : 1;
  return [
    ...(below.length === wanted && started === wanted
      ? []
      : [`${below.length} runs were delegated to in ${started} entries, instead of ${wanted}`]),
    ...below.flatMap(({ id, status }) =>
      status === 'ended' ? [] : [`the run ${id} below is ${status}`],
    ),
  ];
}

/** Nothing stays reserved once all runs have ended: what was claimed is given back or spent. */
async function nothingReserved(
  record: PostgresRecord,
  workspace: string,
  runs: readonly RunSummary[],
): Promise<readonly string[]> {
  const accounts = await Promise.all(
    runs.map(({ id }) => record.reader.account(workspace, `run:${id}`)),
  );
  return accounts.flatMap((account) => {
    // A question that was put to a person is used up, whatever came of it.
    const { questions: _, ...reserved } = account?.reserved ?? {};
    return Object.keys(reserved).length === 0
      ? []
      : [`${account?.id} still has ${JSON.stringify(reserved)} reserved`];
  });
}

/** No effect without an intent that was durable before. */
function intentsBefore(effects: readonly Effect[], entries: readonly Entry[]): readonly string[] {
  return effects.flatMap(({ action, key, intent }) => {
    if (intent === null) return [`${action} ${key} happened and no intent was there before`];
    const entry = entries.find(({ index }) => index === intent);
    return entry?.leaf.kind === 'call.intent' && entry.leaf.call === key
      ? []
      : [`the intent ${intent} of ${action} ${key} is not in the log any more`];
  });
}

/** How often the effect happened that was wanted, and under how many keys. */
function oftenEnough(
  effects: readonly Effect[],
  questions: readonly QuestionRecord[],
  { action, repeat, aboutLost }: Scenario,
): readonly string[] {
  const wanted = effects.filter((effect) => effect.action === action);
  const keys = new Set(wanted.map(({ key }) => key));
  const lost = questions.filter(
    ({ kind, action: about }) => kind === 'unknown' && about === action,
  );
  const again = lost.filter(({ status }) => status === 'repeated').length;
  const wrong: string[] = [];
  if (keys.size > 1) wrong.push(`it happened under ${keys.size} keys: ${[...keys].join(', ')}`);
  if (wanted.length === 0 && !(aboutLost === 'happened' && lost.length > 0))
    wrong.push('it never happened');
  if (repeat === 'once' && wanted.length > 1 + (aboutLost === 'truth' ? 0 : again))
    wrong.push(`it happened ${wanted.length} times, and a person asked for ${again} repetitions`);
  if (repeat !== 'once' && lost.length > 0)
    wrong.push('a person was asked about what may be repeated');
  return wrong;
}

/** Every intent has exactly one final state. */
function oneEndEach(
  entries: readonly Entry[],
  questions: readonly QuestionRecord[],
): readonly string[] {
  const calls = new Set(
    entries.flatMap(({ leaf }) => (leaf.kind === 'call.intent' && leaf.call ? [leaf.call] : [])),
  );
  return [...calls].flatMap((call) => {
    const outcomes = entries.flatMap(({ leaf }) =>
      leaf.kind === 'call.outcome' && leaf.call === call ? [leaf.ref['outcome']] : [],
    );
    const confirmed = questions.filter(
      (question) => question.call === call && question.status === 'happened',
    ).length;
    const ends = outcomes.filter((outcome) => outcome !== 'unknown').length + confirmed;
    return ends === 1 ? [] : [`${call} has ${ends} ends: ${outcomes.join(', ')}`];
  });
}

/** Each approval was given once and let exactly one call run once. */
function approvedOnce(
  entries: readonly Entry[],
  questions: readonly QuestionRecord[],
  { approval }: Scenario,
): readonly string[] {
  const held = questions.filter(({ kind }) => kind === 'call');
  const wrong = held.flatMap(({ id, status }) => {
    const of = (kind: string, key: string) =>
      entries.filter(({ leaf }) => leaf.kind === kind && leaf.ref[key] === id).length;
    const used = of('call.intent', 'approved');
    const answered = of('question.answered', 'question');
    return status === 'approved' && answered === 1 && used === 1
      ? []
      : [`the question ${id} is ${status}, was answered ${answered} times and used ${used} times`];
  });
  if (approval && held.length !== 1)
    wrong.push(`${held.length} questions were asked instead of one`);
  if (!approval && held.length > 0) wrong.push('a person was asked about what was asked for');
  return wrong;
}

async function auditOf(record: PostgresRecord, workspace: string): Promise<readonly string[]> {
  const signer = checkpointSigner(new Uint8Array(32).fill(3), memoryWitness());
  const { findings } = await createLedger({ store: record.log, signer }).audit(workspace);
  return findings.map(({ code, about }) => `the audit found ${code} ${about ?? ''}`);
}
