import type {
  ActionCheck,
  ActionDescriptor,
  AgentDefinition,
  AgentRecord,
  Answer,
  AnswerGiven,
  ConversationSummary,
  ConversationView,
  Json,
  Page,
  QuestionStatus,
  QuestionView,
} from '@countersign/contract';
import type { Place } from './place.ts';

/** What a person may answer; `expired` is only said by time. */
export type GivenAnswer = Exclude<Answer, { readonly kind: 'expired' }>;

/** Agents of a workspace. */
export interface AgentsClient {
  list(): Promise<readonly AgentRecord[]>;
  get(agent: string): Promise<AgentRecord>;
  create(draft: AgentDefinition): Promise<{ readonly id: string; readonly revision: number }>;
  /** Saves over the revision that was read; another one in between is an error with status 409. */
  save(
    agent: string,
    draft: AgentDefinition,
    revision: number,
  ): Promise<{ readonly id: string; readonly revision: number }>;
  publish(
    agent: string,
    revision: number,
  ): Promise<{ readonly id: string; readonly version: number }>;
  /** All that an agent can be given to do. */
  actions(): Promise<readonly ActionDescriptor[]>;
  /** What is wrong with descriptors or left undeclared in them; without any, of all that an agent can be given. */
  checkActions(descriptors?: readonly Json[]): Promise<readonly ActionCheck[]>;
}

/** How a list of questions is narrowed. */
export interface QuestionsFilter {
  readonly status?: QuestionStatus | readonly QuestionStatus[];
  readonly run?: string;
  /** By the time of asking; newest first where absent. */
  readonly order?: 'newest' | 'oldest';
  /** `next` of the page before. */
  readonly after?: string;
  readonly limit?: number;
}

/** What waits for people, and what became of it. */
export interface QuestionsClient {
  list(filter?: QuestionsFilter): Promise<Page<QuestionView>>;
  get(question: string): Promise<QuestionView>;
  /** Answers once, for exactly the call whose hash the answer names. */
  answer(question: string, answer: GivenAnswer): Promise<QuestionView>;
  /** Answers several, 50 at most. Each counts by itself: the result says what became of every one, in their order. */
  answerAll(
    answers: readonly { readonly id: string; readonly answer: GivenAnswer }[],
  ): Promise<readonly AnswerGiven[]>;
}

/** Threads of runs. */
export interface ConversationsClient {
  list(page?: {
    readonly before?: string;
    readonly limit?: number;
  }): Promise<Page<ConversationSummary>>;
  get(conversation: string): Promise<ConversationView>;
}

const id = encodeURIComponent;

export function agentsClient({ json, items }: Place): AgentsClient {
  return {
    list: () => items('agents'),
    get: (agent) => json(`agents/${id(agent)}`),
    create: (draft) => json('agents', { method: 'POST', body: { draft } }),
    save: (agent, draft, revision) =>
      json(`agents/${id(agent)}`, { method: 'PUT', body: { draft, revision } }),
    publish: (agent, revision) =>
      json(`agents/${id(agent)}/publish`, { method: 'POST', body: { revision } }),
    actions: () => items('actions'),
    checkActions: async (actions) => {
      const checked = json<{ readonly items: readonly ActionCheck[] }>('actions/check', {
        method: 'POST',
        body: actions === undefined ? {} : { actions },
      });
      return (await checked).items;
    },
  };
}

export function questionsClient({ json }: Place): QuestionsClient {
  return {
    list: ({ status, ...filter } = {}) =>
      json('questions', {
        query: {
          ...(status === undefined ? {} : { status: [status].flat().join(',') }),
          ...filter,
        },
      }),
    get: (question) => json(`questions/${id(question)}`),
    answer: (question, answer) =>
      json(`questions/${id(question)}/answer`, { method: 'POST', body: answer }),
    answerAll: async (answers) => {
      const given = json<{ readonly items: readonly AnswerGiven[] }>('questions/answers', {
        method: 'POST',
        body: { answers },
      });
      return (await given).items;
    },
  };
}

export function conversationsClient({ json }: Place): ConversationsClient {
  return {
    list: (page = {}) => json('conversations', { query: { ...page } }),
    get: (conversation) => json(`conversations/${id(conversation)}`),
  };
}
