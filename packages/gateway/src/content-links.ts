import { linksIn } from './normal-forms/link.ts';
import { UNSEEN } from './normal-forms/plain.ts';

/**
 * Where a text could lead its reader: URLs, e-mail addresses and bare hosts, as they stand, and as a mail
 * program or browser would see them (HTML entities decoded, unseen characters dropped, look-alike dots and
 * full-width letters folded). Each once. What only shows in the second reading is given in that form.
 */
export function contentLinks(text: string): readonly string[] {
  const readings = /^[\n\r\t\x20-\x25\x27-\x7e]*$/.test(text) ? [text] : [text, asShown(text)];
  return [...new Set(readings.flatMap((reading) => linksIn(reading).map((link) => link.text)))];
}

const UNSEEN_ALL = new RegExp(UNSEEN.source, 'gu');

function asShown(text: string): string {
  return decodeEntities(text)
    .replace(/[\n\r\t]/g, ' ')
    .replace(UNSEEN_ALL, '')
    .normalize('NFKC')
    .replace(/[\u3002\uff0e\uff61\u2024]/g, '.')
    .replace(/[\u2215\u2044\u29f8\uff0f]/g, '/');
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  colon: ':',
  commat: '@',
  period: '.',
  sol: '/',
  num: '#',
  quest: '?',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  shy: '',
  zwnj: '',
  zwj: '',
  Tab: '',
  NewLine: '',
};

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([A-Za-z]{2,8}));?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
