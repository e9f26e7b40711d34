import type { AgentRecord, RunSummary } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useOpenQuestions } from '../../data/queries.ts';
import { CardLine } from '../../question/card-line.tsx';
import { cardsOf } from '../../question/cards.ts';
import { RunLine } from '../../run/run-line.tsx';
import { useWorkspace } from '../../session/workspace.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { now } from '../../ui/use-now.ts';

/** What waits for somebody, whom to ask for something, and what happened last. */
export function Overview({
  runs,
  agents,
}: {
  runs: readonly RunSummary[];
  agents: readonly AgentRecord[];
}) {
  const { id, person } = useWorkspace();
  const open = useOpenQuestions();
  const published = agents.filter(({ publishedVersion }) => publishedVersion > 0).slice(0, 6);
  const [first = ''] = person.name.split(' ');
  return (
    <Page
      title={`${greeting()}${first ? `, ${first}` : ''}`}
      lead={leadOf(open.data?.length ?? 0, open.hasNextPage)}
    >
      {open.data && open.data.length > 0 && (
        <Section
          title="Waiting for an answer"
          actions={
            <Link
              to="/w/$ws/inbox"
              params={{ ws: id }}
              className="text-sm text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink"
            >
              Inbox
            </Link>
          }
        >
          <ul className="divide-y divide-line border-y border-line">
            {cardsOf(open.data)
              .slice(0, 5)
              .map((card) => (
                <li key={card.id}>
                  <CardLine card={card} />
                </li>
              ))}
          </ul>
        </Section>
      )}
      <Section title="Ask an agent">
        <ul className="grid gap-3 sm:grid-cols-2">
          {published.map((agent) => (
            <li key={agent.id}>
              <Link
                to="/w/$ws/chat"
                params={{ ws: id }}
                search={{ agent: agent.id }}
                className="group flex h-full items-start justify-between gap-4 rounded-xl border border-line bg-sheet p-4 transition-colors hover:border-line-strong"
              >
                <span className="min-w-0">
                  <span className="block font-medium">{agent.draft.name}</span>
                  <span className="mt-0.5 line-clamp-2 text-sm text-ink-2">
                    {agent.draft.description}
                  </span>
                </span>
                <ArrowRight
                  size={17}
                  aria-hidden="true"
                  className="mt-1 shrink-0 text-ink-3 group-hover:text-ink"
                />
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="Lately"
        actions={
          <Link
            to="/w/$ws/runs"
            params={{ ws: id }}
            className="text-sm text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink"
          >
            All runs
          </Link>
        }
      >
        <ul className="divide-y divide-line border-y border-line">
          {runs.map((run) => (
            <li key={run.id}>
              <RunLine run={run} />
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  );
}

function leadOf(waiting: number, areMore: boolean): string {
  if (areMore) return `More than ${waiting} questions wait for an answer.`;
  if (waiting === 0) return 'Nothing waits for you.';
  return waiting === 1
    ? 'One question waits for an answer.'
    : `${waiting} questions wait for an answer.`;
}

function greeting(): string {
  const hour = new Date(now()).getHours();
  if (hour < 5) return 'Good night';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
