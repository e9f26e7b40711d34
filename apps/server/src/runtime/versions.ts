import type { AgentSnapshot, ConfigStore } from '@countersign/contract';
import { fault } from './errors.ts';

/** Finds published versions of agents. They never change, so each is looked up once. */
export type FindVersion = (
  workspace: string,
  agent: string,
  /** The newest published one where undefined. */
  version?: number,
) => Promise<AgentSnapshot>;

export interface VersionPowers {
  readonly config: Pick<ConfigStore, 'version'>;
  readonly settings: {
    published(workspace: string, agent: string): Promise<number | null>;
  };
}

/** Makes {@link FindVersion}. It throws faults `RUNTIME_AGENT_UNKNOWN` and `RUNTIME_AGENT_NOT_PUBLISHED`. */
export function createFindVersion(powers: VersionPowers): FindVersion {
  const versions = new Map<string, AgentSnapshot>();
  return async (workspace, id, wanted) => {
    const published = await powers.settings.published(workspace, id);
    if (published === null) throw fault('RUNTIME_AGENT_UNKNOWN', { details: { agent: id } });
    const version = wanted ?? published;
    if (version === 0) throw fault('RUNTIME_AGENT_NOT_PUBLISHED', { details: { agent: id } });
    const key = `${workspace}/${id}/${version}`;
    const known = versions.get(key) ?? (await powers.config.version(workspace, id, version));
    if (!known) throw fault('RUNTIME_AGENT_UNKNOWN', { details: { agent: id, version } });
    if (versions.size > 1000) versions.clear();
    versions.set(key, known);
    return known;
  };
}
