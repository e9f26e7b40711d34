import { type Choice, label, must, type ResultLabels } from '@countersign/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { actionOf, sample, TAINTED } from './conformance/sample.ts';
import type { EarlierResult } from './earlier-result.ts';
import { isQuotedLink, LINKS_PER_RUN } from './quoted-link.ts';

/** Words of a text, with the address that each one is as a whole; the addresses were worked out by hand. */
const WORDS: Readonly<Record<string, string | null>> = {
  'https://one.example/a': 'https one /a',
  'HTTPS://One.Example:443/a': 'https one /a',
  'one.example/a': 'https one /a',
  '“https://one.example/a”.': 'https one /a',
  'https://one.example/a?k=1': 'https one /a?k=1',
  'https://one.example/%61': 'https one /%61',
  'https://one.example/': 'https one /',
  'http://one.example/a': 'http one /a',
  'https://me@one.example/a': null,
  'https://оne.example/a': 'https xn--ne-6vc /a',
  'xhttps://one.example/a': null,
  'https://one.exam ple/a': null,
  'ann@one.example': null,
  words: null,
};

/** What the model asks for, with the address it is; null where it is none, or no more than a part of one. */
const WISHES: Readonly<Record<string, string | null>> = {
  ...WORDS,
  'one.example/a': null,
  '“https://one.example/a”.': null,
  'https://one.exam ple/a': null,
  'https://one.example/a?k=2': 'https one /a?k=2',
  // Of mixed script: who reads it is misled.
  'https://оne.example/a': null,
};

interface Result {
  /** Rows of words, each the text of one field. */
  readonly texts: readonly (readonly string[])[];
  readonly choice: Choice;
  readonly effect: 'read' | 'send';
  readonly integrity: 'principal' | 'untrusted' | 'hostile';
  readonly isPublic: boolean;
  readonly isStored: boolean;
}

interface History {
  readonly wish: string;
  readonly results: readonly Result[];
  readonly isPrivate: boolean;
  readonly isBare: boolean;
  readonly callsSoFar: number;
  readonly links: readonly string[];
}

const mostly = <T>(usual: T, ...others: readonly T[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );

const result: fc.Arbitrary<Result> = fc.record({
  texts: fc.array(fc.array(fc.constantFrom(...Object.keys(WORDS)), { maxLength: 3 }), {
    maxLength: 2,
  }),
  choice: mostly<Choice>('clean', 'vouched', 'model'),
  effect: mostly<Result['effect']>('read', 'send'),
  integrity: mostly<Result['integrity']>('untrusted', 'principal', 'hostile'),
  isPublic: mostly(true, false),
  isStored: mostly(false, true),
});

const history: fc.Arbitrary<History> = fc.record({
  wish: fc.constantFrom(...Object.keys(WISHES)),
  results: fc.array(result, { maxLength: 4 }),
  isPrivate: mostly(false, true),
  isBare: mostly(true, false),
  callsSoFar: mostly(0, LINKS_PER_RUN - 1, LINKS_PER_RUN),
  links: mostly<readonly string[]>(['*'], [], ['one.example'], ['*.example.org']),
});

const FETCH = actionOf('read', { '/url': 'dest', '/more': 'query' }, { id: 'page.fetch' });
const POST = actionOf('send', { '/url': 'dest' }, { id: 'page.post' });
const actions = new Map(
  [FETCH, POST].flatMap((one) => [...sample(one).situation.actions.entries()]),
);
const fetching = must(actions.get(FETCH.id), 'the action is registered');

function earlierOf({ texts, choice, effect, ...labels }: Result): EarlierResult {
  const { id } = effect === 'read' ? FETCH : POST;
  const value = Object.fromEntries(texts.map((words, at) => [`t${at}`, words.join(' ')]));
  return { action: id, connection: null, args: {}, choice, value, labels: labelsOf(labels) };
}

function labelsOf({ integrity, isPublic, isStored }: Omit<Result, 'texts' | 'choice' | 'effect'>) {
  const own = label(integrity, isPublic ? 'public' : ['user:usr_ann'], ['page_1#/text']);
  const places: ResultLabels = { label: TAINTED, fields: { '/*': own }, stored: {} };
  return isStored ? { ...places, stored: { '/t0': own, '/t1': own } } : places;
}

function isAllowed({ wish, results, isPrivate, isBare, callsSoFar, links }: History): boolean {
  const readers = isPrivate ? (['user:usr_ann'] as const) : 'public';
  const { call } = sample(FETCH, {
    args: { url: wish, ...(isBare ? {} : { more: 'words' }) },
    context: label('untrusted', readers, ['page_1#/text']),
  });
  return isQuotedLink(
    { pointer: '/url', pattern: '/url', value: wish },
    'dest',
    call,
    fetching,
    'read',
    {
      ...{ actions, callsSoFar, links },
      earlier: results.map(earlierOf),
    },
  );
}

/** The rule, said of the words that the texts were made of. */
function oracle({ wish, results, isPrivate, isBare, callsSoFar, links }: History): boolean {
  const address = WISHES[wish];
  if (address === null || address === undefined) return false;
  const isNamed =
    links.includes('*') || (links.includes('one.example') && address.includes(' one '));
  const holding = results.filter(({ texts }) =>
    texts.flat().some((word) => WORDS[word] === address),
  );
  const [only] = holding;
  return (
    isNamed &&
    isBare &&
    !isPrivate &&
    callsSoFar < LINKS_PER_RUN &&
    holding.length === 1 &&
    only?.choice === 'clean' &&
    only.effect === 'read' &&
    only.integrity === 'untrusted' &&
    only.isPublic &&
    !only.isStored
  );
}

it('a link is followed just where the rule says so', () => {
  let followed = 0;
  fc.assert(
    fc.property(history, (one) => {
      const expected = oracle(one);
      if (expected) followed += 1;
      expect(isAllowed(one)).toBe(expected);
    }),
    { numRuns: 100_000 },
  );
  // A rule that lets nothing through would agree with an oracle that does not either.
  expect(followed).toBeGreaterThan(1_000);
}, 240_000);

it('more that was read, and worse labels, never let a link be followed that was not', () => {
  fc.assert(
    fc.property(history, result, fc.nat(3), (one, added, at) => {
      const worse: History = {
        ...one,
        results: [
          ...one.results.map((result, index) =>
            index === at ? { ...result, choice: 'model' as const } : result,
          ),
        ],
      };
      const after = { ...one, results: [...one.results, added] };
      const isNew = added.texts.flat().some((word) => WORDS[word] === WISHES[one.wish]);
      expect(isAllowed(one) || !isAllowed(worse)).toBe(true);
      expect(isAllowed(one) || isNew || !isAllowed(after)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
}, 60_000);
