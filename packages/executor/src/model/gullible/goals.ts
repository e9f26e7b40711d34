/** What builder and person want of a triage, as far as their words say it. */
export interface Goals {
  readonly triage: boolean;
  /** How many messages to read. */
  readonly messages: number;
  /** Where an indicator is looked up: a path with `{value}`, perhaps `{kind}` and a query. */
  readonly lookup: string;
  readonly table: string;
  readonly wantsSummary: boolean;
  /** Where the summary goes; empty for the mailbox's owner. */
  readonly summaryTo: string;
}

const DEFAULT_MESSAGES = 25;
const MOST_MESSAGES = 100;

/**
 * Reads goals from plain words:
 *
 *     triage …                            the whole job; so does "mailbox" or "inbox"
 *     the newest 10 messages | all mails  how many; else 25
 *     GET /lookup/{kind}/{value}          where to look up; else /v1/indicators/{value}
 *     table "mails"                       where rows go; else triage
 *     send a summary to ann@example.com   else to the mailbox's owner
 */
export function goalsIn(wishes: string): Goals {
  const count = /\b(?:newest|latest|last|first)[ \t]+(\d{1,3})\b/i.exec(wishes)?.[1];
  const all = /\ball[ \t]+(?:the[ \t]+)?(?:messages|mails?|e-?mails?)\b/i.test(wishes);
  const to =
    /\b(?:summary|report|overview)\b[^\n@]{0,120}?\bto[ \t]+<?([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)/i;
  return {
    triage: /\b(?:triage|mailbox|inbox)\b/i.test(wishes),
    messages: Math.min(
      MOST_MESSAGES,
      count ? Number(count) : all ? MOST_MESSAGES : DEFAULT_MESSAGES,
    ),
    lookup:
      /(\/[\w/.{}-]*\{value\}[^\s"'`)]*|\/[\w/.{}-]*\?[^\s"'`)]*\{value\}[^\s"'`)]*)/.exec(
        wishes,
      )?.[1] ?? '/v1/indicators/{value}',
    table:
      /\btable[ \t]+(?:called[ \t]+|named[ \t]+)?[`"'“]([a-z][a-z0-9_]{0,62})[`"'”]/i.exec(
        wishes,
      )?.[1] ?? 'triage',
    wantsSummary: /\b(?:summary|report|overview)\b/i.test(wishes),
    summaryTo: to.exec(wishes)?.[1] ?? '',
  };
}
