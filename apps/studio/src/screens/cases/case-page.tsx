import type { CaseComment } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { keys } from '../../data/keys.ts';
import { usePersonName } from '../../data/names.ts';
import { useAgents } from '../../data/queries.ts';
import { Influence } from '../../label/influence.tsx';
import { Prose } from '../../prose/prose.tsx';
import { visibleText } from '../../quote/visible.ts';
import { useWorkspace } from '../../session/workspace.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Ago } from '../../ui/moment.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Problem, SkeletonRows } from '../../ui/states.tsx';
import { CASE_STATES, LEVELS } from './words.ts';

/** One case, with what was said about it. */
export function CasePage() {
  const { case: wanted } = useParams({ from: '/w/$ws/cases/$case' });
  const { api, id } = useWorkspace();
  const found = useQuery({
    queryKey: keys.case(id, wanted),
    queryFn: () => api.data.case(wanted),
    refetchInterval: 15_000,
  });
  if (found.isError && !found.data)
    return <Problem page error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) {
    return (
      <Page title="Case">
        <SkeletonRows rows={4} />
      </Page>
    );
  }
  const { record, comments } = found.data;
  return (
    <Page
      width="narrow"
      title={visibleText(record.title)}
      lead={
        <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
          <span className="tabular-nums">#{record.number}</span>
          <Badge tone={CASE_STATES[record.status].tone}>{CASE_STATES[record.status].word}</Badge>
          <Badge tone={LEVELS[record.priority]}>{record.priority} priority</Badge>
          <Badge tone={LEVELS[record.severity]}>{record.severity} severity</Badge>
          <span>
            opened <Ago at={record.createdAt} /> by <By id={record.createdBy} />
          </span>
        </span>
      }
    >
      <div className="grid gap-3">
        {record.description === '' ? (
          <p className="text-ink-3">It has no description.</p>
        ) : (
          <Prose text={record.description} />
        )}
        <div>
          <Influence label={record.label} />
        </div>
      </div>
      <Section
        title={comments.length === 1 ? '1 comment' : `${comments.length} comments`}
        className="!mt-12"
      >
        {comments.length === 0 ? (
          <p className="text-sm text-ink-3">
            Agents that go on with the case write here what they found.
          </p>
        ) : (
          <ul className="grid gap-6">
            {comments.map((comment) => (
              <li key={comment.id}>
                <Comment comment={comment} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Page>
  );
}

function Comment({ comment }: { comment: CaseComment }) {
  return (
    <article className="border-l-2 border-line pl-4">
      <p className="flex flex-wrap items-center gap-x-2 text-[13px] text-ink-3">
        <span className="font-medium text-ink-2">
          <By id={comment.by} />
        </span>
        <Ago at={comment.at} />
        <Influence label={comment.label} />
      </p>
      <div className="mt-1.5">
        <Prose text={comment.text} />
      </div>
    </article>
  );
}

/** A person or an agent by name. */
function By({ id }: { id: string }) {
  const personName = usePersonName();
  const agents = useAgents();
  const agent = agents.data?.find((one) => id.startsWith(one.id));
  return agent ? agent.draft.name : personName(id);
}
