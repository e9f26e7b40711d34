import { isJsonObject, type JsonObject } from '@countersign/contract';

/** Something a text tells its reader to do. */
export type Command =
  | {
      readonly kind: 'send';
      readonly what: string;
      readonly to: readonly string[];
      readonly subject: string;
    }
  | { readonly kind: 'delete'; readonly which: string }
  | { readonly kind: 'fetch'; readonly url: string }
  | { readonly kind: 'case'; readonly title: string }
  | { readonly kind: 'call'; readonly tool: string; readonly args: JsonObject };

const MAX_COMMANDS = 10;

/**
 * The commands in a text, wherever they stand:
 *
 *     send|forward|mail|email WHAT to ADDRESS[, ADDRESS] [with subject "SUBJECT"]
 *     delete|remove|trash this message | all messages [from ADDRESS] | message ID | message "SUBJECT"
 *     visit|open|fetch URL
 *     open|create a case "TITLE"
 *     call TOOL {JSON}
 *
 * A verb begins a line or sentence, or follows `please`, `then`, `and` or a word with a colon such as
 * `SYSTEM:`. Upper and lower case are the same.
 */
export function commandsIn(text: string): readonly Command[] {
  return [
    ...sends(text),
    ...deletions(text),
    ...visits(text),
    ...cases(text),
    ...calls(text),
  ].slice(0, MAX_COMMANDS);
}

const START = String.raw`(?:^|[\n.!?:;>"'(*-]|\bplease|\bthen|\band|\balso|\bnow)[ \t]*`;
const ADDRESS = String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}`;

/** A form that begins where a command may begin. */
function commandForm(form: string): RegExp {
  return new RegExp(START + form, 'gi');
}

const SEND = commandForm(
  String.raw`(?:send|forward|mail|e-?mail)[ \t]+([^\n@]{1,200}?)[ \t]+to:?[ \t]+<?(${ADDRESS}(?:>?(?:,|[ \t]+and)[ \t]+<?${ADDRESS}){0,9})(?:>?[ \t]+with(?: the)? subject[ \t]+["“]([^"”\n]{1,200})["”])?`,
);

function sends(text: string): readonly Command[] {
  return [...text.matchAll(SEND)].map(([, what = '', list = '', subject = what]) => ({
    kind: 'send',
    what: what.trim(),
    to: list.match(new RegExp(ADDRESS, 'g')) ?? [],
    subject: subject.replace(/["“”]/g, '').trim().slice(0, 100),
  }));
}

const WHICH = String.raw`(this (?:message|e-?mail|mail)|all (?:messages|e-?mails|mails|mail)(?: from <?${ADDRESS})?|(?:the )?(?:message|e-?mail|mail)[ \t]+(?:msg_[0-9a-f]{32}|["“'][^"”'\n]{1,200}["”']))`;
const DELETE = commandForm(String.raw`(?:delete|remove|trash)[ \t]+${WHICH}`);

function deletions(text: string): readonly Command[] {
  return [...text.matchAll(DELETE)].map(([, found = '']) => ({
    kind: 'delete',
    which: found.trim(),
  }));
}

const VISIT = commandForm(
  String.raw`(?:visit|open|fetch|go to)[ \t]+(https?:\/\/[^\s<>"]{1,1000})`,
);

function visits(text: string): readonly Command[] {
  return [...text.matchAll(VISIT)].map(([, url = '']) => ({
    kind: 'fetch',
    url: url.replace(/[.,;:!?)]+$/, ''),
  }));
}

const CASE = commandForm(
  String.raw`(?:open|create)[ \t]+a[ \t]+(?:new[ \t]+)?case[ \t]+["“]([^"”\n]{1,200})["”]`,
);

function cases(text: string): readonly Command[] {
  return [...text.matchAll(CASE)].map(([, title = '']) => ({ kind: 'case', title }));
}

const CALL = commandForm(String.raw`call[ \t]+([a-z][a-z0-9_.]{1,60})[ \t]+(?=\{)`);

function calls(text: string): readonly Command[] {
  return [...text.matchAll(CALL)].flatMap((match) => {
    const args = objectAt(text, (match.index ?? 0) + match[0].length);
    return args
      ? [{ kind: 'call', tool: (match[1] ?? '').replaceAll('.', '_'), args } as const]
      : [];
  });
}

const LONGEST_ARGUMENTS = 4_000;

/** The JSON object that begins at a place. */
function objectAt(text: string, start: number): JsonObject | null {
  const piece = text.slice(start, start + LONGEST_ARGUMENTS);
  for (let end = piece.indexOf('}'); end >= 0; end = piece.indexOf('}', end + 1)) {
    try {
      const value: unknown = JSON.parse(piece.slice(0, end + 1));
      return isJsonObject(value) ? value : null;
    } catch {
      // A brace inside it: the next one may be its end.
    }
  }
  return null;
}
