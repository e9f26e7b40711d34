import { nextSecret, secretFor, secretViews } from '../connection-secrets.ts';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { type Route, route } from '../route.ts';
import { idParams } from '../schemas/parameters.ts';
import {
  connection,
  connectionBody,
  connectionList,
  nameParams,
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
      summary:
        'Set up a connection under this id, or change it. Its secret is asked for again where it is to lead elsewhere.',
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
        const { secret: value, ...settings } = body;
        const stored = { id: params.id, workspace, ...settings };
        const secret = await secretFor(doors, stored, { value, by: caller });
        await config.putConnection(stored, caller.person, secret);
        return stored;
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/secrets',
      summary:
        'Names and versions of secrets, and whether their connections can use them. No door gives a value.',
      tag: 'settings',
      answers: secretList,
      handle: async ({ access }) => {
        const { workspace } = access;
        const [secrets, connections] = await Promise.all([
          config.secrets(workspace),
          config.connections(workspace),
        ]);
        return { items: await secretViews(doors, secrets, connections) };
      },
    }),
    route({
      name: 'PUT /api/v1/workspaces/{ws}/secrets/{name}',
      summary:
        'Seal another value for the connection that names this secret; the broker alone can open it, for there alone.',
      tag: 'settings',
      params: nameParams,
      body: secretBody,
      answers: secretStored,
      handle: async ({ access, params, body }) => {
        const { workspace, caller } = access;
        const about = { workspace, name: params.name, connection: body.connection };
        const secret = await nextSecret(doors, about, { value: body.value, by: caller });
        await config.putSecret(workspace, secret, caller.person);
        return { name: secret.name, version: secret.version };
      },
    }),
  ];
}
