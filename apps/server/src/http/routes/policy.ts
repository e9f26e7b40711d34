import {
  diffLines,
  type Json,
  type PolicyChange,
  type PolicyCheck,
  type PolicyText,
  type PolicyVersion,
  type ProposalClosed,
} from '@countersign/contract';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { type Route, route } from '../route.ts';
import { idParams } from '../schemas/parameters.ts';
import {
  checkBody,
  closeParams,
  compareQuery,
  numberParams,
  policyBody,
  policyCheck,
  policyComparison,
  policyProposal,
  policyProposals,
  policyVersion,
  policyVersions,
  proposalBody,
  restoreBody,
  simulateBody,
  simulation,
  versionsQuery,
} from '../schemas/policy.ts';
import { found } from '../visible.ts';

/** Proposals that are listed. */
const PROPOSALS = 100;

/** What is allowed: the policies, the tests beside them, all their versions, and changes that wait for a second person. */
export function policyRoutes(doors: Doors): readonly Route[] {
  const { config, policies } = doors;
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/policy',
      summary:
        'The policies in force with their tests, and the version that approvals are bound to.',
      tag: 'policy',
      answers: policyVersion,
      handle: async ({ access }) => config.policy(access.workspace),
    }),
    route({
      name: 'PUT /api/v1/workspaces/{ws}/policy',
      summary:
        'Put other policies in force. Their tests must pass; open approvals do not carry over. Where two persons are needed, propose them instead.',
      tag: 'policy',
      body: policyBody,
      answers: policyVersion,
      handle: async ({ access, body: { number, ...body } }) => {
        const { workspace, caller } = access;
        const text = await whole(doors, workspace, body);
        return put(doors, workspace, text, caller.person, number);
      },
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/policy/check',
      summary:
        'What is wrong with a policy text, what looks like a mistake, and how its tests go. Nothing is changed.',
      tag: 'policy',
      body: checkBody,
      answers: policyCheck,
      handle: ({ body }) => doors.checks.policies(body.cedar, body.tests),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/policy/simulate',
      summary:
        'What other policies, or another mode, would have made of past runs, newest first, a page of runs at a time. Nothing is done or recorded.',
      tag: 'policy',
      body: simulateBody,
      answers: simulation,
      handle: async ({ access, body }) => {
        await assertGood(doors, { cedar: body.cedar, tests: [], note: '' });
        return doors.simulate(access.workspace, body);
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/policy/versions',
      summary: 'All versions that were in force, newest first.',
      tag: 'policy',
      query: versionsQuery,
      answers: policyVersions,
      handle: async ({ access, query: { before, limit } }) => {
        const page = { limit, ...(before === undefined ? {} : { before }) };
        const items = await policies.policyVersions(access.workspace, page);
        const last = items.at(-1);
        const isMore = items.length === limit && last !== undefined && last.number > 1;
        return { items, next: isMore ? String(last.number) : null };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/policy/versions/{number}',
      summary: 'A version whole; 0 is the text of a new workspace.',
      tag: 'policy',
      params: numberParams,
      answers: policyVersion,
      handle: async ({ access, params }) =>
        found(await policies.policyVersion(access.workspace, params.number)),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/policy/versions/{number}/restore',
      summary: 'Put a version in force again, as a new version.',
      tag: 'policy',
      params: numberParams,
      body: restoreBody,
      answers: policyVersion,
      handle: async ({ access, params, body }) => {
        const { workspace, caller } = access;
        const { cedar, tests } = found(await policies.policyVersion(workspace, params.number));
        const text = { cedar, tests, note: `Version ${params.number} again.` };
        await assertGood(doors, text);
        return put(doors, workspace, text, caller.person, body.number);
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/policy/compare',
      summary: 'Two versions, line by line.',
      tag: 'policy',
      query: compareQuery,
      answers: policyComparison,
      handle: async ({ access, query }) => {
        const [from, to] = await Promise.all(
          [query.from, query.to].map(async (number) =>
            found(await policies.policyVersion(access.workspace, number)),
          ),
        );
        const [before, after] = [found(from ?? null), found(to ?? null)];
        return {
          cedar: [...diffLines(before.cedar, after.cedar)],
          tests: [...diffLines(testLines(before), testLines(after))],
        };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/policy/proposals',
      summary: 'Changes that wait for a second person, and those that did; newest first.',
      tag: 'policy',
      answers: policyProposals,
      handle: async ({ access }) => ({
        items: [...(await policies.policyProposals(access.workspace, PROPOSALS))],
      }),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/policy/proposals',
      summary: 'Propose a change. Another owner or admin accepts or rejects it within seven days.',
      tag: 'policy',
      body: proposalBody,
      status: 201,
      answers: policyProposal,
      handle: async ({ access, body: { number, ...body } }) => {
        const { workspace, caller } = access;
        const text = await whole(doors, workspace, body);
        const made = await policies.proposePolicy(workspace, text, number, caller.person);
        if (made.kind === 'conflict') throw conflict(made.policy);
        return made.proposal;
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/policy/proposals/{id}',
      summary: 'One proposal.',
      tag: 'policy',
      params: idParams,
      answers: policyProposal,
      handle: async ({ access, params }) =>
        found(await policies.policyProposal(access.workspace, params.id)),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/policy/proposals/{id}/{how}',
      summary:
        'Accept or reject somebody else’s proposal, or withdraw your own. Only signed-in people do; nobody accepts their own.',
      tag: 'policy',
      params: closeParams,
      answers: policyProposal,
      handle: async ({ access, params: { id, how } }) => {
        const { workspace, caller } = access;
        // What was good when it was proposed need not be so for this server any more.
        if (how === 'accept')
          await assertGood(doors, found(await policies.policyProposal(workspace, id)));
        return closed(await policies.closeProposal(workspace, id, ENDS[how], caller.person));
      },
    }),
  ];
}

const ENDS = { accept: 'accepted', reject: 'rejected', withdraw: 'withdrawn' } as const;

async function put(
  { config }: Doors,
  workspace: string,
  text: PolicyText,
  by: string,
  base: number | undefined,
): Promise<PolicyVersion> {
  const answer = await config.putPolicy(workspace, text, by, base);
  switch (answer.kind) {
    case 'put':
      return answer.policy;
    case 'conflict':
      throw conflict(answer.policy);
    case 'two-persons':
      throw httpFault('HTTP_TWO_PERSONS');
  }
}

function closed(answer: ProposalClosed) {
  switch (answer.kind) {
    case 'done':
      return answer.proposal;
    case 'unknown':
      throw httpFault('HTTP_NOT_FOUND');
    case 'other-person':
      throw httpFault('HTTP_OTHER_PERSON');
    case 'closed':
      throw httpFault('HTTP_PROPOSAL_CLOSED', { details: { state: answer.proposal.state } });
    case 'conflict':
      throw httpFault('HTTP_CONFLICT', {
        message:
          'Other policies were put in force since this was proposed; the change must be made again on them.',
        details: { policy: answer.policy as unknown as Json },
      });
  }
}

/** The text with its tests, those in force where it brings none; checked. */
async function whole(
  doors: Doors,
  workspace: string,
  {
    cedar,
    tests,
    note = '',
  }: {
    readonly cedar: string;
    readonly tests?: PolicyChange['tests'] | undefined;
    readonly note?: string;
  },
): Promise<PolicyText> {
  const text = { cedar, tests: tests ?? (await doors.config.policy(workspace)).tests, note };
  await assertGood(doors, text);
  return text;
}

/** Refuses policies that are not valid, and those whose tests fail. */
async function assertGood({ checks }: Doors, { cedar, tests }: PolicyText): Promise<void> {
  const twice = tests.find(({ name }, at) => tests.findIndex((one) => one.name === name) < at);
  if (twice !== undefined)
    throw httpFault('HTTP_INVALID', {
      message: 'Two tests have one name; rename one of them.',
      details: { field: 'tests', test: twice.name },
    });
  const check = await checks.policies(cedar, tests);
  if (check.problems.length > 0) {
    const problems = check.problems.slice(0, 20).map((problem) => ({ ...problem }));
    throw httpFault('HTTP_POLICY', { details: { field: 'cedar', problems } });
  }
  const failing = failures(check);
  if (failing.length > 0)
    throw httpFault('HTTP_POLICY_TESTS', { details: { field: 'tests', failing } });
}

function failures({ tests }: PolicyCheck) {
  return tests
    .filter(({ ok }) => !ok)
    .slice(0, 20)
    .map(({ name, expected, actual, policies }) => ({
      ...{ name, expected, actual, policies: [...policies] },
    }));
}

/** Somebody was faster: their version goes with the refusal, so that the change can be made on it. */
function conflict(policy: PolicyVersion) {
  // A version is JSON by its type; the contract's interfaces have no index signature.
  return httpFault('HTTP_CONFLICT', { details: { policy: policy as unknown as Json } });
}

function testLines({ tests }: PolicyVersion): string {
  return tests.map((test) => JSON.stringify(test)).join('\n');
}
