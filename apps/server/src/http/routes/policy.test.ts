import { NO_RULES, type PolicyProposal, type PolicyVersion } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { errorOf, jsonOf } from '../testing/error-of.ts';
import { HOME, world } from '../testing/world.ts';

const GOOD = 'permit(principal, action, resource);';
const SENDS = {
  ...{ name: 'a user sends', role: 'user', act: 'send', tool: 'mail.send', expect: 'allow' },
};

async function admin() {
  const w = await world();
  return { w, ask: w.as('usr_admin') };
}

describe('policies', () => {
  test('that are not valid are refused with their problems', async () => {
    const { ask } = await admin();
    const bad = await ask('PUT', 'policy', { cedar: 'forbid' });
    expect([bad.status, (await errorOf(bad)).details]).toEqual([
      400,
      { problems: [{ line: 1, column: null, says: 'nothing is permitted' }] },
    ]);
  });

  test('changed by somebody else in between are a conflict that brings their version', async () => {
    const { w, ask } = await admin();
    const theirs = await jsonOf<PolicyVersion>(
      await w.as('usr_owner')('PUT', 'policy', { cedar: GOOD, number: 0, note: 'Mine.' }),
    );
    expect(theirs).toMatchObject({ number: 1, by: 'usr_owner', note: 'Mine.', tests: [] });
    const late = await ask('PUT', 'policy', { cedar: `// x\n${GOOD}`, number: 0 });
    expect([late.status, (await errorOf(late)).details]).toEqual([409, { policy: theirs }]);
    expect(await jsonOf(await ask('GET', 'policy'))).toEqual(theirs);
  });

  test('whose tests fail are refused with the failing ones named, unless the tests change with them', async () => {
    const { ask } = await admin();
    await ask('PUT', 'policy', { cedar: GOOD, tests: [SENDS] });
    const strict = `${GOOD} forbid(principal, action, resource);`;
    const failed = await ask('PUT', 'policy', { cedar: strict });
    const error = await errorOf(failed);
    expect([failed.status, error.code, error.details]).toEqual([
      400,
      'HTTP_POLICY_TESTS',
      { failing: [{ name: 'a user sends', expected: 'allow', actual: 'deny', policies: [] }] },
    ]);
    expect((await jsonOf<PolicyVersion>(await ask('GET', 'policy'))).cedar).toBe(GOOD);
    const both = { cedar: strict, tests: [{ ...SENDS, expect: 'deny' }] };
    const put = await jsonOf<PolicyVersion>(await ask('PUT', 'policy', both));
    expect(put).toMatchObject({ number: 2, tests: [{ name: 'a user sends', expect: 'deny' }] });
  });

  test('with two tests of one name are refused', async () => {
    const { ask } = await admin();
    const twice = await ask('PUT', 'policy', { cedar: GOOD, tests: [SENDS, SENDS] });
    const error = await errorOf(twice);
    expect([twice.status, error.field, error.details]).toEqual([
      400,
      'tests',
      { test: 'a user sends' },
    ]);
  });

  test('are checked without being changed', async () => {
    const { w, ask } = await admin();
    const check = await w.as('usr_builder')('POST', 'policy/check', {
      cedar: GOOD,
      tests: [SENDS],
    });
    expect(await check.json()).toMatchObject({ problems: [], tests: [{ ok: true }] });
    expect((await jsonOf<PolicyVersion>(await ask('GET', 'policy'))).number).toBe(0);
  });

  test('are listed, read, compared and restored by their number', async () => {
    const { ask } = await admin();
    for (const n of [1, 2, 3]) await ask('PUT', 'policy', { cedar: `${GOOD}\n// ${n}` });
    const page = await ask('GET', 'policy/versions?limit=2');
    const { items, next } = await jsonOf<{ items: PolicyVersion[]; next: string }>(page);
    expect([items.map(({ number }) => number), next]).toEqual([[3, 2], '2']);
    const rest = await ask('GET', `policy/versions?limit=2&before=${next}`);
    expect(await rest.json()).toMatchObject({ items: [{ number: 1 }], next: null });
    expect((await ask('GET', 'policy/versions/9')).status).toBe(404);
    expect(await jsonOf(await ask('GET', 'policy/compare?from=1&to=3'))).toEqual({
      cedar: [
        { kind: 'same', text: GOOD },
        { kind: 'removed', text: '// 1' },
        { kind: 'added', text: '// 3' },
      ],
      tests: [{ kind: 'same', text: '' }],
    });
    const again = await ask('POST', 'policy/versions/1/restore', { number: 3 });
    expect(await again.json()).toMatchObject({
      ...{ number: 4, cedar: `${GOOD}\n// 1`, note: 'Version 1 again.', by: 'usr_admin' },
    });
    expect((await ask('POST', 'policy/versions/1/restore', { number: 3 })).status).toBe(409);
  });
});

describe('where two persons are needed', () => {
  async function guarded() {
    const { w, ask } = await admin();
    const rules = { ...NO_RULES, policyTwoPersons: true };
    await w.doors.config.putRules(HOME, rules, 'usr_owner');
    const made = await ask('POST', 'policy/proposals', { cedar: GOOD, number: 0 });
    const { id } = await jsonOf<PolicyProposal>(made);
    return { w, ask, id };
  }

  test('nobody changes the policies alone, nor restores them', async () => {
    const { w } = await guarded();
    await w.doors.config.putRules(HOME, NO_RULES, 'usr_owner');
    await w.as('usr_owner')('PUT', 'policy', { cedar: GOOD });
    await w.doors.config.putRules(HOME, { ...NO_RULES, policyTwoPersons: true }, 'usr_owner');
    const again = await w.as('usr_owner')('POST', 'policy/versions/1/restore', {});
    expect([again.status, (await errorOf(again)).code]).toEqual([409, 'HTTP_TWO_PERSONS']);
    const put = await w.as('usr_owner')('PUT', 'policy', { cedar: GOOD });
    expect([put.status, (await errorOf(put)).code]).toEqual([409, 'HTTP_TWO_PERSONS']);
  });

  test('another admin or owner accepts, and the author, a builder, a key and an agent do not', async () => {
    const { w, ask, id } = await guarded();
    const accept = `policy/proposals/${id}/accept`;
    const own = await ask('POST', accept, {});
    expect([own.status, (await errorOf(own)).code]).toEqual([403, 'HTTP_OTHER_PERSON']);
    expect((await w.as('usr_builder')('POST', accept, {})).status).toBe(403);
    const key = w.withKey(w.keyWith(['policy:read', 'policy:write']));
    expect((await errorOf(await key('POST', accept, {}))).code).toBe('HTTP_SESSION_NEEDED');
    const agent = w.withKey(w.keyWith(['policy:write'], { agent: 'agt_one' }));
    expect((await agent('POST', accept, {})).status).toBe(403);
    const done = await w.as('usr_owner')('POST', accept, {});
    expect(await done.json()).toMatchObject({ state: 'accepted', closedBy: 'usr_owner' });
    expect(await jsonOf<PolicyVersion>(await ask('GET', 'policy'))).toMatchObject({
      ...{ number: 1, cedar: GOOD, by: 'usr_admin', acceptedBy: 'usr_owner' },
    });
    const again = await w.as('usr_owner')('POST', accept, {});
    expect([again.status, (await errorOf(again)).code]).toEqual([409, 'HTTP_PROPOSAL_CLOSED']);
  });

  test('the author withdraws, others reject, and both are the end of it', async () => {
    const { w, ask, id } = await guarded();
    const withdraw = `policy/proposals/${id}/withdraw`;
    expect((await w.as('usr_owner')('POST', withdraw, {})).status).toBe(403);
    expect(await jsonOf(await ask('POST', withdraw, {}))).toMatchObject({ state: 'withdrawn' });
    expect((await w.as('usr_owner')('POST', `policy/proposals/${id}/reject`, {})).status).toBe(409);
  });

  test('a proposal on an older version is a conflict that brings the one in force', async () => {
    const { w, ask, id } = await guarded();
    await w.doors.config.putRules(HOME, NO_RULES, 'usr_owner');
    await w.as('usr_owner')('PUT', 'policy', { cedar: `// theirs\n${GOOD}` });
    const accepted = await w.as('usr_owner')('POST', `policy/proposals/${id}/accept`, {});
    expect([accepted.status, (await errorOf(accepted)).details]).toMatchObject([
      409,
      { policy: { number: 1 } },
    ]);
    const late = await ask('POST', 'policy/proposals', { cedar: GOOD, number: 0 });
    expect(late.status).toBe(409);
  });
});
