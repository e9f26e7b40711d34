import { isJsonObject, type Json } from '@countersign/contract';
import type { RunView } from './run-view.ts';

/** What a record is called in what the agent read. Outsiders wrote it: it is always quoted. */
export interface RecordName {
  readonly title: string;
  readonly from: string | null;
}

/** Names of the records a run has read: subject and sender of mails, titles of cases and tables. */
export function recordNames(view: RunView): ReadonlyMap<string, RecordName> {
  const names = new Map<string, RecordName>();
  for (const step of view.steps) {
    const outcome = step.kind === 'call' ? step.outcome?.outcome : null;
    if (outcome?.kind === 'done') collect(outcome.result.value, names, 0);
  }
  return names;
}

function collect(value: Json, names: Map<string, RecordName>, depth: number): void {
  if (depth > 4) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 200)) collect(item, names, depth + 1);
    return;
  }
  if (!isJsonObject(value)) return;
  const title = value['subject'] ?? value['title'] ?? value['name'];
  const id = value['id'] ?? value['ref'];
  if (typeof id === 'string' && typeof title === 'string' && title !== '')
    names.set(id, { title, from: addressOf(value['from']) });
  for (const member of Object.values(value)) collect(member, names, depth + 1);
}

function addressOf(from: Json | undefined): string | null {
  if (typeof from === 'string') return from;
  if (isJsonObject(from) && typeof from['address'] === 'string') return from['address'];
  return null;
}
