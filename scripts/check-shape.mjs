// Prints how long our files are, and refuses a house that grows out of shape.
// The 400 of a single file is refused by the linter as well; the rest only shows over many files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, isStarted, ROOT, rooms } from './repository.mjs';

const LIMITS = { median: 120, p90: 280, max: 400 };

/**
 * The shape of the repository at `root`: one row for each room and one for the whole, and what is wrong.
 * @param {string} root
 */
export function shapeOf(root) {
  const measured = rooms(root).map((room) => ({ room, files: sourceOf(root, room) }));
  const all = measured.flatMap(({ files }) => files);
  const rows = [
    ...measured.map(({ room, files }) => ({ room, ...spread(files) })),
    { room: 'the whole', ...spread(all) },
  ];
  return { rows, problems: [...lengthProblems(all), ...readmeProblems(root, measured)] };
}

/** @typedef {{ path: string, lines: number }} Measured */

/** @param {string} root @param {string} room @returns {Measured[]} */
function sourceOf(root, room) {
  return filesUnder(root, `${room}/src`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, lines: linesIn(readFileSync(join(root, path), 'utf8')) }));
}

/** @param {string} text */
function linesIn(text) {
  return text.trimEnd().split('\n').length;
}

/** @param {Measured[]} files */
function spread(files) {
  const sorted = files.map(({ lines }) => lines).sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
  return { files: sorted.length, median: at(0.5), p90: at(0.9), max: at(1) };
}

/** @param {Measured[]} all @returns {string[]} */
function lengthProblems(all) {
  const { median, p90 } = spread(all);
  const long = all.filter(({ lines }) => lines > LIMITS.max);
  return [
    ...(median > LIMITS.median
      ? [`the median file has ${median} lines, over ${LIMITS.median}`]
      : []),
    ...(p90 > LIMITS.p90 ? [`a tenth of the files has over ${LIMITS.p90} lines (p90 ${p90})`] : []),
    ...long.map(({ path, lines }) => `${path} has ${lines} lines, over ${LIMITS.max}`),
  ];
}

/**
 * A room that holds only its empty index is still being furnished and owes no README.
 * @param {string} root @param {{ room: string, files: Measured[] }[]} measured @returns {string[]}
 */
function readmeProblems(root, measured) {
  return measured
    .filter(({ files }) => files.length > 1)
    .filter(({ room }) => !filesUnder(root, room).includes(`${room}/README.md`))
    .map(({ room }) => `${room} has no README.md`);
}

if (isStarted(import.meta.url)) {
  const { rows, problems } = shapeOf(ROOT);
  console.table(Object.fromEntries(rows.map(({ room, ...figures }) => [room, figures])));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
