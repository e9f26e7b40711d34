import { at, isJsonObject, type Json, type JsonObject } from '@countersign/contract';
import { type Context, resultsOf } from './context.ts';

/** A message as far as it was seen: in a list, and read. */
export interface Mail {
  readonly id: string;
  readonly subject: string;
  /** Address of the sender, or empty. */
  readonly sender: string;
  /** What it says, or null while it was only listed. */
  readonly text: string | null;
  /** Characters that people do not see, and whether they were asked for. */
  readonly hidden: number;
  readonly sawHidden: boolean;
  /** Links whose text names another host than they lead to. */
  readonly falseLinks: readonly string[];
}

/** All messages seen, in the order of the list. */
export function mailsIn(context: Context): readonly Mail[] {
  const read = new Map(
    resultsOf(context, 'mail_read').map(({ content }) => [textAt(content, '/id'), content]),
  );
  const rows = ['mail_list', 'mail_search'].flatMap((tool) =>
    resultsOf(context, tool).flatMap(({ content }) => objectsAt(content, '/messages')),
  );
  const listed = new Map(rows.map((row) => [textAt(row, '/id'), row]));
  const ids = [...new Set([...listed.keys(), ...read.keys()])].filter((id) => id !== '');
  return ids.map((id) => {
    const whole = read.get(id);
    const head = whole ?? listed.get(id) ?? {};
    return {
      id,
      subject: textAt(head, '/subject'),
      sender: textAt(head, '/from/address'),
      text: whole ? textAt(whole, '/text') : null,
      hidden: Number(at(head, '/hidden/characters') ?? 0),
      sawHidden: typeof at(head, '/hidden/text') === 'string',
      falseLinks: whole ? falseLinks(whole) : [],
    };
  });
}

/** Everybody named in a list or a message, each once. */
export function addressBook(context: Context): readonly string[] {
  const people = ['mail_list', 'mail_search', 'mail_read'].flatMap((tool) =>
    resultsOf(context, tool).flatMap(({ content }) =>
      [content, ...objectsAt(content, '/messages')].flatMap((mail) => [
        at(mail, '/from') ?? null,
        ...['/to', '/cc'].flatMap((list) => objectsAt(mail, list)),
      ]),
    ),
  );
  const lines = people.flatMap((person) => {
    if (!isJsonObject(person) || textAt(person, '/address') === '') return [];
    return [`${textAt(person, '/name')} <${textAt(person, '/address')}>`.trim()];
  });
  return [...new Set(lines)];
}

/** The mailbox's own address, as the list tells it. */
export function ownerOf(context: Context): string {
  return (
    resultsOf(context, 'mail_list').map(({ content }) => textAt(content, '/mailbox/owner'))[0] ?? ''
  );
}

export function textAt(value: Json, pointer: string): string {
  const found = at(value, pointer);
  return typeof found === 'string' ? found : '';
}

export function objectsAt(value: Json, pointer: string): readonly JsonObject[] {
  const found = at(value, pointer);
  return Array.isArray(found) ? (found as readonly Json[]).filter(isJsonObject) : [];
}

function falseLinks(mail: JsonObject): readonly string[] {
  return objectsAt(mail, '/links').flatMap((link) => {
    const [shown, real] = [hostOf(textAt(link, '/text')), hostOf(textAt(link, '/url'))];
    const differs = shown !== '' && real !== '' && shown !== real && !real.endsWith(`.${shown}`);
    return differs ? [textAt(link, '/url')] : [];
  });
}

function hostOf(text: string): string {
  const match = /^(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)+)(?:[/:?#]|$)/i.exec(text.trim());
  return (match?.[1] ?? '').toLowerCase().replace(/^www\./, '');
}
