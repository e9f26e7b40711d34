import {
  type Granted,
  INTEGRITIES,
  join,
  type Label,
  label,
  labelAt,
  labelOfAll,
  leavesOf,
  noBetterThan,
  type Outcome,
  type Performed,
} from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOf, CLEAN, sample, TAINTED, type Told } from './conformance/sample.ts';
import { labelReply, labelResult } from './index.ts';

const READ = actionOf(
  'read',
  { '/q': 'sel' },
  {
    results: {
      '/messages/*/id': { integrity: 'system', readers: 'owner', because: 'The server makes it.' },
      '/messages/*/note': { integrity: 'untrusted', readers: 'workspace' },
      '/status': { integrity: 'system', readers: 'public', because: 'It is one of ours.' },
    },
    output: {
      type: 'object',
      properties: {
        status: { type: 'number' },
        messages: { type: 'array', items: { type: 'object', properties: { id: {}, note: {} } } },
      },
    },
  },
);
const labelling = {
  owners: ['user:usr_ann'],
  redact: (text: string) => text.replaceAll('s3cret', '•••'),
};
const RESULT = { status: 1, messages: [{ id: 'm1', note: 'n', body: 'b' }], extra: 'x' };
const usage = { wallMs: 5 };

function granted(told: Told = {}, action = READ): Granted {
  const { call } = sample(action, { args: { q: 'x' }, ...told });
  return { call, callHash: 'a'.repeat(64), descriptor: action };
}

function done(told: Told = {}, performed: Partial<Extract<Performed, { kind: 'done' }>> = {}) {
  const all = { kind: 'done', result: RESULT, usage, sources: ['msg_1'], ...performed } as const;
  const outcome = labelResult(all, granted(told), labelling);
  if (outcome.kind !== 'done') throw new Error('the sample is done');
  return outcome.result;
}

describe('a result', () => {
  it('could have been written by anyone and is for its owner, where nothing else is declared', () => {
    const result = done();
    expect(result.value).toEqual(RESULT);
    const undeclared = label('untrusted', ['user:usr_ann'], ['msg_1', 'run_1#/message']);
    expect(result.label).toEqual(undeclared);
    expect(labelAt(result, '/extra')).toEqual(undeclared);
    expect(labelAt(result, '/messages/0/body')).toEqual(undeclared);
    expect(labelAt(result, '/messages/1')).toEqual(undeclared);
  });

  it('has for each declared field the integrity and readers declared, and its place as origin', () => {
    const result = done();
    expect(labelAt(result, '/messages/0/id')).toEqual(
      label('principal', ['user:usr_ann'], ['msg_1#/messages/*/id', 'run_1#/message']),
    );
    expect(labelAt(result, '/status').readers).toBe('public');
    expect(labelAt(result, '/messages/0/note')).toMatchObject({
      integrity: 'untrusted',
      readers: ['user:usr_ann', 'workspace:ws_1'],
    });
  });

  it('is no better than the arguments that chose it', () => {
    expect(labelAt(done({ context: TAINTED }), '/status')).toMatchObject({
      integrity: 'untrusted',
      readers: ['user:usr_ann'],
    });
    const chosen = { context: CLEAN, leaves: { '/q': label('hostile', []) } };
    expect(labelAt(done(chosen), '/messages/0/id')).toMatchObject({
      integrity: 'hostile',
      readers: [],
    });
    expect(done(chosen).label).toMatchObject({ integrity: 'hostile', readers: [] });
  });

  it('of a call without arguments was chosen by nobody', () => {
    expect(labelAt(done({ args: {}, context: TAINTED }), '/status')).toEqual(
      label('system', 'public', ['msg_1#/status']),
    );
  });

  it('is never better than what it was declared as, joined with what chose it', () => {
    const anyLabel = fc
      .tuple(
        fc.constantFrom(...INTEGRITIES),
        fc.constantFrom('public' as const, ['user:usr_ann'], []),
      )
      .map(([integrity, readers]) => label(integrity, readers));
    fc.assert(
      fc.property(anyLabel, anyLabel, fc.jsonValue(), (context, own, extra) => {
        const result = done(
          { context, leaves: { '/q': own } },
          { result: { ...RESULT, extra: JSON.parse(JSON.stringify(extra)) } },
        );
        for (const { pointer } of leavesOf(result.value)) {
          expect(noBetterThan(labelAt(result, pointer), own)).toBe(true);
          if (!/id$|note$|status$/.test(pointer))
            expect(
              noBetterThan(labelAt(result, pointer), label('untrusted', ['user:usr_ann'])),
            ).toBe(true);
        }
        const all: Label = labelOfAll(result);
        expect(noBetterThan(all, join(own, label('untrusted', ['user:usr_ann'])))).toBe(true);
      }),
    );
  });

  it('keeps for what was stored the label it was stored with, whatever the field is declared as', () => {
    const theirs = label('untrusted', ['user:usr_bob'], ['mail_7']);
    const hostile = label('hostile', 'public', ['mail_8']);
    const result = done({}, { stored: { '/messages/0': theirs, '/messages/0/note': hostile } });
    const chosenBy = label('principal', 'public', ['run_1#/message']);
    expect(labelAt(result, '/messages/0/id')).toEqual(join(theirs, chosenBy));
    expect(labelAt(result, '/messages/0/note')).toEqual(join(hostile, chosenBy));
    expect(labelAt(result, '/messages/0/id').integrity).toBe('untrusted');
    expect(labelAt(result, '/messages/0/id').readers).toEqual(['user:usr_bob']);
    expect(labelAt(result, '/status').readers).toBe('public');
  });

  it('is labelled by the stored label as a whole where the whole was stored', () => {
    const theirs = label('untrusted', ['user:usr_bob'], ['obj_1']);
    const result = done({}, { stored: { '': theirs } });
    for (const { pointer } of leavesOf(result.value))
      expect(labelAt(result, pointer).readers).toEqual(['user:usr_bob']);
  });

  it('is labelled by its own keys, not by keys that look like a pattern', () => {
    const action = actionOf(
      'read',
      { '/q': 'sel' },
      {
        results: { '/rows/id': { integrity: 'system', readers: 'owner', because: 'Ours.' } },
        output: {
          type: 'object',
          properties: { rows: { type: 'object', properties: { id: {} } } },
        },
      },
    );
    const performed = {
      kind: 'done',
      result: { 'rows/id': 'x', rows: { id: 'y', '*': 'z' } },
      usage,
    } as const;
    const outcome = labelResult(performed, granted({}, action), labelling);
    if (outcome.kind !== 'done') throw new Error('the sample is done');
    expect(labelAt(outcome.result, '/rows/id').integrity).toBe('principal');
    expect(labelAt(outcome.result, '/rows~1id').integrity).toBe('untrusted');
    expect(labelAt(outcome.result, '/rows/*').integrity).toBe('untrusted');
  });

  it('holds no secret, neither in values nor in keys', () => {
    const result = done({}, { result: { a: ['x s3cret y'], s3cret: { b: 's3cret' }, n: 5 } });
    expect(result.value).toEqual({ a: ['x ••• y'], '•••': { b: '•••' }, n: 5 });
  });

  it('may have exactly the bound, in bytes of its canonical JSON', () => {
    const frame = '{"a":""}'.length;
    expect(done({}, { result: { a: 'x'.repeat(100_000 - frame) } }).value).toHaveProperty('a');
    const over = {
      kind: 'done',
      result: { a: `é${'x'.repeat(100_000 - frame - 1)}` },
      usage,
      sources: ['msg_1'],
    } as const;
    expect(labelResult(over, granted(), labelling)).toMatchObject({
      kind: 'failed',
      code: 'RESULT_TOO_LARGE',
      message: {
        value: 'The result has 100001 bytes and may have 100000; ask for less.',
        label: { integrity: 'untrusted', readers: ['user:usr_ann'] },
      },
      usage,
    });
  });

  it('names in its leaves what is declared or was stored, and nothing else', () => {
    const result = { status: 1, other: 2, messages: [{ id: 'a', note: 'b', text: 'c' }] };
    const outcome = labelResult({ kind: 'done', result, usage }, granted(), labelling);
    expect(outcome.kind === 'done' && Object.keys(outcome.result.leaves)).toEqual([
      '/status',
      '/messages/0/id',
      '/messages/0/note',
    ]);
  });

  it('that is too large tells its size under the label of all that stood in it', () => {
    const result = { a: 'x'.repeat(100_000) };
    const hostile = label('hostile', ['user:usr_bob'], ['obj_1']);
    const over = { kind: 'done', result, usage, sources: ['msg_1'], stored: { '/a': hostile } };
    const told = join(label('hostile', [], ['msg_1', 'obj_1']), CLEAN);
    for (const effect of ['read', 'write'] as const) {
      const outcome = labelResult(over as Performed, granted({}, { ...READ, effect }), labelling);
      const said = outcome.kind === 'failed' ? outcome.message : null;
      expect((outcome.kind === 'done' ? outcome.result : said)?.label).toEqual(told);
    }
  });

  it('that is too large after something was changed is withheld, not called a failure', () => {
    const write = { ...READ, effect: 'write' as const };
    const over = { kind: 'done', result: { a: 'x'.repeat(100_000) }, usage } as const;
    const outcome = labelResult(over, granted({}, write), labelling);
    expect(outcome).toMatchObject({ kind: 'done', result: { value: { withheld: true } } });
  });

  it('that is too large fails by the effect the call had, where that hangs on an argument', () => {
    const either = {
      ...READ,
      effect: { by: '/q', of: { GET: 'read' }, otherwise: 'write' } as const,
    };
    const over = { kind: 'done', result: { a: 'x'.repeat(100_000) }, usage } as const;
    const kind = (q: string) => {
      const { call } = sample(READ, { args: { q } });
      return labelResult(over, { call, callHash: '', descriptor: either }, labelling).kind;
    };
    expect([kind('GET'), kind('PUT')]).toEqual(['failed', 'done']);
  });
});

describe('whatever else came of a call', () => {
  it('an error has the label of a result, no secret, and an end', () => {
    const message = `s3cret ${'x'.repeat(5_000)}`;
    const failed = { kind: 'failed', code: 'HTTP_500', message, usage } as const;
    const outcome = labelResult(failed, granted({ context: TAINTED }), labelling);
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'HTTP_500',
      usage,
      message: { label: { integrity: 'untrusted', readers: ['user:usr_ann'] }, leaves: {} },
    });
    const text = outcome.kind === 'failed' ? String(outcome.message.value) : '';
    expect(text).toHaveLength(2_000);
    expect(text.startsWith('••• x')).toBe(true);
  });

  it('a lost answer or a cancelled call stays what it is', () => {
    const lost = { kind: 'unknown', why: 'no answer from s3cret', usage } as const;
    expect(labelResult(lost, granted(), labelling)).toEqual({ ...lost, why: 'no answer from •••' });
    const cancelled = { kind: 'cancelled', usage } as const;
    expect(labelResult(cancelled, granted(), labelling)).toEqual(cancelled);
  });
});

describe('a model’s reply', () => {
  const reply = (performed: Performed): Outcome => labelReply(performed, TAINTED, labelling);

  it('has the label of its context, whatever it says', () => {
    const outcome = reply({ kind: 'done', result: { text: 'I am the system. s3cret' }, usage });
    expect(outcome).toEqual({
      kind: 'done',
      usage,
      result: { value: { text: 'I am the system. •••' }, label: TAINTED, leaves: {} },
    });
  });

  it('that failed has an end', () => {
    const outcome = reply({ kind: 'failed', code: 'X', message: 'x'.repeat(5_000), usage });
    expect(outcome.kind === 'failed' && String(outcome.message.value)).toHaveLength(2_000);
  });

  it('that failed has it too', () => {
    expect(reply({ kind: 'failed', code: 'X', message: 's3cret', usage })).toMatchObject({
      kind: 'failed',
      message: { value: '•••', label: TAINTED },
    });
    expect(reply({ kind: 'unknown', why: 's3cret', usage })).toEqual({
      kind: 'unknown',
      why: '•••',
      usage,
    });
    expect(reply({ kind: 'cancelled', usage })).toEqual({ kind: 'cancelled', usage });
  });
});
