import type { Role, Scope } from '@countersign/contract';

/**
 * What a route asks of whoever comes.
 * `open`: nothing. `person`: to be signed in, or any key. `member`: at least `role` in the workspace; what belongs
 * to another person needs `others`. `scope` is what a key needs; `session` keeps keys out.
 */
export type Need =
  | { readonly kind: 'open' }
  | { readonly kind: 'person'; readonly scope: 'any' | 'session' }
  | {
      readonly kind: 'member';
      readonly role: Role;
      readonly others: Role;
      readonly scope: Scope | 'session';
    };

const open = { kind: 'open' } as const;
const person = (scope: 'any' | 'session') => ({ kind: 'person', scope }) as const;
const member = (role: Role, scope: Scope | 'session', others: Role = role) =>
  ({ kind: 'member', role, others, scope }) as const;

const WS = '/api/v1/workspaces/{ws}';

/** Every route of the application, and who may use it. A route that is not named here cannot be made. */
export const PERMISSIONS = {
  'GET /health': open,
  'GET /openapi.json': open,
  'GET /docs': open,
  'GET /docs/{file}': open,

  'GET /api/v1/setup': open,
  'POST /api/auth/sign-up/email': open,
  'POST /api/auth/sign-in/email': open,
  'POST /api/auth/sign-out': open,
  'GET /api/auth/get-session': open,
  'GET /api/auth/list-sessions': person('session'),
  'POST /api/auth/revoke-session': person('session'),
  'POST /api/auth/revoke-other-sessions': person('session'),
  'POST /api/auth/change-password': person('session'),
  'POST /api/v1/invitations/accept': person('session'),

  'GET /api/v1/me': person('any'),
  'GET /api/v1/health': person('any'),

  [`GET ${WS}/agents`]: member('user', 'agents:read'),
  [`POST ${WS}/agents`]: member('builder', 'agents:write'),
  [`GET ${WS}/agents/{id}`]: member('user', 'agents:read'),
  [`PUT ${WS}/agents/{id}`]: member('builder', 'agents:write'),
  [`POST ${WS}/agents/{id}/publish`]: member('builder', 'agents:write'),
  [`GET ${WS}/actions`]: member('user', 'agents:read'),
  [`POST ${WS}/actions/check`]: member('builder', 'agents:read'),

  [`POST ${WS}/runs`]: member('user', 'runs:write'),
  [`GET ${WS}/runs`]: member('user', 'runs:read', 'responder'),
  [`GET ${WS}/runs/{id}`]: member('user', 'runs:read', 'responder'),
  [`GET ${WS}/runs/{id}/entries`]: member('user', 'runs:read', 'responder'),
  [`GET ${WS}/runs/{id}/stream`]: member('user', 'runs:read', 'responder'),
  [`POST ${WS}/runs/{id}/cancel`]: member('user', 'runs:write', 'responder'),
  [`GET ${WS}/runs/{id}/proof`]: member('user', 'runs:read', 'responder'),

  [`GET ${WS}/questions`]: member('user', 'questions:read', 'responder'),
  [`GET ${WS}/questions/{id}`]: member('user', 'questions:read', 'responder'),
  [`POST ${WS}/questions/{id}/answer`]: member('user', 'questions:answer', 'responder'),
  [`POST ${WS}/questions/answers`]: member('user', 'questions:answer', 'responder'),

  [`GET ${WS}/permissions`]: member('user', 'questions:read', 'responder'),
  [`POST ${WS}/permissions`]: member('admin', 'session'),
  [`GET ${WS}/permissions/{id}`]: member('user', 'questions:read', 'responder'),
  [`DELETE ${WS}/permissions/{id}`]: member('user', 'questions:answer', 'responder'),
  [`POST ${WS}/permissions/{id}/restore`]: member('user', 'session', 'responder'),

  [`GET ${WS}/memories`]: member('user', 'questions:read', 'responder'),
  [`GET ${WS}/memories/{id}`]: member('user', 'questions:read', 'responder'),
  // Whoever raises a memory speaks for the person whose it is.
  [`POST ${WS}/memories/{id}/approve`]: member('user', 'session', 'admin'),
  [`POST ${WS}/memories/{id}/edit`]: member('user', 'session', 'admin'),
  [`POST ${WS}/memories/{id}/reject`]: member('user', 'questions:answer', 'responder'),
  [`DELETE ${WS}/memories/{id}`]: member('user', 'questions:answer', 'responder'),
  [`POST ${WS}/memories/{id}/restore`]: member('user', 'session', 'responder'),
  [`POST ${WS}/memories/rollback`]: member('user', 'questions:answer', 'responder'),
  [`POST ${WS}/memories/rollback/restore`]: member('user', 'session', 'responder'),

  [`GET ${WS}/conversations`]: member('user', 'runs:read', 'responder'),
  [`GET ${WS}/conversations/{id}`]: member('user', 'runs:read', 'responder'),

  [`GET ${WS}/connections`]: member('builder', 'connections:read'),
  [`PUT ${WS}/connections/{id}`]: member('admin', 'connections:write'),
  [`GET ${WS}/secrets`]: member('builder', 'secrets:read'),
  [`PUT ${WS}/secrets/{name}`]: member('admin', 'secrets:write'),
  [`GET ${WS}/policy`]: member('builder', 'policy:read'),
  [`PUT ${WS}/policy`]: member('admin', 'policy:write'),
  [`POST ${WS}/policy/simulate`]: member('builder', 'policy:read'),
  [`POST ${WS}/policy/check`]: member('builder', 'policy:read'),
  [`GET ${WS}/policy/versions`]: member('builder', 'policy:read'),
  [`GET ${WS}/policy/versions/{number}`]: member('builder', 'policy:read'),
  [`POST ${WS}/policy/versions/{number}/restore`]: member('admin', 'policy:write'),
  [`GET ${WS}/policy/compare`]: member('builder', 'policy:read'),
  [`GET ${WS}/policy/proposals`]: member('builder', 'policy:read'),
  [`POST ${WS}/policy/proposals`]: member('admin', 'policy:write'),
  [`GET ${WS}/policy/proposals/{id}`]: member('builder', 'policy:read'),
  [`POST ${WS}/policy/proposals/{id}/{how}`]: member('admin', 'session'),

  [`GET ${WS}/rules`]: member('user', 'policy:read'),
  [`PUT ${WS}/rules`]: member('owner', 'policy:write'),

  [`GET ${WS}/members`]: member('user', 'members:read'),
  [`POST ${WS}/members`]: member('admin', 'session'),
  [`PUT ${WS}/members/{person}`]: member('admin', 'session'),
  [`DELETE ${WS}/members/{person}`]: member('admin', 'session'),
  [`GET ${WS}/keys`]: member('user', 'session', 'admin'),
  [`POST ${WS}/keys`]: member('user', 'session'),
  [`DELETE ${WS}/keys/{id}`]: member('user', 'session', 'admin'),

  [`GET ${WS}/tables`]: member('user', 'data:read'),
  [`GET ${WS}/tables/{id}/rows`]: member('user', 'data:read'),
  [`GET ${WS}/cases`]: member('user', 'data:read'),
  [`GET ${WS}/cases/{id}`]: member('user', 'data:read'),
  [`GET ${WS}/outbox`]: member('responder', 'data:read'),
  [`GET ${WS}/outbox/{id}`]: member('responder', 'data:read'),
  [`GET ${WS}/mailbox/{connection}`]: member('user', 'data:read', 'responder'),
  [`GET ${WS}/mailbox/{connection}/{message}`]: member('user', 'data:read', 'responder'),
  [`POST ${WS}/objects`]: member('user', 'objects:write'),

  [`GET ${WS}/ledger/checkpoint`]: member('user', 'ledger:read'),
  [`GET ${WS}/ledger/key`]: member('user', 'ledger:read'),
  [`GET ${WS}/ledger/export`]: member('admin', 'ledger:read'),
  [`GET ${WS}/ledger/audit`]: member('admin', 'ledger:read'),
  [`GET ${WS}/usage`]: member('user', 'usage:read', 'admin'),

  'GET /*': open,
} as const satisfies Record<string, Need>;

/** `METHOD /path/{parameter}`. */
export type RouteName = keyof typeof PERMISSIONS;

/** The need of a route. */
export type NeedOf<Name extends RouteName> = (typeof PERMISSIONS)[Name];
