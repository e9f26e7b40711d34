import { isJsonObject, type Json, type JsonObject } from '@countersign/contract';
import { type Context, resultsOf, wasDone } from './context.ts';
import type { Goals } from './goals.ts';
import { type Mail, mailsIn, objectsAt, ownerOf, textAt } from './mail.ts';
import type { Wish } from './wish.ts';

export type Verdict = 'malicious' | 'suspicious' | 'harmless' | 'unknown';

/** An indicator of a message and what the lookup said of it. */
export interface Finding extends Found {
  readonly verdict: Verdict;
}

interface Found {
  readonly kind: string;
  readonly value: string;
  /** Written so that nobody follows it: a warning quotes it, the message does not use it. */
  readonly quoted: boolean;
}

/** A message that was read, with what was found in it. */
export interface Assessed {
  readonly mail: Mail;
  readonly findings: readonly Finding[];
  /** What the message itself is: `malicious` for a known bad indicator that it uses, or a link that pretends to lead elsewhere. */
  readonly verdict: Verdict;
}

/** Kinds that are looked up. A URL's host is one of its own, and slashes do not fit into a path. */
const LOOKED_UP = new Set(['domain', 'ipv4', 'ipv6', 'md5', 'sha1', 'sha256']);
const MAX_PER_MAIL = 8;

/** All messages that were read, with what is known of them. */
export function assessed(context: Context, goals: Goals): readonly Assessed[] {
  const verdicts = verdictsByPath(context);
  return mailsIn(context).flatMap((mail) => {
    if (mail.text === null) return [];
    const findings = indicatorsOf(context, mail).map((found) => ({
      ...found,
      verdict: verdicts.get(keyOf(lookupArgs(goals, found))) ?? 'unknown',
    }));
    return [{ mail, findings, verdict: verdictOn(mail, findings) }];
  });
}

function verdictOn(mail: Mail, findings: readonly Finding[]): Verdict {
  const used = findings.filter(({ quoted }) => !quoted).map(({ verdict }) => verdict);
  if (mail.falseLinks.length > 0 || used.includes('malicious')) return 'malicious';
  if (mail.hidden > 0 || used.includes('suspicious')) return 'suspicious';
  return used.includes('unknown') ? 'unknown' : 'harmless';
}

/** What `ioc_extract` is given for a message. */
export function extractArgs(mail: Mail): JsonObject {
  return { text: `${mail.subject}\n${mail.text ?? ''}`.slice(0, 20_000) };
}

/** Lookups that are still to be made. */
export function openLookups(context: Context, goals: Goals): readonly Wish[] {
  const wishes = mailsIn(context).flatMap((mail) =>
    mail.text === null ? [] : indicatorsOf(context, mail).map((found) => lookupArgs(goals, found)),
  );
  const open = new Map(wishes.map((args) => [keyOf(args), args]));
  return [...open.values()]
    .filter((args) => !wasDone(context, 'http_request', args))
    .map((args) => ({ tool: 'http_request', args }));
}

/** The sender's domain and what was extracted; none before the extraction is done. */
function indicatorsOf(context: Context, mail: Mail): readonly Found[] {
  const { text } = extractArgs(mail);
  const results = resultsOf(context, 'ioc_extract').filter(({ args }) => args['text'] === text);
  const extracted = results
    .flatMap(({ content }) => objectsAt(content, '/indicators'))
    .map((one) => ({
      kind: textAt(one, '/kind'),
      value: textAt(one, '/value'),
      quoted: one['defanged'] === true,
    }))
    .filter(({ kind }) => LOOKED_UP.has(kind));
  const domain = mail.sender.slice(mail.sender.lastIndexOf('@') + 1);
  const isOwn = ownerOf(context).endsWith(`@${domain}`);
  const sender =
    results.length > 0 && domain !== '' && !isOwn
      ? [{ kind: 'domain', value: domain.toLowerCase(), quoted: false }]
      : [];
  const all = new Map([...sender, ...extracted].map((found) => [found.value, found]));
  return [...all.values()].slice(0, MAX_PER_MAIL);
}

/** The request that asks about an indicator, by the path the goals name. */
function lookupArgs({ lookup }: Goals, { kind, value }: Found): JsonObject {
  const [path = '', search] = lookup.split('?', 2);
  const fill = (text: string, encode: (part: string) => string) =>
    text.replaceAll('{value}', encode(value)).replaceAll('{kind}', kind);
  const args = { method: 'GET', path: fill(path, encodeURIComponent) };
  if (search === undefined) return args;
  const query = Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, text]) => [name, fill(text, (part) => part)]),
  );
  return { ...args, query };
}

function keyOf(args: JsonObject): string {
  return JSON.stringify(args);
}

function verdictsByPath(context: Context): ReadonlyMap<string, Verdict> {
  return new Map(
    resultsOf(context, 'http_request').map(({ args, content }) => [
      keyOf(args),
      verdictIn(content),
    ]),
  );
}

/** What an answer means, by the words and flags that such services use. */
function verdictIn(answer: JsonObject): Verdict {
  const json = answer['json'];
  if (Number(answer['status']) >= 400 || json === undefined) return 'unknown';
  const words = wordsIn(json, 0);
  if (words.some((word) => BAD.test(word))) return 'malicious';
  if (words.some((word) => DOUBTFUL.test(word))) return 'suspicious';
  return words.length === 0 || words.some((word) => /^unknown$/i.test(word))
    ? 'unknown'
    : 'harmless';
}

const BAD = /^(?:malicious|phish(?:ing)?|malware|bad|c2|dangerous)$/i;
const DOUBTFUL = /^(?:suspicious|doubtful|greyware|lookalike)$/i;

/** The words that say what something is, from the members that such services say it in. */
function wordsIn(value: Json, depth: number): readonly string[] {
  if (depth > 3) return [];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((one) => wordsIn(one, depth + 1));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const isVerdict = /^(?:verdict|classification|reputation|category|disposition)$/i.test(key);
    if (isVerdict && typeof member === 'string') return [member];
    const isFlag = /^(?:malicious|is_malicious|phishing|known_bad)$/i.test(key);
    if (isFlag && typeof member === 'boolean') return [member ? 'malicious' : 'harmless'];
    return wordsIn(member, depth + 1);
  });
}
