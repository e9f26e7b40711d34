import type { Missing } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { sharedDoubts } from './shared-doubts.ts';

const to = (value: string, more: Partial<Missing> = {}): Missing => ({
  ...{ pointer: '/to', value, sink: 'dest', because: 'unendorsed', origin: ['mail:1#/text'] },
  ...more,
});
const asked = (id: string, value: string, ...missing: readonly Missing[]) => ({
  id,
  args: { to: value, text: id },
  missing,
});

describe('doubts of several calls', () => {
  it('are said once where argument, value, reason and source are the same', () => {
    const { shared, own } = sharedDoubts([
      asked('a', 'eve', to('eve')),
      asked('b', 'eve', to('eve')),
      asked('c', 'bob', to('bob')),
    ]);
    expect(shared).toMatchObject([{ group: { pointer: '/to' }, questions: ['a', 'b'] }]);
    expect(own.get('a')).toEqual([]);
    expect(own.get('c')).toMatchObject([{ pointer: '/to', about: [{ value: 'bob' }] }]);
  });

  it.each<[string, Missing]>([
    ['value', to('bob')],
    ['argument', to('eve', { pointer: '/cc' })],
    ['reason', to('eve', { because: 'policy' })],
    ['source', to('eve', { origin: ['mail:2#/text'] })],
  ])('stay with their own call where the %s is another', (_what, other) => {
    const { shared, own } = sharedDoubts([asked('a', 'eve', to('eve')), asked('b', 'eve', other)]);
    expect(shared).toEqual([]);
    expect([own.get('a')?.length, own.get('b')?.length]).toEqual([1, 1]);
  });

  it('about the whole call are the same whatever its arguments', () => {
    const whole = (value: string) => to(value, { pointer: '', sink: null, because: 'policy' });
    const { shared } = sharedDoubts([asked('a', 'x', whole('x')), asked('b', 'y', whole('y'))]);
    expect(shared).toMatchObject([{ questions: ['a', 'b'] }]);
  });
});
