import type { Column, Json, JsonObject } from '@countersign/contract';
import { storeFault } from '../config/errors.ts';
import { problemOf } from '../config/storable.ts';

/** Bytes one row may have as JSON. */
const MAX_ROW_BYTES = 64 * 1024;

/** Problems named in one fault; a caller that gets them all at once can mend them all at once. */
const MAX_PROBLEMS = 10;

/**
 * Rows as they are stored: every column present, absent ones null, times in UTC.
 * The values are attacker-controlled: a model may have copied them from anywhere.
 *
 * @throws fault `RECORD_ROWS_INVALID`; its message names row, column, problem and way out.
 */
export function rowsOf(
  columns: readonly Column[],
  rows: readonly JsonObject[],
): readonly JsonObject[] {
  const problems: string[] = [];
  const stored = rows.map((row, index) => {
    const read = readAll(columns, row, columns);
    problems.push(...read.problems.map((problem) => `Row ${index + 1}, ${problem}`));
    return read.values;
  });
  refuse(problems);
  stored.forEach((row, index) => {
    assertRowFits(row, `Row ${index + 1}`);
  });
  return stored;
}

/**
 * Some columns' values as they are stored: for an update or a comparison.
 *
 * @param required whether a required column must have a value where it is named.
 * @throws fault `RECORD_ROWS_INVALID`.
 */
export function valuesOf(
  columns: readonly Column[],
  values: JsonObject,
  required: boolean,
): JsonObject {
  const named = columns.filter((column) => Object.hasOwn(values, column.name));
  const read = readAll(
    required ? named : named.map((column) => ({ ...column, required: false })),
    values,
    columns,
  );
  refuse(read.problems.map((problem) => `In ${problem}`));
  return read.values;
}

/** Refuses a row over {@link MAX_ROW_BYTES}. @throws fault `RECORD_LIMIT_EXCEEDED`. */
export function assertRowFits(row: JsonObject, what: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(row));
  if (bytes <= MAX_ROW_BYTES) return;
  throw storeFault('RECORD_LIMIT_EXCEEDED', {
    message: `${what} has ${bytes} bytes, and a row may have ${MAX_ROW_BYTES}; shorten its longest values.`,
    details: { bytes, maxBytes: MAX_ROW_BYTES },
  });
}

function readAll(
  wanted: readonly Column[],
  row: JsonObject,
  known: readonly Column[],
): { readonly values: JsonObject; readonly problems: readonly string[] } {
  const problems = Object.keys(row)
    .filter((key) => !known.some(({ name }) => name === key))
    .map(
      (key) =>
        `column ${quoted(key)}: the table has ${known.map(({ name }) => name).join(', ')}; use one of these.`,
    );
  const values = wanted.map((column) => {
    const given = Object.hasOwn(row, column.name) ? (row[column.name] ?? null) : null;
    const read = readValue(column, given);
    if (read.kind === 'bad') problems.push(`column "${column.name}": ${read.why}`);
    return [column.name, read.kind === 'good' ? read.value : null] as const;
  });
  return { values: Object.fromEntries(values), problems };
}

type Read =
  | { readonly kind: 'good'; readonly value: Json }
  | { readonly kind: 'bad'; readonly why: string };

const good = (value: Json): Read => ({ kind: 'good', value });
const bad = (why: string): Read => ({ kind: 'bad', why });

function readValue(column: Column, value: Json): Read {
  if (value === null) {
    return column.required ? bad('a value is required; give one.') : good(null);
  }
  const problem = problemOf(value);
  if (problem !== null) return bad(`the value ${problem}`);
  switch (column.type) {
    case 'text':
      return typeof value === 'string'
        ? good(value)
        : bad(`text is wanted, and ${shown(value)} is ${kindOf(value)}; put it in quotes.`);
    case 'number':
      return typeof value === 'number'
        ? good(value)
        : bad(
            `a number is wanted, and ${shown(value)} is ${kindOf(value)}; write it like 12.5, without quotes.`,
          );
    case 'boolean':
      return typeof value === 'boolean'
        ? good(value)
        : bad(
            `true or false is wanted, and ${shown(value)} is ${kindOf(value)}; write it without quotes.`,
          );
    case 'time':
      return readTime(value);
    case 'json':
      return good(value);
  }
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** RFC 3339, or a date alone for its midnight in UTC. A day the month has not is refused, not carried over. */
function readTime(value: Json): Read {
  const way = 'write it like 2026-01-31T14:00:00Z or 2026-01-31.';
  if (typeof value !== 'string') {
    return bad(`a time is wanted, and ${shown(value)} is ${kindOf(value)}; ${way}`);
  }
  const parsed = TIME.test(value) ? new Date(value) : new Date(Number.NaN);
  const day = new Date(value.slice(0, 10));
  if (Number.isNaN(parsed.getTime()) || day.toISOString().slice(0, 10) !== value.slice(0, 10)) {
    return bad(`${shown(value)} is not a time; ${way}`);
  }
  return good(parsed.toISOString());
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object'
    ? 'an object'
    : typeof value === 'string'
      ? 'text'
      : `a ${typeof value}`;
}

function shown(value: Json): string {
  return typeof value === 'string' ? quoted(value) : shortened(JSON.stringify(value));
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length - MAX_PROBLEMS;
  const named = problems.slice(0, MAX_PROBLEMS);
  throw storeFault('RECORD_ROWS_INVALID', {
    message: [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
    details: { problems: named },
  });
}
