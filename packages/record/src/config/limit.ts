import { storeFault } from './errors.ts';

/** Most items of one list or page. */
const MAX_PAGE = 1000;

/** Refuses a page without a size that can be served. @throws fault `RECORD_QUERY_INVALID`. */
export function assertLimit(limit: number, max: number = MAX_PAGE): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return;
  throw storeFault('RECORD_QUERY_INVALID', {
    message: `The limit must be a whole number from 1 to ${max}.`,
    details: { max },
  });
}
