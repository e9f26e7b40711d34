import { describe, expect, it } from 'vitest';
import { lookalikesIn } from './lookalikes.ts';
import { unseenIn, visible, visibleText } from './visible.ts';

describe('visible', () => {
  it('leaves ordinary text of any language alone', () => {
    for (const text of ['bob@example.com', 'Grüße, 你好, שלום, 🙂', 'e\u0301'])
      expect(visible(text)).toEqual([{ kind: 'plain', text }]);
  });

  it('names every character that changes a text without showing', () => {
    const hidden = [
      0x00, 0x07, 0x1b, 0x7f, 0x85, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c,
      0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x206f,
      0x2800, 0x3000, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xe0001, 0xe0041, 0xe007f, 0xe0100,
      0xf0000, 0xe000,
    ];
    for (const code of hidden) {
      const text = `a${String.fromCodePoint(code)}b`;
      const hex = code.toString(16).toUpperCase().padStart(4, '0');
      expect(visibleText(text)).toBe(`a⟨U+${hex}⟩b`);
    }
  });

  it('shows half characters instead of joining them to their neighbours', () => {
    expect(visibleText('a\ud83d')).toBe('a⟨U+D83D⟩');
  });

  it('spells out what tag characters say', () => {
    const [, hidden] = visible(`x${String.fromCodePoint(0xe0068)}`);
    expect(hidden).toMatchObject({ kind: 'escape', name: 'tag character “h”, invisible' });
  });

  it('keeps line breaks and tabs behind a mark', () => {
    expect(visibleText('a\nb\tc')).toBe('a↵\nb⇥\tc');
    expect(visibleText('a\r\nb')).toBe('a⟨U+000D⟩↵\nb');
    expect(unseenIn('a\nb\tc\u200b')).toBe(1);
  });

  it('stops marks from being stacked over their neighbours', () => {
    expect(visibleText('a\u0301\u0302\u0303\u0304')).toBe('a\u0301\u0302⟨U+0303⟩⟨U+0304⟩');
  });

  it('loses no character: the pieces hold the text', () => {
    const text = 'p\u202eay\u200bpal\u{e0041}\n';
    const back = visible(text).map((piece) => {
      if (piece.kind === 'plain') return piece.text;
      const hex = /U\+([0-9A-F]+)/.exec(piece.shown)?.[1];
      return hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : piece.shown.slice(1);
    });
    expect(back.join('')).toBe(text);
  });
});

describe('lookalikesIn', () => {
  it('finds a foreign letter among Latin ones', () => {
    expect(lookalikesIn('security@lum\u0435n-optics.example')).toEqual([
      { letter: '\u0435', code: 'U+0435', script: 'Cyrillic' },
    ]);
  });

  it('leaves words of one alphabet alone', () => {
    expect(lookalikesIn('привет world, γειά σου')).toEqual([]);
  });
});
