import {
  type AgentMode,
  type Approval,
  type Call,
  callHash,
  type Effect,
  type Explanation,
  effectOf,
  type LeafReason,
  type Missing,
  type Sha256,
  type StepReason,
  type Verdict,
} from '@countersign/contract';
import { authorize } from './authority.ts';
import { flow, isTaintedCall } from './flow.ts';
import { isMisplaced } from './held-leaf.ts';
import { isStrict, isWaivable, peopleOnly, strictlyMissing } from './modes.ts';
import type { Refusal } from './refusal.ts';
import { resolve } from './resolve.ts';
import type { Situation } from './situation.ts';

/**
 * Whether a call may happen: allowed, held until a person has said what is missing, or refused. Pure: the
 * same call in the same situation always gets the same verdict, and nothing but these two is looked at.
 */
export function decide(call: Call, situation: Situation): Verdict {
  const trail = new Trail(situation.policies.version);

  const resolved = resolve(call, situation);
  if (resolved.kind === 'refused') return trail.refuse('resolve', resolved);
  const { action } = resolved;
  trail.passed('resolve', 'The tool is attached and unchanged.');

  const misfit = action.checkShape(call.args);
  if (misfit) return trail.refuse('shape', misfit);
  trail.passed('shape', 'The arguments fit the schema and its bounds.');

  const effect = effectOf(action.descriptor, call.args);
  trail.effect = effect;
  const authority = authorize(call, action, effect, situation);
  trail.policies = authority.policies;
  if (authority.kind === 'refused') return trail.refuse('authority', authority);
  trail.passed('authority', 'Person, agent, grant and policy permit it.');
  trail.approvals = authority.approvals;
  if (isMisplaced(call, action)) return trail.refuse('flow', MISPLACED);

  // A connection that the call does not go through vouches for nothing.
  const connection = call.connection === null ? null : situation.connection;
  const { mode = 'balanced' } = situation;
  trail.mode = mode;
  const strict = isStrict(mode, effect, isTaintedCall(call));
  const endorsing = { ...situation, connection, links: authority.links };
  const flows = flow(call, action, effect, strict ? peopleOnly(endorsing) : endorsing);
  if (flows.kind === 'hostile') return trail.refuse('flow', HOSTILE);
  trail.leaves = flows.leaves;
  trail.step('flow', flows.missing.length === 0, flowDetail(flows.missing));

  if (situation.callsSoFar >= action.descriptor.bounds.maxCallsPerRun)
    return trail.refuse('judge', {
      code: 'CALLS_EXHAUSTED',
      reason: `The run has used its ${action.descriptor.bounds.maxCallsPerRun} calls of this tool.`,
    });

  const missing = [
    ...flows.missing,
    ...(strict ? strictlyMissing(flows.missing, flows.leaves) : []),
    ...(authority.asks ? [ASKED_BY_POLICY] : []),
  ];
  const hash = callHash(call, situation.policies.version);
  if (missing.length === 0) return trail.allow(hash, 'Nothing is missing.');
  if (situation.approval?.callHash === hash) {
    const people = peopleOf(situation.approval);
    if (people < authority.approvals)
      return trail.refuse('judge', tooFew(people, authority.approvals));
    return trail.allow(
      hash,
      people > 1
        ? `${people} people approved exactly this call.`
        : 'A person approved exactly this call.',
    );
  }
  if (isWaivable(mode, effect, flows.leaves)) {
    trail.waived = missing;
    return trail.allow(hash, 'It would have been held; a record-only agent of a sandbox does it.');
  }
  return trail.hold(hash, missing);
}

const HOSTILE: Omit<Refusal, 'kind'> = {
  code: 'HOSTILE_CONTENT',
  reason: 'A value that decides something comes from content known to be hostile.',
};

const MISPLACED: Omit<Refusal, 'kind'> = {
  code: 'VARIABLE_MISPLACED',
  reason:
    'A held result is never interpreted, gives no rights and steers nothing; write the value yourself, or leave it out.',
};

function peopleOf({ by, also = [] }: Approval): number {
  return new Set([by, ...also]).size;
}

/** A question is closed by as many as it needs, so this is an approval that did not come from there. */
function tooFew(people: number, approvals: number): Omit<Refusal, 'kind'> {
  return {
    code: 'APPROVALS_MISSING',
    reason: `A policy wants ${approvals} different people to say yes to this call, and the approval names ${people}.`,
  };
}

const ASKED_BY_POLICY: Missing = {
  pointer: '',
  value: null,
  sink: null,
  because: 'policy',
  origin: [],
};

const STRICTLY_HELD =
  'A person must say what is missing: after strangers were read, a strict agent is asked about all it does.';

function flowDetail(missing: readonly Missing[]): string {
  return missing.length === 0
    ? 'Every value may do what it decides, and go where it goes.'
    : `${missing.length} of its values are in doubt.`;
}

/** Collects the explanation while the steps are taken. */
class Trail {
  readonly #steps: StepReason[] = [];
  readonly #policyVersion: string;
  effect: Effect | null = null;
  leaves: readonly LeafReason[] = [];
  policies: readonly string[] = [];
  approvals = 1;
  mode: AgentMode = 'balanced';
  waived: readonly Missing[] | null = null;

  constructor(policyVersion: string) {
    this.#policyVersion = policyVersion;
  }

  step(step: StepReason['step'], ok: boolean, detail: string): void {
    this.#steps.push({ step, ok, detail });
  }

  passed(step: StepReason['step'], detail: string): void {
    this.step(step, true, detail);
  }

  allow(callHash: Sha256, detail: string): Verdict {
    this.passed('judge', detail);
    return { kind: 'allowed', callHash, why: this.#explanation() };
  }

  hold(callHash: Sha256, missing: readonly Missing[]): Verdict {
    this.step(
      'judge',
      false,
      this.mode === 'strict' ? STRICTLY_HELD : 'A person must say what is missing.',
    );
    return { kind: 'held', callHash, missing, why: this.#explanation() };
  }

  refuse(step: StepReason['step'], { code, reason }: Omit<Refusal, 'kind'>): Verdict {
    this.step(step, false, reason);
    return { kind: 'refused', code, reason, why: this.#explanation() };
  }

  #explanation(): Explanation {
    return {
      effect: this.effect,
      steps: this.#steps,
      leaves: this.leaves,
      policies: this.policies,
      policyVersion: this.#policyVersion,
      ...(this.approvals > 1 ? { approvals: this.approvals } : {}),
      ...(this.mode === 'balanced' ? {} : { mode: this.mode }),
      ...(this.waived === null ? {} : { waived: this.waived }),
    };
  }
}
