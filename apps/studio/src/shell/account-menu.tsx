import type { Me } from '@countersign/contract';
import { useNavigate } from '@tanstack/react-router';
import { useWorkspace } from '../session/workspace.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { showShortcuts } from './palette-state.ts';
import { THEMES, useTheme } from './theme.ts';
import { useSignOut } from './use-sign-out.ts';

/** Who is signed in; how it looks; the way out. */
export function AccountMenu({ me }: { me: Me }) {
  const { id, role } = useWorkspace();
  const [theme, setTheme] = useTheme();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex w-full cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 text-left hover:bg-hover"
        >
          <span
            aria-hidden="true"
            className="grid size-7 shrink-0 place-items-center rounded-full bg-ink text-xs font-semibold text-paper"
          >
            {initials(me.person.name)}
          </span>
          <span className="min-w-0">
            <span className="block truncate text-sm font-medium">{me.person.name}</span>
            <span className="block truncate text-[13px] leading-tight text-ink-3">{role}</span>
          </span>
        </button>
      }
    >
      {THEMES.map(({ value, label }) => (
        <MenuItem key={value} checked={theme === value} onSelect={() => setTheme(value)}>
          {label}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onSelect={showShortcuts}>Keyboard shortcuts</MenuItem>
      <MenuItem
        onSelect={() =>
          void navigate({ to: '/w/$ws/settings/$section', params: { ws: id, section: 'account' } })
        }
      >
        Your account
      </MenuItem>
      <MenuItem onSelect={() => void signOut()}>Sign out</MenuItem>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
