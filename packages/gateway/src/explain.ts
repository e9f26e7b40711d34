import type { Json, LeafReason, Missing, StepReason, Verdict } from '@countersign/contract';
import { canonical } from '@countersign/contract';
import { quoteText, renderText } from './render.ts';

/** A verdict in words, one line for each step, value and missing thing. Values are quoted and escaped. */
export function explain(verdict: Verdict): string {
  const { why } = verdict;
  return [
    headline(verdict),
    ...why.steps.map(stepLine),
    ...why.leaves.map(leafLine),
    ...(verdict.kind === 'held' ? verdict.missing.map(missingLine) : []),
    why.policies.length === 0
      ? `No policy decided (policies ${why.policyVersion.slice(0, 12)}).`
      : `Decided by ${why.policies.map((name) => quoteText(name, 80)).join(', ')} (policies ${why.policyVersion.slice(0, 12)}).`,
  ].join('\n');
}

function headline(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'allowed':
      return 'Allowed.';
    case 'held':
      return 'Held: a person must say whether it may happen.';
    case 'refused':
      return `Refused (${verdict.code}): ${verdict.reason}`;
  }
}

function stepLine({ step, ok, detail }: StepReason): string {
  return `${ok ? 'ok' : 'no'} ${step}: ${detail}`;
}

function leafLine(leaf: LeafReason): string {
  const { pointer, sink, integrity, endorsedBy, detail, permission } = leaf;
  const by = permission === undefined ? '' : ` By ${permission}.`;
  return `${renderText(pointer, 200)} (${sink}, ${integrity}, ${endorsedBy ?? 'not endorsed'}): ${detail}${by}`;
}

function missingLine({ pointer, value, because, origin }: Missing): string {
  const where = pointer === '' ? 'the call' : renderText(pointer, 200);
  const from =
    origin.length === 0 ? '' : `, from ${origin.map((one) => quoteText(one, 120)).join(', ')}`;
  return `missing for ${where}${pointer === '' ? '' : ` ${shown(value)}`}: ${REASONS[because]}${from}`;
}

const REASONS: Readonly<Record<Missing['because'], string>> = {
  unendorsed: 'anyone could have written this, and nothing trusted vouches for it',
  readers: 'its destination may not read what is being sent',
  policy: 'a policy asks a person whenever this is done',
  irreversible: 'it cannot be undone, and strangers wrote to the context',
};

function shown(value: Json): string {
  return quoteText(typeof value === 'string' ? value : canonical(value), 200);
}
