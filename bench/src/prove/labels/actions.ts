import type { ActionDescriptor, JsonObject, ResultLabel } from '@countersign/contract';
import type { Random } from './random.ts';

/** One result that an action may give, with each of its leaves and the declaration that is about it. */
export interface Answer {
  readonly value: JsonObject;
  readonly leaves: readonly {
    readonly pointer: string;
    /** The pattern and what it declares; null where nothing does. */
    readonly declared: readonly [pattern: string, label: ResultLabel] | null;
  }[];
}

/** An action as a proof needs it: what it declares, what it answers, and what it may be asked. */
export interface RandomAction {
  readonly descriptor: ActionDescriptor;
  readonly answer: Answer;
  readonly asked: readonly JsonObject[];
}

/** Results of every form: lists, maps, empty ones, keys that look like patterns and like escapes. */
const VALUES: readonly JsonObject[] = [
  { id: 'a1', title: 'Hello' },
  {
    rows: [
      { id: 1, text: 'x' },
      { id: 2, text: 'y' },
    ],
    next: null,
  },
  { rows: [], total: 0 },
  {},
  { deep: { a: { b: true, c: null }, '*': 'star' }, 'a/b': { 'c~d': 'escaped' } },
  { rows: { '*': { id: 'not a list' }, '0': { id: 'a map' } } },
  { list: ['one', 'two', ['three']], id: 7 },
];

const PATTERNS: readonly string[] = [
  ...['', '/*', '/id', '/title', '/rows', '/rows/*', '/rows/*/id', '/rows/0/id', '/rows/1'],
  ...['/next', '/total', '/deep', '/deep/*', '/deep/a', '/deep/a/b', '/a~1b/c~0d', '/list/*'],
  ...['/list/2/0', '/*/0'],
];

const ARGUMENTS: readonly JsonObject[] = [
  {},
  { a: 'x' },
  { a: 'x', b: ['y', 'z'] },
  { a: { c: 1, d: '' }, b: [] },
];

/** An action with a random answer, declared at random. */
export function randomAction(name: string, random: Random): RandomAction {
  const results: Record<string, ResultLabel> = {};
  for (let count = random.below(5); count > 0; count--)
    results[random.of(PATTERNS)] = {
      integrity: random.of(['system', 'principal', 'untrusted', 'untrusted', 'hostile']),
      readers: random.of(['public', 'owner', 'workspace']),
      because: 'The provider makes it.',
    };
  const descriptor: ActionDescriptor = {
    ...{ id: name, title: 'Act', description: 'Acts.', repeat: 'safe', sentence: 'Act' },
    effect: random.of(['read', 'read', 'write', 'send']),
    ...{ input: {}, output: {}, sinks: {}, results, connection: null },
    bounds: {
      maxInputBytes: 10_000,
      // Now and then a result is over its bound, and is told of instead of given.
      maxOutputBytes: random.once(8) ? 2 : 10_000,
      timeoutMs: 1_000,
      maxCallsPerRun: 100,
    },
  };
  return {
    descriptor,
    answer: answerOf(random.of(VALUES), descriptor),
    asked: [random.of(ARGUMENTS), random.of(ARGUMENTS)],
  };
}

/** A value with what is declared of its leaves. Found by splitting texts, not by the code that is tried. */
export function answerOf(
  value: JsonObject,
  { results }: Pick<ActionDescriptor, 'results'>,
): Answer {
  const leaves = placesIn(value, '').map((pointer) => ({
    pointer,
    declared: declaredFor(pointer, results),
  }));
  return { value, leaves };
}

function placesIn(value: unknown, place: string): readonly string[] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (members.length === 0) return [place];
  return members.flatMap(([key, member]) => placesIn(member, `${place}/${escaped(key)}`));
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The declaration with the longest pattern; of equally long ones that with fewer stars, then the first. */
function declaredFor(
  pointer: string,
  results: Readonly<Record<string, ResultLabel>>,
): readonly [string, ResultLabel] | null {
  const fitting = Object.entries(results).filter(([pattern]) => {
    const wanted = pattern.split('/');
    const given = pointer.split('/');
    return (
      wanted.length <= given.length && wanted.every((part, i) => part === '*' || part === given[i])
    );
  });
  const rank = (pattern: string) =>
    pattern.split('/').length * 100 - pattern.split('/').filter((part) => part === '*').length;
  return fitting.reduce<readonly [string, ResultLabel] | null>(
    (best, one) => (best === null || rank(one[0]) > rank(best[0]) ? one : best),
    null,
  );
}
