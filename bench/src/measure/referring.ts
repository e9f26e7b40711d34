import {
  type Call,
  type CommittedIntent,
  type IntentContract,
  type JsonObject,
  label,
  type PinnedTool,
} from '@countersign/contract';
import {
  type Actions,
  decide,
  type EarlierResult,
  type Policies,
  readRecords,
  type Situation,
} from '@countersign/gateway';
import type { Figure } from './bench.ts';
import { median, quantile, short } from './stats.ts';

const COUNT = 1_000;
const RESULTS = 100;
const RECORDS = 100;
/** Provenance ids of the context. */
const SOURCES = 1_000;
const BUDGET_MS = 2;
const REPEATS = 5;

/**
 * How long the gateway thinks in a long run: a comment on a case that one of a hundred earlier results of a hundred
 * records each holds, with and without a contract that says which, in a context with a thousand sources.
 */
export function referringDecisions(actions: Actions, policies: Policies): readonly Figure[] {
  const listing = actions.get('case.list');
  if (!listing) throw new Error('the catalogue holds case.list');
  const [warm, earlier] = [allListed(), allListed()];
  for (const { value } of warm) readRecords(value, listing.descriptor);
  const reading = earlier.map(({ value }) => {
    const from = performance.now();
    readRecords(value, listing.descriptor);
    return performance.now() - from;
  });
  return [
    figure(`reading ${RECORDS} records ahead, p50`, median(reading)),
    ...(['reference', 'contract'] as const).flatMap((way) => {
      const samples = samplesOf(way, actions, policies, [warm, earlier]);
      return [
        figure(
          `first decision by ${way}, ${RESULTS} × ${RECORDS} records`,
          samples[0] ?? Number.NaN,
        ),
        figure(`decision by ${way}, ${RESULTS} × ${RECORDS} records, p50`, median(samples)),
        figure(`decision by ${way}, ${RESULTS} × ${RECORDS} records, p99`, quantile(samples, 0.99)),
      ];
    }),
  ];
}

function figure(name: string, ms: number): Figure {
  return {
    name,
    ours: `${short(ms)} ms`,
    against: `a budget of ${BUDGET_MS} ms`,
    ratio: short(ms / BUDGET_MS),
    target: `< ${BUDGET_MS} ms`,
    met: ms < BUDGET_MS,
  };
}

/** Milliseconds of each decision; those of the first one alone come first. */
function samplesOf(
  way: 'reference' | 'contract',
  actions: Actions,
  policies: Policies,
  [warm, earlier]: readonly [readonly EarlierResult[], readonly EarlierResult[]],
): readonly number[] {
  const comment = actions.get('case.comment');
  if (!comment) throw new Error('the catalogue holds case.comment');
  const { pin, input } = comment;
  const tool: PinnedTool = {
    ...{ action: 'case.comment', pin, connection: null, description: '', input },
  };
  const situation: Situation = {
    ...{ now: 1_700_000_000_000, actions, policies, tools: [tool], earlier },
    ...{ endorsements: [], standing: [], approval: null, callsSoFar: 0, connection: null },
    ownAddresses: ['me@corp.example'],
    grant: { actions: ['case.comment'], connections: [], expiresAt: 1e15, ancestors: [] },
    material: [{ text: words(way), label: label('principal') }],
    intent: way === 'contract' ? INTENT : null,
  };
  // A server is warm after a moment; what this run has read is new to it.
  for (let index = 0; index < COUNT; index++)
    decide(callOf(index, pin), { ...situation, earlier: warm });
  const once = (call: Call): number => {
    const from = performance.now();
    const verdict = decide(call, situation);
    const ms = performance.now() - from;
    const by = verdict.why.leaves.find(({ pointer }) => pointer === '/case')?.endorsedBy;
    if (verdict.kind !== 'allowed' || by !== way) throw new Error(`decided ${verdict.kind}, ${by}`);
    return ms;
  };
  // A machine with other work stops a program for longer than a decision takes: each is made again, and the middle counts.
  return [
    once(callOf(0, pin)),
    ...Array.from({ length: COUNT }, (_, index) => {
      const call = callOf(index + 1, pin);
      return median(Array.from({ length: REPEATS }, () => once(call)));
    }),
  ];
}

const WANTED = { result: 71, record: 42 };

function words(way: 'reference' | 'contract'): string {
  const { result, record } = WANTED;
  return way === 'reference' ? `Comment on the case '${titleOf(result, record)}'.` : 'Go on.';
}

function titleOf(result: number, record: number): string {
  return `Case ${result} of ${record}: suspicious mail`;
}

function idOf(result: number, record: number): string {
  return `cas_${result}x${record}`;
}

function allListed(): readonly EarlierResult[] {
  return Array.from({ length: RESULTS }, (_, at) => listed(at));
}

function listed(result: number): EarlierResult {
  const cases = Array.from({ length: RECORDS }, (_, record) => ({
    ...{ id: idOf(result, record), number: result * RECORDS + record + 1 },
    ...{ title: titleOf(result, record), status: 'new', priority: 'medium', severity: 'medium' },
    ...{ createdAt: new Date(1_700_000_000_000).toISOString(), createdBy: 'usr_1' },
  })) as readonly JsonObject[];
  const sources = Array.from({ length: SOURCES / RESULTS }, (_, at) => `cas_${result}x${at}`);
  return {
    ...{ action: 'case.list', connection: null, args: { limit: RECORDS }, choice: 'vouched' },
    value: { cases },
    labels: {
      label: label('untrusted', ['user:usr_1'], sources),
      fields: { '/cases/*/id': label('system', ['user:usr_1', 'workspace:ws_1'], sources) },
      stored: {},
    },
  };
}

const CONTRACT: IntentContract = {
  version: 1,
  slots: [
    {
      ...{ action: 'case.comment', atMost: 1 },
      arguments: {
        '/case': {
          kind: 'one-of',
          values: [
            {
              ...{ kind: 'pick', take: 'only', field: '/id' },
              records: {
                of: { action: 'case.list' },
                where: [
                  { field: '/title', is: 'equal', value: titleOf(WANTED.result, WANTED.record) },
                ],
              },
            },
          ],
        },
        '/text': { kind: 'open' },
      },
    },
  ],
};

const INTENT: CommittedIntent = { contract: CONTRACT, context: label('principal'), used: [0] };

const CONTEXT = label(
  'untrusted',
  ['user:usr_1'],
  Array.from({ length: SOURCES }, (_, at) => `run_1.${at}#/cases/${at}/title`),
);

function callOf(index: number, pin: string): Call {
  return {
    id: `run_1.${index}`,
    actor: {
      ...{ workspace: 'ws_1', person: 'usr_1', roles: ['owner'], agent: 'agt_1' },
      ...{ agentVersion: 1, run: 'run_1' },
    },
    ...{ action: 'case.comment', pin, connection: null },
    args: { case: idOf(WANTED.result, WANTED.record), text: `Looked at, ${index}.` },
    context: CONTEXT,
    leaves: {},
  };
}
