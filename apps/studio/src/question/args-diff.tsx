import type { Json } from '@countersign/contract';
import { nameOf } from '../quote/arguments.tsx';
import { Quoted } from '../quote/quoted.tsx';
import { Visible } from '../quote/visible-text.tsx';
import type { ArgChange } from './diff-args.ts';

/** What differs between two sets of arguments, leaf by leaf, both sides whole. */
export function ArgsDiff({ changes }: { changes: readonly ArgChange[] }) {
  return (
    <ul className="grid gap-4">
      {changes.map((change) => (
        <li key={change.pointer} className="grid gap-1.5">
          <p className="font-mono text-[13px] text-ink-2">
            <Visible text={nameOf(change.pointer)} />
          </p>
          {change.kind !== 'added' && <Side sign="−" word="Before" value={change.from} />}
          {change.kind !== 'removed' && <Side sign="+" word="Now" value={change.to} />}
        </li>
      ))}
    </ul>
  );
}

function Side({ sign, word, value }: { sign: '+' | '−'; word: string; value: Json }) {
  return (
    <div className="flex gap-2">
      <span
        className={`mt-2 w-3 shrink-0 text-center font-mono text-[13px] font-semibold ${sign === '+' ? 'text-allowed' : 'text-refused'}`}
      >
        <span aria-hidden="true">{sign}</span>
        <span className="sr-only">{word}</span>
      </span>
      <Quoted value={value} className="flex-1" />
    </div>
  );
}
