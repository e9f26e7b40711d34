import { at, canonical, type Missing, type QuestionRecord } from '@countersign/contract';

/** Whether a person's word for a value may outlive its run, as the server has it too. */
export function isRememberable(
  { kind, effect, args }: Pick<QuestionRecord, 'kind' | 'effect' | 'args'>,
  { pointer, value, sink, because }: Missing,
): boolean {
  if (kind !== 'call' || effect === 'destroy' || because !== 'unendorsed') return false;
  if (sink === null || sink === 'auth' || sink === 'ctl' || pointer === '') return false;
  const stands = at(args, pointer);
  return stands !== undefined && canonical(stands) === canonical(value);
}
