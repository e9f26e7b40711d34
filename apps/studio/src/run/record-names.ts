import { child, isJsonObject, type Json, type Pointer } from '@countersign/contract';
import type { CallStep, RunView, Step } from './run-view.ts';

/** What a record is called in what the agent read. Outsiders wrote it: it is always quoted. */
export interface RecordName {
  /** The record's own id, which says what kind of thing it is. */
  readonly id: string;
  readonly title: string;
  readonly from: string | null;
}

/** Names known so far, and the steps they were taken from. */
interface Collected {
  readonly names: ReadonlyMap<string, RecordName>;
  readonly read: ReadonlySet<string>;
}

const NOTHING: Collected = { names: new Map(), read: new Set() };
/** By run, for the views of it that follow each other: a run of ten thousand entries is not gone through for each. */
const collectedBy = new Map<string, Collected>();
/** Runs that are remembered. */
const REMEMBERED = 20;

/**
 * Names of the records a run has read (subject and sender of mails, titles of cases and tables) under their ids, and
 * under the places where they stand in results: `<call>#<pointer>`. The action of a call stands under `action:<call>`.
 * The same map as before where nothing was added.
 */
export function recordNames(view: RunView): ReadonlyMap<string, RecordName> {
  const before = collectedBy.get(view.run) ?? NOTHING;
  const isDone = (step: Step): step is CallStep =>
    step.kind === 'call' && step.outcome?.outcome?.kind === 'done';
  const fresh = view.steps.filter(isDone).filter(({ id }) => !before.read.has(id));
  if (fresh.length === 0) return before.names;
  const names = new Map(before.names);
  const read = new Set(before.read);
  for (const { id, action, outcome } of fresh) {
    read.add(id);
    names.set(`action:${id}`, { id, title: action, from: null });
    if (outcome?.outcome?.kind === 'done') collect(outcome.outcome.result.value, id, '', names);
  }
  remember(view.run, { names, read });
  return names;
}

function remember(run: string, collected: Collected): void {
  collectedBy.delete(run);
  collectedBy.set(run, collected);
  const [oldest] = collectedBy.keys();
  if (collectedBy.size > REMEMBERED && oldest !== undefined) collectedBy.delete(oldest);
}

/** The name of the record that a source points into; see {@link recordNames}. */
export function nameOfSource(
  source: string,
  names: ReadonlyMap<string, RecordName>,
): RecordName | null {
  const cut = source.indexOf('#');
  const record = cut < 0 ? source : source.slice(0, cut);
  const known = names.get(record);
  if (known) return known;
  // The record may stand anywhere above the field: `run_1.3#/messages/2/subject` points into `#/messages/2`.
  for (
    let place = source;
    place.length >= record.length + 1;
    place = place.slice(0, place.lastIndexOf('/'))
  ) {
    const above = names.get(place);
    if (above) return above;
    if (!place.slice(record.length).includes('/')) break;
  }
  // A source may wrap the id: `mail:msg_…/1` is an attachment of the mail.
  for (const [id, name] of names) if (id.length >= 8 && record.includes(id)) return name;
  return null;
}

const DEEPEST = 4;
const MOST = 200;

function collect(
  value: Json,
  call: string,
  pointer: Pointer,
  names: Map<string, RecordName>,
): void {
  if (pointer.split('/').length > DEEPEST + 1) return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.slice(0, MOST).entries())
      collect(item, call, child(pointer, at), names);
    return;
  }
  if (!isJsonObject(value)) return;
  const title = value['subject'] ?? value['title'] ?? value['name'];
  const id = value['id'] ?? value['ref'];
  if (typeof id === 'string' && typeof title === 'string' && title !== '') {
    const name = { id, title, from: addressOf(value['from']) };
    names.set(id, name);
    names.set(`${call}#${pointer}`, name);
  }
  for (const [key, member] of Object.entries(value))
    collect(member, call, child(pointer, key), names);
}

function addressOf(from: Json | undefined): string | null {
  if (typeof from === 'string') return from;
  if (from === undefined || !isJsonObject(from)) return null;
  const { address } = from;
  return typeof address === 'string' ? address : null;
}
