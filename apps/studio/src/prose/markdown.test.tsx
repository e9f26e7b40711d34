import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

describe('Markdown', () => {
  it('shows where a link leads, and lets nobody follow it', () => {
    const shown = html(
      '[the bank](https://evil.example/?d=secret) and https://auto.example and <a@b.example>',
    );
    expect(shown).not.toMatch(/<a[\s>]|href=/);
    expect(shown).toContain('https://evil.example/?d=secret');
  });

  it('fetches no image', () => {
    const shown = html(
      '![seen](https://evil.example/pixel.png)\n\n[![x](https://evil.example/2.png)](https://evil.example)',
    );
    expect(shown).not.toMatch(/<img|src=|<link|url\(/i);
    expect(shown).toContain('image not loaded: seen');
  });

  it('shows HTML as the text it is', () => {
    const shown = html(
      '<button onclick="x()">Approve</button>\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n<form action="https://evil.example"><input></form>',
    );
    expect(shown).not.toMatch(/<(button|script|img|form|input|iframe|style|svg)/i);
  });

  it('has no heading of the page’s own rank', () => {
    expect(html('# Big\n\n## Less')).not.toMatch(/<h[12]/);
  });

  it('names characters that turn a text around', () => {
    expect(html('pay \u202egpj.exe')).toContain('⟨U+202E⟩');
  });

  it('keeps lists, tables and code', () => {
    const shown = html(
      '- a\n- b\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\n```js\nconst a = "<b>";\n```\n\n`c`',
    );
    expect(shown).toMatch(/<ul>.*<table>.*<pre.*<code>/s);
    expect(shown).toContain('&lt;b&gt;');
  });
});
