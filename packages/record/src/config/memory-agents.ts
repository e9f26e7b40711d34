import type { AgentRecord, AgentSnapshot, ConfigStore } from '@countersign/contract';
import { cells } from './cells.ts';
import { agentPublished } from './changes.ts';
import { storeFault } from './errors.ts';
import { append, type Committer } from './memory-append.ts';
import type { ConfigPowers } from './ports.ts';
import { assertDraft, assertSnapshot } from './shape.ts';
import type { createTurns } from './turns.ts';

type Agents = Pick<ConfigStore, 'agents' | 'agent' | 'saveDraft' | 'publish' | 'version'>;

/** Agents' drafts and versions, in memory. */
export function createMemoryAgents(
  record: Committer,
  inTurn: ReturnType<typeof createTurns>,
  powers: Pick<ConfigPowers, 'now'>,
): Agents {
  const agents = cells<AgentRecord>();
  const versions = cells<AgentSnapshot>();
  return {
    async agents(workspace) {
      return agents.all(workspace).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    agent: async (workspace, id) => agents.get(workspace, id),
    saveDraft: (workspace, id, draft, revision) =>
      inTurn(async () => {
        assertDraft(id, draft);
        const before = agents.get(workspace, id);
        const current = before?.revision ?? 0;
        if (current !== revision) return { kind: 'conflict' as const, revision: current };
        agents.set(workspace, id, {
          id,
          workspace,
          draft,
          revision: current + 1,
          publishedVersion: before?.publishedVersion ?? 0,
          updatedAt: powers.now(),
        });
        return { kind: 'saved' as const, revision: current + 1 };
      }),
    publish: (workspace, snapshot, by) =>
      inTurn(async () => {
        assertSnapshot(snapshot);
        const { id, version } = snapshot;
        const before = agents.get(workspace, id);
        if (before === null) throw storeFault('RECORD_AGENT_UNKNOWN');
        if (version !== before.publishedVersion + 1) throw storeFault('RECORD_VERSION_TAKEN');
        await append(record, workspace, [agentPublished(snapshot, by)]);
        versions.set(workspace, `${id} ${version}`, snapshot);
        agents.set(workspace, id, {
          ...before,
          publishedVersion: version,
          updatedAt: powers.now(),
        });
      }),
    version: async (workspace, id, version) => versions.get(workspace, `${id} ${version}`),
  };
}
