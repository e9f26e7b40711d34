import {
  isTainted,
  mostSpecific,
  ownLabelAt,
  type Readers,
  type Sink,
} from '@countersign/contract';
import type { Actions, RegisteredAction } from './actions.ts';
import type { CallLeaf } from './call-leaves.ts';
import type { EarlierResult } from './earlier-result.ts';
import type { Prepared } from './normal-forms/prepared.ts';
import { normalOf } from './normal-forms/value.ts';
import { type RecordTable, type ResultRecord, recordsOf } from './records.ts';
import { trustedMatch } from './trusted-match.ts';

/** What a reference is looked for in. */
export interface ReferenceSituation {
  readonly actions: Actions;
  readonly earlier: readonly EarlierResult[];
  /** Connection of the call: an id of one mailbox means something else in another. */
  readonly connection: string | null;
  readonly texts: readonly Prepared[];
  readonly now: number;
}

/**
 * Rule E3 without a contract: the value is the id or address of a record that was selected without the model. Gives
 * who may read that field, or null where no record vouches.
 *
 * Why it is sound against an attacker who says whatever the model says and can write any record of his own: (1) the
 * argument declares which kind of record it names, so a number of one kind is none of another; (2) the field is
 * declared as the provider's own, so no outsider chose its value; (3) the call that gave the record was written
 * before strangers were read, or something trusted vouches for each of its arguments, so the model did not choose
 * what was asked for; (4) the record is the only one that a clean call gave, or the only one of its result that is
 * called by a label which the principal named, so the model did not choose among the answers either. An attacker who
 * calls a record of his own by that name makes it ambiguous, and a person is asked. CaMeL (2025) and FIDES (2025)
 * get the same from a trusted program that computes the value; here it is recognised afterwards.
 *
 * It does not say that the principal wanted this done to that record; as with rule E1, an object that was named for
 * another step passes. So what cannot be undone is asked about all the same, and rights are never given by it.
 */
export function referenceReaders(
  leaf: CallLeaf,
  sink: Sink,
  action: RegisteredAction,
  situation: ReferenceSituation,
): Readers | null {
  if (sink !== 'sel' && sink !== 'dest') return null;
  const kind = mostSpecific(action.descriptor.refers ?? {}, leaf.pattern);
  const normal = normalOf(leaf.value);
  if (kind === undefined || normal === null) return null;
  for (const earlier of situation.earlier) {
    const readers = readersIn(earlier, kind, normal, situation);
    if (readers !== null) return readers;
  }
  return null;
}

function readersIn(
  earlier: EarlierResult,
  kind: string,
  normal: string,
  situation: ReferenceSituation,
): Readers | null {
  const declared = situation.actions.get(earlier.action)?.descriptor.records;
  if (declared?.kind !== kind || earlier.choice === 'model') return null;
  if (earlier.connection !== situation.connection) return null;
  const table = recordsOf(earlier.value, declared);
  for (const { record, field } of table.byNormal.get(normal) ?? []) {
    if (field.form !== 'id' && field.form !== 'address') continue;
    const label = ownLabelAt(earlier.labels, field.pointer);
    if (isTainted(label.integrity)) continue;
    if (isSelected(record, table, earlier, declared.label, situation)) return label.readers;
  }
  return null;
}

function isSelected(
  record: ResultRecord,
  { records, called }: RecordTable,
  { choice }: EarlierResult,
  labelPointer: string | null,
  { texts, now }: ReferenceSituation,
): boolean {
  if (choice === 'clean' && records.length === 1) return true;
  if (record.folded === null || called.get(record.folded)?.length !== 1) return false;
  const claim = { sink: 'sel', pointer: labelPointer ?? '', value: record.label, now } as const;
  return trustedMatch(claim, texts) !== null;
}
