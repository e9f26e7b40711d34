import type { AgentRecord } from '@countersign/contract';
import type { ReactNode } from 'react';
import { useActions } from '../../data/queries.ts';
import { Page, Section } from '../../ui/page.tsx';
import { ToolLine } from './tool-line.tsx';

/** An agent for those who use it: what it is told, and what it can do. */
export function AgentReader({ agent, crumb }: { agent: AgentRecord; crumb: ReactNode }) {
  const actions = useActions();
  const { draft } = agent;
  return (
    <Page title={draft.name} lead={draft.description || crumb}>
      <Section title="What it is told">
        <p className="text-[15px] leading-relaxed break-words whitespace-pre-wrap">
          {draft.instructions || 'Nothing beyond its tools’ descriptions.'}
        </p>
      </Section>
      <Section title="What it can do">
        <ul className="divide-y divide-line border-y border-line">
          {draft.tools.map(({ action, connection }) => (
            <li key={`${action}${connection}`} className="py-3">
              <ToolLine
                id={action}
                descriptor={actions.data?.find((one) => one.id === action)}
                connection={connection}
              />
            </li>
          ))}
        </ul>
        {draft.tools.length === 0 && (
          <p className="text-sm text-ink-3">It has no tools: it can only talk.</p>
        )}
      </Section>
    </Page>
  );
}
