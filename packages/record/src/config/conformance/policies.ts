import { type Amounts, digest, digestJson, NO_RULES, type PolicyTest } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import {
  ada,
  type ConfigUnderTest,
  DEFAULT_POLICY,
  entriesOf,
  freshWorkspace,
} from './under-test.ts';

const STRICT = 'forbid (principal, action, resource);';
const NOTHING = { tests: [], note: '' };
const NOBODY = { at: null, by: null, acceptedBy: null };

/** A test beside the policies; what it says is not looked at here. */
const SOME_TEST: PolicyTest = {
  ...{ name: 'a user sends', role: 'user', person: 'somebody', agent: 'some-agent' },
  ...{ act: 'send', tool: 'mail.send', connection: null, sinks: ['dest'], tainted: true },
  ...{ effect: 'send', own: false, expect: 'deny' },
};

/** Policies and limits, as every ConfigStore keeps them. */
export function policiesConformance(name: string, { config, reader }: ConfigUnderTest): void {
  const ALL = { limit: 100 };
  describe(`${name} keeps policies`, () => {
    test('a workspace that put none has the default text, as version 0', async () => {
      const ws = await freshWorkspace(config());
      const version = digest(DEFAULT_POLICY);
      const policy = { cedar: DEFAULT_POLICY, version, number: 0, ...NOTHING, ...NOBODY };
      expect(await config().policy(ws)).toEqual(policy);
      expect(await config().policyVersion(ws, 0)).toEqual(policy);
      expect(await config().policyVersions(ws, ALL)).toEqual([]);
    });

    test('a put policy counts at once with its tests, and every version stays readable', async () => {
      const ws = await freshWorkspace(config());
      const text = { cedar: STRICT, tests: [SOME_TEST], note: 'No more.' };
      const put = await config().putPolicy(ws, text, ada.person, 0);
      const about = { number: 1, version: digest(STRICT), by: ada.person, acceptedBy: null };
      expect(put).toEqual({
        kind: 'put',
        policy: { ...text, ...about, at: expect.any(Number) },
      });
      expect(await config().policy(ws)).toEqual(put.kind === 'put' ? put.policy : null);
      await config().putPolicy(ws, { cedar: DEFAULT_POLICY }, 'usr_bob', 1);
      await config().putPolicy(ws, { cedar: STRICT }, ada.person);
      const versions = await config().policyVersions(ws, ALL);
      expect(versions.map(({ number, version, by, note }) => [number, version, by, note])).toEqual([
        [3, digest(STRICT), ada.person, ''],
        [2, digest(DEFAULT_POLICY), 'usr_bob', ''],
        [1, digest(STRICT), ada.person, 'No more.'],
      ]);
      expect(await config().policyVersion(ws, 1)).toEqual(put.kind === 'put' ? put.policy : null);
      expect(await config().policyVersion(ws, 4)).toBeNull();
      const page = await config().policyVersions(ws, { before: 3, limit: 1 });
      expect(page.map(({ number }) => number)).toEqual([2]);
      const entries = await entriesOf(reader(), ws, 'policy.changed');
      expect(entries.map(({ leaf }) => leaf.ref['version'])).toEqual(
        versions.map(({ version }) => version).toReversed(),
      );
      expect(entries[0]?.payload).toEqual(text);
      expect(entries[0]?.leaf.ref).toEqual({
        ...{ version: digest(STRICT), by: ada.person },
        tests: digestJson(text.tests),
      });
    });

    test('a change of a version that is not in force any more changes nothing, and says what is', async () => {
      const ws = await freshWorkspace(config());
      const put = await config().putPolicy(ws, { cedar: STRICT }, 'usr_bob', 0);
      const late = await config().putPolicy(ws, { cedar: DEFAULT_POLICY }, ada.person, 0);
      expect(late).toEqual({ kind: 'conflict', policy: put.kind === 'put' ? put.policy : null });
      expect(await config().policyVersions(ws, ALL)).toHaveLength(1);
      expect(await entriesOf(reader(), ws, 'policy.changed')).toHaveLength(1);
    });

    test('of many changes of one version at once a single one is put', async () => {
      const ws = await freshWorkspace(config());
      const texts = Array.from({ length: 6 }, (_, n) => `// ${n}\n${STRICT}`);
      const puts = await Promise.all(
        texts.map((cedar) => config().putPolicy(ws, { cedar }, ada.person, 0)),
      );
      expect(puts.filter(({ kind }) => kind === 'put')).toHaveLength(1);
      expect(await config().policyVersions(ws, ALL)).toHaveLength(1);
      expect(await entriesOf(reader(), ws, 'policy.changed')).toHaveLength(1);
    });

    test('many policies put at once are all kept, in the order of the ledger', async () => {
      const ws = await freshWorkspace(config());
      const texts = Array.from({ length: 6 }, (_, n) => `// ${n}\n${STRICT}`);
      await Promise.all(texts.map((cedar) => config().putPolicy(ws, { cedar }, ada.person)));
      const entries = await entriesOf(reader(), ws, 'policy.changed');
      const versions = await config().policyVersions(ws, ALL);
      expect(versions.map(({ version }) => version).toReversed()).toEqual(
        entries.map(({ leaf }) => leaf.ref['version']),
      );
      expect((await config().policy(ws)).version).toBe(versions[0]?.version);
    });

    test('a policy of one workspace is no policy of another', async () => {
      const [ws, other] = [await freshWorkspace(config()), await freshWorkspace(config())];
      await config().putPolicy(ws, { cedar: STRICT }, ada.person);
      expect((await config().policy(other)).cedar).toBe(DEFAULT_POLICY);
      expect(await config().policyVersions(other, ALL)).toEqual([]);
      expect(await config().policyVersion(other, 1)).toBeNull();
    });
  });

  describe(`${name} keeps proposals`, () => {
    const text = { cedar: STRICT, tests: [SOME_TEST], note: 'No more.' };
    const proposed = async (ws: string, base = 0) => {
      const made = await config().proposePolicy(ws, text, base, ada.person);
      if (made.kind !== 'proposed') throw new Error('the proposal is on the version in force');
      return made.proposal;
    };

    test('where two persons are needed nobody puts a policy alone', async () => {
      const ws = await freshWorkspace(config());
      await config().putRules(ws, { ...NO_RULES, policyTwoPersons: true }, ada.person);
      expect(await config().putPolicy(ws, text, ada.person, 0)).toEqual({ kind: 'two-persons' });
      expect(await config().policyVersions(ws, ALL)).toEqual([]);
      expect(await entriesOf(reader(), ws, 'policy.changed')).toEqual([]);
    });

    test('another person accepts a proposal, and it is in force with both names', async () => {
      const ws = await freshWorkspace(config());
      await config().putRules(ws, { ...NO_RULES, policyTwoPersons: true }, ada.person);
      const proposal = await proposed(ws);
      expect(proposal).toMatchObject({ ...text, base: 0, by: ada.person, state: 'open' });
      expect((await config().policy(ws)).number).toBe(0);
      const own = await config().closeProposal(ws, proposal.id, 'accepted', ada.person);
      expect(own).toEqual({ kind: 'other-person' });
      const done = await config().closeProposal(ws, proposal.id, 'accepted', 'usr_bob');
      expect(done).toMatchObject({
        kind: 'done',
        proposal: { id: proposal.id, ...text, state: 'accepted', closedBy: 'usr_bob' },
      });
      expect(await config().policy(ws)).toMatchObject({
        ...{ ...text, number: 1, by: ada.person, acceptedBy: 'usr_bob' },
      });
      const again = await config().closeProposal(ws, proposal.id, 'accepted', 'usr_bob');
      expect(again).toMatchObject({ kind: 'closed' });
      const steps = await entriesOf(reader(), ws, 'policy.proposed');
      expect(
        steps.map(({ leaf, payload }) => [leaf.ref['change'], leaf.ref['by'], payload]),
      ).toEqual([
        ['proposed', ada.person, text],
        ['accepted', 'usr_bob', null],
      ]);
      const [changed] = await entriesOf(reader(), ws, 'policy.changed');
      expect(changed?.leaf.ref).toMatchObject({
        ...{ by: ada.person, acceptedBy: 'usr_bob', proposal: proposal.id },
      });
    });

    test('two who accept at once put it in force once', async () => {
      const ws = await freshWorkspace(config());
      const { id } = await proposed(ws);
      const answers = await Promise.all(
        ['usr_bob', 'usr_eve'].map((by) => config().closeProposal(ws, id, 'accepted', by)),
      );
      expect(answers.map(({ kind }) => kind).sort()).toEqual(['closed', 'done']);
      expect(await config().policyVersions(ws, ALL)).toHaveLength(1);
    });

    test('its author withdraws it and nobody else; others reject it and the author does not', async () => {
      const ws = await freshWorkspace(config());
      const [one, two] = [await proposed(ws), await proposed(ws)];
      const close = async (id: string, how: 'rejected' | 'withdrawn', by: string) =>
        (await config().closeProposal(ws, id, how, by)).kind;
      expect(await close(one.id, 'withdrawn', 'usr_bob')).toBe('other-person');
      expect(await close(one.id, 'rejected', ada.person)).toBe('other-person');
      expect(await close(one.id, 'withdrawn', ada.person)).toBe('done');
      expect(await close(two.id, 'rejected', 'usr_bob')).toBe('done');
      expect(await close('prp_none', 'rejected', 'usr_bob')).toBe('unknown');
      const all = await config().policyProposals(ws, 10);
      expect(all.map(({ state }) => state).sort()).toEqual(['rejected', 'withdrawn']);
      expect((await config().policy(ws)).number).toBe(0);
    });

    test('one made on a version that is not in force any more is refused, when made and when accepted', async () => {
      const ws = await freshWorkspace(config());
      const { id } = await proposed(ws);
      await config().putPolicy(ws, { cedar: `// other\n${STRICT}` }, 'usr_bob', 0);
      const late = await config().proposePolicy(ws, text, 0, ada.person);
      expect(late).toMatchObject({ kind: 'conflict', policy: { number: 1 } });
      const accepted = await config().closeProposal(ws, id, 'accepted', 'usr_bob');
      expect(accepted).toMatchObject({ kind: 'conflict', policy: { number: 1 } });
      expect(await config().policyProposal(ws, id)).toMatchObject({ state: 'open' });
      expect(await entriesOf(reader(), ws, 'policy.proposed')).toHaveLength(1);
    });

    test('nobody sees or closes a proposal of another workspace', async () => {
      const [ws, other] = [await freshWorkspace(config()), await freshWorkspace(config())];
      const { id } = await proposed(ws);
      expect(await config().policyProposal(other, id)).toBeNull();
      expect(await config().policyProposals(other, 10)).toEqual([]);
      const closed = await config().closeProposal(other, id, 'accepted', 'usr_bob');
      expect(closed).toEqual({ kind: 'unknown' });
    });
  });

  describe(`${name} keeps limits`, () => {
    test('limits are set on the account itself, listed with who set them, and recorded', async () => {
      const ws = await freshWorkspace(config());
      await config().putLimits(ws, `workspace:${ws}`, { tokens: 1000, steps: 5 }, ada.person);
      await config().putLimits(ws, 'agent:agt_1', { moneyMicros: 7 }, ada.person);
      await config().putLimits(ws, `workspace:${ws}`, { tokens: 2000 }, 'usr_bob');
      const listed = (await config().limits(ws)).map(({ account, limits, updatedBy }) => [
        account,
        limits,
        updatedBy,
      ]);
      expect(listed).toEqual([
        ['agent:agt_1', { moneyMicros: 7 }, ada.person],
        [`workspace:${ws}`, { tokens: 2000 }, 'usr_bob'],
      ]);
      const account = await reader().account(ws, `workspace:${ws}`);
      expect(account?.limits).toEqual({ tokens: 2000 });
      const entries = await entriesOf(reader(), ws, 'budget.changed');
      expect(entries.map(({ payload }) => payload)).toEqual([
        { tokens: 1000, steps: 5 },
        { moneyMicros: 7 },
        { tokens: 2000 },
      ]);
    });

    test.each([
      ['a run', 'run:run_1', { steps: 1 }],
      ['another workspace', 'workspace:ws_other', { steps: 1 }],
      ['nobody', 'person:', { steps: 1 }],
      ['no account', 'steps', { steps: 1 }],
      ['a negative amount', 'agent:agt_1', { steps: -1 }],
      ['a fraction', 'agent:agt_1', { steps: 0.5 }],
      ['an unknown dimension', 'agent:agt_1', { stepz: 1 }],
    ])('limits for %s are refused', async (_, account, limits) => {
      const ws = await freshWorkspace(config());
      // Limits come from JSON at run time.
      const put = config().putLimits(ws, account, limits as Amounts, ada.person);
      await expect(put).rejects.toMatchObject({ code: 'RECORD_LIMITS_INVALID' });
      expect(await config().limits(ws)).toEqual([]);
    });

    test('a limit of one workspace binds no other', async () => {
      const [ws, other] = [await freshWorkspace(config()), await freshWorkspace(config())];
      await config().putLimits(ws, 'person:usr_ada', { steps: 0 }, ada.person);
      expect(await config().limits(other)).toEqual([]);
      expect(await reader().account(other, 'person:usr_ada')).toBeNull();
    });
  });
}
