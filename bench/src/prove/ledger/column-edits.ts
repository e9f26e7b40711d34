import { type StoredCase, statement } from './stored-case.ts';
import { LOG_TABLES, type LogTable, type StoredLog } from './stored-log.ts';

/**
 * Every column of every table of the log, edited in every way its type has, in several rows. A column that is
 * new is found in the database's catalogue, so it is tampered with as well.
 */
export async function columnEdits(
  log: StoredLog,
  rowsOfTable: number,
): Promise<readonly StoredCase[]> {
  const cases: StoredCase[] = [];
  for (const table of Object.keys(LOG_TABLES) as readonly LogTable[]) {
    const { rows } = await log.sql.query<Record<string, unknown>>(
      `select * from ${table} where workspace = $1 order by ${['workspace', ...LOG_TABLES[table]].join(', ')}`,
      [log.workspace],
    );
    const columns = await columnsOf(log, table);
    for (const row of spread(rows, rowsOfTable)) {
      for (const column of columns) {
        if (!isRemoval(table, column)) cases.push(...editsOf(table, row, column, log));
      }
    }
  }
  return cases;
}

/** A checkpoint that is filed under another workspace is one that was removed here: counted apart. */
function isRemoval(table: LogTable, column: Column): boolean {
  return table === 'log_checkpoint' && column.name === 'workspace';
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

async function columnsOf(log: StoredLog, table: LogTable): Promise<readonly Column[]> {
  const { rows } = await log.sql.query<Column>(
    `select column_name as name, udt_name as type, is_nullable = 'YES' as nullable
     from information_schema.columns where table_schema = 'countersign' and table_name = $1
     order by ordinal_position`,
    [table],
  );
  return rows;
}

function editsOf(
  table: LogTable,
  row: Readonly<Record<string, unknown>>,
  { name, type, nullable }: Column,
  log: StoredLog,
): readonly StoredCase[] {
  const keys = ['workspace', ...LOG_TABLES[table]].map((key) => [key, row[key]] as const);
  const where = keys.map(([key], at) => `${key} = $${at + 1}`).join(' and ');
  const place = `${table}.${name} of ${
    keys
      .slice(1)
      .map(([, value]) => String(value))
      .join('/') || 'the head'
  }`;
  return otherValues(row[name], type, nullable, log.size).map(({ how, value }) =>
    statement(
      `${place} ${how}`,
      // The first parameter is the workspace, which is a key of every table.
      `update ${table} set ${name} = $${keys.length + 1} where ${where}`,
      ...keys.slice(1).map(([, key]) => key),
      value,
    ),
  );
}

interface Other {
  readonly how: string;
  readonly value: unknown;
}

/** What else could stand in the place of a value. */
function otherValues(
  value: unknown,
  type: string,
  nullable: boolean,
  size: number,
): readonly Other[] {
  const gone: readonly Other[] =
    nullable && value !== null ? [{ how: 'is taken away', value: null }] : [];
  switch (type) {
    case 'text':
      return [...gone, ...otherTexts(value === null ? null : String(value))];
    case 'bytea':
      return [...gone, ...otherBytes(value as Uint8Array | null)];
    case 'int8':
    case 'int4':
      return [Number(value) + 1, Number(value) - 1, Number(value) + 1_000]
        .filter((other) => other >= 0)
        .map((other) => ({ how: `becomes ${other}`, value: other }));
    case 'bool':
      return [{ how: `becomes ${String(!value)}`, value: !value }];
    case '_bytea':
      return otherFrontiers(value as readonly (Uint8Array | null)[], size);
    default:
      throw new Error(`nobody knows how to tamper with a column of type ${type}`);
  }
}

function otherTexts(text: string | null): readonly Other[] {
  if (text === null) return [{ how: 'is put in', value: '{"put":"in"}' }];
  const middle = Math.floor(text.length / 2);
  return [
    { how: 'has another first character', value: `${flip(text[0])}${text.slice(1)}` },
    {
      how: 'has another character in the middle',
      value: `${text.slice(0, middle)}${flip(text[middle])}${text.slice(middle + 1)}`,
    },
    { how: 'has another last character', value: `${text.slice(0, -1)}${flip(text.at(-1))}` },
    { how: 'has a space more', value: `${text} ` },
    { how: 'has a character less', value: text.slice(0, -1) },
    { how: 'is emptied', value: '' },
  ];
}

/** Another character of the same width, so that nothing else of the text moves. */
function flip(char: string | undefined): string {
  return char === 'x' ? 'y' : 'x';
}

function otherBytes(bytes: Uint8Array | null): readonly Other[] {
  if (bytes === null) return [{ how: 'is put in', value: Buffer.alloc(16, 1) }];
  return [
    { how: 'has another first bit', value: flipped(bytes, 0, 0x80) },
    { how: 'has another last bit', value: flipped(bytes, bytes.length - 1, 0x01) },
    { how: 'has a byte more', value: Buffer.concat([bytes, Buffer.alloc(1)]) },
    { how: 'has a byte less', value: Buffer.from(bytes.subarray(0, -1)) },
    { how: 'is emptied', value: Buffer.alloc(0) },
  ];
}

/** Only nodes count that the size has a bit for: what else stands there is left over and read by nobody. */
function otherFrontiers(nodes: readonly (Uint8Array | null)[], size: number): readonly Other[] {
  const counted = [...nodes.keys()].filter((level) => Math.floor(size / 2 ** level) % 2 === 1);
  const changed = counted.map((level) => ({
    how: `has another node of level ${level}`,
    value: nodes.map((node, at) => (at === level && node ? flipped(node, 3, 0x10) : node)),
  }));
  return [
    ...changed,
    { how: 'loses its last node', value: nodes.slice(0, -1) },
    { how: 'is emptied', value: [] },
  ];
}

function flipped(bytes: Uint8Array, at: number, bit: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ bit;
  return other;
}

/** The first, the last, and others in even steps between. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  const places = Array.from({ length: count }, (_, at) =>
    Math.round((at * (items.length - 1)) / Math.max(1, count - 1)),
  );
  return [...new Set(places)].flatMap((place) => items.slice(place, place + 1));
}
