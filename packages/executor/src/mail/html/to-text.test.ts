import { describe, expect, it } from 'vitest';
import { growthOf } from '../../testing/growth.ts';
import { htmlToText } from './to-text.ts';

const seen = (html: string) => htmlToText(html, 100);

describe('HTML as text', () => {
  it('keeps words, breaks and lists', () => {
    expect(seen('<h1>Title</h1><p>One<br>two</p><ul><li>a<li>b</ul>').text).toBe(
      'Title\n\nOne\ntwo\n\n- a\n- b',
    );
  });

  it('reads character references, also without their semicolon', () => {
    expect(seen('a &amp; b &lt;c&gt; &#228;&#x2603; &euro; &copy &#150; &nosuch;').text).toBe(
      'a & b <c> ä☃ € © – &nosuch;',
    );
  });

  it('writes where a link leads, unless its text says so', () => {
    const { text, links } = seen(
      '<a href="http://evil.example/x?a=1&amp;b=2">http://bank.example</a> <a href="https://a.example/">https://a.example/</a> <a href="mailto:a@b.c">a@b.c</a> <a href="#top">up</a>',
    );
    expect(text).toBe(
      'http://bank.example <http://evil.example/x?a=1&b=2> https://a.example/ a@b.c up',
    );
    expect(links.map(({ url }) => url)).toEqual([
      'http://evil.example/x?a=1&b=2',
      'https://a.example/',
      'mailto:a@b.c',
    ]);
  });

  it('shows neither scripts, styles, titles nor comments', () => {
    const html =
      '<title>t</title><script>s</script><style>p{}</style><!-- c --><!--[if mso]>m<![endif]-->x';
    expect(seen(html)).toMatchObject({ text: 'x', hidden: { characters: 0 } });
  });

  it('keeps the lines of preformatted text', () => {
    expect(seen('<pre>a\n  b</pre>').text).toBe('a\n  b');
  });

  it('reads broken markup as browsers do', () => {
    expect(seen('a < b <b>bold').text).toBe('a < b bold');
    expect(seen('x<a href="http://e.example" title=">">y</a>').text).toBe(
      'x y <http://e.example>'.replace('x y', 'xy'),
    );
    expect(seen('seen<!-- never closed <p>not seen').text).toBe('seen');
    expect(seen('<p/>one<div/>two').text).toBe('one\ntwo');
    expect(seen('<img alt="ignore" src=x>').text).toBe('[picture]');
  });
});

describe('hidden text', () => {
  it.each([
    ['not-displayed', '<div style="display:none">H</div>'],
    ['not-displayed', '<div hidden>H</div>'],
    ['not-displayed', '<div style="DISPLAY : NONE !important">H</div>'],
    ['not-displayed', '<div style="dis&#112;lay:none">H</div>'],
    ['invisible', '<span style="visibility:hidden">H</span>'],
    ['transparent', '<span style="opacity:0">H</span>'],
    ['tiny', '<span style="font-size:1px">H</span>'],
    ['tiny', '<span style="font-size:0">H</span>'],
    ['tiny', '<span style="font:bold 1px/1 Arial">H</span>'],
    ['tiny', '<div style="font-size:10px"><b style="font-size:10%">H</b></div>'],
    ['same-color', '<span style="color:#fff">H</span>'],
    ['same-color', '<span style="color:rgb(250, 250, 250)">H</span>'],
    ['same-color', '<font color="white">H</font>'],
    ['same-color', '<table bgcolor="#123456"><tr><td><font color="#123457">H</font></table>'],
    ['same-color', '<div style="background:#000"><p>H</p></div>'],
    ['same-color', '<span style="color:transparent">H</span>'],
    ['zero-box', '<div style="max-height:0;overflow:hidden">H</div>'],
    ['zero-box', '<div style="width:0px;overflow:hidden">H</div>'],
    ['off-screen', '<div style="position:absolute;left:-9999px">H</div>'],
    ['off-screen', '<div style="text-indent:-9999px">H</div>'],
    ['clipped', '<div style="position:absolute;clip:rect(0 0 0 0)">H</div>'],
    ['not-displayed', '<style>.x{display:none}</style><div class="a x">H</div>'],
    ['not-displayed', '<div id=q>H</div><style>/* c */ #q { display : none }</style>'],
    ['same-color', '<style>p.w{color:white}</style><p class=w>H</p>'],
  ])('that is %s is left out and told of: %s', (way, html) => {
    const { text, hidden } = seen(`<p>seen</p>${html}<p>after</p>`);
    expect(text).toBe('seen\n\nafter');
    expect(hidden).toEqual({ characters: 1, ways: [way], text: 'H' });
  });

  it.each([
    [
      'a child that is made visible again',
      '<p style="visibility:hidden"><b style="visibility:visible">S</b></p>',
    ],
    [
      'a child with a size of its own',
      '<td style="font-size:0"><p style="font-size:14px">S</p></td>',
    ],
    [
      'white text on a dark ground',
      '<div style="background-color:#003"><p style="color:white">S</p></div>',
    ],
    [
      'white text on a picture',
      '<div style="background:url(x.png)"><p style="color:white">S</p></div>',
    ],
    [
      'a style that an inline one overrules',
      '<style>.x{display:none}</style><p class=x style="display:block">S</p>',
    ],
    [
      'a rule for small screens',
      '<style>@media (max-width:600px){.x{display:none}}</style><p class=x>S</p>',
    ],
    ['a fallback of what cannot be shown', '<object>S</object>'],
    ['a stray head', '<head><p>S</p>'],
  ])('is not %s', (_name, html) => {
    expect(seen(html)).toMatchObject({ text: 'S', hidden: { characters: 0 } });
  });

  it.each([
    ['a paragraph', '<p style="display:none">H<p>seen'],
    ['a list item', '<ul><li style="display:none">H<li>seen</ul>'],
    ['a table cell', '<table><tr><td style="display:none">H<td>seen</table>'],
    ['a table row', '<table><tr style="display:none"><td>H<tr><td>seen</table>'],
  ])('ends where browsers end %s that was never closed', (_name, html) => {
    expect(seen(html).text.replace(/^- /, '')).toBe('seen');
  });

  it('holds no link that people could press', () => {
    expect(seen('<a style="display:none" href="http://x.example">x</a>').links).toEqual([]);
  });
});

describe('the time to read HTML', () => {
  const repeat = (piece: string) => (size: number) => piece.repeat(Math.floor(size / piece.length));
  it.each<[string, (size: number) => string]>([
    ['open tags', repeat('<div>')],
    ['end tags that end nothing', (size) => repeat('<a>')(size / 2) + repeat('</b>')(size / 2)],
    [
      'list items under deep markup',
      (size) => `<ul><li><ul>${'<b>'.repeat(390)}${repeat('<li></li>')(size)}`,
    ],
    ['comments', repeat('<!--')],
    ['angles', repeat('<')],
    ['quotes', repeat('<a x="')],
    ['references', repeat('&a')],
    ['rules', (size) => `<style>${repeat('a{color:red}')(size)}</style>`],
    [
      'semicolons in rules',
      (size) => `<style>${repeat(';')(size / 2)}${repeat('a{}')(size / 2)}</style>`,
    ],
    ['raw text', repeat('<script>')],
  ])('is in proportion for many %s', (_name, html) => {
    expect(growthOf((size) => seen(html(size)), 60_000)).toBeLessThan(10);
  });
});
