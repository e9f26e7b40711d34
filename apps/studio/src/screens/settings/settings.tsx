import { Link, useParams } from '@tanstack/react-router';
import { reaches } from '../../data/roles.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Page } from '../../ui/page.tsx';
import { Account } from './account.tsx';
import { Keys } from './keys.tsx';
import { Members } from './members.tsx';
import { Policy } from './policy/policy.tsx';
import { Rules } from './rules.tsx';
import { System } from './system.tsx';
import { Usage } from './usage.tsx';

const SECTIONS = [
  { section: 'members', name: 'Members', Part: Members, role: 'user' },
  { section: 'rules', name: 'Rules', Part: Rules, role: 'user' },
  { section: 'policy', name: 'Policy', Part: Policy, role: 'builder' },
  { section: 'usage', name: 'Usage', Part: Usage, role: 'user' },
  { section: 'keys', name: 'API keys', Part: Keys, role: 'user' },
  { section: 'account', name: 'Your account', Part: Account, role: 'user' },
  { section: 'system', name: 'System', Part: System, role: 'user' },
] as const;

/** Who is here, what is allowed, what was used, and what reaches in. */
export function Settings() {
  const { id, role } = useWorkspace();
  const { section = 'members' } = useParams({ strict: false });
  const shown = SECTIONS.filter((one) => reaches(role, one.role));
  const current = shown.find((one) => one.section === section) ?? SECTIONS[0];
  const { Part } = current;
  return (
    <Page title="Settings">
      <div className="grid gap-8 lg:grid-cols-[10rem_1fr] lg:gap-12">
        <nav aria-label="Settings" className="-mx-1 flex flex-wrap content-start gap-0.5 lg:grid">
          {shown.map((one) => (
            <Link
              key={one.section}
              to="/w/$ws/settings/$section"
              params={{ ws: id, section: one.section }}
              aria-current={one === current ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-lg px-3 text-sm text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {one.name}
            </Link>
          ))}
        </nav>
        <div className="min-w-0">
          <Part />
        </div>
      </div>
    </Page>
  );
}
