import {
  at,
  covers,
  type FieldForm,
  type Json,
  type Leaf,
  leavesOf,
  mostSpecific,
  type Pointer,
  type ResultRecords,
  tokensOf,
} from '@countersign/contract';
import type { EarlierResult } from './earlier-result.ts';
import { readDate } from './normal-forms/date.ts';
import { readIban } from './normal-forms/iban.ts';
import { readMail } from './normal-forms/mail.ts';
import { isPlain } from './normal-forms/plain.ts';
import { instantOf } from './normal-forms/prepared.ts';
import { foldedLabel, normalOf, readMinute } from './normal-forms/value.ts';

/** One structured field of a record: what stands in it has the form that its action declares. */
export interface RecordField extends Leaf {
  readonly form: FieldForm;
  /** Place within the record. */
  readonly place: Pointer;
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
  /** How many records have each folded label. */
  readonly called: ReadonlyMap<string, number>;
  /** Fields by their normal form, with the record each stands in. */
  readonly byNormal: ReadonlyMap<
    string,
    readonly { readonly record: ResultRecord; readonly field: RecordField }[]
  >;
}

/** Results come with every later call of a run; they are read once. */
const tables = new WeakMap<EarlierResult, { readonly by: ResultRecords; table: RecordTable }>();

/** The records of a result, as its action declares them. */
export function recordsOf(earlier: EarlierResult, declared: ResultRecords): RecordTable {
  const known = tables.get(earlier);
  if (known?.by === declared) return known.table;
  const table = read(earlier.result.value, declared);
  tables.set(earlier, { by: declared, table });
  return table;
}

function read(value: Json, declared: ResultRecords): RecordTable {
  const records = placesOf(value, tokensOf(declared.at), '').map((place) =>
    recordAt(place, declared),
  );
  const called = new Map<string, number>();
  for (const { folded } of records)
    if (folded !== null) called.set(folded, (called.get(folded) ?? 0) + 1);
  const byNormal = new Map<string, { record: ResultRecord; field: RecordField }[]>();
  for (const record of records)
    for (const field of record.fields) {
      const same = byNormal.get(field.normal);
      if (same) same.push({ record, field });
      else byNormal.set(field.normal, [{ record, field }]);
    }
  return { records, called, byNormal };
}

function recordAt({ pointer, value }: Leaf, declared: ResultRecords): ResultRecord {
  const label = declared.label === null ? null : (at(value, declared.label) ?? null);
  const fields = leavesOf(value).flatMap((leaf): readonly RecordField[] => {
    const form = mostSpecific(declared.fields, leaf.pointer);
    const exact = Object.keys(declared.fields).some((one) => isExactly(one, leaf.pointer));
    const normal = normalOf(leaf.value);
    if (form === undefined || !exact || normal === null || !hasForm(leaf.value, form)) return [];
    return [
      {
        form,
        normal,
        place: leaf.pointer,
        pointer: `${pointer}${leaf.pointer}`,
        value: leaf.value,
      },
    ];
  });
  return { pointer, value, label, folded: foldedLabel(label), fields };
}

function isExactly(pattern: Pointer, pointer: Pointer): boolean {
  return covers(pattern, pointer) && tokensOf(pattern).length === tokensOf(pointer).length;
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

function placesOf(value: Json, tokens: readonly string[], pointer: Pointer): readonly Leaf[] {
  const [token, ...rest] = tokens;
  if (token === undefined) return [{ pointer, value }];
  if (token === '*')
    return Array.isArray(value)
      ? (value as readonly Json[]).flatMap((item, index) =>
          placesOf(item, rest, `${pointer}/${index}`),
        )
      : [];
  const inner = at(value, `/${token.replace(/~/g, '~0').replace(/\//g, '~1')}`);
  return inner === undefined ? [] : placesOf(inner, rest, `${pointer}/${token}`);
}
