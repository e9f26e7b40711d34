import type { Me } from '@countersign/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { useWorkspace } from '../session/workspace.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';

/** The workspace's name, which leads to its start; with several, also the way to the others. */
export function WorkspaceMenu({ me }: { me: Me }) {
  const { id, name } = useWorkspace();
  const navigate = useNavigate();
  return (
    <div className="flex items-center gap-1">
      <Link
        to="/w/$ws"
        params={{ ws: id }}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2 py-1.5 hover:bg-hover"
      >
        <img src="/mark.svg" alt="" width={24} height={24} className="shrink-0" />
        <span className="truncate font-serif text-[17px]">{name}</span>
        <span className="sr-only">: start</span>
      </Link>
      {me.workspaces.length > 1 && (
        <Menu
          align="end"
          trigger={
            <button
              type="button"
              aria-label="Change workspace"
              className="grid size-8 cursor-pointer place-items-center rounded-lg text-ink-3 hover:bg-hover"
            >
              <ChevronsUpDown size={15} aria-hidden="true" />
            </button>
          }
        >
          {me.workspaces.map((one) => (
            <MenuItem
              key={one.id}
              checked={one.id === id}
              hint={one.role}
              onSelect={() => void navigate({ to: '/w/$ws', params: { ws: one.id } })}
            >
              {one.name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
