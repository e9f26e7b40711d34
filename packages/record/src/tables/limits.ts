import type { JsonObject } from '@countersign/contract';
import { storeFault } from '../config/errors.ts';

/** Most rows of one write. */
const MAX_ROWS = 1000;

/** Refuses a write of too many rows. @throws fault `RECORD_LIMIT_EXCEEDED`. */
export function assertInsert(rows: readonly JsonObject[]): void {
  if (rows.length <= MAX_ROWS) return;
  throw storeFault('RECORD_LIMIT_EXCEEDED', {
    message: `${rows.length} rows are written at once, and at most ${MAX_ROWS} are taken; write them in parts.`,
    details: { rows: rows.length, maxRows: MAX_ROWS },
  });
}
