import { nameOfSource, type RecordName } from '../run/record-names.ts';

/** Where a value came from, in words. */
export interface SourceWords {
  /** What kind of thing it is: `Mail`, `Table row`. Ours. */
  readonly kind: string;
  /** Its name as outsiders wrote it, to be quoted; null where it is not known. */
  readonly name: RecordName | null;
  /** Its id; of no use to a person where it is named otherwise. */
  readonly record: string;
  /** The field in it, such as `text`; empty for the whole. */
  readonly field: string;
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^msg_|^mail:/, 'Mail'],
  [/^row_/, 'Table row'],
  [/^tbl_/, 'Table'],
  [/^cas_/, 'Case'],
  [/^cmt_/, 'Comment'],
  [/^obj_/, 'File'],
  [/^mem_/, 'Memory'],
  [/^run_[^.]*$/, 'Message'],
  [/^run_.*\./, 'Result'],
  [/^https?:|^host:/, 'Web page'],
];

/** Reads a source, `<record id>#<field pointer>`. */
export function sourceWords(
  source: string,
  names: ReadonlyMap<string, RecordName> = new Map(),
): SourceWords {
  const cut = source.indexOf('#');
  const record = cut < 0 ? source : source.slice(0, cut);
  const pointer = cut < 0 ? '' : source.slice(cut + 1);
  const isRun = /^run_[^.]*$/.test(record);
  if (isRun && pointer === '/message')
    return { kind: 'What you wrote', name: null, record, field: '' };
  if (isRun && pointer.startsWith('/pasted/'))
    return { kind: 'What you pasted', name: null, record, field: '' };
  const name = nameOfSource(source, names);
  const action = name === null ? names.get(`action:${record}`)?.title : undefined;
  const kind = action === undefined ? kindOf(name?.id ?? record) : `Result of ${action}`;
  // What stands before the last number is the record's place in a list, and said by its name.
  const field = pointer
    .replace(/^.*\/\d+(?=\/|$)/, '')
    .split('/')
    .slice(1)
    .join(' › ');
  return { kind, name, record, field };
}

function kindOf(id: string): string {
  return KINDS.find(([pattern]) => pattern.test(id))?.[1] ?? 'Record';
}
