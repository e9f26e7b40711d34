import type { PermissionDraft, PermissionUse, PermissionView } from '@countersign/contract';
import type { Place } from './place.ts';

/** What an administrator permits an agent by a form; the connection is the one its version binds. */
export interface NewPermission extends Pick<PermissionDraft, 'agent' | 'action' | 'allows'> {
  /** Argument pattern, such as `/to/*`. */
  readonly pointer: string;
  readonly weekly?: PermissionDraft['weekly'];
  /** 30 where absent. */
  readonly days?: PermissionDraft['days'];
}

/** What people let agents do without being asked again. Making one needs a signed-in person. */
export interface PermissionsClient {
  /** The newest first, ended ones too. */
  list(limit?: number): Promise<readonly PermissionView[]>;
  /** One, with the last calls that it let pass, newest first. */
  get(
    permission: string,
  ): Promise<{ readonly permission: PermissionView; readonly uses: readonly PermissionUse[] }>;
  create(permission: NewPermission): Promise<PermissionView>;
  /** The next such call is asked about. */
  revoke(permission: string): Promise<void>;
  /** Takes one's own revocation back, within ten minutes. */
  restore(permission: string): Promise<PermissionView>;
}

const id = encodeURIComponent;

export function permissionsClient({ json, items }: Place): PermissionsClient {
  return {
    list: (limit) => items('permissions', limit === undefined ? {} : { limit }),
    get: (permission) => json(`permissions/${id(permission)}`),
    create: (permission) => json('permissions', { method: 'POST', body: permission }),
    revoke: async (permission) => {
      await json(`permissions/${id(permission)}`, { method: 'DELETE' });
    },
    restore: (permission) => json(`permissions/${id(permission)}/restore`, { method: 'POST' }),
  };
}
