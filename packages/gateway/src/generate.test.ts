import { type Actor, type Command, label, type ModelRequest, pinOf } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { ACTOR, actionOf, NOW, TAINTED } from './conformance/sample.ts';
import {
  type ConnectionFacts,
  DEFAULT_POLICIES,
  decideGenerate,
  generateCall,
  type ModelSituation,
  policiesOf,
} from './index.ts';

const MODEL: ConnectionFacts = { id: 'con_m', kind: 'model', base: null, cleared: true };
const REQUEST: ModelRequest = {
  connection: 'con_m',
  name: 'gpt-4.1',
  instructions: 'Be brief.',
  messages: [],
  tools: [],
  maxOutputTokens: 100,
};
const DESCRIPTOR = actionOf('read', {}, { id: 'model.generate', connection: 'model' });
const SITUATION: ModelSituation = {
  now: NOW,
  grant: { actions: [], connections: ['con_m'], expiresAt: NOW + 1, ancestors: [] },
  policies: policiesOf(DEFAULT_POLICIES),
  connection: MODEL,
};

function ask(
  change: Partial<ModelSituation> = {},
  request: Partial<ModelRequest> = {},
  actor: Actor = ACTOR,
) {
  const command: Extract<Command, { kind: 'generate' }> = {
    kind: 'generate',
    call: 'run_1.4',
    request: { ...REQUEST, ...request },
    context: TAINTED,
    delayMs: 0,
  };
  return decideGenerate(generateCall(command, actor, pinOf(DESCRIPTOR)), {
    ...SITUATION,
    ...change,
  });
}

describe('a question to a model', () => {
  it('is a call of its own action, through the agent’s connection, with the context’s label', () => {
    const command = {
      kind: 'generate',
      call: 'run_1.4',
      request: REQUEST,
      context: TAINTED,
      delayMs: 0,
    } as const;
    expect(generateCall(command, ACTOR, pinOf(DESCRIPTOR))).toMatchObject({
      id: 'run_1.4',
      action: 'model.generate',
      connection: 'con_m',
      args: REQUEST,
      context: TAINTED,
      leaves: {},
    });
  });

  it('may be asked whatever the agent has read: the operator chose the processor', () => {
    expect(ask()).toMatchObject({
      kind: 'allowed',
      why: { policies: ['agents-act', 'members-act'] },
    });
  });

  it('is refused from the end of the grant on', () => {
    expect(ask({ now: NOW + 1 })).toMatchObject({ code: 'GRANT_EXPIRED' });
  });

  it.each<[string, ConnectionFacts | null]>([
    ['gone', null],
    ['another one', { ...MODEL, id: 'con_x' }],
    ['of another kind', { ...MODEL, kind: 'http' }],
  ])('is refused where its connection is %s', (_what, connection) => {
    expect(ask({ connection })).toMatchObject({ kind: 'refused', code: 'CONNECTION_MISSING' });
  });

  it('is refused where the grant does not cover its connection', () => {
    const grant = { ...SITUATION.grant, connections: ['con_other'] };
    expect(ask({ grant })).toMatchObject({ code: 'NOT_AUTHORIZED' });
  });

  it('is refused where no policy lets the person or the agent ask models', () => {
    expect(ask({}, {}, { ...ACTOR, roles: [] })).toMatchObject({ code: 'NOT_AUTHORIZED' });
    const policies = policiesOf('permit (principal, action == Action::"read", resource);');
    const verdict = ask({ policies });
    expect(verdict).toMatchObject({
      code: 'NOT_AUTHORIZED',
      why: { steps: [{ step: 'authority', ok: false }] },
    });
  });

  it('has another hash for another call, model, length, size or version of the policies', () => {
    const hash = (verdict: ReturnType<typeof ask>) =>
      verdict.kind === 'allowed' ? verdict.callHash : '';
    const messages = [{ role: 'user', text: 'x', label: label('principal') }] as const;
    const hashes = [
      ask(),
      ask({}, { name: 'gpt-4o' }),
      ask({}, { maxOutputTokens: 101 }),
      ask({}, { temperature: 1 }),
      ask({}, { messages }),
      ask({}, {}, { ...ACTOR, run: 'run_2' }),
      ask({ policies: policiesOf(`${DEFAULT_POLICIES}\n`) }),
    ].map(hash);
    expect(new Set(hashes).size).toBe(7);
    expect(hash(ask())).toBe(hashes[0]);
  });
});
