import {
  type Approval,
  type Call,
  type Connection,
  DELEGATE,
  type Grant,
  type ModelDelta,
  must,
  newId,
  type Performed,
  type Reservation,
  repeatOf,
  type Sha256,
  type Verdict,
} from '@countersign/contract';
import * as gateway from '@countersign/gateway';
import type { Allowed, Concluded, Decide, Decided, Deciding } from '../runtime/decide-port.ts';
import { asIs, concludedCall } from './conclude.ts';
import { asDelegated, type DelegatePowers, delegation } from './delegate.ts';
import { intentEntry } from './intent.ts';
import { withOrigins } from './origins.ts';
import { addressesOf, type Settings, type SettingsReader } from './settings.ts';
import { type Standing, situationOf } from './situation.ts';
import { drawsOf, spentWhole, standingIn } from './standing.ts';
import { wellFormed } from './well-formed.ts';

/** What the path from a wish to an outcome needs. */
export interface PathPowers extends DelegatePowers {
  readonly settings: SettingsReader;
  readonly actions: gateway.Actions;
  /** Performs a grant, once. The executor's. */
  readonly run: (
    grant: Grant,
    signal: AbortSignal,
    onDelta: (delta: ModelDelta) => void,
  ) => Promise<Performed>;
  /** Names what a call wants, whichever call wants it. The engine's. */
  readonly wishOf: (call: Call) => Sha256;
}

/** Milliseconds a grant is good for: it is redeemed right after its intent is durable. */
const GRANT_MS = 60_000;

const NONE: ReadonlySet<string> = new Set();

/**
 * The path from a command to its outcome: gateway, intent, grant, executor, label. Nothing is performed
 * before the caller has made the intent durable.
 */
export function createDecide<State>(
  powers: PathPowers,
  standingOf: (state: State) => Standing,
): Decide<State> {
  return async (state, command, { usedUp = NONE, taken }) => {
    const standing = withTaken(standingOf(state), taken);
    const settings = await powers.settings.of(standing.actor.workspace);
    return command.kind === 'generate'
      ? decideModel(powers, settings, standing, command)
      : decideCall(powers, settings, standing, command, usedUp);
  };
}

function decideCall(
  powers: PathPowers,
  settings: Settings,
  standing: Standing,
  command: Extract<Deciding, { kind: 'call' }>,
  usedUp: ReadonlySet<string>,
): Decided {
  const { call, approval } = command;
  const now = powers.now();
  const permissions = standingIn(settings, standing.actor, now, usedUp);
  const connection =
    call.connection === null ? undefined : settings.connections.get(call.connection);
  if (approval === null && standing.denied.includes(powers.wishOf(call))) {
    return {
      kind: 'refused',
      code: 'DENIED',
      reason: 'A person has said no to exactly this in this run.',
    };
  }
  const verdict = gateway.decide(
    call,
    situationOf(call, { actions: powers.actions, settings, standing, permissions, approval, now }),
  );
  if (verdict.kind === 'refused') return verdict;
  const { descriptor } = must(powers.actions.get(call.action), 'a decided action is registered');
  const asking = () => ({
    id: newId('question', powers),
    now: powers.now(),
    ttlMs: standing.agent.definition.questionTtlMs,
    approvals: verdict.why.approvals,
    descriptor,
  });
  if (verdict.kind === 'held') {
    return {
      kind: 'held',
      question: asDelegated(
        withOrigins(gateway.questionOf(call, verdict, asking()), standing.messages),
        standing.start,
      ),
      why: verdict.why,
      reserve: [gateway.reserveQuestion(call.actor, standing.grant)],
    };
  }
  const reservation = gateway.reserveCall(call, descriptor, standing.grant);
  const draws = drawsOf(call, verdict.why, permissions, now);
  const owners = ownersOf(settings, standing, connection);
  const place = placeOf(powers, standing, call, approval);
  const made = allowed(powers, {
    call,
    verdict,
    descriptor,
    reservation,
    draws,
    context: call.context,
    price: null,
    intent: intentEntry(call, verdict, descriptor, { approval, place }),
    repeat: repeatOf(descriptor, call.args),
    place,
    conclude: (performed) =>
      concludedCall(performed, {
        ...{ granted: { call, callHash: verdict.callHash, descriptor }, why: verdict.why, owners },
        approved: approval !== null,
      }),
    askUnknown: () =>
      asDelegated(gateway.unknownQuestionOf(call, verdict.callHash, asking()), standing.start),
  });
  if (call.action !== DELEGATE) return made;
  const granted = { call, callHash: verdict.callHash, descriptor };
  const about = { granted, standing, place, reservation, draws, grantMs: GRANT_MS };
  return { ...made, perform: delegation(powers, about) };
}

function decideModel(
  powers: PathPowers,
  settings: Settings,
  standing: Standing,
  command: Extract<Deciding, { kind: 'generate' }>,
): Decided {
  const action = must(powers.actions.get('model.generate'), 'model.generate is registered');
  const { descriptor } = action;
  const call = gateway.generateCall(command, standing.actor, action.pin);
  const connection = settings.connections.get(command.request.connection);
  const verdict = gateway.decideGenerate(call, {
    now: powers.now(),
    grant: standing.grant,
    policies: settings.policies,
    connection: connection ? gateway.connectionFacts(connection) : null,
  });
  if (verdict.kind !== 'allowed')
    return verdict.kind === 'refused'
      ? verdict
      : { kind: 'refused', code: 'NOT_AUTHORIZED', reason: 'A model call is never held.' };
  const config = must(connection, 'an allowed model call has a connection').config;
  const price = config.kind === 'model' ? gateway.priceOf(config, command.request.name) : null;
  const timeoutMs = descriptor.bounds.timeoutMs;
  const reservation = gateway.reserveModel(
    command.request,
    standing.actor,
    standing.grant,
    price ?? { inPerMillion: 0, outPerMillion: 0 },
    timeoutMs,
  );
  return allowed(powers, {
    call,
    verdict,
    descriptor,
    reservation,
    draws: [],
    context: command.context,
    price,
    intent: intentEntry(call, verdict, descriptor, {
      ...{ approval: null, place: null, purpose: command.purpose },
    }),
    repeat: 'safe',
    place: null,
    isHeard: command.purpose === undefined,
    conclude: (performed) => ({
      outcome: gateway.labelReply(performed, command.context, { redact: asIs }),
      basis: null,
    }),
    askUnknown: () => {
      throw new Error('a model call is safe to repeat and never unknown');
    },
  });
}

interface Allowing extends Pick<Allowed, 'intent' | 'repeat' | 'place' | 'context' | 'askUnknown'> {
  readonly call: Call;
  readonly verdict: Extract<Verdict, { kind: 'allowed' }>;
  readonly descriptor: Parameters<gateway.GrantRegistry['issue']>[0]['descriptor'];
  readonly reservation: ReturnType<typeof gateway.reserveCall>;
  /** On the accounts of standing permissions. */
  readonly draws: readonly Reservation[];
  readonly price: gateway.Price | null;
  /** Whether people hear a model while it speaks. */
  readonly isHeard?: boolean;
  readonly conclude: (performed: Performed) => Omit<Concluded, 'settle'>;
}

function allowed(powers: PathPowers, about: Allowing): Allowed {
  const { call, verdict, descriptor, reservation, draws } = about;
  return {
    kind: 'allowed',
    intent: about.intent,
    reserve: [reservation, ...draws],
    repeat: about.repeat,
    place: about.place,
    context: about.context,
    release: [gateway.release(reservation), ...draws.map(spentWhole)],
    askUnknown: about.askUnknown,
    async perform(signal, onDelta) {
      const grant = powers.grants.issue(
        {
          ...{ call, callHash: verdict.callHash, descriptor },
          ...(gateway.isBeacon(verdict.why) ? { isDirect: true } : {}),
        },
        powers.now() + GRANT_MS,
      );
      const heard = about.isHeard === false ? () => undefined : onDelta;
      const performed = await powers.run(grant, signal, heard);
      const concluded = about.conclude(recordable(performed));
      const settled = gateway.settle(reservation, concluded.outcome, about.price);
      return { ...concluded, settle: [settled, ...draws.map(spentWhole)] };
    },
  };
}

/** What outsiders sent, so that the ledger can hold it. */
function recordable(performed: Performed): Performed {
  if (performed.kind === 'done')
    return { ...performed, result: wellFormed(performed.result) as typeof performed.result };
  return performed.kind === 'failed'
    ? { ...performed, message: performed.message.toWellFormed() }
    : performed;
}

/** A run's standing while other calls of it are under way. */
function withTaken(standing: Standing, taken: readonly number[]): Standing {
  const { intent } = standing;
  if (intent === null || taken.length === 0) return standing;
  const used = intent.used.map((count, at) => count + taken.filter((one) => one === at).length);
  return { ...standing, intent: { ...intent, used } };
}

/** The slot of the contract that an allowed call takes a place of, whatever it was allowed for. */
function placeOf(
  { actions }: PathPowers,
  standing: Standing,
  call: Call,
  approval: Approval | null,
): number | null {
  const { intent, earlier } = standing;
  const action = must(actions.get(call.action), 'a decided action is registered');
  const { connection } = call;
  const fit = gateway.fitOf(call, action, { actions, earlier, connection, intent });
  if (fit.kind === 'fits') return fit.index;
  // The call that a person looked at is none of those they added.
  return fit.kind === 'widened' && fit.by.question !== approval?.question ? fit.index : null;
}

/** Who owns what comes through a connection: the person, and the mailbox's owner where it is one. */
function ownersOf(
  settings: Settings,
  standing: Standing,
  connection: Connection | undefined,
): readonly string[] {
  const { person } = standing.actor;
  const addresses = addressesOf(settings, person, connection ? [connection.id] : []);
  return [`user:${person}`, ...addresses.map((address) => `mail:${address}`)];
}
