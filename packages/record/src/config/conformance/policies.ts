import { type Amounts, digest } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import {
  ada,
  type ConfigUnderTest,
  DEFAULT_POLICY,
  entriesOf,
  freshWorkspace,
} from './under-test.ts';

const STRICT = 'forbid (principal, action, resource);';

/** Policies and limits, as every ConfigStore keeps them. */
export function policiesConformance(name: string, { config, reader }: ConfigUnderTest): void {
  describe(`${name} keeps policies`, () => {
    test('a workspace that put none has the default text, with its version', async () => {
      const ws = await freshWorkspace(config());
      const version = digest(DEFAULT_POLICY);
      expect(await config().policy(ws)).toEqual({ cedar: DEFAULT_POLICY, version });
      expect(await config().policyHistory(ws)).toEqual([]);
    });

    test('a put policy counts at once, its version is the hash of its text, and history is kept', async () => {
      const ws = await freshWorkspace(config());
      const put = await config().putPolicy(ws, { cedar: STRICT }, ada.person);
      expect(put).toEqual({ cedar: STRICT, version: digest(STRICT) });
      expect(await config().policy(ws)).toEqual(put);
      await config().putPolicy(ws, { cedar: DEFAULT_POLICY }, 'usr_bob');
      await config().putPolicy(ws, { cedar: STRICT }, ada.person);
      const history = await config().policyHistory(ws);
      expect(history.map(({ version, by }) => [version, by])).toEqual([
        [digest(STRICT), ada.person],
        [digest(DEFAULT_POLICY), 'usr_bob'],
        [digest(STRICT), ada.person],
      ]);
      const entries = await entriesOf(reader(), ws, 'policy.changed');
      expect(entries.map(({ leaf }) => leaf.ref['version'])).toEqual(
        history.map(({ version }) => version).toReversed(),
      );
      expect(entries[0]?.payload).toEqual({ cedar: STRICT });
    });

    test('many policies put at once are all kept, in the order of the ledger', async () => {
      const ws = await freshWorkspace(config());
      const texts = Array.from({ length: 6 }, (_, n) => `// ${n}\n${STRICT}`);
      await Promise.all(texts.map((cedar) => config().putPolicy(ws, { cedar }, ada.person)));
      const entries = await entriesOf(reader(), ws, 'policy.changed');
      const history = await config().policyHistory(ws);
      expect(history.map(({ version }) => version).toReversed()).toEqual(
        entries.map(({ leaf }) => leaf.ref['version']),
      );
      expect((await config().policy(ws)).version).toBe(history[0]?.version);
    });

    test('a policy of one workspace is no policy of another', async () => {
      const [ws, other] = [await freshWorkspace(config()), await freshWorkspace(config())];
      await config().putPolicy(ws, { cedar: STRICT }, ada.person);
      expect((await config().policy(other)).cedar).toBe(DEFAULT_POLICY);
      expect(await config().policyHistory(other)).toEqual([]);
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
