import type { PermissionView } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../data/keys.ts';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Problem, SkeletonRows } from '../../ui/states.tsx';
import { now } from '../../ui/use-now.ts';
import { NewPermission } from './new-permission.tsx';
import { PermissionLine } from './permission-line.tsx';

/** What agents may do without asking again, who said so, how often it was used, and the end of it. */
export function Permissions() {
  const { api, id, role } = useWorkspace();
  const [showsEnded, setShowsEnded] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const list = useQuery({
    queryKey: keys.permissions(id),
    queryFn: () => api.permissions.list(),
    refetchInterval: 15_000,
  });
  const standing = list.data?.filter(isStanding) ?? [];
  const shown = showsEnded ? (list.data ?? []) : standing;
  return (
    <Page
      title="Permissions"
      lead="Values that agents may use again without asking. Each is for one agent, action, argument and connection, and ends by itself."
      actions={
        reaches(role, 'admin') && <Button onClick={() => setMaking(true)}>Permit something</Button>
      }
    >
      {list.isPending && <SkeletonRows />}
      {list.isError && !list.data && (
        <Problem error={list.error} retry={() => void list.refetch()} />
      )}
      {list.data && list.data.length > 0 && (
        <div className="mb-4">
          <Check
            label="Show those that have ended"
            checked={showsEnded}
            onChange={(event) => setShowsEnded(event.target.checked)}
          />
        </div>
      )}
      {list.data && shown.length === 0 && (
        <Empty title="Nothing is permitted beforehand">
          <p>
            Agents ask about every value in doubt. When you approve a question, tick “Remember for
            this agent” at a value, and it stands here.
          </p>
        </Empty>
      )}
      {shown.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((one) => (
            <li key={one.id}>
              <PermissionLine permission={one} />
            </li>
          ))}
        </ul>
      )}
      {isMaking && <NewPermission onClose={() => setMaking(false)} />}
    </Page>
  );
}

/** Whether it still lets anything pass, or was revoked a moment ago and can be had back. */
function isStanding({ revokedAt, allows, expiresAt }: PermissionView): boolean {
  const wasJustRevoked = revokedAt !== null && now() - revokedAt < UNDO_MS;
  return (revokedAt === null || wasJustRevoked) && allows !== null && now() < expiresAt;
}

/** Milliseconds in which a revocation is shown with its way back; the server takes it for as long. */
const UNDO_MS = 600_000;
