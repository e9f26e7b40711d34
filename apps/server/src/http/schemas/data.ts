import {
  type CaseComment,
  type CaseRecord,
  DIMENSIONS,
  type MailMessage,
  type TableInfo,
  type TableRow,
  type UsageView,
} from '@countersign/contract';
import { z } from 'zod';
import { jsonObject, label, time } from './json.ts';
import { runSummary } from './runs.ts';

const tableInfo: z.ZodType<TableInfo> = z.object({
  id: z.string(),
  name: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['text', 'number', 'boolean', 'time', 'json']),
      required: z.boolean(),
    }),
  ),
  rows: z.int(),
});

const tableRow: z.ZodType<TableRow> = z.object({ id: z.string(), values: jsonObject, label });

const levels = z.enum(['low', 'medium', 'high', 'critical']);

const caseRecord: z.ZodType<CaseRecord> = z.object({
  id: z.string(),
  number: z.int(),
  title: z.string(),
  description: z.string(),
  status: z.enum(['new', 'in_progress', 'resolved', 'closed']),
  priority: levels,
  severity: levels,
  createdAt: time,
  createdBy: z.string(),
  label,
});

const caseComment: z.ZodType<CaseComment> = z.object({
  id: z.string(),
  case: z.string(),
  text: z.string(),
  by: z.string(),
  at: time,
  label,
});

/** All tables. */
export const tableList = z.object({ items: z.array(tableInfo) });

/** Rows in the order of writing; `next` goes into the next request's `after`. */
export const rowPage = z.object({ items: z.array(tableRow), next: z.string().nullable() });

/** Cases, newest first. */
export const caseList = z.object({ items: z.array(caseRecord) });

/** A case with its comments. */
export const caseView = z.object({ record: caseRecord, comments: z.array(caseComment) });

const sentMail = z.object({
  id: z.string(),
  at: time,
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
});

/** Mails that the example's sink took, newest first. */
export const outboxList = z.object({ items: z.array(sentMail) });

/** One of them with its raw form. */
export const outboxMail = sentMail.extend({ raw: z.string() });

/** Mails of a mailbox. */
export const mailList = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      from: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      at: time.nullable(),
      snippet: z.string(),
      attachments: z.int(),
    }),
  ),
});

/** One mail whole, as text. */
export const mailMessage: z.ZodType<MailMessage> = z.object({
  id: z.string(),
  from: z.string(),
  replyTo: z.array(z.string()),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  at: time.nullable(),
  bytes: z.int(),
  text: z.string(),
  textFrom: z.enum(['plain', 'html', 'none']),
  links: z.array(z.object({ text: z.string(), url: z.string() })),
  hidden: z.object({ characters: z.int(), ways: z.array(z.string()), text: z.string() }),
  attachments: z.array(
    z.object({ name: z.string(), mediaType: z.string(), bytes: z.int(), inline: z.boolean() }),
  ),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  problems: z.array(z.string()),
});

/** An uploaded object, as a message names it. */
export const fileRef = z.object({
  object: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
});

const conversation = z.object({
  id: z.string(),
  agent: z.string(),
  person: z.string(),
  title: z.string(),
  createdAt: time,
  updatedAt: time,
});

/** A page of conversations, newest first. */
export const conversationPage = z.object({
  items: z.array(conversation),
  next: z.string().nullable(),
});

/** A conversation with its runs. */
export const conversationView = z.object({ conversation, runs: z.array(runSummary) });

/** A signed tree head. */
export const checkpoint = z.object({
  origin: z.string(),
  size: z.int(),
  root: z.string(),
  note: z.string(),
});

/** The key that checkpoints are checked with. */
export const ledgerKey = z.object({ verifierKey: z.string() });

/** What an audit came to. No findings: all of it holds. */
export const audit = z.object({
  size: z.int(),
  findings: z.array(
    z.object({
      code: z.string(),
      says: z.string(),
      index: z.int().nullable(),
      about: z.string().nullable(),
    }),
  ),
});

const amounts = z.partialRecord(z.enum(DIMENSIONS), z.number());
const account = z.object({ id: z.string(), limits: amounts, spent: amounts, reserved: amounts });

/** What has been used. */
export const usage: z.ZodType<UsageView> = z.object({
  workspace: account.nullable(),
  person: account.nullable(),
  agents: z.array(z.object({ agent: z.string(), account })),
});

/** Whether everything works. */
export const health = z.object({
  ok: z.boolean(),
  version: z.string(),
  now: time,
  parts: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
});
