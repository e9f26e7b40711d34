import { Fault, type RunSummary } from '@countersign/contract';
import type { Doors } from '../doors.ts';
import { admit } from '../guard.ts';
import { PERMISSIONS } from '../permissions.ts';
import { maySee } from '../visible.ts';

/**
 * Whether a stream's reader may still read: asked again while it runs, since a stream outlives the sign-out, the
 * revoked key and the lost membership that would refuse the next request.
 */
export async function mayKeepReading(
  doors: Doors,
  headers: Headers,
  workspace: string,
  run: Pick<RunSummary, 'person'>,
): Promise<boolean> {
  const need = PERMISSIONS['GET /api/v1/workspaces/{ws}/runs/{id}/stream'];
  try {
    const access = await admit(doors, need, { headers, workspace });
    return access.kind === 'member' && maySee(access, run.person);
  } catch (error) {
    if (Fault.is(error) && error.spec.kind === 'user') return false;
    throw error;
  }
}
