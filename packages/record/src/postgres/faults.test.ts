import pg from 'pg';
import { expect, test } from 'vitest';
import { isSurelyRolledBack } from './faults.ts';

/** What Postgres answers, as the driver gives it. */
function refusal(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });
}

test.each(['23505', '40001', '40P01', '53100', 'P0001', 'XX000', '22P05'])(
  'a statement that Postgres refused with %s was surely not committed',
  (code) => {
    expect(isSurelyRolledBack(refusal(code))).toBe(true);
  },
);

test.each(['08006', '08P01', '57014', '57P01', '57P03'])(
  'a connection that Postgres ended with %s leaves it open',
  (code) => {
    expect(isSurelyRolledBack(refusal(code))).toBe(false);
  },
);

test.each(['EPIPE', 'EPERM', 'EBADF', 'ENXIO', 'ECONNRESET'])(
  'a socket that failed with %s leaves it open, though the code may have the form of an SQLSTATE',
  (code) => {
    expect(isSurelyRolledBack(Object.assign(new Error('write'), { code }))).toBe(false);
  },
);

test('what is no error of a database leaves it open', () => {
  expect(isSurelyRolledBack(new Error('Query read timeout'))).toBe(false);
  expect(isSurelyRolledBack(new pg.DatabaseError('without a code', 1, 'error'))).toBe(false);
  expect(isSurelyRolledBack(undefined)).toBe(false);
});
