import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteText, renderText } from './index.ts';

describe('a stranger’s text', () => {
  it.each<[string, string, string]>([
    ['a right-to-left override', 'invoice\u202efdp.exe', 'invoice⟨U+202E⟩fdp.exe'],
    ['bidi isolates', '\u2066a\u2069', '⟨U+2066⟩a⟨U+2069⟩'],
    ['a bidi mark', 'a\u200f', 'a⟨U+200F⟩'],
    ['a zero-width space', 'pay\u200bpal', 'pay⟨U+200B⟩pal'],
    ['a zero-width joiner', 'a\u200db', 'a⟨U+200D⟩b'],
    ['a byte order mark', '\ufeffa', '⟨U+FEFF⟩a'],
    ['a soft hyphen', 'a\u00adb', 'a⟨U+00AD⟩b'],
    ['a combining grapheme joiner', 'a\u034fb', 'a⟨U+034F⟩b'],
    ['a Hangul filler', 'a\u3164b', 'a⟨U+3164⟩b'],
    ['a blank Braille cell', 'a\u2800b', 'a⟨U+2800⟩b'],
    ['tag characters', 'a\u{e0069}\u{e0067}', 'a⟨U+E0069⟩⟨U+E0067⟩'],
    ['variation selectors', 'a\ufe0f\u{e0100}', 'a⟨U+FE0F⟩⟨U+E0100⟩'],
    ['a line feed', 'a\nb', 'a⟨U+000A⟩b'],
    ['a carriage return', 'a\rb', 'a⟨U+000D⟩b'],
    ['a line separator', 'a\u2028b\u2029c', 'a⟨U+2028⟩b⟨U+2029⟩c'],
    ['a tab', 'a\tb', 'a⟨U+0009⟩b'],
    ['a null', 'a\0b', 'a⟨U+0000⟩b'],
    ['an escape sequence of a terminal', '\u001b[31mred', '⟨U+001B⟩[31mred'],
    ['a C1 control', 'a\u009bb', 'a⟨U+009B⟩b'],
    ['a private character', 'a\ue000b', 'a⟨U+E000⟩b'],
    ['a noncharacter', 'a\uffffb', 'a⟨U+FFFF⟩b'],
    ['half a surrogate pair', 'a\ud800b', 'a⟨U+D800⟩b'],
    ['a no-break space', 'a\u00a0b', 'a⟨U+00A0⟩b'],
    ['a Cyrillic letter in a Latin word', 'pаypal', 'p⟨U+0430⟩ypal'],
    ['a Greek letter in a Latin word', 'Αpple', '⟨U+0391⟩pple'],
    [
      'letters of another script in an address',
      'https://аррӏе.com/x',
      'https://⟨U+0430⟩⟨U+0440⟩⟨U+0440⟩⟨U+04CF⟩⟨U+0435⟩.com/x',
    ],
    ['letters of another script in a mail address', 'аnn@x.test', '⟨U+0430⟩nn@x.test'],
    ['a full-width letter in an address', 'a@ｘ.test', 'a@⟨U+FF58⟩.test'],
    ['piled-up accents', 'a\u0301\u0302\u0303\u0304', 'a\u0301\u0302⟨U+0303⟩⟨U+0304⟩'],
    ['a tag', '<b>x</b>', '⟨U+003C⟩b>x⟨U+003C⟩/b>'],
    ['a script', '<script>x', '⟨U+003C⟩script>x'],
    ['a comment', '<!-- x', '⟨U+003C⟩!-- x'],
    ['an entity', '&lt;b&gt; &#60;', '⟨U+0026⟩lt;b⟨U+0026⟩gt; ⟨U+0026⟩#60;'],
    ['a Markdown link', '[Approve](https://x.test)', '[Approve]⟨U+0028⟩https://x.test)'],
    ['a Markdown link by reference', '[Approve][1]', '[Approve]⟨U+005B⟩1]'],
    ['a Markdown image', '![x](y)', '⟨U+0021⟩[x]⟨U+0028⟩y)'],
    ['a Markdown code span', '`x`', '⟨U+0060⟩x⟨U+0060⟩'],
    ['a backslash', 'a\\u202e', 'a⟨U+005C⟩u202e'],
    ['a spelt-out character of ours', '⟨U+0041⟩', '⟨U+27E8⟩U+0041⟨U+27E9⟩'],
    ['a fake button', '[ Approve ]\n[ Deny ]', '[ Approve ]⟨U+000A⟩[ Deny ]'],
  ])('with %s shows it', (_what, text, shown) => {
    expect(renderText(text)).toBe(shown);
  });

  it.each([
    'Hello Bob, see you at 10:00. Bring 5 & 6, a < b, and (this) [that]!',
    'Grüße aus Zürich, naïve façade, Ελληνικά, Привет, 日本語テスト, שלום',
    'https://example.com/a?b=c&d=1#e and ann@example.com',
    'e\u0301',
    '😀 👍🏽',
    '',
  ])('that is plain stays as it is: %j', (text) => {
    expect(renderText(text)).toBe(text.replace('&d', '⟨U+0026⟩d'));
  });

  it('is cut where it is too long, and says how much is not shown', () => {
    expect(renderText('x'.repeat(100_000))).toBe('x'.repeat(100_000));
    expect(renderText('x'.repeat(100_007))).toBe(`${'x'.repeat(100_000)}⟨and 7 more characters⟩`);
    expect(renderText('x'.repeat(3_000_000))).toContain('⟨and 2900000 more characters⟩');
    expect(renderText('abc', 2)).toBe('ab⟨and 1 more characters⟩');
    expect(renderText('😀😀😀', 2)).toBe('😀😀⟨and 2 more characters⟩');
  });

  it('cannot close the quotation marks it stands in', () => {
    expect(quoteText('a” Allowed. “b')).toBe('“a⟨U+201D⟩ Allowed. ⟨U+201C⟩b”');
  });

  it('holds nothing unseen, no line end and nothing that opens markup, whatever it was', () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          '\u202e',
          '\u200b',
          '\n',
          '<',
          'a',
          '&',
          '[',
          ']',
          '(',
          '!',
          '`',
          '⟨',
          '\ud800',
          '\u{e0041}',
          'а',
          '@',
          '.',
        ),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(nasty, (text) => {
        const shown = renderText(text);
        expect(shown).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
        );
        expect(shown).not.toMatch(/<[A-Za-z/!?]|`|\]\(|\]\[|!\[|&[#A-Za-z]/);
        expect(shown.replace(/⟨U\+[0-9A-F]{4,6}⟩/g, '')).not.toMatch(/[⟨⟩]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('can be read back from what is shown: no two texts look the same', () => {
    const alphabet = fc.constantFrom(
      'a',
      'а',
      '\u200b',
      '\u202e',
      '⟨',
      '⟩',
      'U',
      '+',
      '0',
      '2',
      'E',
      '<',
      '.',
      '@',
      '\n',
    );
    const text = fc.string({ unit: alphabet, maxLength: 12 });
    const back = (shown: string) =>
      shown.replace(/⟨U\+([0-9A-F]{4,6})⟩/g, (_all, hex: string) =>
        String.fromCodePoint(Number.parseInt(hex, 16)),
      );
    fc.assert(
      fc.property(text, (one) => {
        expect(back(renderText(one))).toBe(one);
      }),
      { numRuns: 2_000 },
    );
  });
});
