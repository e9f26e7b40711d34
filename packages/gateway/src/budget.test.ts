import {
  type Amounts,
  add,
  exhaustedBy,
  label,
  type ModelRequest,
  type Outcome,
} from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTOR, actionOf, SEND, sample } from './conformance/sample.ts';
import {
  accountsOf,
  costOf,
  priceOf,
  release,
  reserveCall,
  reserveModel,
  reserveQuestion,
  settle,
  tokensAtMost,
} from './index.ts';

const NONE = { ancestors: [] };
const ACCOUNTS = ['run:run_1', 'agent:agt_1', 'person:usr_ann', 'workspace:ws_1'];
const PRICE = { inPerMillion: 2_000_000, outPerMillion: 8_000_000 };
const REQUEST: ModelRequest = {
  connection: 'con_1',
  name: 'gpt-4.1',
  instructions: 'Be brief.',
  messages: [{ role: 'user', text: 'Hello', label: label('principal') }],
  tools: [],
  maxOutputTokens: 1_000,
};
const done = (usage: Outcome['usage']): Outcome => ({
  kind: 'done',
  usage,
  result: { value: null, label: label('system'), leaves: {} },
});

describe('a call', () => {
  it('draws on its run, the runs above it, its agent, its person and its workspace', () => {
    expect(accountsOf(ACTOR, { ancestors: ['run_0', 'run_x'] })).toEqual([
      'run:run_0',
      'run:run_x',
      ...ACCOUNTS,
    ]);
  });

  it('of a run below draws on every agent above, each once', () => {
    const above = (agent: string) => ({ agent, agentVersion: 1 });
    const actor = { ...ACTOR, delegators: [above('agt_0'), above('agt_1'), above('agt_2')] };
    expect(accountsOf(actor, NONE).filter((id) => id.startsWith('agent:'))).toEqual([
      'agent:agt_1',
      'agent:agt_0',
      'agent:agt_2',
    ]);
  });

  it('reserves itself, its whole time, and more bytes than its arguments can become', () => {
    const { call } = sample(SEND, { args: { to: ['bob@example.com'], body: 'é' } });
    expect(reserveCall(call, SEND, NONE)).toEqual({
      accounts: ACCOUNTS,
      amounts: { calls: 1, wallMs: 10_000, bytesOut: 3 * 38 + 4_096 },
    });
  });

  it('that goes nowhere reserves no bytes', () => {
    const look = actionOf('read', { '/q': 'sel' });
    const { call } = sample(look, { args: { q: 'x' } });
    expect(reserveCall(call, look, NONE).amounts).toEqual({ calls: 1, wallMs: 10_000 });
    expect(
      reserveCall({ ...call, connection: 'con_1' }, look, NONE).amounts.bytesOut,
    ).toBeGreaterThan(0);
  });

  it('gives back what it did not use, and keeps the worst case of what nobody counted', () => {
    const { call } = sample(SEND, { args: { to: ['bob@example.com'] } });
    const reservation = reserveCall(call, SEND, NONE);
    expect(settle(reservation, done({ wallMs: 12, bytesOut: 300 }), null)).toEqual({
      accounts: ACCOUNTS,
      reserved: reservation.amounts,
      spent: { calls: 1, wallMs: 12, bytesOut: 300 },
    });
    expect(settle(reservation, done({}), null).spent).toEqual(reservation.amounts);
    const failed: Outcome = {
      kind: 'failed',
      code: 'X',
      message: { value: '', label: label('system'), leaves: {} },
      usage: { bytesOut: 0 },
    };
    expect(settle(reservation, failed, null).spent).toMatchObject({ calls: 1, bytesOut: 0 });
  });

  it('whose answer was lost used all that it could have used', () => {
    const { call } = sample(SEND, { args: { to: ['bob@example.com'] } });
    const reservation = reserveCall(call, SEND, NONE);
    const lost: Outcome = { kind: 'unknown', why: '', usage: { bytesOut: 1, wallMs: 1 } };
    expect(settle(reservation, lost, null).spent).toEqual(reservation.amounts);
  });

  it('that was never made gives all back', () => {
    const reservation = reserveQuestion(ACTOR, NONE);
    expect(reservation).toEqual({ accounts: ACCOUNTS, amounts: { questions: 1 } });
    expect(release(reservation)).toEqual({
      accounts: ACCOUNTS,
      reserved: { questions: 1 },
      spent: {},
    });
  });
});

describe('a question to a model', () => {
  it('reserves a step, all its tokens both ways, and what they cost', () => {
    const tokensIn = tokensAtMost(REQUEST);
    expect(reserveModel(REQUEST, ACTOR, NONE, PRICE, 60_000)).toEqual({
      accounts: ACCOUNTS,
      amounts: {
        steps: 1,
        tokens: tokensIn + 1_000,
        moneyMicros: 2 * tokensIn + 8_000,
        wallMs: 60_000,
      },
    });
  });

  it('is taken to have a token for each three bytes, in any script, and some for each message', () => {
    const bytes = (request: ModelRequest) =>
      new TextEncoder().encode(
        JSON.stringify({
          instructions: request.instructions,
          messages: request.messages,
          tools: request.tools,
        }),
      ).length;
    expect(tokensAtMost(REQUEST)).toBe(Math.ceil(bytes(REQUEST) / 3) + 32);
    const chinese = { ...REQUEST, instructions: '你好'.repeat(100) };
    expect(tokensAtMost(chinese)).toBe(Math.ceil(bytes(chinese) / 3) + 32);
    const tool = { name: 'mail_send', description: 'Send', input: {} };
    expect(tokensAtMost({ ...REQUEST, tools: [tool] })).toBeGreaterThan(tokensAtMost(REQUEST) + 16);
  });

  it('is settled by the tokens that the provider counted, even above the claim', () => {
    const reservation = reserveModel(REQUEST, ACTOR, NONE, PRICE, 60_000);
    const counted = settle(reservation, done({ tokensIn: 100, tokensOut: 50, wallMs: 7 }), PRICE);
    expect(counted.spent).toEqual({ steps: 1, tokens: 150, moneyMicros: 600, wallMs: 7 });
    const over = settle(reservation, done({ tokensIn: 1_000_000 }), PRICE).spent;
    expect(over).toMatchObject({ tokens: 1_000_000, moneyMicros: 2_000_000 });
    expect(
      settle(reservation, done({ tokensIn: 1, moneyMicros: 9 }), PRICE).spent.moneyMicros,
    ).toBe(9);
    expect(settle(reservation, done({ tokensOut: 1 }), null).spent.moneyMicros).toBe(
      reservation.amounts.moneyMicros,
    );
    expect(settle(reservation, done({}), PRICE).spent).toEqual(reservation.amounts);
    expect(settle(reservation, done({ tokensOut: 7 }), PRICE).spent.tokens).toBe(7);
    expect(settle(reservation, done({ tokensIn: 7 }), PRICE).spent.tokens).toBe(7);
  });

  it('settles what was claimed or counted, and names nothing else', () => {
    const reservation = reserveQuestion(ACTOR, NONE);
    expect(Object.keys(settle(reservation, done({ wallMs: 1 }), null).spent).sort()).toEqual([
      'questions',
      'wallMs',
    ]);
  });
});

describe('reservations', () => {
  it('never let a limit be passed, whatever the calls then use of them', () => {
    const use = fc.record({ out: fc.nat(3_000), known: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(use, { maxLength: 30 }),
        fc.integer({ min: 0, max: 60_000 }),
        (uses, limit) => {
          const { call } = sample(SEND, { args: { to: ['bob@example.com'] } });
          let [spent, reserved]: Amounts[] = [{}, {}];
          for (const { out, known } of uses) {
            const claim = reserveCall(call, SEND, NONE);
            const account = {
              id: 'run:run_1',
              limits: { bytesOut: limit },
              spent: spent ?? {},
              reserved: reserved ?? {},
            };
            if (exhaustedBy(account, claim.amounts)) continue;
            reserved = add(reserved ?? {}, claim.amounts);
            const end = settle(
              claim,
              known ? done({ bytesOut: out }) : { kind: 'unknown', why: '', usage: {} },
              null,
            );
            reserved = add(reserved, end.reserved, -1);
            spent = add(spent ?? {}, end.spent);
          }
          expect(spent?.bytesOut ?? 0).toBeLessThanOrEqual(limit);
          expect(reserved?.bytesOut ?? 0).toBe(0);
        },
      ),
    );
  });
});

describe('a price', () => {
  const config = { kind: 'model', provider: 'openai', allowPrivate: false } as const;

  it('is the connection’s own before any list', () => {
    const price = { inPerMillion: 1, outPerMillion: 2 };
    expect(priceOf({ ...config, price }, 'gpt-4o')).toEqual({ ...price, known: true });
  });

  it('is that of the longest name that begins the model’s', () => {
    expect(priceOf(config, 'gpt-4o')).toEqual({
      inPerMillion: 2_500_000,
      outPerMillion: 10_000_000,
      known: true,
    });
    expect(priceOf(config, 'gpt-4o-2024-08-06').inPerMillion).toBe(2_500_000);
    expect(priceOf(config, 'gpt-4o-mini-2024-07-18').inPerMillion).toBe(150_000);
    expect(
      priceOf({ ...config, provider: 'anthropic' }, 'claude-opus-4-5-20251101').outPerMillion,
    ).toBe(25_000_000);
  });

  it('is unknown, and so zero, for a model that no list has', () => {
    const unknown = { inPerMillion: 0, outPerMillion: 0, known: false };
    expect(priceOf(config, 'gpt-4ominous')).toEqual(unknown);
    expect(priceOf({ ...config, provider: 'openai-compatible' }, 'gpt-4o')).toEqual(unknown);
  });

  it('is known to be zero for what costs nobody anything', () => {
    expect(priceOf({ ...config, provider: 'scripted' }, 'x')).toMatchObject({
      inPerMillion: 0,
      known: true,
    });
    expect(priceOf({ ...config, provider: 'gullible' }, 'x')).toMatchObject({ known: true });
  });

  it('is rounded up, so that a claim is never below the bill', () => {
    expect(costOf(PRICE, 1, 0)).toBe(2);
    expect(costOf({ inPerMillion: 1, outPerMillion: 0 }, 1, 0)).toBe(1);
    expect(costOf(PRICE, 0, 0)).toBe(0);
  });
});
