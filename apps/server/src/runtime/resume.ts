import { Bug, type QuestionClose, type RunEvent } from '@countersign/contract';
import { callOf, type Deciding } from './decide-port.ts';
import { placed, unresolvedIntents } from './entries.ts';
import { loadState } from './load-state.ts';
import { Segment, type SegmentPowers } from './segment.ts';

/** Times a run may be taken without getting on before it is failed instead of killing another worker. */
const MAX_ATTEMPTS = 5;

/**
 * Goes on with a run from the record: snapshot, entries after it, then what a crash left in doubt.
 * An intent without an outcome is performed again where the action says that is harmless, under the same
 * call id; otherwise its outcome is recorded as unknown and a person is asked.
 */
export async function resume<State>(
  powers: SegmentPowers<State>,
  claimed: {
    readonly workspace: string;
    readonly run: string;
    readonly epoch: number;
    readonly attempts: number;
  },
): Promise<Segment<State>> {
  const { engine } = powers;
  const { loaded, state } = await loadState(powers, claimed.workspace, claimed.run);
  const segment = new Segment(powers, {
    workspace: claimed.workspace,
    run: claimed.run,
    epoch: claimed.epoch,
    lastIndex: loaded.lastIndex,
    state,
  });
  if (claimed.attempts > MAX_ATTEMPTS) {
    await segment.advance(
      {
        kind: 'run.failed',
        code: 'RUN_POISONED',
        reason: `It was begun ${claimed.attempts} times and never got on.`,
      },
      { close: engine.waitingFor(state).map(({ id }) => withdrawn(id)) },
    );
    return segment;
  }
  await settleDoubts(powers, segment, state, unresolvedIntents(loaded.entries));
  for (const asked of engine.waitingFor(segment.state ?? state)) {
    if (asked.expiresAt <= powers.now()) await expire(segment, asked.id);
  }
  await segment.advance(null);
  return segment;
}

async function settleDoubts<State>(
  powers: SegmentPowers<State>,
  segment: Segment<State>,
  state: State,
  doubts: ReadonlyMap<string, number | null>,
): Promise<void> {
  const wanted = new Map<string, Deciding>();
  for (const command of powers.engine.outstanding(state)) {
    if (command.kind === 'generate' || command.kind === 'call')
      wanted.set(callOf(command), command);
  }
  segment.holdBack(
    [...wanted].flatMap(([call, command]) => {
      const place = doubts.get(call);
      return place === undefined ? [] : [[powers.engine.commandKey(command), place] as const];
    }),
  );
  for (const [call, place] of doubts) {
    const command = wanted.get(call);
    if (command) await settleDoubt(powers, segment, { call, place }, command);
    else await segment.advance(lost(call, place, 'The run was stopped while this was under way.'));
  }
}

async function settleDoubt<State>(
  powers: SegmentPowers<State>,
  segment: Segment<State>,
  { call, place }: { readonly call: string; readonly place: number | null },
  command: Deciding,
): Promise<void> {
  const { state } = segment;
  if (state === null) throw new Bug('a resumed segment has a state');
  const key = powers.engine.commandKey(command);
  const decided = await powers.decide(state, command, { taken: segment.takenBeside(key) });
  if (decided.kind !== 'allowed') {
    // What was allowed then is not allowed now: whether it happened, nobody here knows.
    await segment.advance(
      lost(
        call,
        place,
        'It was under way when the server stopped, and would not be allowed any more.',
      ),
    );
    return;
  }
  if (decided.repeat !== 'once') {
    segment.perform(key, call, {
      ...{ delayMs: 0, place },
      perform: decided.perform,
      askUnknown: decided.askUnknown,
    });
    return;
  }
  const question = decided.askUnknown();
  await segment.conclude(
    key,
    {
      ...{ kind: 'call.outcome', call, ...placed(place) },
      outcome: { kind: 'unknown', why: 'The server stopped while it was under way.', usage: {} },
      question: { id: question.id, expiresAt: question.expiresAt },
    },
    { open: [question], settle: decided.release },
  );
}

/** Nobody waits for an answer any more. */
function withdrawn(id: string): QuestionClose {
  return { id, status: 'withdrawn', by: 'system', answer: null };
}

async function expire<State>(segment: Segment<State>, question: string): Promise<void> {
  const answer = { kind: 'expired' } as const;
  await segment.advance(
    {
      kind: 'question.answered',
      question,
      call: '',
      answer,
      by: 'system',
      endorsements: [],
      leaves: {},
    },
    { close: [{ id: question, status: 'expired', by: 'system', answer }] },
  );
}

function lost(call: string, place: number | null, why: string): RunEvent {
  return {
    ...{ kind: 'call.outcome', call, ...placed(place) },
    outcome: { kind: 'unknown', why, usage: {} },
    question: null,
  };
}
