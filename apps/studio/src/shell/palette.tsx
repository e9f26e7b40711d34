import type { Me } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { keys } from '../data/keys.ts';
import { useAgents, useOpenQuestions } from '../data/queries.ts';
import { visibleText } from '../quote/visible.ts';
import { useWorkspace } from '../session/workspace.tsx';
import { SECTIONS } from './sections.ts';
import { choose, THEMES } from './theme.ts';
import { useSignOut } from './use-sign-out.ts';

/** Go to anything by typing a part of its name. */
export function Palette({ me, onClose }: { me: Me; onClose: () => void }) {
  const { id, api } = useWorkspace();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const agents = useAgents();
  const open = useOpenQuestions();
  const runs = useQuery({
    queryKey: [...keys.runs(id), 'palette'],
    queryFn: () => api.runs.list({ limit: 20 }),
  });
  const go = (where: Promise<void>) => {
    onClose();
    void where;
  };

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-(--scrim)" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[8dvh] z-50 mx-auto max-w-xl animate-enter overflow-hidden rounded-2xl border border-line bg-sheet shadow-float focus:outline-none"
        >
          <Radix.Title className="sr-only">Go to anything</Radix.Title>
          <Command label="Go to anything" loop>
            <Command.Input
              autoFocus
              placeholder="Go to, start, change…"
              className="w-full border-b border-line bg-transparent px-5 py-4 text-base outline-none"
            />
            <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-8 text-center text-sm text-ink-2">
                Nothing has that name.
              </Command.Empty>
              <Group name="Go to">
                {SECTIONS.map(({ name, to, Icon, key }) => (
                  <Item
                    key={to}
                    onSelect={() => go(navigate({ to, params: { ws: id } }))}
                    hint={`G ${key.toUpperCase()}`}
                  >
                    <Icon size={16} aria-hidden="true" className="text-ink-3" /> {name}
                  </Item>
                ))}
              </Group>
              <Group name="Waiting for an answer">
                {open.data?.slice(0, 20).map((question) => (
                  <Item
                    key={question.id}
                    value={`${question.sentence} ${question.id}`}
                    onSelect={() =>
                      go(
                        navigate({
                          to: '/w/$ws/inbox/$question',
                          params: { ws: id, question: question.id },
                        }),
                      )
                    }
                  >
                    <span className="truncate">{visibleText(question.sentence)}</span>
                  </Item>
                ))}
              </Group>
              <Group name="Chat with">
                {agents.data
                  ?.filter((agent) => agent.publishedVersion > 0)
                  .map((agent) => (
                    <Item
                      key={agent.id}
                      value={`chat ${agent.draft.name} ${agent.id}`}
                      onSelect={() =>
                        go(
                          navigate({
                            to: '/w/$ws/chat',
                            params: { ws: id },
                            search: { agent: agent.id },
                          }),
                        )
                      }
                    >
                      {agent.draft.name}
                    </Item>
                  ))}
              </Group>
              <Group name="Recent runs">
                {runs.data?.items.map((run) => (
                  <Item
                    key={run.id}
                    value={`${run.title} ${run.id}`}
                    onSelect={() =>
                      go(navigate({ to: '/w/$ws/runs/$run', params: { ws: id, run: run.id } }))
                    }
                  >
                    <span className="truncate">{visibleText(run.title)}</span>
                  </Item>
                ))}
              </Group>
              <Group name="Look">
                {THEMES.map(({ value, label }) => (
                  <Item
                    key={value}
                    value={`theme ${label}`}
                    onSelect={() => {
                      choose(value);
                      onClose();
                    }}
                  >
                    {label}
                  </Item>
                ))}
              </Group>
              <Group name={me.person.email}>
                <Item onSelect={() => go(signOut())}>Sign out</Item>
              </Group>
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={name}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  children,
  onSelect,
  value,
  hint,
}: {
  children: ReactNode;
  onSelect: () => void;
  value?: string;
  hint?: string;
}) {
  return (
    <Command.Item
      onSelect={onSelect}
      {...(value === undefined ? {} : { value })}
      className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-3 text-sm data-[selected=true]:bg-hover"
    >
      {children}
      {hint && <span className="ml-auto text-xs text-ink-3">{hint}</span>}
    </Command.Item>
  );
}
