import { type Json, leavesOf, type Pointer } from '@countersign/contract';
import type { CallStep, RunView } from './run-view.ts';

/** A place in what the agent read where a value stands, with the text around it. All of it was written by outsiders. */
export interface Quote {
  readonly call: string;
  readonly action: string;
  /** The field of that call's result. */
  readonly pointer: Pointer;
  readonly before: string;
  readonly match: string;
  readonly after: string;
  /** Whether the record this stands in is one the gateway names as the value's origin. */
  readonly isOrigin: boolean;
}

const AROUND = 110;
const MOST = 6;

/**
 * Where a value stands in the results of a run so far: those of the named origins first, then in the order of reading.
 * `before` is the call in doubt: what was read after it cannot have shaped it.
 */
export function findQuotes(
  view: RunView,
  value: Json,
  origin: readonly string[],
  before: string | null = null,
): readonly Quote[] {
  const wanted = wantedText(value);
  if (wanted === null) return [];
  const last = before === null ? undefined : view.places.get(before);
  const found: Quote[] = [];
  for (const step of view.steps.slice(0, last ?? view.steps.length)) {
    if (step.kind === 'call') found.push(...quotesIn(step, wanted, origin));
  }
  return found.sort((a, b) => Number(b.isOrigin) - Number(a.isOrigin)).slice(0, MOST);
}

/** Too short a text stands everywhere by chance and would accuse the wrong place. */
function wantedText(value: Json): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text.length >= 3 ? text : null;
}

function quotesIn(step: CallStep, wanted: string, origin: readonly string[]): readonly Quote[] {
  const outcome = step.outcome?.outcome;
  if (outcome?.kind !== 'done') return [];
  const { value } = outcome.result;
  const records = recordsIn(value);
  return leavesOf(value).flatMap(({ pointer, value: leaf }) => {
    if (typeof leaf !== 'string' && typeof leaf !== 'number') return [];
    const text = String(leaf);
    const at = text.toLowerCase().indexOf(wanted.toLowerCase());
    // A field that is the value and nothing else shows nothing that is not known already.
    if (at < 0 || text.trim().length === wanted.length) return [];
    return [
      {
        call: step.id,
        action: step.action,
        pointer,
        before: cutStart(text.slice(0, at)),
        match: text.slice(at, at + wanted.length),
        after: cutEnd(text.slice(at + wanted.length)),
        isOrigin: origin.some((source) => isFrom(source, step.id, pointer, records)),
      },
    ];
  });
}

/** Ids that a result names: a source begins with the id of the record it came from, or with its call. */
function recordsIn(value: Json): ReadonlySet<string> {
  const ids = leavesOf(value).flatMap(({ pointer, value: leaf }) =>
    typeof leaf === 'string' && /(^|\/)(id|ref)$/.test(pointer) ? [leaf] : [],
  );
  return new Set(ids);
}

/** A source names the very place in a result, `<call>#<pointer>`, or the record that stands in it. */
function isFrom(
  source: string,
  call: string,
  pointer: Pointer,
  records: ReadonlySet<string>,
): boolean {
  const [record = source, place = ''] = source.split('#');
  if (record === call) return place === pointer;
  if (records.has(record)) return true;
  return [...records].some((id) => id.length >= 8 && record.includes(id));
}

function cutStart(text: string): string {
  return text.length <= AROUND ? text : `…${text.slice(-AROUND).toWellFormed()}`;
}

function cutEnd(text: string): string {
  return text.length <= AROUND ? text : `${text.slice(0, AROUND).toWellFormed()}…`;
}
