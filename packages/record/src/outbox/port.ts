import type { OutboxMail } from '@countersign/contract';

/** A mail in a list; its raw form is read one by one, since it may be large. */
export type OutboxMailSummary = Omit<OutboxMail, 'raw'>;

/** Mails the example's sink took, for people to look at. Not part of an action's path. */
export interface OutboxStore {
  /** Keeps a mail as it came. @throws fault `RECORD_LIMIT_EXCEEDED` over {@link MAX_MAIL_BYTES}. */
  take(workspace: string, mail: Omit<OutboxMail, 'id' | 'at'>): Promise<OutboxMail>;
  /** Newest first. */
  mails(workspace: string, limit: number): Promise<readonly OutboxMailSummary[]>;
  mail(workspace: string, id: string): Promise<OutboxMail | null>;
}

/** Bytes a mail may have in its raw form. */
export const MAX_MAIL_BYTES = 50 * 1024 * 1024;
