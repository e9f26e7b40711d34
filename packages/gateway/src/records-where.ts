import { type IntentRecords, type Json, type Pointer, tokensOf } from '@countersign/contract';
import { readDate } from './normal-forms/date.ts';
import { foldedLabel } from './normal-forms/value.ts';
import { rankOf } from './rank.ts';
import { fieldsAt, type RecordTable, type ResultRecord } from './records.ts';

type Where = IntentRecords['where'];

/**
 * The records of a result that meet all conditions. A contract is asked the same of the same results by every call
 * of its run, so an answer is kept for as long as both are there.
 */
export function recordsWhere(
  where: Where,
  table: RecordTable,
  label: Pointer | null,
): readonly ResultRecord[] {
  const known = answers.get(table)?.get(where);
  if (known !== undefined) return known;
  const meets = where.map((condition) => meeting(condition, label));
  const found = candidatesOf(where, table, label).filter((record) =>
    meets.every((meet) => meet(record)),
  );
  const ofTable = answers.get(table) ?? new WeakMap<Where, readonly ResultRecord[]>();
  answers.set(table, ofTable.set(where, found));
  return found;
}

/** All records, or those alone that are called as a condition says. */
function candidatesOf(
  where: Where,
  { records, called }: RecordTable,
  label: Pointer | null,
): readonly ResultRecord[] {
  const named = where.find(({ field, is }) => field === label && is === 'equal');
  const folded = named === undefined ? null : foldedLabel(named.value);
  return folded === null ? records : (called.get(folded) ?? []);
}

const answers = new WeakMap<RecordTable, WeakMap<Where, readonly ResultRecord[]>>();

function meeting(
  { field, is, value: wanted }: Where[number],
  label: Pointer | null,
): (record: ResultRecord) => boolean {
  const meets = isMet(is, wanted);
  // What records are called by was folded when they were read.
  if (field === label) return ({ label: own, folded }) => meets(own, folded);
  const tokens = tokensOf(field);
  return (record) => fieldsAt(record, tokens).some((one) => meets(one, undefined));
}

/** `folded` is the value's folded form where it is known already. */
function isMet(
  is: Where[number]['is'],
  wanted: string | number,
): (value: Json, folded: string | null | undefined) => boolean {
  switch (is) {
    case 'equal':
    case 'starting-with': {
      const other = foldedLabel(wanted);
      if (other === null) return () => false;
      return (value, folded = foldedLabel(value)) =>
        folded !== null && (is === 'equal' ? folded === other : folded.startsWith(other));
    }
    case 'on-day': {
      if (typeof wanted !== 'string' || readDate(wanted) === null) return () => false;
      return (value) => typeof value === 'string' && value.slice(0, 10) === wanted;
    }
    case 'at-least':
    case 'at-most': {
      const bound = rankOf(wanted);
      if (bound === null) return () => false;
      return (value) => {
        const rank = rankOf(value);
        return rank !== null && (is === 'at-least' ? rank >= bound : rank <= bound);
      };
    }
  }
}
