import { expect, test } from 'vitest';
import { shapeOf } from './check-shape.mjs';
import { folderOf } from './test/folder-of.ts';

const room = { 'packages/gateway/package.json': '{}', 'packages/gateway/src/index.ts': '' };
const lines = (count: number) => 'x\n'.repeat(count);

test('short files and a README make a good shape; tests do not count', async () => {
  const root = await folderOf({
    ...room,
    'packages/gateway/README.md': '',
    'packages/gateway/src/decide.ts': lines(120),
    'packages/gateway/src/decide.test.ts': lines(900),
  });
  const { rows, problems } = shapeOf(root);
  expect(problems).toEqual([]);
  expect(rows.at(-1)).toEqual({ room: 'the whole', files: 2, median: 1, p90: 120, max: 120 });
});

test('files that are long in the middle, at the tail or alone are each refused', async () => {
  const root = await folderOf({
    ...room,
    'packages/gateway/README.md': '',
    'packages/gateway/src/index.ts': lines(121),
    'packages/gateway/src/decide.ts': lines(401),
  });
  expect(shapeOf(root).problems).toEqual([
    'the median file has 121 lines, over 120',
    'a tenth of the files has over 280 lines (p90 401)',
    'packages/gateway/src/decide.ts has 401 lines, over 400',
  ]);
});

test('a furnished room without a README is refused, an empty one is not', async () => {
  const empty = await folderOf(room);
  expect(shapeOf(empty).problems).toEqual([]);
  const furnished = await folderOf({ ...room, 'packages/gateway/src/decide.ts': lines(3) });
  expect(shapeOf(furnished).problems).toEqual(['packages/gateway has no README.md']);
});
