import { NO_RULES } from '@countersign/contract';
import { expect, test } from 'vitest';
import { errorOf } from '../testing/error-of.ts';
import { HOME, world } from '../testing/world.ts';

test('an owner separates duties and joins them again; everybody sees how it stands', async () => {
  const w = await world();
  const seen = async () => (await w.as('usr_user')('GET', 'rules')).json();
  expect(await seen()).toEqual(NO_RULES);
  for (const separateDuties of [true, false]) {
    const put = await w.as('usr_owner')('PUT', 'rules', { separateDuties });
    expect([put.status, await put.json()]).toEqual([200, { ...NO_RULES, separateDuties }]);
    expect(await seen()).toEqual({ ...NO_RULES, separateDuties });
  }
});

test('a rule that is left out stays as it is', async () => {
  const w = await world();
  const put = async (body: object) => (await w.as('usr_owner')('PUT', 'rules', body)).json();
  await put({ separateDuties: false, policyTwoPersons: true, sandbox: true });
  expect(await put({ separateDuties: true })).toEqual({
    ...{ separateDuties: true, policyTwoPersons: true, sandbox: true },
  });
});

test.each([{}, { separateDuties: 'yes' }, { separateDuties: true, more: 1 }])(
  'rules that do not fit are refused by their field',
  async (body) => {
    const w = await world();
    const put = await w.as('usr_owner')('PUT', 'rules', body);
    expect([put.status, (await errorOf(put)).code]).toEqual([400, 'HTTP_INVALID']);
    expect(await w.doors.config.rules(HOME)).toEqual(NO_RULES);
  },
);
