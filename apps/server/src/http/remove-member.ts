import type { RunStatus } from '@countersign/contract';
import type { Membership } from './caller.ts';
import type { Doors } from './doors.ts';
import { httpFault } from './errors.ts';
import { reaches } from './guard.ts';

/**
 * Takes a person out of the workspace with all that acts for them there: their keys, permissions and invitations end,
 * their runs are stopped.
 * Asked again after it was cut off in the middle, it does what was left.
 *
 * @throws faults `HTTP_ROLE_MISSING` for a role above the caller's, `HTTP_NOT_FOUND`, `RECORD_LAST_OWNER`.
 */
export async function removeMember(
  doors: Doors,
  { workspace, caller, member }: Membership,
  person: string,
): Promise<void> {
  const by = caller.person;
  const known = await doors.config.member(workspace, person);
  if (known !== null && !reaches(member.role, known.role)) throw httpFault('HTTP_ROLE_MISSING');
  if (known !== null) {
    // Before they leave: afterwards nobody knows their address. What they send meanwhile is worth nothing without them.
    // Who is refused to leave keeps what they sent.
    if (!(await isLastOwner(doors, workspace, person)))
      await doors.auth.withdraw({ workspace, email: known.email, by: person });
    // Before the rest, so that nothing new begins while what there is comes to its end.
    await doors.config.removeMember(workspace, person, by);
  }
  const keys = await endKeys(doors, workspace, person, by);
  const permissions = await endPermissions(doors, workspace, person, by);
  const runs = await stopRuns(doors, workspace, person, by);
  if (known === null && keys + permissions + runs === 0) throw httpFault('HTTP_NOT_FOUND');
}

async function isLastOwner({ config }: Doors, workspace: string, person: string): Promise<boolean> {
  const owners = (await config.members(workspace)).filter(({ role }) => role === 'owner');
  return owners.every((owner) => owner.person === person) && owners.length > 0;
}

async function endKeys(
  { keys }: Doors,
  workspace: string,
  person: string,
  by: string,
): Promise<number> {
  const live = (await keys.keys(workspace)).filter(
    (key) => key.person === person && key.revokedAt === null,
  );
  await Promise.all(live.map(({ id }) => keys.revokeKey(workspace, id, by)));
  return live.length;
}

/** What somebody permitted counts no more while they are no member; ended, it does not come back with them either. */
async function endPermissions(
  { permissions }: Doors,
  workspace: string,
  person: string,
  by: string,
): Promise<number> {
  const live = (await permissions.standing(workspace)).filter(
    ({ createdBy }) => createdBy === person,
  );
  await Promise.all(live.map(({ id }) => permissions.revokePermission(workspace, id, by)));
  return live.length;
}

const GOING: readonly RunStatus[] = ['runnable', 'running', 'parked'];
/** Runs that are stopped at once. */
const PAGE = 50;

async function stopRuns(
  doors: Doors,
  workspace: string,
  person: string,
  by: string,
): Promise<number> {
  const stopped = await Promise.all(
    GOING.map((status) => stopAll(doors, { workspace, person, status }, by)),
  );
  return stopped.reduce((sum, count) => sum + count, 0);
}

async function stopAll(
  doors: Doors,
  about: { readonly workspace: string; readonly person: string; readonly status: RunStatus },
  by: string,
  before?: string,
): Promise<number> {
  const { workspace, person, status } = about;
  const { reader, runs } = doors;
  const filter = { person, status, limit: PAGE, ...(before === undefined ? {} : { before }) };
  const { items, next } = await reader.runs(workspace, filter);
  await Promise.all(
    items.map(({ id }) =>
      runs.cancel(workspace, id, by, 'The person it acts for was removed from the workspace.'),
    ),
  );
  const more = next === null ? 0 : await stopAll(doors, about, by, next);
  return items.length + more;
}
