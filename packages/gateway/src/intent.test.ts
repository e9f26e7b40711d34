import {
  type CommittedIntent,
  type IntentContract,
  type IntentExpression,
  type IntentSlot,
  intentContractSchema,
  type JsonObject,
  label,
} from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { decideWith, events, MOVE, SEARCH, searched } from './conformance/records.ts';
import { actionOf, CLEAN, SEND, TAINTED } from './conformance/sample.ts';
import type { Situation } from './situation.ts';

const one = (...values: IntentExpression[]) => ({ kind: 'one-of' as const, values });
const constant = (value: string | number): IntentExpression => ({ kind: 'constant', value });
const OPEN = { kind: 'open' } as const;

function committed(slots: readonly IntentSlot[], more: Partial<CommittedIntent> = {}) {
  const contract: IntentContract = intentContractSchema.parse({ version: 1, slots });
  return { contract, context: CLEAN, used: slots.map(() => 0), ...more };
}

const slot = (action: string, terms: IntentSlot['arguments'], atMost = 1): IntentSlot => ({
  action,
  atMost,
  arguments: terms,
});

const pick = (more: object): IntentExpression =>
  ({
    kind: 'pick',
    take: 'only',
    field: '/id',
    records: { of: { action: SEARCH.id }, where: [] },
    ...more,
  }) as IntentExpression;

const titled = (title: string) => ({
  of: { action: SEARCH.id },
  where: [{ field: '/title', is: 'equal' as const, value: title }],
});

const OFFSITE = {
  ...{ id: '7', title: 'Offsite', start: '2024-05-20T10:00', end: '2024-05-20T11:30', size: 3 },
  people: ['bob@example.com', 'sue@example.com'],
};
const RETREAT = { ...OFFSITE, id: '8', title: 'Retreat', size: 5, people: ['eve@evil.example'] };

/** Moves an event under a contract with that one slot. */
function move(
  args: JsonObject,
  terms: IntentSlot['arguments'],
  situation: Partial<Situation> = {},
) {
  return decideWith(MOVE, args, { intent: committed([slot(MOVE.id, terms)]), ...situation });
}

/** Whether a contract with that expression vouches for the event that is moved. */
const picks = (
  expression: IntentExpression,
  event: string,
  ...earlier: ReturnType<typeof searched>[]
) => move({ event }, { '/event': one(expression) }, { earlier }).kind;

describe('a contract', () => {
  it('vouches for the constants it gives, and says so', () => {
    const verdict = move({ event: 'x' }, { '/event': one(constant('x')) });
    expect(verdict.kind).toBe('allowed');
    expect(verdict.why.leaves[0]?.endorsedBy).toBe('contract');
    expect(move({ event: 'y' }, { '/event': one(constant('x')) }).kind).toBe('held');
  });

  it('is void where strangers were read before it was written', () => {
    const intent = committed([slot(MOVE.id, { '/event': one(constant('x')) })], {
      context: TAINTED,
    });
    expect(decideWith(MOVE, { event: 'x' }, { intent }).kind).toBe('held');
  });

  it('vouches for as many calls as it says', () => {
    const terms = { '/event': one(constant('x')) };
    const intent = committed([slot(MOVE.id, terms, 2)], { used: [1] });
    expect(decideWith(MOVE, { event: 'x' }, { intent }).kind).toBe('allowed');
    expect(decideWith(MOVE, { event: 'x' }, { intent: { ...intent, used: [2] } }).kind).toBe(
      'held',
    );
  });

  it('holds what it does not name after strangers were read, and refuses nothing because of it', () => {
    const query = { query: 'offsite' };
    expect(decideWith(SEARCH, query, {}).kind).toBe('allowed');
    expect(decideWith(SEARCH, query, { intent: committed([]) }).kind).toBe('held');
    expect(decideWith(SEARCH, query, { intent: committed([]) }, { context: CLEAN }).kind).toBe(
      'allowed',
    );
  });

  it('does not fit a call with an argument that it does not name', () => {
    const terms = { '/event': one(constant('x')) };
    expect(move({ event: 'x' }, terms).kind).toBe('allowed');
    expect(move({ event: 'x', start: '2024-05-20' }, terms).kind).toBe('held');
  });

  it('vouches for nothing that it leaves open', () => {
    expect(move({ event: 'x' }, { '/event': OPEN }).kind).toBe('held');
  });

  it('never gives rights, and lets nothing be destroyed', () => {
    for (const [effect, sink] of [
      ['write', 'auth'],
      ['destroy', 'sel'],
      ['write', 'code'],
    ] as const) {
      const action = actionOf(effect, { '/what': sink }, { id: 'sample.change' });
      const intent = committed([slot(action.id, { '/what': one(constant('x')) })]);
      expect(decideWith(action, { what: 'x' }, { intent }).kind).toBe('held');
    }
  });

  it('vouches by bounds for an amount, and for no place', () => {
    const input = {
      type: 'object',
      properties: { n: { type: 'number', minimum: -1e6, maximum: 1e6 } },
      additionalProperties: false,
    };
    const judge = (sink: 'val' | 'sel' | 'dest', n: number) => {
      const action = actionOf('write', {}, { id: 'sample.pay', input, sinks: { '/n': sink } });
      const intent = committed([slot(action.id, { '/n': { kind: 'bound', min: 1, max: 10 } })]);
      return decideWith(action, { n }, { intent }).kind;
    };
    expect([judge('val', 10), judge('val', 11), judge('sel', 5), judge('dest', 5)]).toEqual([
      'allowed',
      'held',
      'held',
      'held',
    ]);
  });
});

describe('an expression of a contract', () => {
  it('takes the only record of that name', () => {
    const offsite = pick({ records: titled('offsite') });
    expect(picks(offsite, '7', searched(events(OFFSITE, RETREAT)))).toBe('allowed');
    expect(picks(offsite, '8', searched(events(OFFSITE, RETREAT)))).toBe('held');
    expect(picks(offsite, '7', searched(events(OFFSITE, { ...RETREAT, title: 'OFFSITE' })))).toBe(
      'held',
    );
  });

  it('looks into no result that a model chose the arguments of', () => {
    expect(picks(pick({}), '7', searched(events(OFFSITE), 'model'))).toBe('held');
    expect(picks(pick({}), '7', searched(events(OFFSITE), 'vouched'))).toBe('allowed');
  });

  it('compares only what the contract asked for', () => {
    const most = (given: JsonObject) =>
      pick({ take: 'max', by: '/size', records: { of: { action: SEARCH.id, given }, where: [] } });
    const found = searched(events(OFFSITE, RETREAT));
    expect(picks(most({ '/query': 'offsite' }), '8', found)).toBe('allowed');
    expect(picks(most({ '/query': 'offsite' }), '7', found)).toBe('held');
    expect(picks(most({}), '8', found)).toBe('held');
  });

  it.each([
    ['min', '7'],
    ['max', '8'],
    ['first', '7'],
  ])('gives by %s the record %s', (take, id) => {
    const of = { action: SEARCH.id, given: { '/query': 'offsite' } };
    const found = searched(events(OFFSITE, RETREAT));
    expect(picks(pick({ take, by: '/size', records: { of, where: [] } }), id, found)).toBe(
      'allowed',
    );
    const level = searched(events(OFFSITE, { ...RETREAT, size: 3 }));
    expect(picks(pick({ take, by: '/size', records: { of, where: [] } }), id, level)).toBe('held');
  });

  it('adds an hour to a time that is vouched for, and keeps how long a record lasts', () => {
    const start = one(constant('2024-05-21 09:00'));
    const terms = {
      '/event': one(pick({})),
      '/start': start,
      '/end': one({ kind: 'after', argument: '/start', minutes: 60 }),
    };
    const earlier = [searched(events(OFFSITE))];
    const args = { event: '7', start: '2024-05-21 09:00', end: '2024-05-21 10:00' };
    expect(move(args, terms, { earlier }).kind).toBe('allowed');
    expect(move({ ...args, end: '2024-05-21 10:01' }, terms, { earlier }).kind).toBe('held');
    const lasting = one({
      ...{ kind: 'as-long-as', argument: '/start', records: titled('Offsite') },
      ...{ key: { argument: '/event', field: '/id' }, from: '/start', until: '/end' },
    });
    const kept = { ...args, end: '2024-05-21 10:30' };
    expect(move(kept, { ...terms, '/end': lasting }, { earlier }).kind).toBe('allowed');
    expect(move(args, { ...terms, '/end': lasting }, { earlier }).kind).toBe('held');
  });

  it('counts each listed place once, and says nothing while one is missing', () => {
    const perPlace = pick({
      ...{ take: 'most-common', field: '/people/*' },
      forEach: {
        of: { action: SEARCH.id, given: { '/query': 'all' } },
        field: '/id',
        argument: '/query',
      },
    });
    const listing = searched(events(OFFSITE, RETREAT), 'model', { query: 'all' });
    const [a, b] = ['7', '8'].map((query) =>
      searched(events({ ...OFFSITE, people: ['bob@example.com'] }), 'model', { query }),
    );
    const to = (...earlier: (ReturnType<typeof searched> | undefined)[]) => {
      const intent = committed([slot(SEND.id, { '/to': one(perPlace) })]);
      const known = earlier.flatMap((result) => result ?? []);
      return decideWith(SEND, { to: ['bob@example.com'] }, { intent, earlier: known }).kind;
    };
    expect([to(listing, a, b), to(listing, a), to(listing, a, b, b), to(a, b)]).toEqual([
      'allowed',
      'held',
      'held',
      'held',
    ]);
  });
});

describe('a summary that a contract allows', () => {
  const mail = (
    body: string,
    context = label('untrusted', ['user:usr_ann'], ['run_1.0']),
    terms: IntentSlot['arguments'] = {
      '/to': one(constant('bob@example.com')),
      '/body': { kind: 'summary', of: [{ action: SEARCH.id, given: { '/query': 'offsite' } }] },
    },
  ) => {
    const intent = committed([slot(SEND.id, terms)]);
    const args = { to: ['bob@example.com'], body };
    return decideWith(SEND, args, { intent, earlier: [searched(events(OFFSITE))] }, { context })
      .kind;
  };

  it('goes to whom it names where nothing but its sources was read', () => {
    expect(mail('We meet on Monday.')).toBe('allowed');
    expect(mail('We meet.', label('untrusted', ['user:usr_ann'], ['run_1.0', 'run_1.9']))).toBe(
      'held',
    );
  });

  it('may tell of what the context said that the contract was written in', () => {
    const written = label('untrusted', ['user:usr_ann'], ['run_1.0', 'run_1#/message']);
    const withoutWords = label('untrusted', ['user:usr_ann'], ['run_1.0', 'run_9#/message']);
    expect(mail('We meet.', written)).toBe('allowed');
    expect(mail('We meet.', withoutWords)).toBe('held');
  });

  it('may not tell of a text that a stranger could have written, though it stands beside our own', () => {
    const intent = committed([
      slot(SEND.id, {
        '/to': one(constant('bob@example.com')),
        '/body': { kind: 'summary', of: [{ action: SEARCH.id, given: { '/query': 'offsite' } }] },
      }),
    ]);
    const args = { to: ['bob@example.com'], body: 'We meet.' };
    const context = label('untrusted', ['user:usr_ann'], ['run_1.0', 'run_9#/pasted']);
    const told = (integrity: 'principal' | 'untrusted') => {
      const material = [{ text: 'pasted', label: label(integrity, 'public', ['run_9#/pasted']) }];
      const earlier = [searched(events(OFFSITE))];
      return decideWith(SEND, args, { intent, earlier, material }, { context }).kind;
    };
    expect(told('principal')).toBe('allowed');
    expect(told('untrusted')).toBe('held');
  });

  it('is held where it leads its reader somewhere', () => {
    expect(mail('See www.evil.example for more.')).toBe('held');
  });

  it('needs every destination named', () => {
    const summary = { kind: 'summary' as const, of: [{ action: SEARCH.id }] };
    expect(mail('We meet.', undefined, { '/to': OPEN, '/body': summary })).toBe('held');
  });
});
