import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { type Route, route } from '../route.ts';
import { idParams } from '../schemas/parameters.ts';
import {
  connection,
  connectionBody,
  connectionList,
  nameParams,
  policyBody,
  policySet,
  secretBody,
  secretList,
  secretStored,
} from '../schemas/settings.ts';

/** Where actions reach, what they reach it with, and what is allowed. */
export function connectionRoutes(doors: Doors): readonly Route[] {
  const { config } = doors;
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/connections',
      summary: 'All connections; secrets stand in them by name only.',
      tag: 'settings',
      answers: connectionList,
      handle: async ({ access }) => ({ items: [...(await config.connections(access.workspace))] }),
    }),
    route({
      name: 'PUT /api/v1/workspaces/{ws}/connections/{id}',
      summary: 'Set up a connection under this id, or change it.',
      tag: 'settings',
      params: idParams,
      body: connectionBody,
      answers: connection,
      handle: async ({ access, params, body }) => {
        const { workspace, caller } = access;
        const problem = await doors.checks.connection(workspace, body.config);
        if (problem !== null) {
          const field = `config.${problem.field}`;
          throw httpFault('HTTP_INVALID', { message: problem.message, details: { field } });
        }
        const stored = { id: params.id, workspace, ...body };
        await config.putConnection(stored, caller.person);
        return stored;
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/secrets',
      summary: 'Names and versions of secrets. No door gives a value.',
      tag: 'settings',
      answers: secretList,
      handle: async ({ access }) => ({ items: [...(await config.secrets(access.workspace))] }),
    }),
    route({
      name: 'PUT /api/v1/workspaces/{ws}/secrets/{name}',
      summary: 'Seal a value under this name; the broker alone can open it.',
      tag: 'settings',
      params: nameParams,
      body: secretBody,
      answers: secretStored,
      handle: async ({ access, params, body }) => {
        const { workspace, caller } = access;
        const known = await config.secrets(workspace);
        const version = 1 + (known.find(({ name }) => name === params.name)?.version ?? 0);
        const sealed = await doors.seal({ workspace, name: params.name, version, ...body });
        await config.putSecret(workspace, params.name, version, sealed, caller.person);
        return { name: params.name, version };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/policy',
      summary: 'The policy in force, with the version that approvals are bound to.',
      tag: 'settings',
      answers: policySet,
      handle: async ({ access }) => config.policy(access.workspace),
    }),
    route({
      name: 'PUT /api/v1/workspaces/{ws}/policy',
      summary:
        'Put another policy in force. It is checked first; open approvals do not carry over.',
      tag: 'settings',
      body: policyBody,
      answers: policySet,
      handle: async ({ access, body }) => {
        const { workspace, caller } = access;
        const problems = await doors.checks.policy(body.cedar);
        if (problems.length > 0) {
          const listed = problems.slice(0, 20).map((problem) => ({ ...problem }));
          throw httpFault('HTTP_POLICY', { details: { field: 'cedar', problems: listed } });
        }
        const { version } = await config.policy(workspace);
        if (body.version !== undefined && body.version !== version) {
          throw httpFault('HTTP_CONFLICT', { details: { version } });
        }
        return config.putPolicy(workspace, { cedar: body.cedar }, caller.person);
      },
    }),
  ];
}
