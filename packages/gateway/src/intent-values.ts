import {
  at,
  type IntentExpression,
  type IntentPick,
  type IntentRecords,
  type IntentSource,
  type Json,
  type JsonObject,
  type Pointer,
  tokensOf,
} from '@countersign/contract';
import type { Actions } from './actions.ts';
import type { EarlierResult } from './earlier-result.ts';
import { normalOf, readMinute, writeMinute } from './normal-forms/value.ts';
import { rankOf } from './rank.ts';
import { fieldsAt, type ResultRecord, recordsOf } from './records.ts';
import { recordsWhere } from './records-where.ts';

/** What expressions are evaluated over. */
export interface IntentSituation {
  readonly actions: Actions;
  readonly earlier: readonly EarlierResult[];
  readonly connection: string | null;
}

/**
 * Whether a value is what an expression of the contract gives (rules E2 and E3). The gateway evaluates; the model only
 * names the value. Each result is looked at by itself, so that one more result never takes back what another says.
 *
 * Why it is sound: the expression was written before strangers were read, so which field of which record goes where
 * is the principal's choice, as in the trusted program of CaMeL (2025). What an outsider types into that very field
 * is used, as it would be by an honest hand; a second record of the same name makes `only` and `each` give nothing.
 * Where records are counted or compared, a model that asks for a part of them could choose the outcome, so only calls
 * with exactly the arguments that the contract gives count.
 */
export function isGivenBy(
  expression: IntentExpression,
  value: Json,
  args: JsonObject,
  situation: IntentSituation,
): boolean {
  const wanted = normalOf(value);
  if (expression.kind === 'constant') return expression.value === value;
  if (wanted === null) return false;
  switch (expression.kind) {
    case 'after': {
      const start = readMinute(at(args, expression.argument) ?? null);
      return start !== null && wanted === `time ${writeMinute(start + expression.minutes)}`;
    }
    case 'as-long-as':
      return durationsOf(expression, args, situation).some((minutes) => {
        const start = readMinute(at(args, expression.argument) ?? null);
        return start !== null && wanted === `time ${writeMinute(start + minutes)}`;
      });
    case 'pick':
      return picked(expression, situation).some((one) => normalOf(one) === wanted);
  }
}

function durationsOf(
  expression: Extract<IntentExpression, { kind: 'as-long-as' }>,
  args: JsonObject,
  situation: IntentSituation,
): readonly number[] {
  const { key, from, until, records } = expression;
  const named = normalOf(at(args, key.argument) ?? null);
  return resultsFor(records.of, false, situation).flatMap((earlier) => {
    const found = matching(records, earlier, situation).filter(
      (record) =>
        normalOf(fieldsAt(record, tokensOf(key.field))[0] ?? null) === named && named !== null,
    );
    const [record] = found;
    if (record === undefined || found.length > 1) return [];
    const start = readMinute(fieldsAt(record, tokensOf(from))[0] ?? null);
    const end = readMinute(fieldsAt(record, tokensOf(until))[0] ?? null);
    return start === null || end === null || end <= start ? [] : [end - start];
  });
}

function picked(pick: IntentPick, situation: IntentSituation): readonly Json[] {
  if (pick.forEach !== undefined) return takenFrom(pick, unitedRecords(pick, situation) ?? []);
  const compares = !['only', 'each'].includes(pick.take);
  return resultsFor(pick.records.of, compares, situation).flatMap((earlier) =>
    takenFrom(pick, matching(pick.records, earlier, situation)),
  );
}

function takenFrom(pick: IntentPick, records: readonly ResultRecord[]): readonly Json[] {
  const [first] = records;
  if (pick.take === 'count') return [records.length];
  if (first === undefined) return [];
  const one = (record: ResultRecord) => fieldsAt(record, tokensOf(pick.field)).slice(0, 1);
  switch (pick.take) {
    case 'only':
      return records.length === 1 ? one(first) : [];
    case 'each':
      return records.length === 1 ? fieldsAt(first, tokensOf(pick.field)) : [];
    case 'first':
      return pick.by === undefined ? one(first) : extreme(records, pick.by, -1).flatMap(one);
    case 'min':
      return extreme(records, pick.by ?? pick.field, -1).flatMap(one);
    case 'max':
      return extreme(records, pick.by ?? pick.field, 1).flatMap(one);
    case 'sum':
      return total(records.flatMap(one));
    case 'most-common':
      return mostCommon(records.flatMap(one));
  }
}

/** The one record that is above (`1`) or below (`-1`) all others; none where two are level or one has no such field. */
function extreme(
  records: readonly ResultRecord[],
  by: Pointer,
  sign: 1 | -1,
): readonly ResultRecord[] {
  const ranked = records.map((record) => ({
    record,
    rank: rankOf(fieldsAt(record, tokensOf(by))[0]),
  }));
  if (ranked.some(({ rank }) => rank === null)) return [];
  const best = sign * Math.max(...ranked.map(({ rank }) => sign * Number(rank)));
  const found = ranked.filter(({ rank }) => rank === best);
  return found.length === 1 ? found.map(({ record }) => record) : [];
}

function total(values: readonly Json[]): readonly Json[] {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length !== values.length) return [];
  // Sums of money come out as they are written, not as binary fractions add up.
  return [Number(numbers.reduce((sum, one) => sum + one, 0).toFixed(6))];
}

function mostCommon(values: readonly Json[]): readonly Json[] {
  const counts = new Map<string, { readonly value: Json; count: number }>();
  for (const value of values) {
    const key = normalOf(value) ?? '';
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { value, count: 1 });
  }
  const most = Math.max(...[...counts.values()].map(({ count }) => count));
  const found = [...counts.values()].filter(({ count }) => count === most);
  return found.length === 1 ? found.map(({ value }) => value) : [];
}

/** The records of one call for each value of a listing; null unless there is exactly one call for every one of them. */
function unitedRecords(
  pick: IntentPick,
  situation: IntentSituation,
): readonly ResultRecord[] | null {
  const { forEach, records } = pick;
  if (forEach === undefined) return null;
  const [listing, another] = resultsFor(forEach.of, true, situation);
  if (listing === undefined || another !== undefined) return null;
  const keys = matching({ of: forEach.of, where: ALL }, listing, situation).flatMap((record) =>
    fieldsAt(record, tokensOf(forEach.field)),
  );
  const all: ResultRecord[] = [];
  for (const key of new Set(keys)) {
    const calls = situation.earlier.filter(
      (earlier) =>
        isOf(records.of, earlier, situation) &&
        hasExactly(earlier.args, { ...records.of.given, [forEach.argument]: key }),
    );
    const [call] = calls;
    if (call === undefined || calls.length > 1) return null;
    all.push(...matching(records, call, situation));
  }
  return keys.length === 0 ? null : all;
}

const ALL: IntentRecords['where'] = [];

/** Results that a source means, and whose choice was not the model's. */
function resultsFor(
  source: IntentSource,
  compares: boolean,
  situation: IntentSituation,
): readonly EarlierResult[] {
  return situation.earlier.filter((earlier) => {
    if (!isOf(source, earlier, situation)) return false;
    if (compares || source.given !== undefined) return hasExactly(earlier.args, source.given ?? {});
    return earlier.choice !== 'model';
  });
}

function isOf(
  source: IntentSource,
  { action, connection }: EarlierResult,
  situation: IntentSituation,
): boolean {
  const read = situation.actions.get(action)?.descriptor.effect === 'read';
  return read && action === source.action && connection === situation.connection;
}

/** Whether a call had exactly these arguments; what says nothing may be there as well. */
export function hasExactly(args: JsonObject, given: Readonly<Record<Pointer, Json>>): boolean {
  const names = Object.entries(args).filter(([, value]) => value !== null && value !== '');
  return (
    names.length === Object.keys(given).length &&
    Object.entries(given).every(([pointer, value]) => at(args, pointer) === value)
  );
}

function matching(
  { where }: IntentRecords,
  earlier: EarlierResult,
  { actions }: IntentSituation,
): readonly ResultRecord[] {
  const declared = actions.get(earlier.action)?.descriptor.records;
  if (declared === undefined) return [];
  return recordsWhere(where, recordsOf(earlier.value, declared), declared.label);
}
