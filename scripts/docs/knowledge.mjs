import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, rooms } from '../repository.mjs';

/**
 * @typedef {object} Knowledge What the code of a repository really holds.
 * @property {(path: string, near: readonly string[]) => boolean} hasPath a file or folder, from the root, from one of
 *   the folders `near`, or, for a bare file name, anywhere; `*` and `{a,b}` stand for what they do in a shell
 * @property {(name: string) => boolean} hasScript
 * @property {(name: string) => boolean} hasPackage one of our packages, or one of its entries
 * @property {(symbol: string) => boolean} hasExport
 * @property {(word: string) => boolean} hasWord
 * @property {readonly string[]} errorCodes the codes of all `errors.ts` tables
 */

/** @param {string} root @returns {Knowledge} */
export function knowledgeOf(root) {
  const files = filesUnder(root);
  const code = files.filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path));
  const texts = new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const exported = new Set([...texts.values()].flatMap(exportsIn));
  const words = new Set([...files, ...texts.values()].flatMap((text) => text.match(/\w+/g) ?? []));
  const manifests = rooms(root).map((room) => json(join(root, room, 'package.json')));
  const scripts = json(join(root, 'package.json')).scripts ?? {};
  const entries = new Set(manifests.flatMap(entriesOf));

  return {
    hasPath: (path, near) => matches(files, path, near),
    hasScript: (name) => name in scripts,
    hasPackage: (name) => entries.has(name),
    hasExport: (symbol) => exported.has(symbol),
    hasWord: (word) => words.has(word) || word in scripts,
    errorCodes: code
      .filter((path) => /^(packages|apps)\/.*\/errors\.ts$/.test(path))
      .flatMap((path) => codesIn(texts.get(path) ?? '')),
  };
}

/** @param {string} text */
function exportsIn(text) {
  const declared = text.matchAll(
    /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
  );
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [
    ...[...declared].map((match) => match[1] ?? ''),
    ...[...listed].flatMap((match) => (match[1] ?? '').match(/\w+(?=\s*(?:,|$))/gm) ?? []),
  ];
}

/** @param {string} text the text of an `errors.ts` */
function codesIn(text) {
  return [...text.matchAll(/^\s+([A-Z][A-Z0-9_]+): \{/gm)].map((match) => match[1] ?? '');
}

/** @param {string} file */
function json(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {{ name: string, exports?: Record<string, unknown> }} manifest */
function entriesOf({ name, exports = {} }) {
  return [name, ...Object.keys(exports).map((entry) => name + entry.slice(1))];
}

/** @param {readonly string[]} files @param {string} path @param {readonly string[]} near */
function matches(files, path, near) {
  const wanted = path.replace(/^\.\//, '').replace(/\/$/, '');
  const from = ['', ...near.filter((folder) => folder !== '.').map((folder) => `${folder}/`)];
  const anywhere = wanted.includes('/') ? '' : '|(?:.*/)';
  const start = `(?:${from.map(pattern).join('|')}${anywhere})`;
  const shape = new RegExp(`^${start}${pattern(wanted)}(?:/.*)?$`);
  return files.some((file) => shape.test(file));
}

/** A shell pattern as a regular expression. @param {string} glob */
function pattern(glob) {
  return glob
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_all, choices) => `(?:${choices.replaceAll(',', '|')})`)
    .replace(/\*\*\/?|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
}
