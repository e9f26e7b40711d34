import { type JsonObject, type Label, label, type Verdict } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, CLEAN, sample, type Told } from './conformance/sample.ts';
import type { EarlierResult } from './earlier-result.ts';
import { basisOf, decide, isBeacon, policiesOf } from './index.ts';
import { LINKS_PER_RUN } from './quoted-link.ts';

const LINK = 'https://one.example/a?b=c%2Fd#e';
const THEIRS = label('untrusted', 'public', ['page_1#/text']);
const MAIL = label('untrusted', ['user:usr_ann'], ['msg_7#/body']);

/** A look at an address, with some words beside it. */
const FETCH = actionOf(
  'read',
  { '/method': 'query', '/url': 'dest', '/query': 'query', '/type': 'query', '/text': 'query' },
  {
    id: 'page.fetch',
    input: {
      type: 'object',
      properties: {
        method: { enum: ['GET', 'HEAD'] },
        url: { type: 'string', maxLength: 500 },
        query: {
          type: 'object',
          additionalProperties: { type: 'string', maxLength: 99 },
          maxProperties: 9,
          propertyNames: { maxLength: 99 },
        },
        type: { type: 'string', maxLength: 99, default: 'text/html' },
        text: { type: 'string', maxLength: 99 },
      },
      required: ['method', 'url'],
      additionalProperties: false,
    },
  },
);

const allowing = (links: string) =>
  policiesOf(`
    permit (principal is Person, action, resource);
    ${links}
    permit (principal is AgentVersion, action, resource);
  `);
const ANY = allowing('@links("*")');

const gave = (value: JsonObject, more: Partial<EarlierResult> = {}): EarlierResult => ({
  ...{ action: FETCH.id, connection: null, args: { method: 'GET' }, choice: 'clean', value },
  labels: { label: MAIL, fields: { '/text': THEIRS }, stored: {} },
  ...more,
});
const page = (text: string, more: Partial<EarlierResult> = {}) => gave({ text }, more);

interface Following extends Told {
  readonly url?: string;
  readonly besides?: JsonObject;
  readonly earlier?: readonly EarlierResult[];
}

function follow({
  url = LINK,
  besides = {},
  earlier = [page(`See ${LINK} please.`)],
  situation,
  ...told
}: Following = {}): Verdict {
  const { call, situation: standing } = sample(FETCH, {
    ...{ context: THEIRS, args: { method: 'GET', url, ...besides } },
    ...told,
    situation: { policies: ANY, earlier, ...situation },
  });
  return decide(call, standing);
}

const kindOf = (following?: Following) => follow(following).kind;

describe('a quoted link', () => {
  it('may be looked at where a policy says so, and counts as a beacon', () => {
    const verdict = follow();
    expect(verdict.kind).toBe('allowed');
    expect(isBeacon(verdict.why)).toBe(true);
    expect(verdict.why.leaves.find(({ pointer }) => pointer === '/url')).toMatchObject({
      endorsedBy: 'quoted-link',
      detail: expect.stringContaining('beacon') as string,
    });
  });

  it('is held where no policy says so, as without the rule', () => {
    for (const policies of [allowing(''), policiesOf('permit (principal, action, resource);')])
      expect(kindOf({ situation: { policies } })).toBe('held');
    expect(isBeacon(follow({ situation: { policies: allowing('') } }).why)).toBe(false);
  });

  it.each([
    ['one.example', 'allowed'],
    ['two.example one.example', 'allowed'],
    ['*.one.example', 'held'],
    ['ne.example', 'held'],
    ['one.example.org', 'held'],
  ])('with @links("%s") is %s', (hosts, kind) => {
    expect(kindOf({ situation: { policies: allowing(`@links("${hosts}")`) } })).toBe(kind);
  });

  it('below a named host may be looked at, whatever its port', () => {
    const policies = allowing('@links("*.one.example")');
    const at = (url: string) =>
      kindOf({ url, earlier: [page(`See ${url}`)], situation: { policies } });
    expect(at('https://www.one.example/x')).toBe('allowed');
    expect(at('https://www.one.example:8443/x')).toBe('allowed');
    expect(at('https://notone.example/x')).toBe('held');
    expect(at('https://one.example.evil.example/x')).toBe('held');
  });

  it('is not followed where a policy that permits only clean calls speaks of links', () => {
    const policies = policiesOf(`
      permit (principal, action, resource);
      @links("*") permit (principal, action in Action::"act", resource) when { !context.tainted };
    `);
    expect(kindOf({ situation: { policies } })).toBe('held');
  });

  it('is not followed where the call is forbidden, and is asked about where a policy always asks', () => {
    const forbidding = policiesOf(`
      @links("*") permit (principal, action, resource);
      forbid (principal, action == Action::"read", resource) when { context.tainted };
    `);
    expect(kindOf({ situation: { policies: forbidding } })).toBe('refused');
    const asking = policiesOf('@ask("always") @links("*") permit (principal, action, resource);');
    expect(kindOf({ situation: { policies: asking } })).toBe('held');
  });
});

describe('an attacker who has the model and wrote the page does not get', () => {
  it.each<[string, Following]>([
    ['an address with words appended', { url: `${LINK}x` }],
    ['an address with a query appended', { url: 'https://one.example/a?b=c%2Fd&k=secret#e' }],
    ['a query beside the address', { besides: { query: { k: 'secret' } } }],
    ['words beside the address', { besides: { text: 'secret' } }],
    ['words in place of a default', { besides: { type: 'text/secret' } }],
    ['another fragment', { url: 'https://one.example/a?b=c%2Fd#f' }],
    ['another percent-encoding', { url: 'https://one.example/a?b=c/d#e' }],
    ['the same octets encoded in lower case', { url: 'https://one.example/a?b=c%2fd#e' }],
    ['another scheme', { url: 'http://one.example/a?b=c%2Fd#e' }],
    ['another port', { url: 'https://one.example:8443/a?b=c%2Fd#e' }],
    ['a part of the address', { url: 'https://one.example/a' }],
    ['the host alone', { url: 'https://one.example/' }],
    ['a name before the host', { url: 'https://secret@one.example/a?b=c%2Fd#e' }],
    ['a host in look-alike letters', { url: 'https://оne.example/a?b=c%2Fd#e' }],
    ['a host in full-width letters', { url: 'https://ｏne.example/a?b=c%2Fd#e' }],
    ['an unseen character', { url: 'https://one.exam\u00adple/a?b=c%2Fd#e' }],
    ['an address that nothing quoted', { earlier: [page('Nothing here.')] }],
    ['an address before anything was read', { earlier: [] }],
  ])('%s', (_what, following) => {
    expect(kindOf(following)).toBe('held');
  });

  it.each<[string, readonly EarlierResult[]]>([
    ['in two halves, over two results', [page('See https://one.example/'), page('a?b=c%2Fd#e')]],
    ['in two halves, over two texts', [gave({ text: 'https://one.example/', x: 'a?b=c%2Fd#e' })]],
    ['with a break in it', [page('See https://one.example/\na?b=c%2Fd#e')]],
    ['in two results, so that it has no one source', [page(LINK), page(LINK)]],
    ['as a part of a longer word', [page(`See x${LINK}`)]],
    ['as a part of a longer address', [page(`See ${LINK}/f`)]],
    ['as the name of a member', [gave({ text: 'x', [LINK]: 'x' })]],
    ['in what the model asked for after it read strangers', [page(LINK, { choice: 'model' })]],
    ['in what was vouched for, one by one', [page(LINK, { choice: 'vouched' })]],
    ['in what is not public', [gave({ body: LINK })]],
    ['in what is known to be hostile', [page(LINK, { labels: hostile() })]],
    ['in what was stored with a label of its own', [page(LINK, { labels: stored() })]],
    ['in what an unknown action gave', [page(LINK, { action: 'page.gone' })]],
    ['there and in what is not public', [gave({ text: LINK, body: LINK })]],
  ])('a link that stands %s', (_where, earlier) => {
    expect(kindOf({ earlier })).toBe('held');
  });

  it('a link from what an effect gave, which may echo what was sent', () => {
    const posted = { ...FETCH, id: 'page.post', effect: 'send' as const };
    const { situation } = sample(posted);
    const actions = new Map([...sample(FETCH).situation.actions, ...situation.actions]);
    const earlier = [page(LINK, { action: posted.id })];
    expect(kindOf({ earlier, situation: { actions } })).toBe('held');
  });

  it('to choose among links by what not everybody may read', () => {
    expect(kindOf({ context: label('untrusted', ['user:usr_ann']) })).toBe('held');
    expect(kindOf({ context: label('untrusted', ['host:one.example']) })).toBe('held');
    expect(kindOf({ leaves: { '/method': label('principal', ['user:usr_ann']) } })).toBe('held');
  });

  it('a held value in the place of the address', () => {
    const held = { '/url': { variable: 'page_fetch_1', at: '/text' } };
    expect(kindOf({ call: { held }, leaves: { '/url': THEIRS } })).toBe('held');
  });

  it('a credential with the look', () => {
    const connection = { id: 'con_1', kind: 'http', base: null, cleared: true } as const;
    expect(kindOf({ situation: { connection } })).toBe('held');
  });

  it('more looks than a run may have', () => {
    expect(kindOf({ situation: { callsSoFar: LINKS_PER_RUN - 1 } })).toBe('allowed');
    expect(kindOf({ situation: { callsSoFar: LINKS_PER_RUN } })).toBe('held');
  });

  it('an effect', () => {
    const { call, situation } = sample(
      { ...FETCH, effect: 'write' },
      {
        ...{ context: THEIRS, args: { method: 'GET', url: LINK } },
        situation: { policies: ANY, earlier: [page(LINK)] },
      },
    );
    expect(decide(call, situation).kind).toBe('held');
  });
});

it('an address that is quoted without a scheme is looked at by https alone', () => {
  const earlier = [page('See www.one.example/a for more.')];
  expect(kindOf({ earlier, url: 'https://www.one.example/a' })).toBe('allowed');
  expect(kindOf({ earlier, url: 'http://www.one.example/a' })).toBe('held');
});

it('beside the address may stand what the schema lists, what it settles and what says nothing', () => {
  expect(kindOf({ besides: { method: 'HEAD' } })).toBe('allowed');
  expect(kindOf({ besides: { type: 'text/html', query: {} } })).toBe('allowed');
});

it('what a quoted link gave vouches for nothing, and no link in it is followed', () => {
  const { call, situation } = sample(FETCH, {
    ...{ context: THEIRS, args: { method: 'GET', url: LINK } },
    situation: { policies: ANY, earlier: [page(LINK)] },
  });
  const { why } = decide(call, situation);
  const performed = { kind: 'done', result: { text: 'x' }, usage: {} } as const;
  const result = { value: {}, label: THEIRS, leaves: {} };
  const outcome = { kind: 'done', result, usage: {} } as const;
  const granted = { call, callHash: '', descriptor: FETCH };
  const basis = basisOf(performed, outcome, granted, { why, approved: false }, { owners: [] });
  expect(basis?.choice).toBe('model');
});

it('in a clean context nothing is needed, and nothing counts as a beacon', () => {
  const verdict = follow({ context: CLEAN });
  expect(verdict.kind).toBe('allowed');
  expect(isBeacon(verdict.why)).toBe(false);
});

function hostile(): EarlierResult['labels'] {
  const known: Label = label('hostile', 'public', ['page_1#/text']);
  return { label: MAIL, fields: { '/text': known }, stored: {} };
}

function stored(): EarlierResult['labels'] {
  return { label: MAIL, fields: { '/text': THEIRS }, stored: { '/text': THEIRS } };
}
