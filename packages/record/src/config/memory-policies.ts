import {
  type ConfigStore,
  digest,
  type IdPowers,
  type PolicyProposal,
  type PolicyStore,
  type PolicyText,
  type PolicyVersion,
} from '@countersign/contract';
import { cells } from './cells.ts';
import { assertLimit } from './limit.ts';
import { append, type Committer } from './memory-append.ts';
import {
  defaultPolicyOf,
  infoOf,
  policyChanged,
  policyProposed,
  policyTextOf,
  proposalOf,
  standingAt,
} from './policy-shape.ts';
import type { ConfigPowers } from './ports.ts';
import type { createTurns } from './turns.ts';

/** Policy texts and proposals, in memory. */
export function createMemoryPolicies(
  record: Committer,
  inTurn: ReturnType<typeof createTurns>,
  powers: ConfigPowers & IdPowers,
  rules: ConfigStore['rules'],
): Pick<ConfigStore, 'policy' | 'putPolicy'> & PolicyStore {
  const policies = cells<PolicyVersion>();
  const proposals = cells<PolicyProposal>();
  const current = (workspace: string) =>
    policies.all(workspace).at(-1) ?? defaultPolicyOf(powers.defaultPolicy);
  const keep = (
    workspace: string,
    text: PolicyText,
    by: string,
    acceptedBy: string | null,
  ): PolicyVersion => {
    const number = current(workspace).number + 1;
    const about = { number, version: digest(text.cedar), at: powers.now(), by, acceptedBy };
    policies.set(workspace, String(number), { ...text, ...about });
    return { ...text, ...about };
  };
  const proposal = (workspace: string, id: string) => {
    const known = proposals.get(workspace, id);
    return known === null ? null : standingAt(known, powers.now());
  };
  return {
    policy: async (workspace) => current(workspace),
    putPolicy: (workspace, change, by, base) =>
      inTurn(async () => {
        const text = policyTextOf(change);
        if ((await rules(workspace)).policyTwoPersons) return { kind: 'two-persons' };
        const policy = current(workspace);
        if (base !== undefined && base !== policy.number) return { kind: 'conflict', policy };
        await append(record, workspace, [policyChanged(text, by, null)]);
        return { kind: 'put', policy: keep(workspace, text, by, null) };
      }),
    async policyVersions(workspace, { before = Number.POSITIVE_INFINITY, limit }) {
      assertLimit(limit);
      const older = policies.all(workspace).filter(({ number }) => number < before);
      return older.reverse().slice(0, limit).map(infoOf);
    },
    policyVersion: async (workspace, number) =>
      number === 0
        ? defaultPolicyOf(powers.defaultPolicy)
        : policies.get(workspace, String(number)),
    async policyProposals(workspace, limit) {
      assertLimit(limit);
      const newest = proposals.all(workspace).reverse().slice(0, limit);
      return newest.map((one) => standingAt(one, powers.now()));
    },
    policyProposal: async (workspace, id) => proposal(workspace, id),
    proposePolicy: (workspace, change, base, by) =>
      inTurn(async () => {
        const text = policyTextOf(change);
        const policy = current(workspace);
        if (base !== policy.number) return { kind: 'conflict', policy };
        const made = proposalOf(text, base, by, powers);
        await append(record, workspace, [policyProposed(made, 'proposed', by)]);
        proposals.set(workspace, made.id, made);
        return { kind: 'proposed', proposal: made };
      }),
    closeProposal: (workspace, id, how, by) =>
      inTurn(async () => {
        const known = proposal(workspace, id);
        if (known === null) return { kind: 'unknown' };
        if ((how === 'withdrawn') !== (known.by === by)) return { kind: 'other-person' };
        if (known.state !== 'open') return { kind: 'closed', proposal: known };
        const policy = current(workspace);
        if (how === 'accepted' && policy.number !== known.base) return { kind: 'conflict', policy };
        const { cedar, tests, note } = known;
        const accepted = { proposal: id, by };
        await append(record, workspace, [
          policyProposed(known, how, by),
          ...(how === 'accepted' ? [policyChanged(known, known.by, accepted)] : []),
        ]);
        const closed = { ...known, state: how, closedBy: by, closedAt: powers.now() };
        proposals.set(workspace, id, closed);
        if (how === 'accepted') keep(workspace, { cedar, tests, note }, known.by, by);
        return { kind: 'done', proposal: closed };
      }),
  };
}
