import type { Json } from '@countersign/contract';
import { SourceLine } from '../label/source-line.tsx';
import { nameOfSource, type RecordName } from '../run/record-names.ts';

type Names = ReadonlyMap<string, RecordName>;

/** Where a value came from: the very places where it stands, or, where that is not known, all that could have said it. */
export function Origin({
  origin,
  run,
  names,
}: {
  origin: readonly string[];
  run: string;
  names: Names;
}) {
  const places = distinct(origin, names);
  if (places.length === 0) return null;
  const isPlace = origin.some((source) => source.startsWith(`${run}.`));
  const words = isPlace
    ? 'The agent read it in '
    : places.length === 1
      ? 'It came from '
      : 'It could have come from any of these: ';
  return (
    <div className="text-sm text-ink-2">
      {words}
      {places.slice(0, 3).map((source, at) => (
        <span key={source}>
          {at > 0 && '; '}
          <SourceLine source={source} names={names} inSentence />
        </span>
      ))}
      {places.length > 3 && ` and ${places.length - 3} more places`}.
    </div>
  );
}

/** What an id stands for: few people know their mails by number. */
export function Called({ value, names }: { value: Json; names: Names }) {
  if (typeof value !== 'string' || !names.has(value)) return null;
  return (
    <p className="text-sm text-ink-2">
      That is <SourceLine source={value} names={names} inSentence />.
    </p>
  );
}

/** Places that say the same: a mail in a list and the mail itself are one source to a person. */
function distinct(origin: readonly string[], names: Names): readonly string[] {
  const seen = new Set<string>();
  return origin.filter((source) => {
    const field = source.slice(source.lastIndexOf('/') + 1);
    const key = `${nameOfSource(source, names)?.id ?? source}#${field}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
