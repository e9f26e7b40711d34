import {
  type Answer,
  at,
  type Call,
  canonical,
  type PermissionDraft,
  type Question,
  type Remember,
} from '@countersign/contract';
import { callLeaves } from './call-leaves.ts';
import { isRememberable } from './standing.ts';

/** What a person wants remembered as permissions, or why one of the values cannot be. */
export type Remembered =
  | { readonly kind: 'remembered'; readonly drafts: readonly PermissionDraft[] }
  | { readonly kind: 'misfit'; readonly reason: string };

/**
 * The permissions that an approval makes: one for each value it names of those the question was asked about. What
 * may not outlive the run is refused whole, so that nobody believes it remembered.
 */
export function rememberedBy(
  question: Question,
  answer: Answer,
  call: Pick<Call, 'args' | 'connection' | 'actor'>,
): Remembered {
  const wanted = answer.kind === 'approve' ? (answer.remember ?? []) : [];
  if (new Set(wanted.map(({ missing }) => missing)).size < wanted.length)
    return misfit('A value is to be remembered twice; name each once.');
  const drafts: PermissionDraft[] = [];
  for (const one of wanted) {
    const draft = draftOf(question, one, call);
    if (typeof draft === 'string') return misfit(draft);
    drafts.push(draft);
  }
  return { kind: 'remembered', drafts };
}

function draftOf(
  question: Question,
  { missing: index, days }: Remember,
  call: Pick<Call, 'args' | 'connection' | 'actor'>,
): PermissionDraft | string {
  const missing = question.missing[index];
  if (missing === undefined) return 'The question has no value at that place.';
  const { pointer, value, sink, because } = missing;
  if (question.effect === 'destroy') return 'What destroys is asked about each time.';
  if (!isRememberable(sink, question.effect))
    return 'Rights, the platform and whole calls are asked about each time.';
  if (because !== 'unendorsed')
    return 'Only the word for a value is remembered: who may read it, and what a policy wants asked, is asked again.';
  const stands = at(call.args, pointer);
  const leaf = callLeaves(call.args).find((one) => one.pointer === pointer);
  if (leaf === undefined || stands === undefined || canonical(stands) !== canonical(value))
    return 'What stands within a text is asked about each time.';
  return {
    agent: call.actor.agent,
    action: question.action,
    connection: call.connection,
    pointer: leaf.pattern,
    allows: { kind: 'exact', value },
    weekly: null,
    days,
    asked: { question: question.id, run: question.run },
  };
}

function misfit(reason: string): Remembered {
  return { kind: 'misfit', reason };
}
