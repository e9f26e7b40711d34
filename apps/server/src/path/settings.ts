import type { ConfigStore, Connection, Member, StandingPermission } from '@countersign/contract';
import { type Policies, policiesOf } from '@countersign/gateway';
import { createFresh } from './fresh.ts';

/** What a workspace has set up, as decisions need it. */
export interface Settings {
  readonly policies: Policies;
  readonly connections: ReadonlyMap<string, Connection>;
  readonly members: ReadonlyMap<string, Member>;
  /** Nobody vouches in runs that act for themselves. */
  readonly separateDuties: boolean;
  /** Nothing in the workspace is real: record-only agents do what would be held. */
  readonly sandbox: boolean;
  /** What people let agents do without being asked again. */
  readonly standing: readonly StandingPermission[];
}

export interface SettingsPowers {
  readonly config: Pick<ConfigStore, 'policy' | 'connections' | 'members' | 'rules' | 'agent'>;
  readonly permissions: {
    standing(workspace: string): Promise<readonly StandingPermission[]>;
  };
  readonly now: () => number;
}

/** Looks settings up, and keeps them for a moment: they are read at every step of every run. */
export interface SettingsReader {
  of(workspace: string): Promise<Settings>;
  /** The version of an agent that new runs take, 0 where none is published; null for no such agent. */
  published(workspace: string, agent: string): Promise<number | null>;
  /** Forgets a workspace's settings, since they were changed here. */
  forget(workspace: string): void;
}

/** A {@link SettingsReader} over the configuration. */
export function createSettings(powers: SettingsPowers): SettingsReader {
  const kept = createFresh<Settings>(powers.now);
  const agents = createFresh<number | null>(powers.now);
  const parsed = new Map<string, Policies>();

  async function load(workspace: string): Promise<Settings> {
    const [policy, connections, members, rules, standing] = await Promise.all([
      powers.config.policy(workspace),
      powers.config.connections(workspace),
      powers.config.members(workspace),
      powers.config.rules(workspace),
      powers.permissions.standing(workspace),
    ]);
    // Parsing costs milliseconds and keeps a memory of answers: once for each text.
    const policies = parsed.get(policy.cedar) ?? policiesOf(policy.cedar);
    if (parsed.size > 100) parsed.clear();
    parsed.set(policy.cedar, policies);
    return {
      policies,
      connections: new Map(connections.map((connection) => [connection.id, connection])),
      members: new Map(members.map((member) => [member.person, member])),
      separateDuties: rules.separateDuties,
      sandbox: rules.sandbox,
      standing,
    };
  }

  return {
    of: (workspace) => kept.get(workspace, '', () => load(workspace)),
    published: (workspace, agent) =>
      agents.get(workspace, agent, async () => {
        const found = await powers.config.agent(workspace, agent);
        return found === null ? null : found.publishedVersion;
      }),
    forget(workspace) {
      kept.forget(workspace);
      agents.forget(workspace);
    },
  };
}

/** The person's own e-mail addresses, lower case: their account's, and those of the mailboxes bound to the run. */
export function addressesOf(
  settings: Pick<Settings, 'members' | 'connections'>,
  person: string,
  connections: readonly string[],
): readonly string[] {
  const own = settings.members.get(person)?.email;
  const bound = connections.flatMap((id) => {
    const config = settings.connections.get(id)?.config;
    return config?.kind === 'mailbox' ? [config.owner, ...config.addresses] : [];
  });
  return [...new Set([...(own ? [own] : []), ...bound].map((address) => address.toLowerCase()))];
}
