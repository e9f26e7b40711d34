import { effectOf, type PermissionView } from '@countersign/contract';
import { z } from 'zod';
import type { Membership } from '../caller.ts';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { type Route, route } from '../route.ts';
import { idParams } from '../schemas/parameters.ts';
import {
  permissionBody,
  permissionDetail,
  permissionList,
  permissionsQuery,
  permissionView,
} from '../schemas/standing.ts';
import { found, maySee, visible } from '../visible.ts';

/** Calls that are named of one permission. */
const USES = 100;

/** What people let agents do without being asked again. */
export function standingRoutes(doors: Doors): readonly Route[] {
  const { permissions } = doors;
  const permissionOf = async (access: Membership, id: string): Promise<PermissionView> =>
    visible(
      access,
      await permissions.permission(access.workspace, id),
      (permission) => permission.createdBy,
    );
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/permissions',
      summary:
        'Standing permissions, newest first: those you made, or all of them for a responder.',
      tag: 'permissions',
      query: permissionsQuery,
      answers: permissionList,
      handle: async ({ access, query }) => {
        const all = await permissions.permissions(access.workspace, query.limit);
        return { items: all.filter(({ createdBy }) => maySee(access, createdBy)) };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/permissions/{id}',
      summary: 'One standing permission, with the last calls that it let pass.',
      tag: 'permissions',
      params: idParams,
      answers: permissionDetail,
      handle: async ({ access, params }) => {
        const permission = await permissionOf(access, params.id);
        const uses = await permissions.uses(access.workspace, params.id, USES);
        return { permission, uses: [...uses] };
      },
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/permissions',
      summary:
        'Permit an agent one value, or numbers up to a bound, as an admin. Anybody else does so by an answer.',
      tag: 'permissions',
      body: permissionBody,
      status: 201,
      answers: permissionView,
      handle: ({ access, body }) => permit(doors, access, body),
    }),
    route({
      name: 'DELETE /api/v1/workspaces/{ws}/permissions/{id}',
      summary: 'Revoke a standing permission at once: the next such call is asked about.',
      tag: 'permissions',
      params: idParams,
      status: 204,
      answers: z.null(),
      handle: async ({ access, params }) => {
        const { id } = await permissionOf(access, params.id);
        await permissions.revokePermission(access.workspace, id, access.caller.person);
        return null;
      },
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/permissions/{id}/restore',
      summary: 'Take a revocation back that you made within the last ten minutes.',
      tag: 'permissions',
      params: idParams,
      answers: permissionView,
      handle: async ({ access, params }) => {
        const { id } = await permissionOf(access, params.id);
        const { person } = access.caller;
        if (!(await permissions.restorePermission(access.workspace, id, person)))
          throw httpFault('HTTP_CONFLICT', {
            message:
              'Only who revoked a permission takes that back, within ten minutes and before it ends.',
          });
        return permissionOf(access, id);
      },
    }),
  ];
}

/** Makes a permission of what the agent's published version can do. Its connection is looked up, never named. */
async function permit(
  doors: Doors,
  access: Membership,
  body: z.infer<typeof permissionBody>,
): Promise<PermissionView> {
  const { workspace, caller, member } = access;
  const { agent: id, action, pointer } = body;
  const agent = found(await doors.config.agent(workspace, id));
  const version = await doors.config.version(workspace, id, agent.publishedVersion);
  const tool = version?.tools.find((one) => one.action === action);
  const descriptor = doors.catalog.find((one) => one.id === action);
  if (tool === undefined || descriptor === undefined)
    throw invalid(
      'action',
      'The agent’s published version has no such action; publish it with one.',
    );
  const sink = Object.hasOwn(descriptor.sinks, pointer) ? descriptor.sinks[pointer] : undefined;
  const effect = effectOf(descriptor, {});
  if (sink === undefined || sink === 'auth' || sink === 'ctl')
    throw invalid(
      'pointer',
      `The argument must be one of ${argumentsOf(descriptor.sinks).join(', ')}; rights and the platform are asked about each time.`,
    );
  if (effect === 'destroy')
    throw invalid('action', 'What destroys is asked about each time, and cannot be permitted.');
  // Whoever may not answer such a question may not answer it beforehand either.
  const barred = (await doors.checks.answering(workspace, member))({
    ...{ action, effect, requestedBy: '' },
  });
  if (barred !== null) throw httpFault('HTTP_ANSWER_BARRED');
  const { connection } = tool;
  const draft = { ...body, connection, asked: null };
  const [made] = await doors.permissions.makePermissions(workspace, [draft], caller.person);
  return found(made === undefined ? null : await doors.permissions.permission(workspace, made.id));
}

function argumentsOf(sinks: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(sinks).flatMap(([pattern, sink]) =>
    sink === 'auth' || sink === 'ctl' ? [] : [pattern],
  );
}

function invalid(field: string, message: string) {
  return httpFault('HTTP_INVALID', { message, details: { field } });
}
