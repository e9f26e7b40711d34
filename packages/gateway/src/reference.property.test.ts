import { type Json, type JsonObject, label, must } from '@countersign/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { registerActions } from './actions.ts';
import { events, MOVE, SEARCH, searched } from './conformance/records.ts';
import { NOW, spoken } from './conformance/sample.ts';
import type { EarlierResult } from './earlier-result.ts';
import { trustedTexts } from './normal-forms/prepared.ts';
import { referenceReaders } from './reference.ts';

const TITLES = ['Offsite', 'OFFSITE', 'Retreat', 'Off\u200bsite', 'Board'];
const IDS = ['1', '2', '3', 7];
const SAID = [spoken("Move the event 'Offsite', please.")];

const result = fc
  .record({
    list: fc.array(
      fc.record({ id: fc.constantFrom<Json>(...IDS), title: fc.constantFrom(...TITLES) }),
      { maxLength: 3 },
    ),
    choice: fc.constantFrom('clean' as const, 'vouched' as const, 'model' as const),
    provided: fc.boolean(),
  })
  .map(({ list, choice, provided }): EarlierResult => {
    const made = searched(events(...list), choice);
    return provided ? made : { ...made, labels: { ...made.labels, fields: {} } };
  });
const results = fc.array(result, { maxLength: 3 });
const asked = fc.record({
  event: fc.constantFrom('1', '2', '3', '7'),
  results,
  said: fc.boolean(),
});

const decideOn = (event: string, earlier: readonly EarlierResult[], said: boolean) =>
  referenceReaders({ pointer: '/event', pattern: '/event', value: event }, 'sel', move, {
    ...{ actions, earlier, connection: null, now: NOW },
    texts: said ? trustedTexts(SAID) : [],
  }) !== null;

const actions = registerActions([MOVE, SEARCH]);
const move = must(actions.get(MOVE.id), 'the action is registered');

it('a reference never vouches for a value of a record that was not selected', () => {
  fc.assert(
    fc.property(asked, ({ event, results: earlier, said }) => {
      const isSelected = earlier.some(({ choice, value, labels }) => {
        if (choice === 'model' || Object.keys(labels.fields).length === 0) return false;
        const list = (value as JsonObject)['events'] as readonly JsonObject[];
        const called = list.filter(({ title }) => String(title).toLowerCase() === 'offsite');
        const isOnly = choice === 'clean' && list.length === 1;
        return list.some(
          ({ id, title }) =>
            id === event && (isOnly || (said && title === 'Offsite' && called.length === 1)),
        );
      });
      expect(decideOn(event, earlier, said)).toBe(isSelected);
    }),
    { numRuns: 100_000 },
  );
}, 240_000);

it('less that was given, named or labelled well never vouches for more', () => {
  fc.assert(
    fc.property(asked, fc.nat(2), fc.nat(2), ({ event, results: earlier, said }, at, how) => {
      const vouched = decideOn(event, earlier, said);
      const worse = earlier.flatMap((one, index): readonly EarlierResult[] => {
        if (index !== at) return [one];
        if (how === 0) return [];
        if (how === 1) return [{ ...one, choice: one.choice === 'clean' ? 'vouched' : 'model' }];
        return [{ ...one, labels: { label: label('untrusted'), fields: {}, stored: {} } }];
      });
      expect(vouched || !decideOn(event, worse, said)).toBe(true);
      expect(vouched || !decideOn(event, earlier, false)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
}, 60_000);
