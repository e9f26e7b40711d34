import { windows1252 } from '../../text/charset.ts';

/** Character references of HTML 4, which mail uses: Latin-1 in order from U+00A0, then the rest by code point. */
const LATIN1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega';
const OTHERS =
  'quot:22 amp:26 apos:27 lt:3c gt:3e OElig:152 oelig:153 Scaron:160 scaron:161 Yuml:178 fnof:192 circ:2c6 tilde:2dc ensp:2002 emsp:2003 thinsp:2009 zwnj:200c zwj:200d lrm:200e rlm:200f ndash:2013 mdash:2014 lsquo:2018 rsquo:2019 sbquo:201a ldquo:201c rdquo:201d bdquo:201e dagger:2020 Dagger:2021 bull:2022 hellip:2026 permil:2030 prime:2032 Prime:2033 lsaquo:2039 rsaquo:203a oline:203e frasl:2044 euro:20ac image:2111 trade:2122 larr:2190 uarr:2191 rarr:2192 darr:2193 harr:2194 rArr:21d2 hArr:21d4 forall:2200 part:2202 exist:2203 empty:2205 nabla:2207 isin:2208 notin:2209 ni:220b prod:220f sum:2211 minus:2212 lowast:2217 radic:221a prop:221d infin:221e ang:2220 and:2227 or:2228 cap:2229 cup:222a int:222b there4:2234 sim:223c cong:2245 asymp:2248 ne:2260 equiv:2261 le:2264 ge:2265 sub:2282 sup:2283 nsub:2284 sube:2286 supe:2287 oplus:2295 otimes:2297 perp:22a5 sdot:22c5 lceil:2308 rceil:2309 lfloor:230a rfloor:230b lang:2329 rang:232a loz:25ca spades:2660 clubs:2663 hearts:2665 diams:2666 colon:3a period:2e commat:40 sol:2f num:23 excl:21 lpar:28 rpar:29 NewLine:a Tab:9 hyphen:2010 dash:2010 check:2713 star:2606 starf:2605';

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...LATIN1.split(' ').map((name, i) => [name, String.fromCodePoint(0xa0 + i)] as const),
  ...GREEK.split(' ').map((name, i) => [name, String.fromCodePoint(0x391 + i)] as const),
  ...OTHERS.split(' ').map((pair) => {
    const [name = '', hex = ''] = pair.split(':');
    return [name, String.fromCodePoint(Number.parseInt(hex, 16))] as const;
  }),
]);

const REFERENCE = /&(?:#x([0-9a-f]{1,7})|#([0-9]{1,8})|([a-z][a-z0-9]{1,30}));?/gi;

/** Text with its character references replaced; what is none stands as it was. Linear. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return BY_NAME.get(name) ?? BY_NAME.get(name.toLowerCase()) ?? whole;
    return numeric(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

function numeric(code: number): string {
  // HTML reads 0x80 to 0x9f as windows-1252, which is what their writers meant.
  if (code >= 0x80 && code <= 0x9f) return windows1252(Uint8Array.of(code));
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
}
