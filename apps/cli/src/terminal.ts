import pc from 'picocolors';
import type { Powers } from './powers.ts';

/** Words on a terminal, coloured where it can. What outsiders wrote goes through `printable` first. */
export interface Terminal {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  line(text?: string): void;
  /** Rows whose columns stand below each other. Colours are put on after they are measured. */
  table(
    rows: readonly (readonly string[])[],
    paint?: (cell: string, column: number) => string,
  ): void;
}

/** The terminal of a command. */
export function terminalOf(powers: Pick<Powers, 'out' | 'colors'>): Terminal {
  const colors = pc.createColors(powers.colors);
  const line = (text = '') => powers.out(`${text}\n`);
  return {
    bold: colors.bold,
    dim: colors.dim,
    good: colors.green,
    bad: colors.red,
    warn: colors.yellow,
    line,
    table(rows, paint = (cell) => cell) {
      const widths = (rows[0] ?? []).map((_, column) =>
        Math.max(...rows.map((row) => row[column]?.length ?? 0)),
      );
      for (const row of rows) {
        const cells = row.map((cell, column) => {
          const isLast = column === row.length - 1;
          return paint(isLast ? cell : cell.padEnd(widths[column] ?? 0), column);
        });
        line(cells.join('  '));
      }
    },
  };
}

/** How long ago, or how long until, in one short word: `4m`, `3h`, `2d`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
