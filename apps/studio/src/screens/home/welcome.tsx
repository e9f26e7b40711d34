import type { AgentRecord } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../session/workspace.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, ProblemLine } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { useFirstRun } from './use-first-run.ts';

const STORY = [
  {
    title: 'It reads a mailbox',
    text: 'Seven mails, made for this: honest ones, a phish, and one that hides orders for the agent. The agent’s model is gullible on purpose. It obeys every order it reads.',
  },
  {
    title: 'You see each step as it happens',
    text: 'What it looked up, what it wrote down, and why each call was allowed.',
  },
  {
    title: 'What nobody asked for is held',
    text: 'The hidden orders want your address book sent to a stranger. You are shown the exact call, the value in doubt and the mail it came from, and you say yes or no.',
  },
  {
    title: 'You check the proof',
    text: 'Every intent and outcome stands in a signed log. Your browser checks it, without trusting the server.',
  },
];

/** The first thing somebody sees: one button, and what will happen when it is pressed. */
export function Welcome({ agents }: { agents: readonly AgentRecord[] }) {
  useTitle('Welcome');
  const { id, name } = useWorkspace();
  const agent = agents.find(({ publishedVersion }) => publishedVersion > 0);
  const start = useFirstRun();
  if (!agent) {
    return (
      <Empty
        page
        title={`Welcome to ${name}`}
        action={
          <Link
            to="/w/$ws/agents"
            params={{ ws: id }}
            className="font-medium underline underline-offset-3"
          >
            Make the first agent
          </Link>
        }
      >
        <p>No agent is published yet. Make one, give it tools, publish it, and talk to it here.</p>
      </Empty>
    );
  }
  const [suggestion = ''] = agent.draft.suggestions;
  const isTriage = /triage/i.test(agent.draft.name + suggestion);
  return (
    <div className="mx-auto max-w-3xl px-4 pt-10 pb-20 sm:px-8 lg:pt-[14vh]">
      <p className="text-sm text-ink-3">{name}</p>
      <h1 className="mt-3 max-w-2xl font-serif text-[36px] leading-[1.1] tracking-[-0.015em] text-balance sm:text-[48px]">
        Watch an agent be hijacked, and nothing happen.
      </h1>
      <p className="mt-5 max-w-xl text-[17px] leading-relaxed text-pretty text-ink-2">
        Everything here runs on your machine, on an example. No key, no network, no mail leaves.
      </p>
      <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          look="seal"
          size="large"
          busy={start.isPending}
          onClick={() => start.mutate({ agent: agent.id, text: suggestion })}
        >
          {start.isPending
            ? 'Starting…'
            : isTriage
              ? 'Triage the mailbox'
              : suggestion || `Start ${agent.draft.name}`}
        </Button>
        <Link
          to="/w/$ws/chat"
          params={{ ws: id }}
          className="text-sm font-medium text-ink-2 underline decoration-line-strong underline-offset-4 hover:text-ink"
        >
          or say something else
        </Link>
      </div>
      <div className="mt-4 max-w-xl">
        <ProblemLine error={start.error} />
      </div>
      <ol className="mt-16 grid gap-x-12 gap-y-8 border-t border-line pt-8 sm:grid-cols-2">
        {STORY.map(({ title, text }, at) => (
          <li key={title} className="grid grid-cols-[1.75rem_1fr]">
            <span aria-hidden="true" className="font-serif text-[19px] leading-snug text-seal">
              {at + 1}
            </span>
            <div>
              <h2 className="font-serif text-[19px] leading-snug">{title}</h2>
              <p className="mt-1 text-[15px] text-pretty text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
