import type { PinnedTool } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { parsePlan } from './parse-plan.ts';

const tool = (action: string, ...names: string[]): PinnedTool => ({
  ...{ action, pin: 'p', connection: null, description: '' },
  input: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  },
});
const TOOLS = [tool('mail.send', 'to', 'text'), tool('case.list')];

const plan = (slot: object) => JSON.stringify({ version: 1, slots: [slot] });
const SEND = {
  action: 'mail.send',
  atMost: 1,
  arguments: {
    '/to/*': { kind: 'one-of', values: [{ kind: 'constant', value: 'bob@x.example' }] },
  },
};
const picking = (action: string) => ({
  ...SEND,
  arguments: {
    '/to': {
      kind: 'one-of',
      values: [
        { kind: 'pick', take: 'only', field: '/id', records: { of: { action }, where: [] } },
      ],
    },
  },
});

const reasonOf = (reply: string) => {
  const read = parsePlan(reply, TOOLS);
  return read.kind === 'invalid' ? read.reason : 'planned';
};

describe('a planner’s reply', () => {
  it('is read where it is one JSON object', () => {
    expect(parsePlan(plan(SEND), TOOLS)).toEqual({
      kind: 'planned',
      contract: { version: 1, slots: [SEND] },
    });
    expect(reasonOf(plan(picking('case.list')))).toBe('planned');
    expect(reasonOf('{"version":1,"slots":[]}')).toBe('planned');
  });

  it.each([
    ['in a code fence', (json: string) => `\`\`\`json\n${json}\n\`\`\``],
    ['with a sentence before it', (json: string) => `Here is the plan:\n${json}`],
    ['with a sentence after it', (json: string) => `${json}\nLet me know what you think!`],
  ])('is read %s', (_, around) => {
    expect(reasonOf(around(plan(SEND)))).toBe('planned');
  });

  it.each([
    ['no JSON', 'I cannot do that.', 'no JSON'],
    ['two objects', `${plan(SEND)} or ${plan(SEND)}`, 'no JSON'],
    ['cut off', plan(SEND).slice(0, -5), 'no JSON'],
    ['of another form', '{"version":2,"slots":[]}', 'form'],
    ['with a member nobody knows', '{"version":1,"slots":[],"approve":true}', 'form'],
    ['with a count of nothing', plan({ ...SEND, atMost: 0 }), 'form'],
    ['about an unknown action', plan({ ...SEND, action: 'mail.forward' }), 'a tool'],
    ['about records of an unknown action', plan(picking('mail.forward')), 'a tool'],
    [
      'about an unknown argument',
      plan({ ...SEND, arguments: { '/bcc': { kind: 'open' } } }),
      'an argument',
    ],
    [
      'about all arguments at once',
      plan({ ...SEND, arguments: { '': { kind: 'open' } } }),
      'an argument',
    ],
    ['too long', `${' '.repeat(100_001)}${plan(SEND)}`, '100000 characters'],
  ])('is no contract where it is %s', (_, reply, reason) => {
    expect(reasonOf(reply)).toContain(reason);
  });

  it('is refused without a word of what it says', () => {
    for (const reply of ['SECRET', '{"SECRET":1}', plan({ ...SEND, action: 'secret.act' })])
      expect(reasonOf(reply).toLowerCase()).not.toContain('secret');
  });
});
