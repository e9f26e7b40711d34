import { NO_RULES, type Question, ROLES, type Role } from '@countersign/contract';
import { DEFAULT_POLICIES, policiesOf } from '@countersign/gateway';
import { expect, test } from 'vitest';
import { createAnswering } from './answering.ts';

const question = { action: 'mail.send', effect: 'send', requestedBy: 'usr_ann' } as Question;
const members = [
  ...ROLES.map((role) => ({ person: 'usr_ann', role })),
  ...ROLES.map((role) => ({ person: 'usr_bob', role })),
];

function answering(separateDuties: boolean, cedar = DEFAULT_POLICIES) {
  const policies = policiesOf(cedar);
  const settings = {
    policies,
    connections: new Map(),
    members: new Map(),
    separateDuties: false,
    sandbox: false,
    standing: [],
  };
  return createAnswering(
    { rules: async () => ({ ...NO_RULES, separateDuties }) },
    { of: async () => settings },
  );
}

const barred = async (separateDuties: boolean, cedar?: string) => {
  const all = members.map(async ({ person, role }) => {
    const may = await answering(separateDuties, cedar)('ws_a', { person, role });
    return [`${person} ${role}`, may(question)] as const;
  });
  return (await Promise.all(all)).filter(([, why]) => why !== null);
};
const each = (person: string, roles: readonly Role[], why: string) =>
  roles.map((role) => [`${person} ${role}`, why]);
const below = ROLES.slice(ROLES.indexOf('responder') + 1);

test('people answer for their own runs, and responders for everybody’s', async () => {
  expect(await barred(false)).toEqual(each('usr_bob', below, 'policy'));
});

test('where duties are separate nobody answers for their own run, an owner neither', async () => {
  expect(await barred(true)).toEqual([
    ...each('usr_ann', ROLES, 'own'),
    ...each('usr_bob', below, 'policy'),
  ]);
});

test('a policy that forbids an answer bars it, though duties are not separate', async () => {
  const strict = `${DEFAULT_POLICIES}
    forbid (principal, action == Action::"answer", resource)
    when { context.own && ["send", "destroy"].contains(context.effect) };`;
  expect(await barred(false, strict)).toEqual([
    ...each('usr_ann', ROLES, 'policy'),
    ...each('usr_bob', below, 'policy'),
  ]);
});
