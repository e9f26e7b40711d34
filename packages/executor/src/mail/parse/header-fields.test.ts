import { describe, expect, it } from 'vitest';
import { readAddresses } from './addresses.ts';
import { readDate } from './date.ts';
import { decodeWords } from './encoded-words.ts';

describe('an address list', () => {
  it.each([
    ['a@b.c', [['', 'a@b.c']]],
    [
      'Ann <a@b.c>, "B, Bob" <b@c.d>',
      [
        ['Ann', 'a@b.c'],
        ['B, Bob', 'b@c.d'],
      ],
    ],
    ['a@b.c (Ann Lee)', [['Ann Lee', 'a@b.c']]],
    [
      'Team: a@b.c, B <b@c.d>;',
      [
        ['', 'a@b.c'],
        ['B', 'b@c.d'],
      ],
    ],
    ['undisclosed-recipients:;', []],
    ['<@relay.example,@other:a@b.c>', [['', 'a@b.c']]],
    ['"Ann \\"the\\" Lee" <a@b.c>', [['Ann "the" Lee', 'a@b.c']]],
    ['=?utf-8?Q?M=C3=BCller=2C_Jan?= <a@b.c>', [['Müller, Jan', 'a@b.c']]],
    ['"boss@corp.example" <evil@x.example>', [['boss@corp.example', 'evil@x.example']]],
    [
      'Ann "unclosed <a@b.c>, d@e.f',
      [
        ['Ann unclosed', 'a@b.c'],
        ['', 'd@e.f'],
      ],
    ],
    [
      'Ann (unclosed <a@b.c>, d@e.f',
      [
        ['Ann (unclosed', 'a@b.c'],
        ['', 'd@e.f'],
      ],
    ],
    [
      'a@b.c; d@e.f',
      [
        ['', 'a@b.c'],
        ['', 'd@e.f'],
      ],
    ],
    ['Only A Name', [['Only A Name', '']]],
    ['', []],
    [',,;', []],
  ] as const)('of %j is read', (raw, people) => {
    expect(readAddresses(raw).map(({ name, address }) => [name, address])).toEqual(people);
  });

  it('of a hundred thousand addresses is read as far as anybody would', () => {
    expect(readAddresses('<a@b>,'.repeat(100_000))).toHaveLength(1_000);
  });
});

describe('an encoded word', () => {
  it.each([
    ['=?utf-8?Q?Gr=C3=BC=C3=9Fe?=', 'Grüße'],
    ['=?ISO-8859-1?B?R3L832U=?=', 'Grüße'],
    ['=?utf-8?Q?a?= =?utf-8?Q?b?=', 'ab'],
    ['=?utf-8?Q?a?= and =?utf-8?Q?b?=', 'a and b'],
    ['=?utf-8?B?w7w=?=\t=?iso-8859-1?Q?=E4?=', 'üä'],
    ['=?utf-8*en?Q?x_y?=', 'x y'],
    ['=?utf-8?Q?with space inside?=', 'with space inside'],
    ['=?utf-8?X?no?=', '=?utf-8?X?no?='],
    ['=?utf-8?Q?never closed', '=?utf-8?Q?never closed'],
    ['=?nonsense?Q?plain?=', 'plain'],
  ])('in %j is read', (raw, text) => {
    expect(decodeWords(raw)).toBe(text);
  });

  it('may end within a character that the next one finishes', () => {
    expect(decodeWords('=?utf-8?B?w7zD?= =?utf-8?B?pA==?=')).toBe('üä');
  });
});

describe('a date', () => {
  it.each([
    ['Mon, 5 Jan 2026 10:00:00 +0100', '2026-01-05T09:00:00.000Z'],
    ['5 Jan 2026 10:00 GMT', '2026-01-05T10:00:00.000Z'],
    ['Mon, 05 Jan 26 10:00:00 EST', '2026-01-05T15:00:00.000Z'],
    ['Mon,  5 January 2026  10:00:00 -0330 (NST)', '2026-01-05T13:30:00.000Z'],
    ['Monday, 05-Jan-98 10:00:00 GMT', '1998-01-05T10:00:00.000Z'],
    ['5 Jan 2026 10.00.00 +0000', '2026-01-05T10:00:00.000Z'],
    ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.000Z'],
  ])('written %s is a moment', (raw, iso) => {
    expect(new Date(readDate(raw) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each(['yesterday', '', '32 Jan 2026 10:00:00 +0000', '5 Foo 2026 10:00', '5 Jan 2026 25:00'])(
    'written %j is none',
    (raw) => {
      expect(readDate(raw)).toBeNull();
    },
  );
});
