import { EXPORT_FILES } from '@countersign/record/verify';
import { spread } from './column-edits.ts';
import { type ExportFiles, filesOf } from './export-files.ts';
import type { StoredEntry } from './stored-log.ts';
import { otherHistories } from './thief-cases.ts';

/** One way to tamper with an export. */
export interface ExportCase {
  readonly name: string;
  readonly files: ExportFiles;
}

/** Bytes that are tried in a file that is too large to try each. */
const SAMPLES = 8;

/** Edits of single bytes, whole files, payload lines, and whole histories. */
export async function* exportCases(
  files: ExportFiles,
  history: readonly StoredEntry[],
  workspace: string,
): AsyncGenerator<ExportCase> {
  for (const [path, bytes] of files) {
    yield* byteEdits(files, path, bytes);
    yield* fileEdits(files, path, bytes);
  }
  yield* lineEdits(files);
  for (const { name, entries } of otherHistories(history)) {
    const forged = await filesOf(entries, workspace);
    yield { name: `${name}, and all is signed with another key`, files: forged };
    const old = [EXPORT_FILES.checkpoint, EXPORT_FILES.key].map(
      (path) => [path, files.get(path) ?? new Uint8Array()] as const,
    );
    yield {
      name: `${name}, all files fit, and the checkpoint is the old one`,
      files: new Map([...forged, ...old]),
    };
  }
}

/** Every byte of what is signed, and of the other files as many as time allows. */
function* byteEdits(files: ExportFiles, path: string, bytes: Uint8Array): Generator<ExportCase> {
  const whole = path === EXPORT_FILES.checkpoint || path === EXPORT_FILES.key;
  const places = [...bytes.keys()];
  for (const place of whole ? places : spread(places, SAMPLES)) {
    const other = new Uint8Array(bytes);
    other[place] = (other[place] ?? 0) ^ 1;
    // Space around the key's text says nothing.
    if (path === EXPORT_FILES.key && trimmed(other) === trimmed(bytes)) continue;
    yield { name: `${path} has another byte ${place}`, files: replaced(files, path, other) };
  }
}

function* fileEdits(files: ExportFiles, path: string, bytes: Uint8Array): Generator<ExportCase> {
  const without = new Map(files);
  without.delete(path);
  yield { name: `${path} is missing`, files: without };
  yield { name: `${path} is emptied`, files: replaced(files, path, new Uint8Array()) };
  // The last byte of a text file is the end of its last line, which may be missing.
  yield { name: `${path} is two bytes shorter`, files: replaced(files, path, bytes.slice(0, -2)) };
  yield {
    name: `${path} is a byte longer`,
    files: replaced(files, path, new Uint8Array([...bytes, 0])),
  };
  const kind = path.split('/').slice(0, 2).join('/');
  for (const [other, theirs] of files) {
    if (other > path && other.startsWith(kind))
      yield {
        name: `${path} and ${other} are exchanged`,
        files: replaced(replaced(files, path, theirs), other, bytes),
      };
  }
}

function* lineEdits(files: ExportFiles): Generator<ExportCase> {
  const path = EXPORT_FILES.payloads;
  const lines = new TextDecoder().decode(files.get(path)).trimEnd().split('\n');
  const made = (name: string, other: readonly string[]): ExportCase => ({
    name: `payload lines: ${name}`,
    files: replaced(files, path, new TextEncoder().encode(`${other.join('\n')}\n`)),
  });
  for (const at of spread([...lines.keys()], 6)) {
    const line = lines[at] ?? '';
    const next = (at + 1) % lines.length;
    const put = (index: number, other: string) =>
      lines.map((one, place) => (place === index ? other : one));
    const edits: readonly (readonly [string, string])[] = [
      ['another salt', line.replace(/"salt":"[0-9a-f]{4}/, '"salt":"beef')],
      ['another index', line.replace(/^\{"index":\d+/, `{"index":${lines.length * 3}`)],
      ['one word more', line.replace('"payload":{', '"payload":{"also":"this",')],
      ['no payload', line.replace(/"payload":.*,"salt"/, '"payload":null,"salt"')],
    ];
    yield made(
      `${at} is missing`,
      lines.filter((_, place) => place !== at),
    );
    yield made(
      `${at} stands twice`,
      lines.flatMap((one, place) => (place === at ? [one, one] : [one])),
    );
    yield made(`${at} and ${next} are exchanged`, swapped(lines, at, next));
    for (const [name, other] of edits) yield made(`${at} has ${name}`, put(at, other));
  }
}

function swapped(lines: readonly string[], a: number, b: number): readonly string[] {
  return lines.map((line, at) => (at === a ? lines[b] : at === b ? lines[a] : line) ?? '');
}

function replaced(files: ExportFiles, path: string, bytes: Uint8Array): ExportFiles {
  return new Map([...files, [path, bytes]]);
}

function trimmed(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim();
}
