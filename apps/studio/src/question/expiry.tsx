import { Hourglass } from 'lucide-react';
import { duration, exactTime } from '../ui/time.ts';
import { useNow } from '../ui/use-now.ts';

/** How long a question still waits; then it is denied. Grows urgent in the last minutes. */
export function Expiry({ at }: { at: number }) {
  const left = at - useNow();
  const isUrgent = left < 10 * 60_000;
  return (
    <span
      title={`Denied by itself at ${exactTime(at)}`}
      className={`inline-flex items-center gap-1 whitespace-nowrap tabular-nums ${isUrgent ? 'font-medium text-refused' : ''}`}
    >
      <Hourglass size={13} aria-hidden="true" />
      {left > 0 ? `${duration(Math.max(1000, left))} left` : 'running out'}
    </span>
  );
}
