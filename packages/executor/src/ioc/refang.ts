/** A text in which defanged forms are written plainly, and where each of its places was. */
export interface Refanged {
  readonly text: string;
  /** The place in the original of a place in the plain text. */
  originOf(at: number): number;
}

/**
 * Forms people use so that nobody presses a link by mistake: `hxxp`, `[.]`, `(dot)`, `{.}`, `[at]`, `[:]`,
 * `\.`, and full-width dots. All are bounded, so that a text is read in linear time.
 */
const FORMS =
  /(?<![a-z0-9])h(?:xx|\*\*|tx|xt)p(?=s?\s?(?:\[:|:|\[s))|(?<![a-z0-9])fxp(?=s?:)|\s?[[({<]\s?(?:\.|dot)\s?[\])}>]\s?|(?<=[a-z0-9])\[\.(?=[a-z0-9])|(?<=[a-z0-9])\.\](?=[a-z0-9])|\s?[[({<]\s?(?:@|at)\s?[\])}>]\s?|\[:\/\/\]|\[:\]|\[\/\]|(?<=[a-z0-9])\\\.(?=[a-z0-9])|[\u3002\uff0e\uff61]/gi;

/** Writes defanged forms plainly. */
export function refang(original: string): Refanged {
  const pieces: string[] = [];
  // Places where the two texts begin to run side by side again.
  const plainAt: number[] = [0];
  const originAt: number[] = [0];
  let end = 0;
  let length = 0;
  for (const match of original.matchAll(FORMS)) {
    const plain = plainOf(match[0]);
    pieces.push(original.slice(end, match.index), plain);
    length += match.index - end;
    plainAt.push(length);
    originAt.push(match.index);
    end = match.index + match[0].length;
    length += plain.length;
    plainAt.push(length);
    originAt.push(end);
  }
  pieces.push(original.slice(end));
  return {
    text: pieces.join(''),
    originOf(at) {
      const i = lastAtOrBefore(plainAt, at);
      return (originAt[i] ?? 0) + at - (plainAt[i] ?? 0);
    },
  };
}

function plainOf(form: string): string {
  const lower = form.toLowerCase();
  if (lower.startsWith('h')) return 'http';
  if (lower === 'fxp') return 'ftp';
  if (lower.includes('@') || lower.includes('at')) return '@';
  if (lower.includes('://')) return '://';
  if (lower.includes(':')) return ':';
  return lower.includes('/') ? '/' : '.';
}

function lastAtOrBefore(sorted: readonly number[], at: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
