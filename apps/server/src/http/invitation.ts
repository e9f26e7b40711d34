import type { ConfigStore } from '@countersign/contract';
import type { Invited } from './auth/port.ts';
import { httpFault } from './errors.ts';
import { reaches } from './guard.ts';

/**
 * An invitation is worth what whoever sent it could give now, not then.
 *
 * @throws fault `HTTP_INVITATION` where they have left the workspace, or their part no longer reaches the one they gave.
 */
export async function assertStillGiven(
  config: Pick<ConfigStore, 'member'>,
  { workspace, by, role }: Invited,
): Promise<void> {
  const giver = await config.member(workspace, by);
  if (giver === null || !reaches(giver.role, role)) throw httpFault('HTTP_INVITATION');
}
