import type {
  IdPowers,
  PolicyProposal,
  PolicyStore,
  ProposalClosed,
  ProposalState,
} from '@countersign/contract';
import type pg from 'pg';
import { readRows } from '../postgres/tenant.ts';
import { assertLimit } from './limit.ts';
import {
  policyChanged,
  policyProposed,
  policyTextOf,
  proposalOf,
  standingAt,
} from './policy-shape.ts';
import type { ConfigPowers } from './ports.ts';
import { append } from './postgres-append.ts';
import { currentPolicy, keepPolicy } from './postgres-policies.ts';
import { undoable } from './undoable.ts';

type Proposals = Omit<PolicyStore, 'policyVersions' | 'policyVersion'>;
type Proposed = Awaited<ReturnType<Proposals['proposePolicy']>>;

/** Changes of policies that wait for a second person, in Postgres. */
export function createPostgresProposals(pool: pg.Pool, powers: ConfigPowers & IdPowers): Proposals {
  const read = async (workspace: string, rest: string, values: readonly unknown[]) =>
    (await readRows<Row>(pool, workspace, `${SELECT} ${rest}`, [workspace, ...values])).map((row) =>
      standingAt(proposalOfRow(row), powers.now()),
    );
  return {
    async policyProposals(workspace, limit) {
      assertLimit(limit);
      return read(workspace, 'order by proposed_at desc, id collate "C" desc limit $2', [limit]);
    },
    policyProposal: async (workspace, id) =>
      (await read(workspace, 'and id = $2', [id]))[0] ?? null,

    async proposePolicy(workspace, change, base, by) {
      const proposal = proposalOf(policyTextOf(change), base, by, powers);
      return undoable<Proposed>(pool, workspace, async (tenant, undo) => {
        const entry = policyProposed(proposal, 'proposed', by);
        await append(tenant, workspace, [entry], powers);
        const policy = await currentPolicy(tenant, workspace, powers);
        if (policy.number !== base) return undo({ kind: 'conflict', policy });
        const { id, version, cedar, tests, note, at, expiresAt } = proposal;
        await tenant.query(
          `insert into policy_proposal (workspace, id, base, version, cedar, tests, note, proposed_at,
             proposed_by, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [
            ...[workspace, id, base, version, cedar, JSON.stringify(tests), note, new Date(at), by],
            new Date(expiresAt),
          ],
        );
        return { kind: 'proposed', proposal };
      });
    },

    closeProposal: (workspace, id, how, by) =>
      undoable<ProposalClosed>(pool, workspace, async (tenant, undo) => {
        const { rows } = await tenant.query<Row>(`${SELECT} and id = $2 for update`, [
          workspace,
          id,
        ]);
        if (rows[0] === undefined) return { kind: 'unknown' };
        const known = standingAt(proposalOfRow(rows[0]), powers.now());
        if ((how === 'withdrawn') !== (known.by === by)) return { kind: 'other-person' };
        if (known.state !== 'open') return { kind: 'closed', proposal: known };
        const isAccepted = how === 'accepted';
        const changed = policyChanged(known, known.by, { proposal: id, by });
        const entries = [policyProposed(known, how, by), ...(isAccepted ? [changed] : [])];
        await append(tenant, workspace, entries, powers);
        if (isAccepted) {
          const policy = await currentPolicy(tenant, workspace, powers);
          if (policy.number !== known.base) return undo({ kind: 'conflict', policy });
          const about = { number: policy.number + 1, by: known.by, acceptedBy: by };
          await keepPolicy(tenant, workspace, known, about, powers);
        }
        const now = powers.now();
        await tenant.query(
          `update policy_proposal set closed_as = $3, closed_at = $4, closed_by = $5
             where workspace = $1 and id = $2`,
          [workspace, id, how, new Date(now), by],
        );
        return { kind: 'done', proposal: { ...known, state: how, closedBy: by, closedAt: now } };
      }),
  };
}

const SELECT = `select id, base, version, cedar, tests, note, proposed_at, proposed_by, expires_at,
    closed_as, closed_at, closed_by from policy_proposal where workspace = $1`;

interface Row {
  readonly id: string;
  readonly base: number;
  readonly version: string;
  readonly cedar: string;
  readonly tests: string;
  readonly note: string;
  readonly proposed_at: Date;
  readonly proposed_by: string;
  readonly expires_at: Date;
  readonly closed_as: Exclude<ProposalState, 'open' | 'expired'> | null;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
}

function proposalOfRow(row: Row): PolicyProposal {
  const { id, base, version, cedar, tests, note, closed_by: closedBy } = row;
  return {
    ...{ id, base, version, cedar, tests: JSON.parse(tests), note },
    ...{ by: row.proposed_by, at: row.proposed_at.getTime() },
    expiresAt: row.expires_at.getTime(),
    state: row.closed_as ?? 'open',
    closedBy,
    closedAt: row.closed_at?.getTime() ?? null,
  };
}
