import type { Page, QuestionStatus, QuestionView } from '@countersign/contract';
import type { WorkspaceClient } from '@countersign/sdk';
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../session/workspace.tsx';
import { keys } from './keys.ts';
import { reaches } from './roles.ts';

/** Milliseconds between looks at the open questions while the page is in view. */
const LOOK_EVERY = 5_000;
/** The same where somebody has gone through many of them: all pages are read again. */
const LOOK_SELDOM = 20_000;
/** Questions of one page. */
const PAGE = 100;

/** The questions that wait for a person, oldest first, as far as they were asked for; looked at again and again. */
export function useOpenQuestions() {
  const { api, id } = useWorkspace();
  return useInfiniteQuery({
    queryKey: [...keys.questions(id), 'open'],
    queryFn: ({ pageParam }) =>
      api.questions.list({
        status: 'open',
        order: 'oldest',
        limit: PAGE,
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: (query) =>
      (query.state.data?.pages.length ?? 0) > 2 ? LOOK_SELDOM : LOOK_EVERY,
    select: everyItem,
  });
}

/** Questions of one run that are read at once; the server gives no more. */
const OF_A_RUN = 200;

/** The runs that one delegated to, and those below them. */
async function belowOf(
  api: Pick<WorkspaceClient, 'runs'>,
  run: string,
): Promise<readonly string[]> {
  const children = await api.runs.children(run);
  const below = await Promise.all(children.map(({ id }) => belowOf(api, id)));
  return [...children.map(({ id }) => id), ...below.flat()];
}

/** What a run and those below it have asked, open or not, oldest first; looked at again while something of it is open. */
export function useRunQuestions(run: string, enabled: boolean) {
  const { api, id } = useWorkspace();
  return useQuery({
    queryKey: [...keys.questions(id), 'run', run],
    queryFn: async () => {
      const runs = [run, ...(await belowOf(api, run))];
      const pages = await Promise.all(
        runs.map((one) => api.questions.list({ run: one, limit: OF_A_RUN })),
      );
      return pages
        .flatMap(({ items }) => items)
        .sort((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1));
    },
    enabled,
    refetchInterval: (query) => (query.state.data?.some(isOpen) ? LOOK_EVERY : false),
  });
}

/** What became of questions, as the history tells it apart. */
export const OUTCOMES = {
  all: ['approved', 'edited', 'happened', 'repeated', 'denied', 'expired', 'withdrawn'],
  approved: ['approved', 'edited', 'happened', 'repeated'],
  denied: ['denied'],
  expired: ['expired', 'withdrawn'],
} as const satisfies Record<string, readonly QuestionStatus[]>;

/** Questions that are closed, the last asked first. */
export function useClosedQuestions(outcome: keyof typeof OUTCOMES, enabled: boolean) {
  const { api, id } = useWorkspace();
  return useInfiniteQuery({
    queryKey: [...keys.questions(id), 'closed', outcome],
    queryFn: ({ pageParam }) =>
      api.questions.list({
        status: OUTCOMES[outcome],
        limit: PAGE,
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled,
    select: everyItem,
  });
}

function everyItem(data: InfiniteData<Page<QuestionView>>): readonly QuestionView[] {
  return data.pages.flatMap(({ items }) => items);
}

/** One question; from the list of open ones where it stands there. */
export function useQuestion(question: string) {
  const { api, id } = useWorkspace();
  const open = useOpenQuestions();
  const listed = open.data?.find((one) => one.id === question);
  const asked = useQuery({
    queryKey: [...keys.questions(id), question],
    queryFn: () => api.questions.get(question),
    ...(listed ? { initialData: listed } : {}),
    // A closed question never changes again; an open one may be answered by somebody else.
    refetchInterval: (query) => (isOpen(query.state.data) ? LOOK_EVERY : false),
  });
  return asked;
}

function isOpen(question: QuestionView | undefined): boolean {
  return question === undefined || question.status === 'open';
}

/** All agents. */
export function useAgents() {
  const { api, id } = useWorkspace();
  return useQuery({ queryKey: keys.agents(id), queryFn: () => api.agents.list() });
}

/** Everything an agent can be given to do; it changes only with the server. */
export function useActions() {
  const { api, id } = useWorkspace();
  return useQuery({
    queryKey: keys.actions(id),
    queryFn: () => api.agents.actions(),
    staleTime: 10 * 60_000,
  });
}

/** Everybody in the workspace. */
export function useMembers() {
  const { api, id } = useWorkspace();
  return useQuery({
    queryKey: keys.members(id),
    queryFn: () => api.members.list(),
    staleTime: 60_000,
  });
}

/** All connections, for those who may see them; others get none. */
export function useConnections() {
  const { api, id, role } = useWorkspace();
  return useQuery({
    queryKey: keys.connections(id),
    queryFn: () => api.connections.list(),
    enabled: reaches(role, 'builder'),
    staleTime: 30_000,
  });
}
