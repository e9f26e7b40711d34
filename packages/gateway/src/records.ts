import {
  type ActionDescriptor,
  at,
  child,
  type FieldForm,
  type Json,
  type Leaf,
  type Pointer,
  type ResultRecords,
  tokensOf,
} from '@countersign/contract';
import { readDate } from './normal-forms/date.ts';
import { readIban } from './normal-forms/iban.ts';
import { readMail } from './normal-forms/mail.ts';
import { isPlain } from './normal-forms/plain.ts';
import { instantOf } from './normal-forms/prepared.ts';
import { foldedLabel, normalOf, readMinute } from './normal-forms/value.ts';

/** One structured field of a record: what stands in it has the form that its action declares. */
export interface RecordField extends Leaf {
  readonly form: FieldForm;
  /** Place within the record, as its tokens. */
  readonly place: readonly string[];
  readonly normal: string;
}

/** A record of an earlier result, by what its action declares. */
export interface ResultRecord {
  readonly pointer: Pointer;
  /** What people call it by, folded; null where it has no label. */
  readonly folded: string | null;
  readonly label: Json;
  readonly value: Json;
  readonly fields: readonly RecordField[];
}

/** The records of one result. */
export interface RecordTable {
  readonly records: readonly ResultRecord[];
  /** Records by their folded label. */
  readonly called: ReadonlyMap<string, readonly ResultRecord[]>;
  /** Fields by their normal form, with the record each stands in. */
  readonly byNormal: ReadonlyMap<
    string,
    readonly { readonly record: ResultRecord; readonly field: RecordField }[]
  >;
}

/** Results come with every later call of a run; each is read once, and what was read goes with its value. */
const tables = new WeakMap<object, { readonly by: ResultRecords; readonly table: RecordTable }>();

/** The records of a result, as its action declares them. */
export function recordsOf(value: Json, declared: ResultRecords): RecordTable {
  if (typeof value !== 'object' || value === null) return read(value, declared);
  const known = tables.get(value);
  if (known?.by === declared) return known.table;
  const table = read(value, declared);
  tables.set(value, { by: declared, table });
  return table;
}

/** Reads a result's records ahead of the decisions that may need them. */
export function readRecords(value: Json, { records }: Pick<ActionDescriptor, 'records'>): void {
  if (records !== undefined) recordsOf(value, records);
}

function read(value: Json, declared: ResultRecords): RecordTable {
  const fields = Object.entries(declared.fields).map(([pattern, form]) => ({
    tokens: tokensOf(pattern),
    form,
  }));
  // Where two patterns name one place, the one with fewer wildcards says its form.
  fields.sort((a, b) => wildcardsIn(a.tokens) - wildcardsIn(b.tokens));
  const records = placesOf(value, tokensOf(declared.at), '', isList).map((place) =>
    recordAt(place, declared.label, fields),
  );
  const called = new Map<string, ResultRecord[]>();
  const byNormal = new Map<string, { record: ResultRecord; field: RecordField }[]>();
  for (const record of records) {
    if (record.folded !== null) add(called, record.folded, record);
    for (const field of record.fields) add(byNormal, field.normal, { record, field });
  }
  return { records, called, byNormal };
}

function add<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const known = lists.get(key);
  if (known) known.push(one);
  else lists.set(key, [one]);
}

function wildcardsIn(tokens: readonly string[]): number {
  return tokens.filter((token) => token === '*').length;
}

/** Goes to the declared places alone: what else a record holds may be megabytes of text. */
function recordAt(
  { pointer, value }: Leaf,
  labelled: Pointer | null,
  declared: readonly { readonly tokens: readonly string[]; readonly form: FieldForm }[],
): ResultRecord {
  const label = labelled === null ? null : (at(value, labelled) ?? null);
  const seen = new Set<Pointer>();
  const fields: RecordField[] = [];
  for (const { tokens, form } of declared)
    for (const leaf of placesOf(value, tokens, '', isContainer)) {
      if (seen.has(leaf.pointer)) continue;
      seen.add(leaf.pointer);
      const normal = normalOf(leaf.value);
      if (normal === null || !hasForm(leaf.value, form)) continue;
      const whole = `${pointer}${leaf.pointer}`;
      fields.push({
        ...{ form, normal, place: tokensOf(leaf.pointer), pointer: whole, value: leaf.value },
      });
    }
  return { pointer, value, label, folded: foldedLabel(label), fields };
}

/** The values of the fields that a pattern names exactly, in document order. `pattern` is its tokens. */
export function fieldsAt({ fields }: ResultRecord, pattern: readonly string[]): readonly Json[] {
  const named = fields.filter(
    ({ place }) =>
      place.length === pattern.length &&
      pattern.every((token, at) => token === '*' || token === place[at]),
  );
  return named.map(({ value }) => value);
}

/** A field that is declared closed and holds free text all the same vouches for nothing. */
function hasForm(value: Json, form: FieldForm): boolean {
  if (form === 'number') return typeof value === 'number';
  if (form === 'id')
    return (
      typeof value === 'number' ||
      (typeof value === 'string' && value.length <= 128 && isPlain(value) && !/\s/.test(value))
    );
  if (form === 'enum')
    return typeof value === 'boolean' || (typeof value === 'string' && /^\S{1,64}$/.test(value));
  if (typeof value !== 'string') return false;
  if (form === 'address') return readMail(value) !== null || readIban(value) !== null;
  return readDate(value) !== null || readMinute(value) !== null || instantOf(value) !== null;
}

/** The places that a pattern names; `*` stands for any member of what `spreads` allows. */
function placesOf(
  value: Json,
  [token, ...rest]: readonly string[],
  pointer: Pointer,
  spreads: (value: Json) => boolean,
): readonly Leaf[] {
  if (token === undefined) return [{ pointer, value }];
  if (typeof value !== 'object' || value === null) return [];
  if (token === '*')
    return spreads(value)
      ? Object.entries(value).flatMap(([key, member]: [string, Json]) =>
          placesOf(member, rest, child(pointer, key), spreads),
        )
      : [];
  const place = child('', token);
  const inner = at(value, place);
  return inner === undefined ? [] : placesOf(inner, rest, `${pointer}${place}`, spreads);
}

/** Records stand in lists: keys of a map may be whatever somebody chose. */
function isList(value: Json): boolean {
  return Array.isArray(value);
}

function isContainer(): boolean {
  return true;
}
