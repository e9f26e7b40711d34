import { expect, it } from 'vitest';
import { standingOf } from './yes-so-far.ts';

const said = (by: string, counts = true) => ({ by, at: 1, counts });

it('needs one person where nothing else is said, and theirs is the last yes', () => {
  expect(standingOf({}, 'usr_a')).toEqual({
    ...{ needed: 1, counting: [], lapsed: [], isLast: true, hasSaid: false },
  });
});

it('is not closed by who has said yes already, and is by the last of the others', () => {
  const one = { approvals: 2, supports: [said('usr_a')] };
  expect(standingOf(one, 'usr_a')).toMatchObject({ isLast: false, hasSaid: true });
  expect(standingOf(one, 'usr_b')).toMatchObject({ isLast: true, hasSaid: false });
});

it('does not count who may not answer any more', () => {
  const gone = { approvals: 2, supports: [said('usr_a', false)] };
  expect(standingOf(gone, 'usr_b')).toMatchObject({
    ...{ counting: [], lapsed: ['usr_a'], isLast: false, hasSaid: false },
  });
});

it('lets who has said yes close it once enough others count again', () => {
  const both = { approvals: 2, supports: [said('usr_a'), said('usr_b')] };
  expect(standingOf(both, 'usr_b')).toMatchObject({ isLast: true, hasSaid: false });
});
