import { useState } from 'react';
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
  // A server whose clock is ahead of this one's would make it stand still.
  const [mounted] = useState(now);
  return (
    <span className="tabular-nums">{duration(Math.max(0, now() - Math.min(since, mounted)))}</span>
  );
}
