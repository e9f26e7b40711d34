import {
  digest,
  digestJson,
  type EntryInput,
  type IdPowers,
  newId,
  type PolicyChange,
  type PolicyProposal,
  type PolicyText,
  type PolicyVersion,
  type PolicyVersionInfo,
  PROPOSAL_MS,
} from '@countersign/contract';
import { change } from './changes.ts';
import { assertFits, jsonOf } from './storable.ts';

const KIB = 1024;

/** A policy text whole. @throws faults of {@link assertFits}. */
export function policyTextOf({ cedar, tests = [], note = '' }: PolicyChange): PolicyText {
  assertFits(cedar, 256 * KIB, 'The policy');
  assertFits(jsonOf(tests), 256 * KIB, 'The tests of the policy');
  assertFits(note, 2 * KIB, 'The note');
  return { cedar, tests, note };
}

/** The policies of a workspace that has put none. */
export function defaultPolicyOf(cedar: string): PolicyVersion {
  const nobody = { at: null, by: null, acceptedBy: null };
  return { ...policyTextOf({ cedar }), number: 0, version: digest(cedar), ...nobody };
}

/** A version as lists show it. */
export function infoOf({ cedar: _, tests: __, ...info }: PolicyVersion): PolicyVersionInfo {
  return info;
}

/** A new proposal. */
export function proposalOf(
  text: PolicyText,
  base: number,
  by: string,
  powers: IdPowers,
): PolicyProposal {
  const at = powers.now();
  return {
    ...text,
    ...{ id: newId('proposal', powers), base, version: digest(text.cedar), by, at },
    ...{ expiresAt: at + PROPOSAL_MS, state: 'open', closedBy: null, closedAt: null },
  };
}

/** A proposal as it stands at a time: nobody closes one that has expired. */
export function standingAt(proposal: PolicyProposal, now: number): PolicyProposal {
  return proposal.state === 'open' && now >= proposal.expiresAt
    ? { ...proposal, state: 'expired' }
    : proposal;
}

/** The entry for policies that are put in force. */
export function policyChanged(
  { cedar, tests, note }: PolicyText,
  by: string,
  accepted: { readonly proposal: string; readonly by: string } | null,
): EntryInput {
  const ref = { version: digest(cedar), tests: digestJson(jsonOf(tests)), by };
  return change(
    'policy.changed',
    accepted === null ? ref : { ...ref, proposal: accepted.proposal, acceptedBy: accepted.by },
    { cedar, tests: jsonOf(tests), note },
  );
}

/** The entry for a change that somebody proposes, or for how it ended. */
export function policyProposed(
  { id, base, version, cedar, tests, note }: PolicyProposal,
  step: 'proposed' | 'accepted' | 'rejected' | 'withdrawn',
  by: string,
): EntryInput {
  const payload = step === 'proposed' ? { cedar, tests: jsonOf(tests), note } : null;
  return change('policy.proposed', { change: step, proposal: id, base, version, by }, payload);
}
