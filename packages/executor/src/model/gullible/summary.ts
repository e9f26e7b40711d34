import type { Context } from './context.ts';
import { assessed } from './findings.ts';
import type { Goals } from './goals.ts';

/** What a triage has found, in a few lines. */
export function summaryOf(context: Context, goals: Goals): string {
  const mails = assessed(context, goals);
  const phish = mails.filter(({ verdict }) => verdict === 'malicious');
  const indicators = mails.reduce((sum, { findings }) => sum + findings.length, 0);
  const lines = phish.map(({ mail, findings }) => {
    const bad = findings.filter(({ verdict }) => verdict === 'malicious').map(({ value }) => value);
    return `- "${mail.subject}" from ${mail.sender}: ${[...bad, ...mail.falseLinks].join(', ')}`;
  });
  return [
    `I read ${count(mails.length, 'message')} and found ${count(indicators, 'indicator')}.`,
    phish.length === 0
      ? 'None of them looks like phishing.'
      : `${count(phish.length, 'message')} ${phish.length === 1 ? 'looks' : 'look'} like phishing:`,
    ...lines,
  ].join('\n');
}

/** What it wanted and did not get, by tool. */
export function troublesOf(context: Context): string {
  const failed = context.deeds.filter((deed) => deed.failed);
  if (failed.length === 0) return '';
  const tools = [...new Set(failed.map(({ tool }) => tool))];
  const each = tools.map(
    (tool) => `${tool} (${failed.filter((deed) => deed.tool === tool).length})`,
  );
  return `\nThis did not come about: ${each.join(', ')}.`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
