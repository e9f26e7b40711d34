/**
 * @typedef {{ kind: 'path' | 'script' | 'package' | 'symbol' | 'word', text: string }} Name
 * What a piece of `code` in a text names: a file, an npm script, one of our packages, an exported symbol,
 * or a word that must at least occur somewhere in the code.
 */

/**
 * The names in the inline code of a Markdown text, each once; what names nothing of ours is left out.
 * @param {string} text
 * @returns {Name[]}
 */
export function namedCode(text) {
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => (match[1] ?? '').trim());
  return [...new Set(spans)].flatMap(nameIn);
}

/** @param {string} span @returns {Name[]} */
function nameIn(span) {
  const script = /^npm (?:run )?(\w[\w:-]*)/.exec(span)?.[1];
  if (script !== undefined) return BUILT_IN.has(script) ? [] : [{ kind: 'script', text: script }];
  if (/^node \S+\.mjs/.test(span)) return [{ kind: 'path', text: span.split(' ')[1] ?? '' }];
  if (/^@countersign\//.test(span)) return [{ kind: 'package', text: span }];
  if (/^[@/~$<.]|[\s:<>$=;]/.test(span)) return [];
  if (/\//.test(span) || /\.(tsx?|mjs|md|json|sql)$/.test(span)) {
    return HAS_LETTERS_ONLY.test(span) ? [{ kind: 'path', text: span }] : [];
  }
  const symbol = /^([A-Za-z_]\w*)(\(\))?$/.exec(span);
  if (symbol?.[1] === undefined) return [];
  const isSymbol = symbol[2] !== undefined || /[a-z]\w*[A-Z]|^[A-Z]\w*[a-z]/.test(symbol[1]);
  return [{ kind: isSymbol ? 'symbol' : 'word', text: symbol[1] }];
}

const BUILT_IN = new Set(['ci', 'install', 'i', 'exec', 'pack', 'publish']);
const HAS_LETTERS_ONLY = /^[\w.@*{},/-]+$/;

/**
 * Links to files that are not there.
 * @param {string} text
 * @param {(path: string) => boolean} exists
 * @returns {string[]}
 */
export function deadLinks(text, exists) {
  return [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map((match) => match[1] ?? '')
    .filter((link) => !/^[a-z]+:/.test(link) && !exists(decodeURI(link)))
    .map((link) => `a dead link to ${link}`);
}

/**
 * A claim is a heading or a table row that starts with a number; each names the test that defends it.
 * @param {string} text
 * @returns {string[]}
 */
export function claimsWithoutTest(text) {
  const sections = text
    .split(/^(?=#{1,5}\s)/m)
    .filter((section) => /^#+\s+\d+[.)]?\s/.test(section));
  const rows = text.split('\n').filter((line) => /^\|\s*\d+\s*\|/.test(line));
  return [...sections, ...rows]
    .filter((claim) => !/`[\w./*{},-]+\.test\.tsx?`/.test(claim))
    .map((claim) => `this claim names no test: ${(claim.split('\n')[0] ?? '').slice(0, 80)}`);
}
