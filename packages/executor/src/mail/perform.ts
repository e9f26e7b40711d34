import type { JsonObject, Performed } from '@countersign/contract';
import { flagArg, numberArg, textArg } from '../arguments.ts';
import type { ConfigOf } from '../connection.ts';
import { failed } from '../failures.ts';
import type { PerformContext, Performer } from '../performer.ts';
import type { Mailbox, MailPage } from './mailbox.ts';
import { type MailPowers, onMailbox } from './on-mailbox.ts';
import { messageResult, pageResult } from './results.ts';

type MailAction = (
  mailbox: Mailbox,
  args: JsonObject,
  config: ConfigOf<'mailbox'>,
  context: PerformContext,
) => Promise<Performed>;

/** Performers of the actions on a mailbox, by action id. */
export function mailPerformers(powers: MailPowers): ReadonlyMap<string, Performer> {
  const actions: Readonly<Record<string, MailAction>> = {
    'mail.list': list,
    'mail.search': search,
    'mail.read': read,
    'mail.delete': remove,
  };
  return new Map(
    Object.entries(actions).map(([id, action]) => [
      id,
      (granted, context) =>
        onMailbox(powers, granted, (mailbox, config) =>
          action(mailbox, granted.call.args, config, context),
        ),
    ]),
  );
}

async function list(
  mailbox: Mailbox,
  args: JsonObject,
  config: ConfigOf<'mailbox'>,
): Promise<Performed> {
  return page(await mailbox.list(pageWish(args)), config);
}

async function search(
  mailbox: Mailbox,
  args: JsonObject,
  config: ConfigOf<'mailbox'>,
  { signal }: PerformContext,
): Promise<Performed> {
  const terms = {
    text: textArg(args, 'text'),
    from: textArg(args, 'from'),
    to: textArg(args, 'to'),
    subject: textArg(args, 'subject'),
    since: moment(textArg(args, 'since')),
    before: moment(textArg(args, 'before')),
  };
  if (Number.isNaN(terms.since) || Number.isNaN(terms.before))
    return failed('ARGUMENTS_UNUSABLE', 'A date is not one.');
  return page(await mailbox.search(terms, pageWish(args), signal), config);
}

async function read(mailbox: Mailbox, args: JsonObject): Promise<Performed> {
  const opened = await mailbox.read(textArg(args, 'id'));
  if (!opened) return failed('MAIL_MESSAGE_UNKNOWN');
  const wish = {
    ...textWish(args),
    headers: flagArg(args, 'headers'),
    hidden: flagArg(args, 'hidden'),
  };
  return {
    kind: 'done',
    result: messageResult(opened, wish),
    usage: { bytesIn: opened.bytes.length },
    sources: [opened.place.id],
  };
}

async function remove(
  mailbox: Mailbox,
  args: JsonObject,
  _config: ConfigOf<'mailbox'>,
  context: PerformContext,
): Promise<Performed> {
  const id = textArg(args, 'id');
  context.sending();
  if (!(await mailbox.delete(id))) return failed('MAIL_MESSAGE_UNKNOWN');
  return { kind: 'done', result: { id, deleted: true }, usage: {} };
}

function page(found: MailPage | null, config: ConfigOf<'mailbox'>): Performed {
  if (!found) return failed('MAIL_PAGE_UNKNOWN');
  const sources = found.messages.map(({ id }) => id);
  return { kind: 'done', result: pageResult(found, config), usage: {}, sources };
}

function pageWish(args: JsonObject) {
  const after = textArg(args, 'after');
  return { limit: numberArg(args, 'limit', 50), after: after === '' ? null : after };
}

function textWish(args: JsonObject) {
  return { offset: numberArg(args, 'offset', 0), limit: numberArg(args, 'limit', 20_000) };
}

function moment(text: string): number | null {
  return text === '' ? null : Date.parse(text);
}
