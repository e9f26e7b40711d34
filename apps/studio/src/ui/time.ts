/** A span of milliseconds as people say it: `420 ms`, `3.4 s`, `2 min 5 s`, `3 h`, `2 d`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    const rest = Math.round(seconds - minutes * 60);
    return rest > 0 && minutes < 10 ? `${minutes} min ${rest} s` : `${minutes} min`;
  }
  const hours = Math.floor(minutes / 60);
  if (hours < 48) {
    const rest = minutes % 60;
    return rest > 0 && hours < 10 ? `${hours} h ${rest} min` : `${hours} h`;
  }
  return `${Math.floor(hours / 24)} d`;
}

/** How long ago, or in how long: `just now`, `5 min ago`, `in 3 h`. */
export function relative(at: number, now: number): string {
  const ms = at - now;
  const size = Math.abs(ms);
  if (size < 45_000) return ms <= 0 ? 'just now' : 'in under a minute';
  const words = spanOf(size);
  return ms <= 0 ? `${words} ago` : `in ${words}`;
}

function spanOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(ms / 3_600_000);
  if (hours < 36) return `${hours} h`;
  return `${Math.round(ms / 86_400_000)} d`;
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** A time in the reader's zone: `14:05` today, `9 Nov` this year, `9 Nov 2025` before. */
export function shortTime(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString())
    return then.toLocaleTimeString(undefined, CLOCK);
  const isThisYear = then.getFullYear() === today.getFullYear();
  return then.toLocaleDateString(undefined, isThisYear ? DAY : { ...DAY, year: 'numeric' });
}

/** A time to the second, with its zone. */
export function exactTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' });
}

/** `1,204`. */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** `2.4 kB`; powers of 1000. */
export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1_000_000) return `${(size / 1000).toFixed(1)} kB`;
  return `${(size / 1_000_000).toFixed(1)} MB`;
}
