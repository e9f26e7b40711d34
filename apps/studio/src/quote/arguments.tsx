import { at, type Json, type JsonObject, leavesOf, type Pointer } from '@countersign/contract';
import { Quoted } from './quoted.tsx';
import { Visible } from './visible-text.tsx';

/** All arguments of a call, leaf by leaf and to the byte. `doubted` are those a person is asked about. */
export function Arguments({
  args,
  doubted = [],
}: {
  args: JsonObject;
  doubted?: readonly Pointer[];
}) {
  const leaves = leavesOf(args).filter(({ pointer }) => pointer !== '');
  if (leaves.length === 0) return <p className="text-sm text-ink-3">It has no arguments.</p>;
  return <Leaves leaves={leaves} doubted={doubted} />;
}

/** Some arguments of a call, each with its name. */
export function Leaves({
  leaves,
  doubted,
}: {
  leaves: readonly { readonly pointer: Pointer; readonly value: Json }[];
  doubted: readonly Pointer[];
}) {
  return (
    <dl className="grid gap-3">
      {leaves.map(({ pointer, value }) => (
        <div key={pointer} className="grid gap-1 sm:grid-cols-[9rem_1fr] sm:gap-4">
          <dt className="pt-2 font-mono text-[13px] break-all text-ink-2 [unicode-bidi:isolate]">
            <Visible text={nameOf(pointer)} />
            {doubted.includes(pointer) && (
              <span className="ml-2 font-sans text-xs font-medium text-held">in doubt</span>
            )}
          </dt>
          <dd className="min-w-0">
            <Quoted value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `/to/0` as people write it: `to[0]`. */
export function nameOf(pointer: Pointer): string {
  if (pointer === '') return 'the whole call';
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'))
    .map((token, place) => (/^\d+$/.test(token) ? `[${token}]` : `${place > 0 ? '.' : ''}${token}`))
    .join('');
}

/** The few arguments that tell calls apart in a list: short texts and numbers, the first that are there. */
export function keyArguments(args: JsonObject | null): readonly Json[] {
  if (args === null) return [];
  const preferred = [
    '/to/0',
    '/url',
    '/path',
    '/id',
    '/query',
    '/table',
    '/title',
    '/subject',
    '/text',
    '/name',
  ];
  const values = preferred.flatMap((pointer) => {
    const value = at(args, pointer);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return values.slice(0, 2);
}
