import { afterEach, beforeEach, expect } from 'vitest';

/** Whatever is printed during a test is either a forgotten trace or a fault that nobody looked at. */
const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

const original = { ...console };
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  for (const method of METHODS) {
    console[method] = (...words: unknown[]) => {
      printed.push(`console.${method}: ${words.map(String).join(' ')}`);
    };
  }
});

afterEach(() => {
  for (const method of METHODS) console[method] = original[method];
  expect(printed, 'A test prints nothing.').toEqual([]);
});
