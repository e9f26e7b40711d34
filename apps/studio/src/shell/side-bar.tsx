import type { Me } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useOpenQuestions } from '../data/queries.ts';
import { cardsOf } from '../question/cards.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { classes } from '../ui/classes.ts';
import { Kbd } from '../ui/kbd.tsx';
import { AccountMenu } from './account-menu.tsx';
import { MODIFIER } from './modifier.ts';
import { openPalette } from './palette-state.ts';
import { SECTIONS, type StudioSection } from './sections.ts';
import { WorkspaceMenu } from './workspace-menu.tsx';

const GROUPS = [
  { group: 'work', name: 'Work' },
  { group: 'results', name: 'Results' },
  { group: 'build', name: 'Build and prove' },
] as const;

/** Navigation at the left, where there is room for it. */
export function SideBar({ me }: { me: Me }) {
  return (
    <header className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-paper px-3 py-4 lg:flex">
      <WorkspaceMenu me={me} />
      <button
        type="button"
        onClick={openPalette}
        className="mt-4 flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg border border-line bg-sheet px-2.5 text-sm text-ink-3 transition-colors hover:border-line-strong"
      >
        <Search size={15} aria-hidden="true" /> Go to…
        <span className="ml-auto flex gap-0.5">
          <Kbd>{MODIFIER}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      <nav aria-label="Studio" className="mt-5 grid gap-5 overflow-y-auto">
        {GROUPS.map(({ group, name }) => (
          <div key={group}>
            <p className="px-2.5 text-xs font-medium text-ink-3">{name}</p>
            <ul className="mt-1 grid gap-px">
              {SECTIONS.filter((section) => section.group === group).map((section) => (
                <li key={section.to}>
                  <SideLink section={section} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="mt-auto pt-4">
        <AccountMenu me={me} />
      </div>
    </header>
  );
}

function SideLink({ section }: { section: StudioSection }) {
  const { id } = useWorkspace();
  const { name, to, Icon } = section;
  return (
    <Link
      to={to}
      params={{ ws: id }}
      className="group flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-sm text-ink-2 transition-colors hover:bg-hover hover:text-ink"
      activeProps={{ className: '!bg-hover !text-ink font-medium' }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {name}
      {name === 'Inbox' && <InboxCount className="ml-auto" />}
    </Link>
  );
}

/** How many cards wait, one for each run that asks; nothing where none does. */
export function InboxCount({ className }: { className?: string }) {
  const { data, hasNextPage } = useOpenQuestions();
  if (!data || data.length === 0) return null;
  const cards = cardsOf(data).length;
  return (
    <span
      className={classes(
        'min-w-5 rounded-full bg-seal px-1.5 text-center text-xs leading-5 font-semibold text-seal-ink tabular-nums',
        className,
      )}
    >
      {cards}
      {hasNextPage && '+'}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
