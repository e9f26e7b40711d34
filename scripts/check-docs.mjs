// Prose that names code rots. This refuses a document that names what is no longer there.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { knowledgeOf } from './docs/knowledge.mjs';
import { claimsWithoutTest, deadLinks, namedCode } from './docs/markdown.mjs';
import { filesUnder, isStarted, ROOT } from './repository.mjs';

/** These name symbols as well as paths, and every one of them must exist. */
const MAPS = ['ARCHITECTURE.md', 'SECURITY.md'];
const REQUIRED = ['README.md', ...MAPS, 'CONTRIBUTING.md', 'REVIEW.md', 'docs/errors.md'];

/**
 * What the documents of the repository at `root` say that is not so.
 * `absent` lists the documents nobody has written yet, which is no problem by itself.
 * @param {string} root
 * @returns {{ problems: string[], absent: string[] }}
 */
export function docsOf(root) {
  const known = knowledgeOf(root);
  const documents = filesUnder(root).filter((path) => path.endsWith('.md'));
  const problems = documents.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [
      ...deadLinks(text, (link) => existsSync(join(root, dirname(path), link))),
      ...(isHistory(path) ? [] : unknownNames(path, text, known)),
      ...(path === 'SECURITY.md' ? claimsWithoutTest(text) : []),
      ...(path === 'docs/errors.md' ? errorProblems(text, known) : []),
    ].map((problem) => `${path}: ${problem}`);
  });
  return { problems, absent: REQUIRED.filter((path) => !documents.includes(path)) };
}

/** A decision record may name what has since gone. @param {string} path */
function isHistory(path) {
  return path.startsWith('docs/adr/') || path === 'CHANGELOG.md';
}

/** @typedef {import('./docs/knowledge.mjs').Knowledge} Knowledge */

/** @param {string} path @param {string} text @param {Knowledge} known @returns {string[]} */
function unknownNames(path, text, known) {
  const near = [dirname(path), `${dirname(path)}/src`];
  return namedCode(text).flatMap((name) => {
    switch (name.kind) {
      case 'path':
        return known.hasPath(name.text, near) ? [] : [`no file \`${name.text}\``];
      case 'script':
        return known.hasScript(name.text) ? [] : [`no npm script \`${name.text}\``];
      case 'package':
        return known.hasPackage(name.text) ? [] : [`no package or entry \`${name.text}\``];
      case 'symbol':
        return !MAPS.includes(path) || known.hasExport(name.text)
          ? []
          : [`nothing exports \`${name.text}\``];
      case 'word':
        return !MAPS.includes(path) || known.hasWord(name.text)
          ? []
          : [`no code says \`${name.text}\``];
      default:
        throw new Error(`An unknown kind of name: ${JSON.stringify(name)}`);
    }
  });
}

/** Each code has its paragraph, and each paragraph its code. @param {string} text @param {Knowledge} known */
function errorProblems(text, known) {
  const anchors = [...text.matchAll(/^#{2,5}\s+`?([A-Z][A-Z0-9_]+)`?\s*$/gm)].map(
    (m) => m[1] ?? '',
  );
  return [
    ...known.errorCodes.filter((c) => !anchors.includes(c)).map((c) => `no heading for ${c}`),
    ...anchors.filter((a) => !known.errorCodes.includes(a)).map((a) => `no table has ${a}`),
  ];
}

if (isStarted(import.meta.url)) {
  const { problems, absent } = docsOf(ROOT);
  for (const path of absent) console.log(`not written yet: ${path}`);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
