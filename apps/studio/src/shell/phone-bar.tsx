import type { Me } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '../session/workspace.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AccountMenu } from './account-menu.tsx';
import { SECTIONS } from './sections.ts';
import { InboxCount } from './side-bar.tsx';

const FIRST = SECTIONS.slice(0, 4);
const REST = SECTIONS.slice(4);

/** Navigation at the bottom, in reach of a thumb; what does not fit is behind the last button. */
export function PhoneBar({ me }: { me: Me }) {
  const { id, name } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  return (
    <nav
      aria-label="Studio"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid grid-cols-5">
        {FIRST.map(({ name: label, to, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ ws: id }}
              className={ITEM}
              activeProps={{ className: '!text-ink' }}
            >
              <span className="relative">
                <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
                {label === 'Inbox' && <InboxCount className="absolute -top-2 left-3" />}
              </span>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={`${ITEM} w-full cursor-pointer`}
            onClick={() => setOpen(true)}
          >
            <Ellipsis size={20} strokeWidth={1.75} aria-hidden="true" />
            More
          </button>
        </li>
      </ul>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={name}>
        <ul className="-mx-2 grid">
          {REST.map(({ name: label, to, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ ws: id }}
                onClick={() => setOpen(false)}
                className="flex min-h-12 items-center gap-3 rounded-lg px-2 text-[15px] active:bg-hover"
              >
                <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="text-ink-2" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className="mt-3 border-t border-line pt-3">
          <AccountMenu me={me} />
        </div>
      </Dialog>
    </nav>
  );
}

const ITEM =
  'flex min-h-14 flex-col items-center justify-center gap-0.5 text-[11px] font-medium text-ink-3';
