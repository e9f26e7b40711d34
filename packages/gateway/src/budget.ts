import {
  type ActionDescriptor,
  type Actor,
  type Amounts,
  type Call,
  canonical,
  DIMENSIONS,
  effectOf,
  type Json,
  type ModelRequest,
  type Outcome,
  type Reservation,
  type RunGrant,
  type Settlement,
  type Usage,
} from '@countersign/contract';
import { utf8Length } from './measure.ts';
import { costOf, type Price } from './prices.ts';

/** The accounts everything of a run draws on: the run and the runs above it, the agents of them all, its person, its workspace. */
export function accountsOf(actor: Actor, grant: Pick<RunGrant, 'ancestors'>): readonly string[] {
  return [
    ...grant.ancestors.map((run) => `run:${run}`),
    `run:${actor.run}`,
    // What an agent delegates is spent by it, too.
    ...new Set([actor, ...(actor.delegators ?? [])].map(({ agent }) => `agent:${agent}`)),
    `person:${actor.person}`,
    `workspace:${actor.workspace}`,
  ];
}

/** The most a call can use up. Claimed before it is made; what it did not use is given back after. */
export function reserveCall(
  call: Call,
  descriptor: ActionDescriptor,
  grant: Pick<RunGrant, 'ancestors'>,
): Reservation {
  const leaves = effectOf(descriptor, call.args) === 'send' || call.connection !== null;
  return {
    accounts: accountsOf(call.actor, grant),
    amounts: {
      calls: 1,
      wallMs: descriptor.bounds.timeoutMs,
      // What goes out is made of the arguments; encoding (base64, quoted-printable, headers) can at most triple it.
      ...(leaves ? { bytesOut: 3 * utf8Length(canonical(call.args)) + OVERHEAD_BYTES } : {}),
    },
  };
}

/** The most a question to a model can use up: all that is sent, and the longest reply allowed. */
export function reserveModel(
  request: ModelRequest,
  actor: Actor,
  grant: Pick<RunGrant, 'ancestors'>,
  price: Price,
  timeoutMs: number,
): Reservation {
  const tokensIn = tokensAtMost(request);
  return {
    accounts: accountsOf(actor, grant),
    amounts: {
      steps: 1,
      tokens: tokensIn + request.maxOutputTokens,
      moneyMicros: costOf(price, tokensIn, request.maxOutputTokens),
      wallMs: timeoutMs,
    },
  };
}

/** The claim of one more question to people. */
export function reserveQuestion(actor: Actor, grant: Pick<RunGrant, 'ancestors'>): Reservation {
  return { accounts: accountsOf(actor, grant), amounts: { questions: 1 } };
}

/**
 * What replaces a reservation once its call has ended. What nobody counted, and what nobody knows because the
 * answer was lost, stays at the worst case; what was counted is taken as counted, even above the claim.
 */
export function settle(
  reservation: Reservation,
  outcome: Outcome,
  price: Price | null,
): Settlement {
  const { accounts, amounts } = reservation;
  const counted = outcome.kind === 'unknown' ? {} : usedUp(outcome.usage, price);
  const spent = Object.fromEntries(
    DIMENSIONS.flatMap((dimension) => {
      const amount = counted[dimension] ?? amounts[dimension];
      return amount === undefined ? [] : [[dimension, amount]];
    }),
  );
  return { accounts, reserved: amounts, spent };
}

/** Gives a reservation back whole: its call was never made. */
export function release({ accounts, amounts }: Reservation): Settlement {
  return { accounts, reserved: amounts, spent: {} };
}

/**
 * More tokens than any of the usual tokenisers makes of a request: one for each three bytes, and some for
 * the frame around each message. (English has about four bytes a token; other scripts have fewer, of more bytes.)
 */
export function tokensAtMost(request: ModelRequest): number {
  const { instructions, messages, tools } = request;
  // A request is plain data: messages and tools hold only what JSON can say.
  const text = JSON.stringify({ instructions, messages, tools } as unknown as Json);
  return Math.ceil(utf8Length(text) / 3) + 16 * (messages.length + tools.length + 1);
}

const OVERHEAD_BYTES = 4_096;

/** What was counted; undefined for what nobody did. */
function usedUp(
  { tokensIn, tokensOut, moneyMicros, wallMs, bytesOut }: Usage,
  price: Price | null,
): Readonly<Partial<Record<keyof Amounts, number | undefined>>> {
  const hasTokens = tokensIn !== undefined || tokensOut !== undefined;
  const [read = 0, written = 0] = [tokensIn, tokensOut];
  const cost = hasTokens && price ? costOf(price, read, written) : undefined;
  return {
    tokens: hasTokens ? read + written : undefined,
    moneyMicros: moneyMicros ?? cost,
    ...{ wallMs, bytesOut },
  };
}
