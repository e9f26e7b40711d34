import { duration, exactTime, relative } from './time.ts';
import { now, useNow } from './use-now.ts';

/** How long ago something was, or how long until it is. */
export function Ago({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)} className="whitespace-nowrap">
      {relative(at, useNow())}
    </time>
  );
}

/** How long something has taken so far. */
export function Elapsed({ since }: { since: number }) {
  useNow();
  return <span className="tabular-nums">{duration(Math.max(0, now() - since))}</span>;
}
