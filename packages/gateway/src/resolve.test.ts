import { describe, expect, it } from 'vitest';
import { ACTOR, actionOf, SEND, sample } from './conformance/sample.ts';
import { type ConnectionFacts, decide, registerActions } from './index.ts';

const SMTP: ConnectionFacts = { id: 'con_smtp', kind: 'smtp', base: null, cleared: true };
const MAILBOX: ConnectionFacts = { id: 'con_box', kind: 'mailbox', base: null, cleared: true };
const CONNECTED = { ...SEND, connection: 'smtp' };

describe('a call', () => {
  it('of an attached, unchanged tool goes on to the next step', () => {
    const { call, situation } = sample(SEND, { args: { to: ['bob@example.com'] } });
    expect(decide(call, situation).kind).toBe('allowed');
  });

  it('of an action that does not exist is refused', () => {
    const { call, situation } = sample(SEND, { call: { action: 'mail.burn' } });
    expect(decide(call, situation)).toMatchObject({ kind: 'refused', code: 'ACTION_UNKNOWN' });
  });

  it('of an action that every object has is refused like any unknown one', () => {
    const { call, situation } = sample(SEND, { call: { action: 'constructor' } });
    expect(decide(call, situation)).toMatchObject({ kind: 'refused', code: 'ACTION_UNKNOWN' });
  });

  it('of a tool that the agent’s version does not have is refused', () => {
    const { call, situation } = sample(SEND, { situation: { tools: [] } });
    expect(decide(call, situation)).toMatchObject({
      ...{ kind: 'refused', code: 'TOOL_NOT_ATTACHED' },
      reason: 'The agent’s version does not have this tool.',
    });
  });

  it('finds its tool among others that go through the same connection', () => {
    const { call, situation } = sample(SEND);
    const other = { action: 'mail.list', pin: '0', connection: null, description: '', input: {} };
    const tools = [other, ...situation.tools];
    expect(decide(call, { ...situation, tools }).kind).toBe('allowed');
  });

  it('is refused where the action has changed since the version was published', () => {
    const { call, situation } = sample(SEND);
    const actions = registerActions([{ ...SEND, description: `${SEND.description} Or not.` }]);
    const changed = decide(call, { ...situation, actions });
    expect(changed).toMatchObject({ kind: 'refused', code: 'TOOL_CHANGED' });
  });

  it('is refused where the caller saw another descriptor than the version pins', () => {
    const { call, situation } = sample(SEND);
    const changed = decide({ ...call, pin: 'a'.repeat(64) }, situation);
    expect(changed).toMatchObject({ kind: 'refused', code: 'TOOL_CHANGED' });
  });

  it('is refused where caller and action agree on a descriptor that the version never saw', () => {
    const { call, situation } = sample(SEND);
    const actions = registerActions([{ ...SEND, title: 'Send' }]);
    const pin = actions.get(SEND.id)?.pin ?? '';
    const changed = decide({ ...call, pin }, { ...situation, actions });
    expect(changed).toMatchObject({ kind: 'refused', code: 'TOOL_CHANGED' });
  });

  it('is accepted where only the order of the descriptor’s keys differs', () => {
    const { call, situation } = sample(SEND);
    const reversed = Object.fromEntries(Object.entries(SEND).reverse()) as typeof SEND;
    const verdict = decide(call, { ...situation, actions: registerActions([reversed]) });
    expect(verdict.kind).toBe('allowed');
  });

  it('of an action that changes the platform is refused, whoever attached it', () => {
    const control = actionOf('write', { '/budget': 'ctl' });
    const owner = { ...ACTOR, roles: ['owner' as const] };
    const { call, situation } = sample(control, { args: { budget: 'no' }, call: { actor: owner } });
    expect(decide(call, situation)).toMatchObject({ kind: 'refused', code: 'PLATFORM_CONTROL' });
  });
});

describe('a connection', () => {
  const told = { args: { to: ['bob@example.com'] }, situation: { connection: SMTP } };

  it('of the kind the action needs is used', () => {
    const { call, situation } = sample(CONNECTED, told);
    expect(decide(call, situation).kind).toBe('allowed');
  });

  it('that is not bound to the tool is refused: a caller never chooses one', () => {
    const { call, situation } = sample(CONNECTED, told);
    const other = { ...SMTP, id: 'con_other' };
    const verdict = decide(
      { ...call, connection: 'con_other' },
      { ...situation, connection: other },
    );
    expect(verdict).toMatchObject({ kind: 'refused', code: 'TOOL_NOT_ATTACHED' });
  });

  it.each([
    ['is gone', null],
    ['is another one', { ...SMTP, id: 'con_other' }],
    ['is of another kind', { ...MAILBOX, id: SMTP.id }],
  ])('that %s is refused', (_why, connection) => {
    const { call, situation } = sample(CONNECTED, told);
    const verdict = decide(call, { ...situation, connection });
    expect(verdict).toMatchObject({ kind: 'refused', code: 'CONNECTION_MISSING' });
  });

  it('that is needed and not bound at all is refused', () => {
    const { call, situation } = sample(CONNECTED, { args: { to: ['bob@example.com'] } });
    expect(decide(call, situation)).toMatchObject({ code: 'CONNECTION_MISSING' });
  });

  it('may be bound to an action that works without one', () => {
    const { call, situation } = sample(SEND, told);
    expect(decide(call, situation).kind).toBe('allowed');
    expect(decide(call, { ...situation, connection: null })).toMatchObject({
      code: 'CONNECTION_MISSING',
    });
  });
});
