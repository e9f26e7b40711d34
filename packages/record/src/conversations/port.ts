import type { ConversationSummary, Message, Page } from '@countersign/contract';

/** Threads of runs between a person and an agent. What was said is read from the runs' entries. */
export interface ConversationStore {
  /** Newest first, of one person or, for `null`, of everybody. */
  conversations(
    workspace: string,
    person: string | null,
    page: { readonly before?: string; readonly limit: number },
  ): Promise<Page<ConversationSummary>>;
  conversation(workspace: string, id: string): Promise<ConversationSummary | null>;
  createConversation(
    workspace: string,
    draft: Pick<ConversationSummary, 'agent' | 'person' | 'title'>,
  ): Promise<ConversationSummary>;
  /** Says that something happened in it now; false where there is none. */
  touch(workspace: string, id: string): Promise<boolean>;
  /**
   * What was said in its ended runs, oldest first: at most the newest `limit` messages, starting with a
   * run's first. A run without an answer gives what the person said; an erased one gives nothing.
   */
  historyOf(workspace: string, conversation: string, limit: number): Promise<readonly Message[]>;
}
