import type { Json, Sink, Verdict } from '@countersign/contract';
import { expect, it } from 'vitest';
import { decide } from '../judge.ts';
import { actionOf, sample, TAINTED, type Told } from './sample.ts';

/** Any JSON value is let through by the schema, so that only what vouches for it decides. */
const anything = {
  anyOf: [
    { type: 'string', maxLength: 10_000 },
    { type: 'number', minimum: -1e12, maximum: 1e12 },
    { type: ['boolean', 'null'] },
    { type: 'object', properties: {}, additionalProperties: false },
    { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 100 } },
  ],
};

/** The verdict on a write that a model asks for after reading strangers, with one argument. */
export function judgeValue(sink: Sink, value: Json, name: string, told: Told): Verdict {
  const action = actionOf(
    'write',
    {},
    {
      input: { type: 'object', properties: { [name]: anything }, additionalProperties: false },
      sinks: { [`/${name}`]: sink },
    },
  );
  const args = { [name]: value };
  const { call, situation } = sample(action, { args, context: TAINTED, ...told });
  return decide(call, situation);
}

/** Whether what Ann said vouches for a value that a model wrote after reading strangers. */
export function vouches(said: string, value: Json, sink: Sink = 'val', name = 'x'): boolean {
  return judgeValue(sink, value, name, { said }).kind === 'allowed';
}

/** What Ann said, and a value that a model wrote. */
export type Case = readonly [said: string, value: Json];

/** A test for each pair: what Ann said, and a value that it vouches for or not. */
export function itVouches(sink: Sink, name: string, yes: readonly Case[], no: readonly Case[]) {
  it.each(yes)('in %j vouches for %j', (said, value) => {
    expect(vouches(said, value, sink, name)).toBe(true);
  });
  it.each(no)('in %j does not vouch for %j', (said, value) => {
    expect(vouches(said, value, sink, name)).toBe(false);
  });
}
