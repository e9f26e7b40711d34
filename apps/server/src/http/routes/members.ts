import { AGENT_SCOPES, type Member, type Role, type Scope } from '@countersign/contract';
import { z } from 'zod';
import type { Invited } from '../auth/port.ts';
import type { Caller } from '../caller.ts';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { reaches } from '../guard.ts';
import { assertStillGiven } from '../invitation.ts';
import { removeMember } from '../remove-member.ts';
import { type Route, route } from '../route.ts';
import { idParams } from '../schemas/parameters.ts';
import {
  inviteBody,
  invited,
  keyBody,
  keyList,
  keyMade,
  memberBody,
  memberList,
  personParams,
} from '../schemas/settings.ts';
import { found, maySee } from '../visible.ts';

/** People of a workspace, and the keys that act for them. */
export function memberRoutes(doors: Doors): readonly Route[] {
  const { config, keys } = doors;
  return [
    route({
      name: 'GET /api/v1/workspaces/{ws}/members',
      summary: 'Everybody in the workspace.',
      tag: 'members',
      answers: memberList,
      handle: async ({ access }) => ({ items: [...(await config.members(access.workspace))] }),
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/members',
      summary: 'Invite somebody. The link works once, for that e-mail address, for seven days.',
      tag: 'members',
      body: inviteBody,
      status: 201,
      answers: invited,
      handle: async ({ access, body }) => {
        const { workspace, caller, member } = access;
        assertMayGive(member.role, body.role);
        const email = body.email.toLowerCase();
        const invitation = { workspace, email, role: body.role, by: caller.person };
        const { token, expiresAt } = await doors.auth.invite(invitation);
        // Behind the hash, since what stands there is sent to no server and written to no log.
        const link = `${doors.origins.trusted[0]}/join#${token}`;
        return { link, email, role: body.role, expiresAt };
      },
    }),
    route({
      name: 'PUT /api/v1/workspaces/{ws}/members/{person}',
      summary: 'Give a member another role, none above your own.',
      tag: 'members',
      params: personParams,
      body: memberBody,
      answers: memberList.shape.items.element,
      handle: async ({ access, params, body }) => {
        const known = found(await config.member(access.workspace, params.person));
        assertMayGive(access.member.role, known.role);
        assertMayGive(access.member.role, body.role);
        const changed: Member = { ...known, role: body.role };
        await config.putMember(access.workspace, changed, access.caller.person);
        return changed;
      },
    }),
    route({
      name: 'DELETE /api/v1/workspaces/{ws}/members/{person}',
      summary:
        'Remove a member. Their keys and invitations end and their runs are stopped; nobody removes a role above their own.',
      tag: 'members',
      params: personParams,
      status: 204,
      answers: z.null(),
      handle: async ({ access, params }) => {
        await removeMember(doors, access, params.person);
        return null;
      },
    }),
    route({
      name: 'POST /api/v1/invitations/accept',
      summary: 'Join a workspace with an account you have.',
      tag: 'members',
      body: z.strictObject({ token: z.string().min(1).max(200) }),
      answers: z.object({ workspace: z.string() }),
      handle: async ({ access, body }) => {
        const invitation = await accepted(doors, access.caller, body.token);
        await assertStillGiven(config, invitation);
        await join(doors, access.caller, invitation);
        return { workspace: invitation.workspace };
      },
    }),
    route({
      name: 'GET /api/v1/workspaces/{ws}/keys',
      summary: 'Your API keys, or everybody’s for an admin. Their secrets are not kept.',
      tag: 'members',
      answers: keyList,
      handle: async ({ access }) => {
        const all = await keys.keys(access.workspace);
        return { items: all.filter((key) => maySee(access, key.person)) };
      },
    }),
    route({
      name: 'POST /api/v1/workspaces/{ws}/keys',
      summary: 'Make an API key that acts for you; its secret is shown this once.',
      tag: 'members',
      body: keyBody,
      status: 201,
      answers: keyMade,
      handle: async ({ access, body }) => {
        const { workspace, caller } = access;
        const { name, scopes, agent, expiresInDays } = body;
        if (agent !== null) {
          found(await config.agent(workspace, agent));
          assertAgentScopes(scopes);
        }
        const expiresAt =
          expiresInDays === null ? null : doors.clock.now() + expiresInDays * 86_400_000;
        const draft = { name, person: caller.person, agent, scopes, expiresAt };
        const { key, text } = await keys.createKey(workspace, draft, caller.person);
        return { key, secret: text };
      },
    }),
    route({
      name: 'DELETE /api/v1/workspaces/{ws}/keys/{id}',
      summary: 'End a key at once and for ever.',
      tag: 'members',
      params: idParams,
      status: 204,
      answers: z.null(),
      handle: async ({ access, params }) => {
        const all = await keys.keys(access.workspace);
        const key = all.find(({ id, person }) => id === params.id && maySee(access, person));
        await keys.revokeKey(access.workspace, found(key ?? null).id, access.caller.person);
        return null;
      },
    }),
  ];
}

/** Nobody gives, or takes, a role above their own. */
function assertMayGive(own: Role, given: Role): void {
  if (!reaches(own, given)) throw httpFault('HTTP_ROLE_MISSING');
}

/** Answers, rights, policy, secrets: no key with these is ever made for an agent. */
function assertAgentScopes(scopes: readonly Scope[]): void {
  const foreign = scopes.find((scope) => !(AGENT_SCOPES as readonly Scope[]).includes(scope));
  if (foreign === undefined) return;
  throw httpFault('HTTP_AGENT_KEY', { details: { field: 'scopes', scope: foreign } });
}

async function accepted(doors: Doors, caller: Caller, token: string): Promise<Invited> {
  const session = caller.kind === 'session' ? caller.session : null;
  const invitation = session === null ? null : await doors.auth.accept(token, session);
  if (invitation === null) throw httpFault('HTTP_INVITATION');
  return invitation;
}

/** An invitation never takes a role away from somebody who has a higher one already. */
async function join(doors: Doors, caller: Caller, invitation: Invited): Promise<void> {
  const { workspace, role, by, email } = invitation;
  const known = await doors.config.member(workspace, caller.person);
  if (known !== null && reaches(known.role, role)) return;
  const name = caller.kind === 'session' ? caller.session.name : caller.person;
  await doors.config.putMember(workspace, { person: caller.person, name, email, role }, by);
}
