import type {
  CaseComment,
  CaseRecord,
  FileRef,
  MailMessage,
  MailSummary,
  OutboxMail,
  Page,
  TableInfo,
  TableRow,
  UsageView,
} from '@countersign/contract';
import type { Place } from './place.ts';

/** What a workspace holds. */
export interface DataClient {
  tables(): Promise<readonly TableInfo[]>;
  /** Rows in the order of writing. */
  rows(
    table: string,
    page?: { readonly after?: string; readonly limit?: number },
  ): Promise<Page<TableRow>>;
  cases(limit?: number): Promise<readonly CaseRecord[]>;
  case(
    idOrNumber: string,
  ): Promise<{ readonly record: CaseRecord; readonly comments: readonly CaseComment[] }>;
  /** Mails that the example's sink took; their raw form is read one by one. */
  outbox(limit?: number): Promise<readonly Omit<OutboxMail, 'raw'>[]>;
  outboxMail(mail: string): Promise<OutboxMail>;
  /** Mails of a mailbox connection, newest first. */
  mailbox(connection: string, limit?: number): Promise<readonly MailSummary[]>;
  /** One of them whole, as text. */
  mail(connection: string, mail: string): Promise<MailMessage>;
  /** Uploads a file; its reference goes into a message. */
  upload(file: {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array<ArrayBuffer> | Blob;
  }): Promise<FileRef>;
  usage(): Promise<UsageView>;
}

const id = encodeURIComponent;

export function dataClient({ json, items }: Place): DataClient {
  return {
    tables: () => items('tables'),
    rows: (table, page = {}) => json(`tables/${id(table)}/rows`, { query: { ...page } }),
    cases: (limit) => items('cases', { limit }),
    case: (idOrNumber) => json(`cases/${id(idOrNumber)}`),
    outbox: (limit) => items('outbox', { limit }),
    outboxMail: (mail) => json(`outbox/${id(mail)}`),
    mailbox: (connection, limit) => items(`mailbox/${id(connection)}`, { limit }),
    mail: (connection, mail) => json(`mailbox/${id(connection)}/${id(mail)}`),
    upload: ({ name, mediaType, bytes }) =>
      json('objects', {
        method: 'POST',
        query: { name },
        bytes,
        headers: { 'content-type': mediaType },
      }),
    usage: () => json('usage'),
  };
}
