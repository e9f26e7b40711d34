import { type IdPowers, newId, type OutboxMail } from '@countersign/contract';
import type pg from 'pg';
import { assertLimit } from '../config/limit.ts';
import { inWorkspace, readRows } from '../postgres/tenant.ts';
import type { OutboxMailSummary, OutboxStore } from './port.ts';
import { keptMail } from './shape.ts';

const COLUMNS = 'id, taken_at, sender, recipients, subject, text';

/** The outbox in Postgres, under row-level security. */
export function createPostgresOutboxStore(pool: pg.Pool, powers: IdPowers): OutboxStore {
  return {
    async take(workspace, draft) {
      const mail: OutboxMail = { ...keptMail(draft), id: newId('mail', powers), at: powers.now() };
      await inWorkspace(pool, workspace, (tenant) =>
        tenant.query(
          `insert into outbox_mail (workspace, ${COLUMNS}, raw)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [
            workspace,
            mail.id,
            new Date(mail.at),
            mail.from,
            JSON.stringify(mail.to),
            mail.subject,
            mail.text,
            // A text column has no zero character, and a mail may have one.
            Buffer.from(mail.raw),
          ],
        ),
      );
      return mail;
    },

    async mails(workspace, limit) {
      assertLimit(limit);
      return readRows<MailRow>(
        pool,
        workspace,
        `select ${COLUMNS} from outbox_mail where workspace = $1 order by position desc limit $2`,
        [workspace, limit],
      ).then((rows) => rows.map(summaryOf));
    },

    mail: (workspace, id) =>
      inWorkspace(pool, workspace, async (tenant) => {
        const { rows } = await tenant.query<MailRow & { readonly raw: Buffer }>(
          `select ${COLUMNS}, raw from outbox_mail where workspace = $1 and id = $2`,
          [workspace, id],
        );
        const found = rows[0];
        return found === undefined
          ? null
          : { ...summaryOf(found), raw: found.raw.toString('utf8') };
      }),
  };
}

interface MailRow {
  readonly id: string;
  readonly taken_at: Date;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
}

function summaryOf(row: MailRow): OutboxMailSummary {
  const { id, subject, text } = row;
  return { id, at: row.taken_at.getTime(), from: row.sender, to: row.recipients, subject, text };
}
