import { canonical, type Json, type QuestionRecord } from '@countersign/contract';
import { type DoubtGroup, doubtGroups } from './doubt-groups.ts';

type Asked = Pick<QuestionRecord, 'id' | 'missing' | 'args'>;

/** A doubt that several calls have in the very same words: same argument, value, reasons and places it came from. */
export interface SharedDoubt {
  readonly group: DoubtGroup;
  /** Ids of the questions that have it, in their order. */
  readonly questions: readonly string[];
}

/** What calls of one run have in doubt together, said once, and what each has besides. */
export function sharedDoubts(questions: readonly Asked[]): {
  readonly shared: readonly SharedDoubt[];
  readonly own: ReadonlyMap<string, readonly DoubtGroup[]>;
} {
  const found = new Map<string, { group: DoubtGroup; questions: string[] }>();
  const all = questions.map((question) => ({
    id: question.id,
    groups: doubtGroups(question.missing, question.args).map((group) => ({
      group,
      key: keyOf(group),
    })),
  }));
  for (const { id, groups } of all)
    for (const { group, key } of groups) {
      const known = found.get(key);
      if (known) known.questions.push(id);
      else found.set(key, { group, questions: [id] });
    }
  const isShared = (key: string) => (found.get(key)?.questions.length ?? 0) > 1;
  return {
    shared: [...found.values()].filter((one) => one.questions.length > 1),
    own: new Map(
      all.map(({ id, groups }) => [
        id,
        groups.filter(({ key }) => !isShared(key)).map(({ group }) => group),
      ]),
    ),
  };
}

function keyOf({ pointer, about, within }: DoubtGroup): string {
  // Doubts are plain data; of a whole call the value says nothing that its arguments do not.
  const parts = [about, within].map((all) =>
    all.map(({ value, because, sink, origin }) => [
      pointer === '' ? null : value,
      because,
      sink,
      [...origin],
    ]),
  );
  return canonical([pointer, parts] as Json);
}
