import {
  type ConfigStore,
  digest,
  type PolicyChange,
  type PolicyProposal,
  type PolicyStore,
  type PolicyVersion,
  PROPOSAL_MS,
} from '@countersign/contract';

/** Policies and proposals in memory, as far as the doors ask for them. */
export function memoryPolicies(
  now: () => number,
  rules: ConfigStore['rules'],
): Pick<ConfigStore, 'policy' | 'putPolicy'> & PolicyStore {
  const versions = new Map<string, PolicyVersion[]>();
  const proposals = new Map<string, PolicyProposal & { readonly workspace: string }>();
  const nobody = { at: null, by: null, acceptedBy: null };
  const first: PolicyVersion = {
    ...{ ...nobody, cedar: '', tests: [], note: '', number: 0, version: digest('') },
  };
  const of = (workspace: string) => [first, ...(versions.get(workspace) ?? [])];
  const current = (workspace: string) => of(workspace).at(-1) ?? first;
  const keep = (workspace: string, change: PolicyChange, by: string, acceptedBy: string | null) => {
    const { cedar, tests = [], note = '' } = change;
    const number = of(workspace).length;
    const policy = {
      cedar,
      tests,
      note,
      number,
      version: digest(cedar),
      at: now(),
      by,
      acceptedBy,
    };
    versions.set(workspace, [...(versions.get(workspace) ?? []), policy]);
    return policy;
  };
  const proposalIn = (workspace: string, id: string) => {
    const found = proposals.get(id);
    if (found?.workspace !== workspace) return null;
    const { workspace: _, ...proposal } = found;
    return proposal;
  };
  return {
    policy: async (workspace) => current(workspace),
    async putPolicy(workspace, change, by, base) {
      if ((await rules(workspace)).policyTwoPersons) return { kind: 'two-persons' };
      const policy = current(workspace);
      if (base !== undefined && base !== policy.number) return { kind: 'conflict', policy };
      return { kind: 'put', policy: keep(workspace, change, by, null) };
    },
    policyVersions: async (workspace, { before = 1_000, limit }) =>
      of(workspace)
        .filter(({ number }) => number > 0 && number < before)
        .reverse()
        .slice(0, limit)
        .map(({ cedar: _, tests: __, ...info }) => info),
    policyVersion: async (workspace, number) => of(workspace)[number] ?? null,
    policyProposals: async (workspace, limit) =>
      [...proposals.keys()].flatMap((id) => proposalIn(workspace, id) ?? []).slice(0, limit),
    policyProposal: async (workspace, id) => proposalIn(workspace, id),
    async proposePolicy(workspace, { cedar, tests = [], note = '' }, base, by) {
      const policy = current(workspace);
      if (base !== policy.number) return { kind: 'conflict', policy };
      const id = `prp_${proposals.size + 1}`;
      const about = { id, base, version: digest(cedar), by, at: now() };
      const proposal: PolicyProposal = {
        ...{ cedar, tests, note, ...about, expiresAt: now() + PROPOSAL_MS },
        ...{ state: 'open', closedBy: null, closedAt: null },
      };
      proposals.set(id, { ...proposal, workspace });
      return { kind: 'proposed', proposal };
    },
    async closeProposal(workspace, id, how, by) {
      const known = proposalIn(workspace, id);
      if (known === null) return { kind: 'unknown' };
      if ((how === 'withdrawn') !== (known.by === by)) return { kind: 'other-person' };
      if (known.state !== 'open') return { kind: 'closed', proposal: known };
      const policy = current(workspace);
      if (how === 'accepted' && policy.number !== known.base) return { kind: 'conflict', policy };
      const proposal = { ...known, state: how, closedBy: by, closedAt: now() };
      proposals.set(id, { ...proposal, workspace });
      if (how === 'accepted') keep(workspace, known, known.by, by);
      return { kind: 'done', proposal };
    },
  };
}
