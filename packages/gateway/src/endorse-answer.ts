import {
  type Answer,
  at,
  type Call,
  canonical,
  type Endorsement,
  type JsonObject,
  join,
  type Label,
  type LeafLabels,
  label,
  labelAt,
  type Question,
  SYSTEM,
} from '@countersign/contract';
import { type CallLeaf, callLeaves } from './call-leaves.ts';

/** What an answer vouches for from now on, and for an edit the labels of the new arguments. */
export interface Vouched {
  readonly endorsements: readonly Endorsement[];
  readonly leaves: LeafLabels;
}

const NOTHING: Vouched = { endorsements: [], leaves: {} };

/**
 * A person's answer as rule E5 reads it: approving vouches for each value that was in doubt, editing for each
 * value of the arguments the person handed in. It never says that something may be read by somebody else: that
 * is good for the approved call alone.
 */
export function vouchedBy(
  question: Question,
  answer: Answer,
  by: string,
  call: Pick<Call, 'args' | 'connection' | 'context' | 'leaves'>,
): Vouched {
  const vouchFor = ({ pattern, value }: Pick<CallLeaf, 'pattern' | 'value'>): Endorsement => ({
    action: question.action,
    pointer: pattern,
    connection: call.connection,
    value,
    by,
    question: question.id,
  });
  switch (answer.kind) {
    case 'approve': {
      const patterns = new Map(callLeaves(call.args).map((leaf) => [leaf.pointer, leaf.pattern]));
      const endorsements = question.missing
        .filter(({ because }) => because === 'unendorsed' || because === 'irreversible')
        .flatMap(({ pointer, value }) => {
          const pattern = patterns.get(pointer);
          return pattern === undefined ? [] : [vouchFor({ pattern, value })];
        });
      return { endorsements, leaves: {} };
    }
    case 'edit':
      return {
        endorsements: callLeaves(answer.args).map(vouchFor),
        leaves: editedLeaves(call, answer.args, question.id),
      };
    case 'deny':
    case 'happened':
    case 'repeat':
    case 'expired':
      return NOTHING;
  }
}

/**
 * Labels of edited arguments. A value that stood at the same place, or elsewhere in the same list, keeps its
 * label; any other is the person's own. Its readers stay those of what it replaced or of the context: a person
 * who corrects a word has not published the rest.
 */
function editedLeaves(
  call: Pick<Call, 'args' | 'context' | 'leaves'>,
  edited: JsonObject,
  question: string,
): LeafLabels {
  const before = { label: call.context, leaves: call.leaves };
  const known = new Map<string, Label>();
  for (const leaf of callLeaves(call.args)) {
    const key = keyOf(leaf);
    known.set(key, join(known.get(key) ?? SYSTEM, labelAt(before, leaf.pointer)));
  }
  const entries = callLeaves(edited).map((leaf): readonly [string, Label] => {
    const stays = at(call.args, leaf.pointer) !== undefined;
    const replaced = stays ? labelAt(before, leaf.pointer) : call.context;
    return [leaf.pointer, known.get(keyOf(leaf)) ?? ownWord(replaced, question)];
  });
  return Object.fromEntries(entries);
}

function ownWord(replaced: Label, question: string): Label {
  const own = label('principal', replaced.readers, [`${question}#/answer`]);
  return { ...own, provenance: join(own, replaced).provenance };
}

function keyOf({ pattern, value }: CallLeaf): string {
  return `${pattern} ${canonical(value)}`;
}
