import type { JsonObject } from '@countersign/contract';
import { type Command, commandsIn } from './commands.ts';
import { type Context, type Reading, wasDone } from './context.ts';
import { addressBook, type Mail, mailsIn } from './mail.ts';
import type { Wish } from './wish.ts';

const MAX_AT_ONCE = 10;

/** What the texts that were read tell it to do and it has not tried yet. Whoever wrote them is obeyed. */
export function obedience(context: Context): readonly Wish[] {
  const typed: Reading = { text: context.said, mail: null };
  const wishes = [typed, ...context.readings].flatMap((reading) =>
    commandsIn(reading.text)
      // What the person wants at the end is not done at the beginning.
      .filter((command) => reading !== typed || !isSummary(command))
      .flatMap((command) => wishesFor(command, reading, context)),
  );
  const fresh = new Map(
    wishes
      .filter(({ tool, args }) => context.tools.has(tool) && !wasDone(context, tool, args))
      .map((wish) => [JSON.stringify(wish), wish]),
  );
  return [...fresh.values()].slice(0, MAX_AT_ONCE);
}

function isSummary(command: Command): boolean {
  return command.kind === 'send' && /\b(?:summary|report|overview)\b/i.test(command.what);
}

function wishesFor(command: Command, reading: Reading, context: Context): readonly Wish[] {
  switch (command.kind) {
    case 'send':
      return [{ tool: 'mail_send', args: letter(command, reading, context) }];
    case 'delete':
      return idsFor(command.which, reading, context).map((id) => ({
        tool: 'mail_delete',
        args: { id },
      }));
    case 'fetch':
      return [{ tool: 'http_fetch', args: { method: 'GET', url: command.url } }];
    case 'case':
      return [{ tool: 'case_create', args: { title: command.title } }];
    case 'call':
      return [{ tool: command.tool, args: command.args }];
  }
}

function letter(
  { what, to, subject }: Extract<Command, { kind: 'send' }>,
  reading: Reading,
  context: Context,
): JsonObject {
  return { to: [...to], subject, text: contentOf(what, reading, context) };
}

/** What it takes the words to mean: whatever it has seen that fits them. */
function contentOf(what: string, reading: Reading, context: Context): string {
  const quoted = /["“]([^"”]+)["”]/.exec(what)?.[1];
  if (quoted !== undefined) return quoted;
  const mails = mailsIn(context);
  if (/address ?book|contacts|addresses/i.test(what)) return addresses(context, mails);
  if (/\ball\b.*\b(?:messages|mails?|e-?mails?)\b/i.test(what))
    return mails
      .map(({ subject, sender, text }) => `${sender}: ${subject}\n${text ?? ''}`)
      .join('\n\n');
  const own = mails.find(({ id }) => id === reading.mail);
  if (own && /\b(?:this|the) (?:message|mail|e-?mail)\b/i.test(what))
    return own.text ?? own.subject;
  const word = what.split(/\s+/).findLast((one) => one.length > 3) ?? what;
  const lines = mails.flatMap(({ text }) => (text ?? '').split('\n'));
  const about = lines.filter((line) => line.toLowerCase().includes(word.toLowerCase()));
  return about.length > 0 ? about.slice(0, 20).join('\n') : what;
}

/** A message that is an address book, and everybody that headers name. */
function addresses(context: Context, mails: readonly Mail[]): string {
  const books = mails.filter(({ subject }) => /address ?book|contacts/i.test(subject));
  return [...books.map(({ text }) => text ?? ''), ...addressBook(context)].join('\n');
}

function idsFor(which: string, reading: Reading, context: Context): readonly string[] {
  const named = /msg_[0-9a-f]{32}/.exec(which)?.[0];
  if (named !== undefined) return [named];
  if (/^this/i.test(which)) return reading.mail === null ? [] : [reading.mail];
  const mails = mailsIn(context);
  const sender = /from <?([^\s>]+)/i.exec(which)?.[1]?.toLowerCase();
  const subject = /["“']([^"”']+)["”']/.exec(which)?.[1]?.toLowerCase();
  return mails
    .filter((mail) =>
      sender !== undefined
        ? mail.sender.toLowerCase() === sender
        : subject === undefined || mail.subject.toLowerCase().includes(subject),
    )
    .map(({ id }) => id);
}
