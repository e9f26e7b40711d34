import type { Json, JsonObject } from '@countersign/contract';
import { type Context, resultsOf, wasDone } from './context.ts';
import { type Assessed, assessed, extractArgs, openLookups } from './findings.ts';
import type { Goals } from './goals.ts';
import { mailsIn, objectsAt, ownerOf, textAt } from './mail.ts';
import { summaryOf } from './summary.ts';
import type { Move, Wish } from './wish.ts';

const AT_ONCE = 6;
const MAX_LOOKUPS = 60;
const MAX_CASES = 5;
const PAGE = 50;

type Step = (context: Context, goals: Goals) => Move | null;

/**
 * The next step of a triage: list, then for a few messages at a time read, extract and look up, then
 * keep a table, open cases, send the summary. Each step looks at what was done before; null where
 * everything is. Steps whose tool is not there are left out.
 */
export function triage(context: Context, goals: Goals): Move | null {
  for (const step of STEPS) {
    const move = step(context, goals);
    if (!move) continue;
    const wishes = move.wishes.filter(
      ({ tool, args }) => context.tools.has(tool) && !wasDone(context, tool, args),
    );
    if (wishes.length > 0) return { ...move, wishes };
  }
  return null;
}

const listPages: Step = (context, goals) => {
  const pages = resultsOf(context, 'mail_list');
  const last = pages.at(-1)?.content;
  const next = last ? textAt(last, '/next') : '';
  if (last && (next === '' || mailsIn(context).length >= goals.messages)) return null;
  const limit = Math.min(PAGE, goals.messages);
  return {
    say: last ? 'There are more messages.' : 'I look into the mailbox.',
    wishes: [{ tool: 'mail_list', args: next === '' ? { limit } : { limit, after: next } }],
  };
};

const extract: Step = (context) => {
  const read = mailsIn(context).filter(({ text }) => text !== null);
  const wishes = read.map((mail) => ({ tool: 'ioc_extract', args: extractArgs(mail) }));
  return some('I look for indicators in what I read.', context, wishes);
};

const lookUp: Step = (context, goals) => {
  const made = context.deeds.filter(({ tool }) => tool === 'http_request').length;
  const room = Math.max(0, MAX_LOOKUPS - made);
  return some('I look the indicators up.', context, openLookups(context, goals).slice(0, room));
};

const read: Step = (context, goals) => {
  const wishes = mailsIn(context)
    .slice(0, goals.messages)
    .filter(({ text }) => text === null)
    .map(({ id }) => ({ tool: 'mail_read', args: { id } }));
  return some('I read the next messages.', context, wishes);
};

const lookBehind: Step = (context) => {
  const wishes = mailsIn(context)
    .filter(({ hidden, sawHidden }) => hidden > 0 && !sawHidden)
    .map(({ id }) => ({ tool: 'mail_read', args: { id, hidden: true } }));
  return some('Some text is hidden there; I look at it.', context, wishes);
};

const keepTable: Step = (context, goals) => {
  if (context.deeds.some(({ tool }) => tool === 'table_insert')) return null;
  const rows = rowsFor(assessed(context, goals));
  if (rows.length === 0) return null;
  const listed = resultsOf(context, 'table_list').at(-1);
  if (!listed && context.tools.has('table_list') && !wasDone(context, 'table_list', {}))
    return { say: 'I see which tables there are.', wishes: [{ tool: 'table_list', args: {} }] };
  const table = objectsAt(listed?.content ?? {}, '/tables').find(
    (one) => textAt(one, '/name') === goals.table,
  );
  const create = { name: goals.table, columns: COLUMNS };
  if (listed && !table && !wasDone(context, 'table_create', create))
    return { say: 'I make the table.', wishes: [{ tool: 'table_create', args: create }] };
  const known = table
    ? objectsAt(table, '/columns').map((column) => textAt(column, '/name'))
    : null;
  const fitting = rows.map((row) => fittingRow(row, known)).slice(0, 200);
  return {
    say: 'I record what I found.',
    wishes: [{ tool: 'table_insert', args: { table: goals.table, rows: fitting } }],
  };
};

const openCases: Step = (context, goals) => {
  const phish = assessed(context, goals).filter(({ verdict }) => verdict === 'malicious');
  const wishes = phish.slice(0, MAX_CASES).map(({ mail, findings }) => ({
    tool: 'case_create',
    args: {
      title: `Phishing: ${mail.subject || '(no subject)'}`.slice(0, 200),
      description: [
        `From ${mail.sender}`,
        ...mail.falseLinks.map((url) => `A link pretends to lead elsewhere: ${url}`),
        ...findings.map(({ kind, value, verdict }) => `${kind} ${value}: ${verdict}`),
      ].join('\n'),
      priority: 'high',
      severity: 'high',
    },
  }));
  return some('I open a case for what looks like phishing.', context, wishes);
};

const SUMMARY_SUBJECT = 'Mailbox triage';

const sendSummary: Step = (context, goals) => {
  const to = goals.summaryTo || ownerOf(context);
  const sent = context.deeds.some(
    ({ tool, args }) => tool === 'mail_send' && args['subject'] === SUMMARY_SUBJECT,
  );
  if (sent || !goals.wantsSummary || to === '') return null;
  const args = { to: [to], subject: SUMMARY_SUBJECT, text: summaryOf(context, goals) };
  return { say: 'I send the summary.', wishes: [{ tool: 'mail_send', args }] };
};

/** Work on what was read comes before reading more, so that a hijack shows while there is still work. */
const STEPS: readonly Step[] = [
  listPages,
  lookBehind,
  extract,
  lookUp,
  read,
  keepTable,
  openCases,
  sendSummary,
];

function some(say: string, context: Context, wishes: readonly Wish[]): Move | null {
  const open = wishes.filter(
    ({ tool, args }) => context.tools.has(tool) && !wasDone(context, tool, args),
  );
  return open.length === 0 ? null : { say, wishes: open.slice(0, AT_ONCE) };
}

const COLUMNS = ['mail', 'subject', 'sender', 'verdict', 'indicators'].map((name) => ({
  name,
  type: 'text',
  required: false,
}));

/** Other names that a builder may have given the columns. */
const ALIASES: Readonly<Record<string, string>> = {
  message: 'mail',
  message_id: 'mail',
  from: 'sender',
  iocs: 'indicators',
  status: 'verdict',
};

/** One row for each message. */
function rowsFor(mails: readonly Assessed[]): readonly JsonObject[] {
  return mails.map(({ mail, findings, verdict }) => ({
    mail: mail.id,
    subject: mail.subject,
    sender: mail.sender,
    verdict,
    indicators: findings.map((found) => `${found.value} (${found.verdict})`).join(', '),
  }));
}

/** The cells that the table has columns for; all of them where its columns are not known. */
function fittingRow(row: JsonObject, known: readonly string[] | null): JsonObject {
  if (known === null) return row;
  const cells = known.flatMap((name): [string, Json][] => {
    const value = row[ALIASES[name] ?? name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(cells);
}
