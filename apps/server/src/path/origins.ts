import {
  type Json,
  leavesOf,
  type Message,
  type Missing,
  type Question,
} from '@countersign/contract';

/** Places named for one value; a person looks at the first. */
const SHOWN = 5;
/** Characters a value has at least to be looked for: shorter ones stand everywhere. */
const SHORTEST = 3;

/**
 * Says of each value in doubt where the run read it: `<call>#<pointer into its result>`. The labels tell
 * whose context it came from; this tells the very place, so that a person can look at it. It decides nothing.
 */
export function withOrigins(question: Question, messages: readonly Message[]): Question {
  return { ...question, missing: question.missing.map((one) => located(one, messages)) };
}

function located(missing: Missing, messages: readonly Message[]): Missing {
  const found = placesOf(missing.value, messages);
  return found.length > 0 ? { ...missing, origin: found } : missing;
}

function placesOf(value: Json, messages: readonly Message[]): readonly string[] {
  const wanted =
    typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
  if (wanted.length < SHORTEST) return [];
  const places: string[] = [];
  // The newest first: what was read last is what the model was most likely moved by.
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool') continue;
    for (const leaf of leavesOf(message.content)) {
      const text =
        typeof leaf.value === 'string' || typeof leaf.value === 'number'
          ? String(leaf.value).toLowerCase()
          : '';
      if (text.includes(wanted)) places.push(`${message.call}#${leaf.pointer}`);
      if (places.length === SHOWN) return places;
    }
  }
  return places;
}
