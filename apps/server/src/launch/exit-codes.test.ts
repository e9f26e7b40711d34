import { expect, test } from 'vitest';
import { fault } from './errors.ts';
import { EXIT_CODES, exitCodeOf, programFault } from './exit-codes.ts';

test('every fault ends with a code of its own that Node and shells leave free', () => {
  const codes = Object.values(EXIT_CODES);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => code !== 0 && code !== 2 && (code <= 20 || code > 100))).toEqual(
    [],
  );
});

test('what is not a fault of the launcher ends with 1', () => {
  expect(exitCodeOf(fault('LAUNCH_DATA_IN_USE'))).toBe(22);
  expect(exitCodeOf(new Error('a bug'))).toBe(1);
  expect(exitCodeOf('nonsense')).toBe(1);
});

test('a program may say by its code only what it can know', () => {
  expect(programFault(EXIT_CODES.LAUNCH_KEY_WRONG)).toBe('LAUNCH_KEY_WRONG');
  expect(programFault(EXIT_CODES.LAUNCH_DATA_IN_USE)).toBeNull();
  expect(programFault(null)).toBeNull();
});
