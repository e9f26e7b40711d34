import { expect, test } from 'vitest';
import { docsOf } from './check-docs.mjs';
import { folderOf } from './test/folder-of.ts';

const house = {
  'package.json': '{"scripts":{"start":"node start.mjs"}}',
  'packages/gateway/package.json':
    '{"name":"@countersign/gateway","exports":{".":"./src/index.ts"}}',
  'packages/gateway/src/index.ts': "export { decide } from './decide.ts';\n",
  'packages/gateway/src/decide.ts': 'export function decide() {}\nexport interface Verdict {}\n',
  'packages/gateway/src/decide.test.ts': '',
};

async function problemsWith(documents: Record<string, string>): Promise<string[]> {
  return docsOf(await folderOf({ ...house, ...documents })).problems;
}

test('a map that names only what exists is accepted', async () => {
  const map =
    '`packages/gateway/src/decide.ts`, `packages/*/src`, `decide.ts`, `decide()`, `Verdict`, ' +
    '`@countersign/gateway`, `npm start`, `npm install`, `DATABASE_URL=x`, `/openapi.json`, `{ kind }`';
  expect(await problemsWith({ 'ARCHITECTURE.md': map })).toEqual([]);
});

test('a map that names a lost file, symbol, word, package or script is refused', async () => {
  const map =
    '`packages/gateway/src/judge.ts`, `judge.ts`, `judge()`, `JudgeTable`, `judged`, ' +
    '`@countersign/gateway/egress`, `npm run judge`';
  expect(await problemsWith({ 'ARCHITECTURE.md': map })).toEqual([
    'ARCHITECTURE.md: no file `packages/gateway/src/judge.ts`',
    'ARCHITECTURE.md: no file `judge.ts`',
    'ARCHITECTURE.md: nothing exports `judge`',
    'ARCHITECTURE.md: nothing exports `JudgeTable`',
    'ARCHITECTURE.md: no code says `judged`',
    'ARCHITECTURE.md: no package or entry `@countersign/gateway/egress`',
    'ARCHITECTURE.md: no npm script `judge`',
  ]);
});

test('code in a fenced block is an example and names nothing', async () => {
  expect(await problemsWith({ 'ARCHITECTURE.md': '```\n`lost.ts`\n```\n' })).toEqual([]);
});

test('a README names files from its own room, and a decision record may name what is gone', async () => {
  const documents = {
    'packages/gateway/README.md': '`src/decide.ts` and `decide.ts`',
    'docs/adr/0001-once.md': '`packages/lost/src/gone.ts`',
  };
  expect(await problemsWith(documents)).toEqual([]);
});

test('a link to a file that is not there is refused, wherever it stands', async () => {
  expect(
    await problemsWith({ 'docs/adr/0001-once.md': '[map](../MAP.md), [web](https://a.test)' }),
  ).toEqual(['docs/adr/0001-once.md: a dead link to ../MAP.md']);
});

test('a claim of the security page without an existing test is refused', async () => {
  const page =
    '## 1. Authority\nDefended by `packages/gateway/src/decide.test.ts`.\n' +
    '## 2. Approval\nTrust us.\n## In short\n| 3 | Scope | `packages/gateway/src/lost.test.ts` |\n| 4 | Boxes | |\n';
  expect(await problemsWith({ 'SECURITY.md': page })).toEqual([
    'SECURITY.md: no file `packages/gateway/src/lost.test.ts`',
    'SECURITY.md: this claim names no test: ## 2. Approval',
    'SECURITY.md: this claim names no test: | 4 | Boxes | |',
  ]);
});

test('every error code has its heading, and every heading its code', async () => {
  const documents = {
    'packages/gateway/src/errors.ts':
      "export const errors = {\n  GATEWAY_STALE: { kind: 'user' },\n  GATEWAY_LOST: {\n    kind: 'bug',\n  },\n};\n",
    'docs/errors.md': '## GATEWAY_STALE\n## `GATEWAY_GONE`\n## How to read this\n',
  };
  expect(await problemsWith(documents)).toEqual([
    'docs/errors.md: no heading for GATEWAY_LOST',
    'docs/errors.md: no table has GATEWAY_GONE',
  ]);
});
