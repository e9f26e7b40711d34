import { type Json, type Label, label } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { actionOf, CLEAN, SEND, sample, TAINTED, type Told } from './conformance/sample.ts';
import { decide } from './index.ts';

/** Strangers wrote to this context, and everybody may read it: only integrity is at stake. */
const PUBLIC = label('untrusted', 'public', ['page_1#/text']);

/** What is in doubt in a mail to Bob (whom Ann named) or to Ann herself. */
function doubts(body: string, told: Told = {}, to = 'bob@example.com') {
  const { call, situation } = sample(SEND, {
    args: { to: [to], body },
    context: PUBLIC,
    said: `Write to ${to}, please.`,
    ...told,
  });
  const verdict = decide(call, situation);
  return verdict.kind === 'held' ? verdict.missing.map(({ value }) => value) : [verdict.kind];
}

const toAnn = (body: string, told?: Told) => doubts(body, told, 'ann@example.com');

describe('words that a model wrote after reading strangers', () => {
  it('are held on their way to somebody else, though everybody may read them', () => {
    expect(doubts('Your account is locked.')).toEqual(['Your account is locked.']);
  });

  it('go to the person the run acts for, who named the address', () => {
    expect(toAnn('Three mails came in.')).toEqual(['allowed']);
  });

  it('are held on their way to the person too where nobody asked for a mail', () => {
    expect(toAnn('Wire 100 dollars.', { said: 'What is new?' })).toEqual(['ann@example.com']);
  });

  it('are held where they go to the person and to somebody else', () => {
    const { call, situation } = sample(SEND, {
      args: { to: ['ann@example.com'], cc: ['bob@example.com'], body: 'Hello' },
      context: PUBLIC,
      said: 'To ann@example.com and bob@example.com',
    });
    expect(decide(call, situation)).toMatchObject({ missing: [{ pointer: '/body' }] });
  });

  it('go where the operator lets everything go, and are held where not', () => {
    const post = actionOf('write', { '/body': 'content' }, { connection: 'http' });
    const at = (cleared: boolean) => {
      const connection = {
        id: 'con_1',
        kind: 'http',
        base: 'https://api.example.com',
        cleared,
      } as const;
      const { call, situation } = sample(post, {
        args: { body: 'Hello' },
        context: PUBLIC,
        situation: { connection },
      });
      return decide(call, situation).kind;
    };
    expect(at(true)).toBe('allowed');
    expect(at(false)).toBe('held');
  });

  it('may be asked as a question, where only readers count', () => {
    const ask = actionOf('read', { '/url': 'dest', '/prompt': 'content' });
    const { call, situation } = sample(ask, {
      args: { url: 'https://example.com/ask', prompt: 'Is evil.com good?' },
      context: PUBLIC,
      said: 'Ask https://example.com/ask',
    });
    expect(decide(call, situation).kind).toBe('allowed');
  });

  it('may be numbers and lists, and are in doubt like texts', () => {
    const post = actionOf(
      'send',
      { '/to': 'dest', '/n': 'content', '/list': 'content' },
      {
        input: {
          type: 'object',
          properties: {
            to: { type: 'string', maxLength: 100 },
            n: { type: 'number', minimum: 0, maximum: 9 },
            list: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 9 } },
          },
          additionalProperties: false,
        },
      },
    );
    const args = { to: 'ann@example.com', n: 5, list: ['evil.com'] };
    const { call, situation } = sample(post, { args, context: PUBLIC, said: 'To ann@example.com' });
    expect(decide(call, situation)).toMatchObject({
      missing: [{ pointer: '/list/0', value: 'evil.com' }],
    });
    const bob = { ...call, args: { ...args, to: 'bob@example.com', list: [] } };
    const said = [{ text: 'To bob@example.com', label: CLEAN }];
    expect(decide(bob, { ...situation, material: said })).toMatchObject({
      missing: [{ pointer: '/n', value: 5 }],
    });
  });

  it('are not in doubt where they say nothing', () => {
    const anything = { type: ['string', 'null', 'array', 'object'], maxLength: 9, maxItems: 1 };
    const open = { items: false, properties: {}, additionalProperties: false };
    const post = actionOf(
      'send',
      { '/to': 'dest', '/x': 'content' },
      {
        input: {
          type: 'object',
          properties: { to: { type: 'string', maxLength: 100 }, x: { ...anything, ...open } },
          additionalProperties: false,
        },
      },
    );
    const saying = (x: Json) => {
      const args = { to: 'bob@example.com', x };
      const { call, situation } = sample(post, {
        args,
        context: TAINTED,
        said: 'To bob@example.com',
      });
      return decide(call, situation).kind;
    };
    expect([null, '', [], {}].map(saying)).toEqual(['allowed', 'allowed', 'allowed', 'allowed']);
    expect(saying('x')).toBe('held');
  });

  it('are not in doubt where the person wrote them', () => {
    expect(doubts('Hello Bob', { leaves: { '/body': CLEAN } })).toEqual(['allowed']);
    expect(doubts('See you at noon', { said: 'Mail bob@example.com: See you at noon' })).toEqual([
      'allowed',
    ]);
  });

  it('go out in a clean context', () => {
    expect(doubts('Hello Bob', { context: CLEAN, said: 'hi' })).toEqual(['allowed']);
  });
});

describe('a link in what is sent', () => {
  const cases: readonly [text: string, link: string][] = [
    ['See https://evil.test/a?b=c.', 'https://evil.test/a?b=c'],
    ['See (http://evil.test)', 'http://evil.test'],
    ['<a href="https://evil.test/x">good.example</a>', 'https://evil.test/x'],
    ['[click](https://evil.test/y)', 'https://evil.test/y'],
    ['![](https://evil.test/pixel.gif)', 'https://evil.test/pixel.gif'],
    ['Go to www.evil.test/login now', 'www.evil.test/login'],
    ['Go to evil.com', 'evil.com'],
    ['go to EVIL.COM!', 'EVIL.COM'],
    ['new.quest is up', 'new.quest'],
    ['Reply to eve@evil.test, please', 'eve@evil.test'],
    ['mailto:eve@evil.test', 'eve@evil.test'],
    ['see ftp://evil.test/x', 'ftp://evil.test/x'],
    ['see http://localhost/x', 'http://localhost/x'],
    ['see http://0x7f000001/', 'http://0x7f000001/'],
    ['see 10.0.0.1/x', '10.0.0.1/x'],
    ['see https://good.example@evil.test/', 'https://good.example@evil.test/'],
    ['see user:pass@evil.com/x', 'pass@evil.com'],
    ['two:https://evil.test/z', 'https://evil.test/z'],
    ['xhttps://evil.test/w', 'xhttps://evil.test/w'],
    ['...evil.com...', 'evil.com'],
    ['"evil.com"', 'evil.com'],
    ['at evil.com:8080/x', 'evil.com:8080/x'],
    ['at bücher.example', 'bücher.example'],
    ['at xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ev\u200bil.com', 'evil.com'],
    ['ev\u00adil.com', 'evil.com'],
    ['evil\u3002com', 'evil.com'],
    ['ｅｖｉｌ．ｃｏｍ', 'evil.com'],
    ['https&colon;//evil.test', 'https://evil.test'],
    ['https&#58;&#x2f;&#x2F;evil.test', 'https://evil.test'],
    ['evil&period;com', 'evil.com'],
    ['eve&commat;evil.test', 'eve@evil.test'],
    ['evil.com.', 'evil.com'],
    ['a/evil.com/b', 'evil.com/b'],
    ['x@y@evil.com', 'x@y@evil.com'],
  ];
  it.each(cases)('is found in %j and asked about by itself', (text, link) => {
    expect(toAnn(text)).toContain(link);
    expect(doubts(text)).toContain(link);
  });

  it.each([
    'Nothing here.',
    'report.txt and notes.docx, v1.2.3, 3.14, e.g. this, i.e. that',
    'at 10.30, 5.5 km',
    'One. Two. Three',
    'a.b',
    'AT&T and R&D; 5 &lt; 6',
    'and/or, him/her',
    '@ann #general',
    '…',
  ])('is not seen in %j', (text) => {
    expect(toAnn(text)).toEqual(['allowed']);
  });

  it('is not in doubt where the principal named it', () => {
    const said = 'Mail ann@example.com the link https://good.example/a and write bob@example.com';
    expect(toAnn('https://good.example/a', { said })).toEqual(['allowed']);
    expect(toAnn('good.example/a or bob@example.com', { said })).toEqual(['allowed']);
    expect(toAnn('https://good.example/b', { said })).toEqual(['https://good.example/b']);
    expect(toAnn('https://good.example/a?x=1', { said })).toHaveLength(1);
  });

  it('is not in doubt where it is the person’s own address', () => {
    const body = 'Sent to ann@example.com, not to eve@evil.test';
    expect(doubts(body)).toEqual([body, 'eve@evil.test']);
    const ownAddresses = ['no address', 'ann@example.com'];
    const told = { said: 'To bob@example.com', situation: { ownAddresses } };
    expect(doubts(`${body} evil.com`, told)).toContain('evil.com');
  });

  it('is named as a destination, with the origin of the text it stands in', () => {
    const { call, situation } = sample(SEND, {
      args: { to: ['ann@example.com'], body: 'evil.com' },
      context: PUBLIC,
      said: 'mail me at ann@example.com',
    });
    expect(decide(call, situation)).toMatchObject({
      missing: [
        {
          pointer: '/body',
          value: 'evil.com',
          sink: 'dest',
          because: 'unendorsed',
          origin: ['page_1#/text'],
        },
      ],
    });
  });

  it('is not named one by one where there are too many: then the text is in doubt', () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_one, index) => `evil${index}.com`).join(' ');
    expect(toAnn(links(20))).toHaveLength(20);
    expect(toAnn(links(21))).toEqual([links(21)]);
    expect(doubts(links(21))).toEqual([links(21)]);
    const { call, situation } = sample(SEND, {
      ...{ args: { to: ['ann@example.com'], body: links(21) }, context: PUBLIC },
      said: 'mail me at ann@example.com',
    });
    expect(decide(call, situation)).toMatchObject({
      missing: [{ pointer: '/body', sink: 'content', because: 'unendorsed' }],
    });
  });

  it('is nobody’s business where the text is only stored or nobody strange wrote it', () => {
    const note = actionOf('write', { '/text': 'content' });
    const { call, situation } = sample(note, { args: { text: 'see evil.com' }, context: PUBLIC });
    expect(decide(call, situation).kind).toBe('allowed');
    const clean: Label = CLEAN;
    expect(toAnn('see evil.com', { context: clean })).toEqual(['allowed']);
  });

  it.each(['a', 'a.', '.', '-', '@', 'a@', '://', '&#', 'a-', 'x/', '…', '*', 'a.b '])(
    'is found in time linear to the text, also in a row of %j',
    (piece) => {
      const action = actionOf(
        'send',
        { '/to': 'dest', '/body': 'content' },
        {
          input: {
            type: 'object',
            properties: {
              to: { type: 'string', maxLength: 100 },
              body: { type: 'string', maxLength: 200_000 },
            },
            additionalProperties: false,
          },
          bounds: { ...SEND.bounds, maxInputBytes: 1_000_000 },
        },
      );
      const to = 'ann@example.com';
      for (const end of ['', 'a', ' evil.com', '.com'])
        for (const said of [`To ${to}`, `${piece.repeat(20_000 / piece.length)}a`]) {
          const args = { to, body: piece.repeat(150_000 / piece.length) + end };
          const { call, situation } = sample(action, { args, context: PUBLIC, said });
          const verdict = decide(call, situation);
          expect(['allowed', 'held']).toContain(verdict.kind);
          if (end === ' evil.com' && verdict.kind === 'held')
            expect(verdict.missing.map(({ value }) => value)).toContain('evil.com');
        }
    },
  );
});
