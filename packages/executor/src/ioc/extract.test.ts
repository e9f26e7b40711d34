import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf } from '../testing/growth.ts';
import { extractIndicators } from './extract.ts';

const found = (text: string) =>
  extractIndicators(text).map(({ kind, value }) => `${kind} ${value}`);

describe('indicators', () => {
  it.each([
    [
      'see http://evil.example/a?b=1#c.',
      ['url http://evil.example/a?b=1#c', 'domain evil.example'],
    ],
    ['(http://a.example/x_(y))', ['url http://a.example/x_(y)', 'domain a.example']],
    ['<https://A.Example:8443/Path>', ['url https://a.example:8443/Path', 'domain a.example']],
    ['http://192.0.2.7/x', ['url http://192.0.2.7/x', 'ipv4 192.0.2.7']],
    ['http://[2001:DB8::2]/x', ['url http://[2001:db8::2]/x', 'ipv6 2001:db8::2']],
    ['http://user:pw@host.example/', ['url http://user@host.example/', 'domain host.example']],
    [
      'https://Bücher.example',
      ['url https://xn--bcher-kva.example', 'domain xn--bcher-kva.example'],
    ],
    ['mail ann.lee+x@Mail.Example.org now', ['email ann.lee+x@mail.example.org']],
    [
      'from 203.0.113.77, 10.0.0.1:80 and 1.2.3.4/24',
      ['ipv4 203.0.113.77', 'ipv4 10.0.0.1', 'ipv4 1.2.3.4'],
    ],
    ['version 1.2.3.4.5, 256.1.1.1, 01.2.3.4', []],
    ['2001:0DB8:0:0::1 and fe80::1', ['ipv6 2001:db8::1', 'ipv6 fe80::1']],
    ['std::vector a::b 12:30:45 ::', []],
    ['D41D8CD98F00B204E9800998ECF8427E', ['md5 d41d8cd98f00b204e9800998ecf8427e']],
    [
      `${'a'.repeat(40)} ${'b'.repeat(64)} ${'c'.repeat(33)}`,
      [`sha1 ${'a'.repeat(40)}`, `sha256 ${'b'.repeat(64)}`],
    ],
    ['cve-2024-12345 CVE-99-1', ['cve CVE-2024-12345']],
    ['report.zip, run.sh, setup.py and allegro.pl', ['domain allegro.pl']],
    ['e.g. this, i.e. that... and foo.bar_baz', []],
    ['www.Example.com/path', ['domain www.example.com']],
  ])('in %j are found', (text, indicators) => {
    expect(found(text)).toEqual(indicators);
  });

  it.each([
    ['hxxp://evil[.]example/x', ['url http://evil.example/x', 'domain evil.example']],
    ['hXXps://evil(.)example', ['url https://evil.example', 'domain evil.example']],
    ['h**p[:]//evil{.}example', ['url http://evil.example', 'domain evil.example']],
    ['hxxps[://]evil[dot]example[/]x', ['url https://evil.example/x', 'domain evil.example']],
    ['evil [.] example', ['domain evil.example']],
    ['evil[.example and evil2.]example', ['domain evil.example', 'domain evil2.example']],
    ['evil\\.example', ['domain evil.example']],
    ['evil。example', ['domain evil.example']],
    ['10[.]0[.]0[.]1', ['ipv4 10.0.0.1']],
    ['ann[at]evil[dot]example', ['email ann@evil.example']],
    ['ann (@) evil (dot) example', ['email ann@evil.example']],
    ['payload[.]zip', ['domain payload.zip']],
  ])('are found where they are written as %j', (text, indicators) => {
    expect(found(text)).toEqual(indicators);
    expect(extractIndicators(text).every(({ defanged }) => defanged)).toBe(true);
  });

  it('are given once, with their first place in the original and how often', () => {
    const text = 'x hxxp://evil[.]example/ then evil.example and 10[.]0.0.1';
    expect(extractIndicators(text)).toEqual([
      { kind: 'url', value: 'http://evil.example/', at: 2, count: 1, defanged: true },
      { kind: 'domain', value: 'evil.example', at: 9, count: 2, defanged: true },
      { kind: 'ipv4', value: '10.0.0.1', at: text.indexOf('10[.]'), count: 1, defanged: true },
    ]);
  });

  it('are given of the wanted kinds only', () => {
    const kinds = extractIndicators('http://a.example b@c.example', ['email']).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['email']);
  });

  it('are found wherever they stand, between whatever', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (noise) => {
        const text = `${noise} https://needle.example/path ${noise}`;
        expect(found(text)).toContain('url https://needle.example/path');
        for (const { at } of extractIndicators(text)) expect(at).toBeLessThan(text.length);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['at signs', 'a@'],
    ['dots', 'a.'],
    ['hex digits', 'a'],
    ['brackets', '[.]'],
    ['colons', ':'],
    ['closing brackets', 'http://a.example/)))) '],
    ['blanks', ' '],
    ['schemes', 'http://'],
    ['half addresses', 'a@b.example,'],
  ])('are looked for in linear time among many %s', (_name, repeated) => {
    const look = (size: number) =>
      extractIndicators(repeated.repeat(Math.floor(size / repeated.length)));
    expect(growthOf(look, 50_000)).toBeLessThan(10);
  });
});
