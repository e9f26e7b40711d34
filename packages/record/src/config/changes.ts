import {
  type AgentSnapshot,
  type Amounts,
  type Connection,
  digestJson,
  type EntryInput,
  type EntryKind,
  type Json,
  type JsonObject,
  type Member,
  type NewSecret,
  type Workspace,
  type WorkspaceRules,
} from '@countersign/contract';
import { jsonOf } from './storable.ts';

/** The entry for a workspace that begins to exist. */
export function workspaceCreated(workspace: Workspace, by: string): EntryInput {
  return change('workspace.created', { workspace: workspace.id, by }, { name: workspace.name });
}

/** The entry for what a workspace demands of its people from now on. */
export function workspaceChanged(workspace: string, rules: WorkspaceRules, by: string): EntryInput {
  return change('workspace.changed', { workspace, ...rules, by }, null);
}

/** The entry for a person who joins or gets another role. */
export function memberChanged(member: Member, by: string): EntryInput {
  const { person, role, name, email } = member;
  return change('member.changed', { person, role, by }, { name, email });
}

/** The entry for a person who left or was removed. */
export function memberRemoved(person: string, by: string): EntryInput {
  return change('member.changed', { person, role: null, by }, null);
}

/** The entry for a version that was published for ever; its payload is the whole snapshot. */
export function agentPublished(snapshot: AgentSnapshot, by: string): EntryInput {
  const { id, version } = snapshot;
  return change('agent.published', { agent: id, version, by }, jsonOf(snapshot));
}

/** The entry for a connection that was made or changed. */
export function connectionChanged(
  { id, name, config }: Pick<Connection, 'id' | 'name' | 'config'>,
  by: string,
): EntryInput {
  const ref = { connection: id, kind: config.kind, by };
  return change('connection.changed', ref, { name, config: jsonOf(config) });
}

/** The entry for a new version of a secret. It names the sealing key and holds nothing of the sealed text. */
export function secretChanged({ name, version, sealed }: NewSecret, by: string): EntryInput {
  const { keyId, bound } = sealed;
  const ref = { version, connection: bound.connection, sealedWith: keyId, by };
  return change('secret.changed', ref, { name });
}

/** The entry for limits that were set on an account. */
export function budgetChanged(account: string, limits: Amounts, by: string): EntryInput {
  return change(
    'budget.changed',
    { account, limits: digestJson(jsonOf(limits)), by },
    jsonOf(limits),
  );
}

/** An entry of no run. */
export function change(kind: EntryKind, ref: JsonObject, payload: Json): EntryInput {
  return { kind, run: null, call: null, ref, payload };
}
