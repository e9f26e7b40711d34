import {
  type ActionDescriptor,
  isJsonObject,
  type Json,
  type JsonObject,
  mostSpecific,
  type Pointer,
} from '@countersign/contract';
import { placesAt } from './schema-places.ts';

/** Longest text that can still be an id, an address or a date, in characters; above it a field is free text. */
const LONGEST_CLOSED = 254;

/** What is wrong with what an action says of its records, as places with sentences. */
export function recordProblems(
  descriptor: ActionDescriptor,
): readonly { readonly at: Pointer; readonly says: string }[] {
  return [...resultProblems(descriptor), ...referringProblems(descriptor)];
}

function resultProblems({ records, output }: ActionDescriptor) {
  if (records === undefined) return [];
  const schema = output as JsonObject;
  const within = (place: string) => placesAt(schema, `${records.at}${place}`);
  const problem = (at: Pointer, says: string) => [{ at, says }];
  if (within('').length === 0)
    return problem('/records/at', `No result stands at "${records.at}".`);
  return [
    ...(records.label !== null && within(records.label).length === 0
      ? problem('/records/label', `No field stands at "${records.at}${records.label}".`)
      : []),
    ...Object.keys(records.fields).flatMap((field) => {
      const places = within(field);
      if (places.length === 0)
        return problem('/records/fields', `No field stands at "${records.at}${field}".`);
      return places.some(isFreeText)
        ? problem(
            '/records/fields',
            `The field "${field}" could hold free text, so nothing can refer to it. Give its schema an "enum", a "pattern", a "format" or a "maxLength" of at most ${LONGEST_CLOSED}.`,
          )
        : [];
    }),
  ];
}

function isFreeText(place: JsonObject): boolean {
  const { type } = place;
  const isText =
    type === 'string' || (Array.isArray(type) && (type as readonly Json[]).includes('string'));
  if (!isText) return false;
  const isClosed = ['enum', 'const', 'pattern', 'format'].some((keyword) => keyword in place);
  const longest = place['maxLength'];
  return !isClosed && !(typeof longest === 'number' && longest <= LONGEST_CLOSED);
}

function referringProblems({ refers = {}, sinks, input }: ActionDescriptor) {
  return Object.keys(refers).flatMap((pattern) => {
    if (!isJsonObject(input) || placesAt(input as JsonObject, pattern).length === 0)
      return [{ at: '/refers', says: `No argument stands at "${pattern}".` }];
    const sink = mostSpecific(sinks, pattern);
    if (sink === 'sel' || sink === 'dest') return [];
    return [
      {
        at: '/refers',
        says: `The argument "${pattern}" has the class "${sink ?? 'auth'}"; only "sel" and "dest" can name a record.`,
      },
    ];
  });
}
