import { agentDefinitionSchema, Fault, label } from '@countersign/contract';
import type { Ledger } from '@countersign/record';
import type { Stores } from '@countersign/server/testing';
import type { Populated } from './populate.ts';

/** What a store's method gives somebody who asks for another workspace's thing. */
export type Probe = () => Promise<unknown>;

/** Probes by store and method; null for a method that is not asked for a thing by its id, or belongs to no workspace. */
export type Probes = Readonly<Record<string, Readonly<Record<string, Probe | null>>>>;

/** Everything that can be asked. */
export type AllStores = Stores & { readonly ledger: Ledger };

const system = label('system');

/**
 * Every method of every store, asked in one's own workspace for the things of another: by store and method. A
 * method that is not here is a failure of the proof, see {@link missingProbes}.
 */
export function probesOf(stores: AllStores, home: Populated, foreign: Populated): Probes {
  const { workspace: ws } = home;
  const { ids, mark } = foreign;
  const by = home.people.owner;
  const { record, config, tables, cases, objects, keys, outbox, conversations, ledger } = stores;
  const { permissions, memories } = stores;
  const theirs = { person: foreign.people.owner, agent: ids.agent };
  const { reader } = record;
  const draft = { title: 't', description: '', priority: 'low', severity: 'low' } as const;
  const limit = 1_000;
  return {
    reader: {
      run: () => reader.run(ws, ids.run),
      runs: async () => [
        await reader.runs(ws, { limit: 200 }),
        await reader.runs(ws, { limit: 200, agent: ids.agent }),
        await reader.runs(ws, { limit: 200, person: foreign.people.owner }),
        await reader.runs(ws, { limit: 200, conversation: ids.conversation }),
        await reader.runs(ws, { limit: 200, before: ids.run }),
      ],
      entries: () => reader.entries(ws, ids.run, -1, limit),
      log: () => reader.log(ws, 0, limit),
      questions: async () => [
        await reader.questions(ws, { limit }),
        await reader.questions(ws, { limit, run: ids.run }),
        await reader.questions(ws, { limit, requestedBy: foreign.people.owner }),
      ],
      question: () => reader.question(ws, ids.question),
      account: async () => [
        await reader.account(ws, `agent:${ids.agent}`),
        await reader.account(ws, `run:${ids.run}`),
        await reader.account(ws, `workspace:${foreign.workspace}`),
      ],
    },
    record: {
      loadRun: () => record.loadRun(ws, ids.run),
      commit: async () => [
        await record.commit({ workspace: ws, entries: [], advance: { id: ids.run, fence: null } }),
        await record.commit({
          workspace: ws,
          entries: [
            {
              ...({ kind: 'question.answered', run: ids.run, call: null, payload: null } as const),
              ref: { question: ids.question, answer: 'happened', by },
            },
          ],
          close: [{ id: ids.question, status: 'happened', by, answer: { kind: 'happened' } }],
        }),
      ],
      // These belong to no workspace: workers ask them about all, and are given ids and numbers.
      claim: null,
      adopt: null,
      heartbeat: null,
      release: null,
      retire: null,
      watch: null,
      nextWake: null,
      close: null,
    },
    config: {
      // Asked for by its own id: who may ask is the door's business, see the routes.
      workspace: null,
      createWorkspace: null,
      workspacesOf: () => config.workspacesOf(by),
      member: () => config.member(ws, foreign.people.user),
      members: () => config.members(ws),
      putMember: null,
      removeMember: () => config.removeMember(ws, foreign.people.user, by),
      agents: () => config.agents(ws),
      agent: () => config.agent(ws, ids.agent),
      saveDraft: () => config.saveDraft(ws, ids.agent, DEFINITION, 1, by),
      publish: () =>
        config.publish(ws, { id: ids.agent, version: 1, definition: DEFINITION, tools: [] }, by),
      version: () => config.version(ws, ids.agent, 1),
      connections: () => config.connections(ws),
      connection: async () => [
        await config.connection(ws, ids.connection),
        await config.connection(ws, ids.mailbox),
      ],
      putConnection: null,
      secrets: () => config.secrets(ws),
      putSecret: null,
      policy: () => config.policy(ws),
      putPolicy: null,
      rules: () => config.rules(ws),
      putRules: null,
      policyVersions: () => config.policyVersions(ws, { limit: 100 }),
      policyVersion: () => config.policyVersion(ws, 1),
      policyProposals: () => config.policyProposals(ws, 100),
      policyProposal: () => config.policyProposal(ws, ids.proposal),
      proposePolicy: null,
      closeProposal: () => config.closeProposal(ws, ids.proposal, 'accepted', by),
      limits: () => config.limits(ws),
      putLimits: () => config.putLimits(ws, `workspace:${foreign.workspace}`, { steps: 1 }, by),
    },
    tables: {
      tables: () => tables.tables(ws),
      create: null,
      insert: async () => [
        await tables.insert(ws, ids.table, [{ text: 'x' }], system, 'probe insert'),
        await tables.insert(ws, `table_${mark}`, [{ text: 'x' }], system, 'probe insert'),
      ],
      query: async () => [
        await tables.query(ws, ids.table, { where: {}, limit: 100, after: null }),
        await tables.query(ws, `table_${mark}`, { where: {}, limit: 100, after: null }),
      ],
      update: () => tables.update(ws, ids.table, ids.row, { text: 'x' }, system, 'probe update'),
      remove: () => tables.remove(ws, ids.table, ids.row, 'probe remove'),
    },
    cases: {
      create: () => cases.create(ws, { ...draft, createdBy: by, label: system }, `${mark} case`),
      comment: () =>
        cases.comment(ws, { case: ids.case, text: 'x', by, label: system }, 'probe comment'),
      list: () => cases.list(ws, 200),
      get: () => cases.get(ws, ids.case),
    },
    objects: { put: null, get: () => objects.get(ws, ids.object) },
    keys: {
      keys: () => keys.keys(ws),
      createKey: null,
      revokeKey: () => keys.revokeKey(ws, ids.key, by),
      // Across workspaces by design: the text says which, and nobody else has it.
      authenticate: null,
    },
    permissions: {
      permissions: () => permissions.permissions(ws, limit),
      permission: () => permissions.permission(ws, ids.permission),
      standing: () => permissions.standing(ws),
      uses: () => permissions.uses(ws, ids.permission, limit),
      makePermissions: null,
      revokePermission: () => permissions.revokePermission(ws, ids.permission, by),
      restorePermission: () => permissions.restorePermission(ws, ids.ended, foreign.people.owner),
    },
    memories: {
      write: () =>
        memories.write(
          ws,
          {
            ...{ ...theirs, text: 'x', label: system, run: ids.run, call: `${ids.run}.9` },
            ...{ supersedes: ids.memory, days: 1 },
          },
          'probe memory',
        ),
      search: async () => [
        await memories.search(ws, theirs, '', 100),
        await memories.search(ws, theirs, mark, 100),
      ],
      forget: () => memories.forget(ws, theirs, ids.memory, `${ids.run}.9`, 'probe forget'),
      memories: async () => [
        await memories.memories(ws, { person: null, limit }),
        await memories.memories(ws, { person: theirs.person, limit, query: mark }),
      ],
      memory: () => memories.memory(ws, ids.memory),
      review: () => memories.review(ws, ids.memory, 'approve', by),
      edit: () => memories.edit(ws, ids.memory, 'x', by),
      rollbackPlan: () => memories.rollbackPlan(ws, { source: ids.memory, person: null }),
      rollBack: () => memories.rollBack(ws, { source: ids.memory, person: null }, [ids.memory], by),
      restoreRollback: () => memories.restoreRollback(ws, ids.rollback, null, by),
    },
    outbox: {
      take: null,
      mails: () => outbox.mails(ws, 200),
      mail: () => outbox.mail(ws, ids.mail),
    },
    conversations: {
      conversations: () => conversations.conversations(ws, null, { limit: 100 }),
      conversation: () => conversations.conversation(ws, ids.conversation),
      createConversation: null,
      touch: () => conversations.touch(ws, ids.conversation),
      historyOf: () => conversations.historyOf(ws, ids.conversation, 100),
    },
    ledger: {
      checkpoint: () => ledger.checkpoint(ws),
      verifierKey: null,
      runProof: () => ledger.runProof(ws, ids.run),
      export: async () => {
        let text = '';
        for await (const { bytes } of ledger.export(ws)) text += Buffer.from(bytes).toString();
        return text;
      },
      erase: () => ledger.erase(ws, { run: ids.run }, by),
      audit: () => ledger.audit(ws),
    },
  };
}

/** Methods that the stores have and no probe asks. */
export function missingProbes(stores: AllStores, probes: Probes): readonly string[] {
  const parts: Readonly<Record<string, object>> = { ...stores, reader: stores.record.reader };
  return Object.entries(parts).flatMap(([name, part]) =>
    Object.entries(part)
      .filter(
        ([method, value]) => typeof value === 'function' && probes[name]?.[method] === undefined,
      )
      .map(([method]) => `${name}.${method}`),
  );
}

/** What a probe gave as text. Of a fault the code counts: its details repeat what was asked for. */
export async function answerOf(probe: Probe): Promise<string> {
  try {
    return JSON.stringify(await probe(), withBytes) ?? '';
  } catch (thrown) {
    if (Fault.is(thrown)) return JSON.stringify({ fault: thrown.code });
    throw thrown;
  }
}

function withBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString() : value;
}

const DEFINITION = agentDefinitionSchema.parse({
  name: 'Probe',
  model: { connection: 'con_probe', name: 'none' },
});
