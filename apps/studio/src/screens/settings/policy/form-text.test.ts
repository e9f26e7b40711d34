import { ROLES } from '@countersign/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FORM_ACTS,
  FORM_ANSWERS,
  type PolicyForm,
  readForm,
  withAnswer,
  writeForm,
} from './form-text.ts';

const NOTHING = Object.fromEntries(FORM_ACTS.map((act) => [act, 'deny'])) as PolicyForm['agents'];
const EMPTY: PolicyForm = {
  roles: Object.fromEntries(ROLES.map((role) => [role, NOTHING])) as PolicyForm['roles'],
  ...{ agents: NOTHING, answersOwn: null, answersAll: null, fourEyes: false },
};

const change = fc.tuple(
  fc.constantFrom(...ROLES, 'agents' as const),
  fc.constantFrom(...FORM_ACTS),
  fc.constantFrom(...FORM_ANSWERS),
);
const role = fc.constantFrom(null, ...ROLES);
const form = fc
  .tuple(fc.array(change, { maxLength: 20 }), role, role, fc.boolean())
  .map(([changes, answersOwn, answersAll, fourEyes]) =>
    changes.reduce<PolicyForm>((made, [who, act, answer]) => withAnswer(made, who, act, answer), {
      ...EMPTY,
      ...{ answersOwn, answersAll, fourEyes },
    }),
  );

test('what the form writes is what it reads, and what it cannot show stays to the letter', () => {
  const odd = 'permit (principal == Person::"a;b", action, resource) // (mine)\n  ;';
  fc.assert(
    fc.property(form, fc.boolean(), (made, hasOdd) => {
      const others = hasOdd ? [odd] : [];
      expect(readForm(writeForm(made, others))).toEqual({ form: made, others, addsControl: false });
    }),
  );
});

test('a role never gets less than one below it, whichever is changed', () => {
  const asked = withAnswer(EMPTY, 'responder', 'send', 'ask');
  expect(ROLES.map((one) => asked.roles[one].send)).toEqual(['ask', 'ask', 'ask', 'ask', 'deny']);
  const raised = withAnswer(asked, 'user', 'send', 'allow');
  expect(ROLES.map((one) => raised.roles[one].send)).toEqual(ROLES.map(() => 'allow'));
  const lowered = withAnswer(raised, 'admin', 'send', 'deny');
  expect(ROLES.map((one) => lowered.roles[one].send)).toEqual(['allow', ...Array(4).fill('deny')]);
});

test('how many people are asked is read, written, and counts as less the more there are', () => {
  const two =
    '@ask("always") @approvals("2") permit (principal in Role::"user", action == Action::"send", resource);';
  const { form: read, others } = readForm(two);
  expect([others, ROLES.map((one) => read.roles[one].send)]).toEqual([
    [],
    ROLES.map(() => 'ask 2'),
  ]);
  expect(writeForm(read, [])).toContain('@approvals("2")\npermit (principal in Role::"user"');
  const stricter = withAnswer(read, 'builder', 'send', 'ask 3');
  expect(ROLES.map((one) => stricter.roles[one].send)).toEqual([
    ...Array(2).fill('ask 2'),
    ...Array(3).fill('ask 3'),
  ]);
  expect(
    readForm(`${two} permit (principal in Role::"user", action == Action::"send", resource);`),
  ).toMatchObject({ form: { roles: { user: { send: 'ask 2' } } } });
});

test.each([
  'permit (principal in Role::"user", action == Action::"read", resource) when { context.tainted };',
  'permit (principal in Role::"nobody", action == Action::"read", resource);',
  '@ask("always") permit (principal in Role::"user", action == Action::"answer", resource);',
  '@links("*") permit (principal in Role::"user", action == Action::"read", resource);',
  'forbid (principal, action == Action::"send", resource);',
  'permit (principal in Role::"user", action == Action::"read", resource in Family::"mail");',
])('a policy that says more than the form can show is none of the form: %s', (policy) => {
  expect(readForm(policy)).toEqual({ form: EMPTY, others: [policy], addsControl: true });
});
