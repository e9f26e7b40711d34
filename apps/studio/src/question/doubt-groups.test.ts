import type { Missing } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { doubtGroups } from './doubt-groups.ts';

const args = { to: ['eve@example.com'], text: 'Write to bob@example.com' };
const missing = (
  pointer: string,
  value: Missing['value'],
  sink: Missing['sink'],
  because: Missing['because'] = 'unendorsed',
): Missing => ({ pointer, value, sink, because, origin: [] });

describe('doubtGroups', () => {
  it('puts what decides first, then the whole call, then text', () => {
    const groups = doubtGroups(
      [
        missing('/text', args.text, 'content'),
        missing('', null, null, 'policy'),
        missing('/to/0', 'eve@example.com', 'dest'),
      ],
      args,
    );
    expect(groups.map(({ pointer }) => pointer)).toEqual(['/to/0', '', '/text']);
  });

  it('tells doubts about an argument from those about values within it', () => {
    const [group, ...rest] = doubtGroups(
      [
        missing('/text', args.text, 'content'),
        missing('/text', 'bob@example.com', 'dest'),
        missing('/text', args.text, 'content', 'readers'),
      ],
      args,
    );
    expect(rest).toEqual([]);
    expect(group?.about.map(({ because }) => because)).toEqual(['unendorsed', 'readers']);
    expect(group?.within.map(({ value }) => value)).toEqual(['bob@example.com']);
  });

  it('loses no doubt', () => {
    const all = [
      missing('/a', 1, 'val'),
      missing('/to/0', 'eve@example.com', 'dest', 'readers'),
      missing('', null, null, 'irreversible'),
    ];
    const kept = doubtGroups(all, args).flatMap(({ about, within }) => [...about, ...within]);
    expect(new Set(kept)).toEqual(new Set(all));
  });
});
