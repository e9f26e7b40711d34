import {
  type Answer,
  at,
  type Call,
  canonical,
  type Endorsement,
  type JsonObject,
  join,
  type Label,
  type Leaf,
  type LeafLabels,
  label,
  labelAt,
  leavesOf,
  type Question,
} from '@countersign/contract';
import { patternOf } from './pattern.ts';

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
  switch (answer.kind) {
    case 'approve':
      return {
        endorsements: question.missing
          .filter(({ because }) => because === 'unendorsed' || because === 'irreversible')
          .filter(({ pointer }) => pointer !== '')
          .map(({ pointer, value }) =>
            endorsement(question, call, call.args, { pointer, value }, by),
          ),
        leaves: {},
      };
    case 'edit':
      return {
        endorsements: leavesOf(answer.args)
          .filter(({ pointer }) => pointer !== '')
          .map((leaf) => endorsement(question, call, answer.args, leaf, by)),
        leaves: editedLeaves(call, answer.args, question.id),
      };
    case 'deny':
    case 'happened':
    case 'repeat':
    case 'expired':
      return NOTHING;
  }
}

function endorsement(
  question: Question,
  call: Pick<Call, 'connection'>,
  args: JsonObject,
  { pointer, value }: Leaf,
  by: string,
): Endorsement {
  return {
    action: question.action,
    pointer: patternOf(args, pointer),
    connection: call.connection,
    value,
    by,
    question: question.id,
  };
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
  const known = new Map(
    leavesOf(call.args).map((leaf) => [keyOf(call.args, leaf), labelAt(before, leaf.pointer)]),
  );
  const entries = leavesOf(edited).map((leaf): readonly [string, Label] => {
    const moved = known.get(keyOf(edited, leaf));
    const stays = at(call.args, leaf.pointer) !== undefined;
    const replaced = stays ? labelAt(before, leaf.pointer) : call.context;
    return [leaf.pointer, moved ?? ownWord(replaced, question)];
  });
  return Object.fromEntries(entries);
}

function ownWord(replaced: Label, question: string): Label {
  const { readers, provenance } = replaced;
  const sources = provenance.kind === 'sources' ? provenance.sources : [];
  const own = label('principal', readers, [...sources, `${question}#/answer`]);
  return provenance.kind === 'sources'
    ? own
    : { ...own, provenance: join(own, replaced).provenance };
}

function keyOf(args: JsonObject, { pointer, value }: Leaf): string {
  return `${patternOf(args, pointer)} ${canonical(value)}`;
}
