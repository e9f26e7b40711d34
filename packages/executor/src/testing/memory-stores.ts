import type {
  CaseComment,
  CaseRecord,
  CaseStore,
  Column,
  MemoryItem,
  MemoryStore,
  TableRow,
  TableStore,
} from '@countersign/contract';

/** Tables in memory, as far as performers use them: one write a key, labels kept. */
export function memoryTables(): TableStore {
  const tables = new Map<string, { name: string; columns: readonly Column[]; rows: TableRow[] }>();
  const once = keyed();
  const rowsOf = (table: string) => tables.get(table)?.rows ?? [];
  const info = (name: string) => ({
    id: `tbl_${name}`,
    name,
    columns: tables.get(name)?.columns ?? [],
    rows: rowsOf(name).length,
  });
  return {
    tables: async () => [...tables.keys()].map(info),
    create: async (_workspace, { name, columns }, key) =>
      once(key, () => {
        tables.set(name, { name, columns, rows: [] });
        return info(name);
      }),
    insert: async (_workspace, table, rows, label, key) =>
      once(key, () => {
        const from = rowsOf(table).length;
        const written = rows.map((values, i) => ({ id: `row_${table}${from + i}`, values, label }));
        rowsOf(table).push(...written);
        return written;
      }),
    query: async (_workspace, table, { where, limit, after }) => {
      const start = rowsOf(table).findIndex(({ id }) => id === after) + 1;
      const fits = ({ values }: TableRow) =>
        Object.entries(where).every(([name, value]) => values[name] === value);
      return rowsOf(table).slice(start).filter(fits).slice(0, limit);
    },
    update: async (_workspace, table, id, values, label, key) =>
      once(key, () => {
        const at = rowsOf(table).findIndex((row) => row.id === id);
        const old = rowsOf(table)[at];
        if (!old) return null;
        const row = { id, values: { ...old.values, ...values }, label };
        rowsOf(table)[at] = row;
        return row;
      }),
    remove: async (_workspace, table, id, key) =>
      once(key, () => {
        const at = rowsOf(table).findIndex((row) => row.id === id);
        if (at >= 0) rowsOf(table).splice(at, 1);
        return at >= 0;
      }),
  };
}

/** Cases in memory, as far as performers use them. */
export function memoryCases(): CaseStore {
  const records: CaseRecord[] = [];
  const comments: CaseComment[] = [];
  const once = keyed();
  const find = (idOrNumber: string) =>
    records.find(({ id, number }) => id === idOrNumber || String(number) === idOrNumber);
  return {
    create: async (_workspace, draft, key) =>
      once(key, () => {
        const number = records.length + 1;
        const record: CaseRecord = {
          ...draft,
          id: `cas_${number}`,
          number,
          status: 'new',
          createdAt: 0,
        };
        records.push(record);
        return record;
      }),
    comment: async (_workspace, draft, key) =>
      once(key, () => {
        const record = find(draft.case);
        if (!record) return null;
        const comment = { ...draft, case: record.id, id: `cmt_${comments.length + 1}`, at: 0 };
        comments.push(comment);
        return comment;
      }),
    list: async (_workspace, limit) => [...records].reverse().slice(0, limit),
    get: async (_workspace, idOrNumber) => {
      const record = find(idOrNumber);
      return record
        ? { record, comments: comments.filter((comment) => comment.case === record.id) }
        : null;
    },
  };
}

/** Memory in memory, as far as performers use it. */
export function memoryMemories(): MemoryStore {
  const items: MemoryItem[] = [];
  const once = keyed();
  const inPlace = (place: { person: string; agent: string }) =>
    items.filter(({ person, agent }) => person === place.person && agent === place.agent);
  return {
    write: async (_workspace, { days, ...draft }, key) =>
      once(key, () => {
        const { supersedes } = draft;
        if (supersedes !== null && !inPlace(draft).some(({ id }) => id === supersedes))
          return { kind: 'unknown' };
        const item: MemoryItem = {
          ...{
            ...draft,
            id: `mem_${items.length + 1}`,
            createdAt: 0,
            expiresAt: days * 86_400_000,
          },
          ...{ status: 'waiting', before: null, rollback: null, changedAt: null, changedBy: null },
          ...{ reviewedBy: null, reviewedAt: null },
        };
        items.push(item);
        return { kind: 'written', item };
      }),
    search: async (_workspace, place, query, limit) =>
      inPlace(place)
        .filter(({ text }) => text?.includes(query))
        .slice(0, limit)
        .map((item) => ({ item, snippet: item.text ?? '' })),
    forget: async (_workspace, place, id, _by, key) =>
      once(key, () => {
        const item = inPlace(place).find((one) => one.id === id);
        if (item) items.splice(items.indexOf(item), 1);
        return item !== undefined;
      }),
  };
}

/** Writes once per key and answers again as it did. */
function keyed() {
  const answers = new Map<string, unknown>();
  return <T>(key: string, write: () => T): T => {
    if (!answers.has(key)) answers.set(key, write());
    // A key is used for one kind of write; its answer has that write's type.
    return answers.get(key) as T;
  };
}
