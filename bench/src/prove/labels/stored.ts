import { catalog } from '@countersign/catalog';
import {
  type ActionDescriptor,
  type CaseStore,
  Fault,
  type Granted,
  type JsonObject,
  type Performed,
  type TableStore,
} from '@countersign/contract';
import { builtInPerformers, type Performers } from '@countersign/executor';
import { both, type Influence } from './oracle.ts';
import type { Random } from './random.ts';

/** What a run does with the workspace's tables. */
export const TABLES = ['table.insert', 'table.update', 'table.query'] as const;
/** What a run does with the workspace's cases. */
export const CASES = ['case.create', 'case.comment', 'case.get', 'case.list'] as const;
/** What a run does with the workspace's own store. */
const STORING = [...TABLES, ...CASES];
type Storing = (typeof STORING)[number];

const ENTRIES = catalog();

/** The descriptor of an action on the store, as it ships. */
export function storing(action: string): ActionDescriptor | null {
  return isStoring(action) ? (ENTRIES.get(action)?.descriptor ?? null) : null;
}

/** Whether an action is on the store. */
export function isStoring(action: string): action is Storing {
  return STORING.some((one) => one === action);
}

/** A performed call on the store, and what the oracle knows of each stored part that it gave. */
export interface StoredResult {
  readonly performed: Performed;
  /** What shaped the stored part that a leaf stands in; null for what the store itself says. */
  readonly influenceAt: (pointer: string) => Influence | null;
}

const TABLE = 'notes';
const WRITTEN = /^\/(?:case|cases\/\d+)\/(?:title|description|priority|severity|status)$/;

/** Tables and cases through their real performers and stores, with what shaped each row, case and comment. */
export class Stored {
  readonly #performers: Performers;
  readonly #shaped = new Map<string, Influence>();
  readonly #rows: string[] = [];
  readonly #cases: string[] = [];
  readonly #tables: TableStore;
  #hasTable = false;

  constructor({ tables, cases }: { readonly tables: TableStore; readonly cases: CaseStore }) {
    this.#tables = tables;
    this.#performers = performersOf(tables, cases);
  }

  /** Whether there is anything for actions of a family, `table` or `case`, to read, change or comment on. */
  holds(family: string): boolean {
    return (family === 'table' ? this.#rows : this.#cases).length > 0;
  }

  /** Arguments for an action. */
  argumentsFor(action: Storing, random: Random): JsonObject {
    switch (action) {
      case 'table.insert':
        return { table: TABLE, rows: random.once(2) ? [{ v: 'x' }] : [{ v: 'x' }, { v: 'y' }] };
      case 'table.update':
        return { table: TABLE, row: random.of(this.#rows), values: { v: 'z' } };
      case 'table.query':
        return { table: TABLE };
      case 'case.create':
        return { title: 'Phish', description: 'Seen' };
      case 'case.comment':
        return { case: random.of(this.#cases), text: 'more' };
      case 'case.get':
        return { case: random.of(this.#cases) };
      case 'case.list':
        return { limit: 5 };
    }
  }

  /** Performs a call whose arguments, and so all that it writes, were shaped by `written`. */
  async perform(granted: Granted, written: Influence): Promise<StoredResult> {
    const { action, actor } = granted.call;
    if (!this.#hasTable && action.startsWith('table.')) {
      const columns = [{ name: 'v', type: 'text', required: false }] as const;
      await this.#tables.create(actor.workspace, { name: TABLE, columns }, 'table');
      this.#hasTable = true;
    }
    const performer = this.#performers.get(action);
    if (performer === undefined) throw new Error(`nothing performs ${action}`);
    const performed = await performer(granted, QUIET).catch(refused);
    if (performed.kind !== 'done') return { performed, influenceAt: () => null };
    this.#note(granted.call.action, performed.result, written);
    return { performed, influenceAt: (pointer) => this.#influenceAt(pointer, performed.result) };
  }

  #note(action: string, result: JsonObject, written: Influence): void {
    const add = (id: string, list: string[] | null) => {
      const before = this.#shaped.get(id);
      this.#shaped.set(id, before === undefined ? written : both(before, written));
      if (before === undefined) list?.push(id);
    };
    if (action === 'table.insert')
      for (const index of (result['rows'] as readonly unknown[]).keys())
        add(idAt(result, ['rows', String(index)]), this.#rows);
    if (action === 'table.update') add(idAt(result, ['row']), this.#rows);
    if (action === 'case.create') add(idAt(result, ['case']), this.#cases);
    if (action === 'case.comment') add(idAt(result, ['comment']), null);
  }

  #influenceAt(pointer: string, result: JsonObject): Influence | null {
    const parts = pointer.split('/').slice(1);
    const values = parts.indexOf('values');
    const isText = parts.at(-1) === 'text' && /^\/comments?\//.test(pointer);
    const place =
      values > 0
        ? parts.slice(0, values)
        : isText || WRITTEN.test(pointer)
          ? parts.slice(0, -1)
          : null;
    return place === null ? null : (this.#shaped.get(idAt(result, place)) ?? null);
  }
}

function idAt(result: JsonObject, path: readonly string[]): string {
  // The performers give lists and objects; a missing one would be a fault of this file, and throws.
  const found = path.reduce<unknown>((here, key) => (here as JsonObject)[key], result);
  return String((found as JsonObject)['id']);
}

/** What the store refuses is an error that quotes what it was given, as the executor gives it on. */
function refused(error: unknown): Performed {
  if (!Fault.is(error)) throw error;
  return { kind: 'failed', code: error.code, message: error.message, usage: {} };
}

const QUIET = {
  signal: new AbortController().signal,
  sending: () => undefined,
  onDelta: () => undefined,
};

function performersOf(tables: TableStore, cases: CaseStore): Performers {
  const never = () => {
    throw new Error('a pipeline dials nothing and reads no file');
  };
  return builtInPerformers({
    ...{ tables, cases, pace: null, now: () => 0 },
    broker: { fetch: never, smtp: never },
    objects: { get: never },
    memories: { write: never, search: never, forget: never },
    ...{ findConnection: never, mailboxes: never, readScript: never },
  });
}
