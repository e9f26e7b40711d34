import { type Json, newId } from '@countersign/contract';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { isForAgents, nextVersion } from '../publish.ts';
import { type Route, route } from '../route.ts';
import {
  actionChecks,
  actionList,
  actionsBody,
  agentList,
  agentRecord,
  createBody,
  publishBody,
  published,
  saveBody,
  saved,
} from '../schemas/agents.ts';
import { idParams } from '../schemas/parameters.ts';
import { found } from '../visible.ts';

/** Drafting and publishing agents, and what they can be given to do. */
export function agentRoutes(doors: Doors): readonly Route[] {
  const { config } = doors;
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/agents',
      summary: 'All agents of the workspace.',
      tag: 'agents',
      answers: agentList,
      handle: async ({ access }) => ({ items: [...(await config.agents(access.workspace))] }),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/agents',
      summary: 'Save a draft as a new agent.',
      tag: 'agents',
      body: createBody,
      status: 201,
      answers: saved,
      handle: async ({ access, body }) => {
        const id = newId('agent', doors.ids);
        return save(doors, access.workspace, id, { ...body, revision: 0 }, access.caller.person);
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/agents/{id}',
      summary: 'One agent with its draft and revision.',
      tag: 'agents',
      params: idParams,
      answers: agentRecord,
      handle: async ({ access, params }) => found(await config.agent(access.workspace, params.id)),
    }),
    route({
      name: 'PUT /api/v1/workspaces/{ws}/agents/{id}',
      summary: 'Save a draft over the revision you read; another one in between is a conflict.',
      tag: 'agents',
      params: idParams,
      body: saveBody,
      answers: saved,
      handle: async ({ access, params, body }) => {
        found(await config.agent(access.workspace, params.id));
        return save(doors, access.workspace, params.id, body, access.caller.person);
      },
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/agents/{id}/publish',
      summary: 'Publish the revision you read as the next version, its tools pinned.',
      tag: 'agents',
      params: idParams,
      body: publishBody,
      status: 201,
      answers: published,
      handle: async ({ access, params, body }) => {
        const agent = found(await config.agent(access.workspace, params.id));
        if (agent.revision !== body.revision) throw conflict(agent.revision);
        const snapshot = await nextVersion(agent, doors.catalog, config);
        await config.publish(access.workspace, snapshot, access.caller.person);
        return { id: agent.id, version: snapshot.version };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/actions',
      summary: 'Everything an agent can be given to do.',
      tag: 'agents',
      answers: actionList,
      handle: () => Promise.resolve({ items: doors.catalog.filter(isForAgents) }),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/actions/check',
      summary:
        'What is wrong with descriptors of actions, what they leave undeclared and what it counts as then. Without any, those of the catalog. Nothing is changed.',
      tag: 'agents',
      body: actionsBody,
      answers: actionChecks,
      handle: ({ body }) => {
        // Descriptors of ours are plain data, as the schema made them.
        const all = body.actions ?? (doors.catalog as unknown as readonly Json[]);
        return Promise.resolve({ items: all.map(doors.checks.action) });
      },
    }),
  ];
}

async function save(
  doors: Doors,
  workspace: string,
  id: string,
  body: { readonly draft: Parameters<Doors['config']['saveDraft']>[2]; readonly revision: number },
  by: string,
) {
  const result = await doors.config.saveDraft(workspace, id, body.draft, body.revision, by);
  if (result.kind === 'conflict') throw conflict(result.revision);
  return { id, revision: result.revision };
}

function conflict(revision: number) {
  return httpFault('HTTP_CONFLICT', { details: { revision } });
}
