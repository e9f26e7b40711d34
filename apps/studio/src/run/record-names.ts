import { child, isJsonObject, type Json, type Pointer } from '@countersign/contract';
import type { RunView } from './run-view.ts';

/** What a record is called in what the agent read. Outsiders wrote it: it is always quoted. */
export interface RecordName {
  /** The record's own id, which says what kind of thing it is. */
  readonly id: string;
  readonly title: string;
  readonly from: string | null;
}

/**
 * Names of the records a run has read (subject and sender of mails, titles of cases and tables) under their ids, and
 * under the places where they stand in results: `<call>#<pointer>`. The action of a call stands under `action:<call>`.
 */
export function recordNames(view: RunView): ReadonlyMap<string, RecordName> {
  const names = new Map<string, RecordName>();
  for (const step of view.steps) {
    const outcome = step.kind === 'call' ? step.outcome?.outcome : null;
    if (step.kind !== 'call' || outcome?.kind !== 'done') continue;
    names.set(`action:${step.id}`, { id: step.id, title: step.action, from: null });
    collect(outcome.result.value, step.id, '', names);
  }
  return names;
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
