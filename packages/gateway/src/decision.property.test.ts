import {
  EFFECTS,
  type Endorsement,
  INTEGRITIES,
  type Integrity,
  isTainted,
  type JsonObject,
  join,
  type Label,
  type LeafLabels,
  label,
  SINKS,
  type Sink,
} from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOf, sample, spoken } from './conformance/sample.ts';
import { decide, registerActions } from './index.ts';

/** Decisions over random calls: rules that must hold for every one of them. */

const CLASSES = SINKS.filter((sink) => sink !== 'ctl');
const NAMES = ['a', 'b'] as const;
const WORDS = [
  'bob@example.com',
  'X-17',
  'hello there',
  'https://example.com/a',
  '13',
  '',
  'Alice',
];
const SAID =
  'Write "hello there" to bob@example.com about X-17 and https://example.com/a, says Alice.';

const anyLabel = fc
  .tuple(
    fc.constantFrom(...INTEGRITIES),
    fc.constantFrom('public' as const, ['user:usr_ann'], ['mail:bob@example.com'], []),
    fc.subarray(['m1#/a', 'm2#/b']),
  )
  .map(([integrity, readers, sources]) => label(integrity, readers, sources));

const wish = fc.record({
  effect: fc.constantFrom(...EFFECTS),
  sinks: fc.tuple(...NAMES.map(() => fc.constantFrom(...CLASSES))),
  values: fc.tuple(...NAMES.map(() => fc.option(fc.constantFrom(...WORDS), { nil: undefined }))),
  context: anyLabel,
  leaves: fc.tuple(...NAMES.map(() => fc.option(anyLabel, { nil: undefined }))),
  said: fc.boolean(),
  endorsed: fc.subarray([...NAMES]),
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

function decideWish(one: Wish, approved: string | null = null) {
  const sinks = Object.fromEntries(NAMES.map((name, at) => [`/${name}`, one.sinks[at] as Sink]));
  const args: JsonObject = Object.fromEntries(
    NAMES.flatMap((name, at) => (one.values[at] === undefined ? [] : [[name, one.values[at]]])),
  );
  const leaves: LeafLabels = Object.fromEntries(
    NAMES.flatMap((name, at) => {
      const own = one.leaves[at];
      return own === undefined ? [] : [[`/${name}`, own]];
    }),
  );
  const endorsements = one.endorsed.map(
    (name): Endorsement => ({
      action: 'sample.act',
      pointer: `/${name}`,
      connection: null,
      value: args[name] ?? null,
      by: 'usr_ann',
      question: 'qst_1',
    }),
  );
  const approval =
    approved === null ? null : { question: 'qst_1', callHash: approved, by: 'usr_bob' };
  const told = {
    args,
    context: one.context,
    leaves,
    situation: { endorsements, approval, material: one.said ? [spoken(SAID)] : [] },
  };
  const { call, situation } = sample(actionOf(one.effect, sinks), told);
  return decide(call, situation);
}

const RANK = { allowed: 0, held: 1, refused: 2 } as const;

/** A label that is no better: at least as bad an integrity, no reader more. */
function worsened(one: Label, integrity: Integrity, keepReaders: boolean): Label {
  return join(one, label(integrity, keepReaders ? 'public' : ['user:usr_ann']));
}

describe('a decision', () => {
  const runs = { numRuns: 2_000 };

  it('never gets milder when the context gets worse', () => {
    fc.assert(
      fc.property(wish, fc.constantFrom(...INTEGRITIES), fc.boolean(), (one, integrity, keep) => {
        const worse = { ...one, context: worsened(one.context, integrity, keep) };
        expect(RANK[decideWish(worse).kind]).toBeGreaterThanOrEqual(RANK[decideWish(one).kind]);
      }),
      runs,
    );
  }, 60_000);

  it('never gets milder when a value gets worse', () => {
    fc.assert(
      fc.property(
        wish,
        fc.nat(1),
        fc.constantFrom(...INTEGRITIES),
        fc.boolean(),
        (one, at, integrity, keep) => {
          const own = one.leaves[at] ?? one.context;
          const leaves = one.leaves.with(at, worsened(own, integrity, keep)) as Wish['leaves'];
          const worse = { ...one, leaves };
          expect(RANK[decideWish(worse).kind]).toBeGreaterThanOrEqual(RANK[decideWish(one).kind]);
        },
      ),
      runs,
    );
  }, 60_000);

  it('never gets milder when less vouches for its values', () => {
    fc.assert(
      fc.property(wish, (one) => {
        const kind = RANK[decideWish(one).kind];
        expect(RANK[decideWish({ ...one, said: false }).kind] >= kind || !one.said).toBe(true);
        expect(RANK[decideWish({ ...one, endorsed: [] }).kind]).toBeGreaterThanOrEqual(kind);
      }),
      runs,
    );
  }, 60_000);

  it('is not helped by the approval of another call', () => {
    fc.assert(
      fc.property(wish, wish, (one, other) => {
        const verdict = decideWish(one);
        const approved = decideWish(other);
        fc.pre(
          verdict.kind === 'held' &&
            approved.kind === 'held' &&
            approved.callHash !== verdict.callHash,
        );
        expect(decideWish(one, approved.callHash)).toEqual(verdict);
        expect(decideWish(one, verdict.callHash).kind).toBe('allowed');
      }),
      { numRuns: 1_000 },
    );
  }, 60_000);

  it('lets nothing through after strangers were read that decides something and nobody vouched for', () => {
    fc.assert(
      fc.property(wish, (one) => {
        const unvouched = { ...one, said: false, endorsed: [] };
        const verdict = decideWish(unvouched);
        fc.pre(verdict.kind === 'allowed');
        for (const leaf of verdict.why.leaves) {
          if (!isTainted(leaf.integrity)) continue;
          expect(one.effect === 'read' || leaf.sink === 'content').toBe(true);
          expect(['dest', 'auth']).not.toContain(leaf.sink);
        }
      }),
      runs,
    );
  }, 60_000);

  it('holds for at least one reason, and each reason names a value that is there', () => {
    fc.assert(
      fc.property(wish, (one) => {
        const verdict = decideWish(one);
        fc.pre(verdict.kind === 'held');
        expect(verdict.missing.length).toBeGreaterThan(0);
        for (const { pointer, because } of verdict.missing) {
          if (pointer === '') expect(['policy', 'irreversible', 'unendorsed']).toContain(because);
          else expect(one.values[NAMES.findIndex((name) => pointer === `/${name}`)]).toBeDefined();
        }
      }),
      runs,
    );
  }, 60_000);
});

describe('the registry', () => {
  it('gives a descriptor another pin for every change of a single word in it', () => {
    const action = actionOf('send', { '/to/*': 'dest', '/body': 'content' });
    const pinOf = (one: typeof action) => registerActions([one]).get(one.id)?.pin;
    const pins = new Set(
      [
        action,
        { ...action, title: 'act' },
        { ...action, description: 'Does what it is asked to' },
        { ...action, effect: 'write' as const },
        { ...action, repeat: 'keyed' as const },
        { ...action, connection: 'smtp' },
        { ...action, sentence: 'act' },
        { ...action, sinks: { ...action.sinks, '/body': 'val' as const } },
        { ...action, bounds: { ...action.bounds, maxCallsPerRun: 11 } },
        { ...action, output: { type: 'object' } },
      ].map(pinOf),
    );
    expect(pins.size).toBe(10);
  });
});
