import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A breach names the file, the breaching line, and a part of the sentence that must be reported. */
type Row = readonly [path: string, code: string, sentence: string];

const from = (name: string) => `import { x } from '${name}';\nexport const y = x;\n`;

const refused: readonly Row[] = [
  ['packages/contract/src/a1.ts', from('@countersign/engine'), 'contract imports'],
  ['packages/contract/src/a2.ts', from('node:crypto'), 'contract imports'],
  ['packages/engine/src/a1.ts', from('@countersign/gateway'), 'engine, catalog and sdk'],
  ['packages/engine/src/a2.ts', from('node:fs'), 'engine, catalog and sdk'],
  [
    'packages/engine/src/a3.ts',
    "export const y = import('@countersign/record');",
    'engine, catalog',
  ],
  ['packages/engine/src/a4.ts', "export type Y = import('@countersign/record').Y;", 'hides from'],
  ['packages/engine/src/a5.ts', from('../../gateway/src/index.ts'), 'by its name'],
  ['packages/engine/src/a6.ts', from('./a1.test.ts'), 'never a test'],
  ['packages/gateway/src/a1.ts', from('@countersign/executor'), 'gateway imports'],
  ['packages/gateway/src/a2.ts', from('node:crypto'), 'gateway imports'],
  ['packages/gateway/src/a3.ts', from('pg'), 'gateway imports'],
  ['packages/executor/src/a1.ts', from('@countersign/gateway'), 'executor imports'],
  ['packages/executor/src/a2.ts', from('@countersign/record/verify'), 'executor imports'],
  ['packages/executor/src/a3.ts', from('pg'), 'executor imports'],
  ['packages/record/src/a1.ts', from('@countersign/gateway'), 'record imports'],
  ['packages/record/src/a2.ts', from('node:http'), 'record imports'],
  ['packages/record/src/a3.ts', from('node:fs'), 'record imports'],
  ['packages/record/src/migrations/a1.ts', from('node:http'), 'migrations may also'],
  ['packages/record/src/verify/a1.ts', from('node:crypto'), 'runs in a browser'],
  ['packages/record/src/verify/a2.ts', from('pg'), 'runs in a browser'],
  ['packages/catalog/src/a1.ts', from('@countersign/gateway'), 'engine, catalog and sdk'],
  ['packages/catalog/src/a2.ts', from('node:fs'), 'engine, catalog and sdk'],
  ['packages/sdk/src/a1.ts', from('@countersign/record'), 'engine, catalog and sdk'],
  ['packages/sdk/src/a2.ts', from('node:fs'), 'engine, catalog and sdk'],
  ['packages/sdk/src/a3.ts', 'export const y = process.version;', 'process'],
  ['packages/gateway/src/b.test.ts', from('@countersign/executor'), "package's tests"],
  ['apps/server/src/sign-in/a1.ts', from('@countersign/gateway'), 'Stages meet'],
  ['apps/server/src/sign-in/a2.ts', from('@countersign/record'), 'Stages meet'],
  ['apps/server/src/http/a1.ts', from('@countersign/executor/egress'), 'Stages meet'],
  ['apps/server/src/runtime/a1.ts', from('@countersign/engine'), 'Stages meet'],
  ['apps/server/src/path/a1.ts', from('@countersign/executor'), 'joins the runtime'],
  ['apps/server/src/path/a2.ts', from('@countersign/record'), 'joins the runtime'],
  ['apps/server/src/wire.ts', from('@countersign/broker'), 'An app never'],
  ['apps/broker/src/a1.ts', from('@countersign/executor'), 'broker imports'],
  ['apps/broker/src/a2.ts', from('@countersign/gateway'), 'broker imports'],
  ['apps/studio/src/a1.ts', from('@countersign/gateway'), 'studio imports'],
  ['apps/studio/src/a2.tsx', from('@countersign/record'), 'studio imports'],
  ['apps/studio/src/a3.ts', from('node:fs'), 'runs in a browser'],
  ['apps/cli/src/a1.ts', from('@countersign/gateway'), 'cli imports'],
  ['e2e/src/a1.ts', from('@countersign/server'), 'public door'],
  ['packages/engine/src/c1.ts', 'export const y = Date.now();', 'no clock'],
  ['packages/engine/src/c2.ts', 'export const y = new Date();', 'no clock'],
  ['packages/gateway/src/c3.ts', 'export const y = Math.random();', 'no chance'],
  ['packages/gateway/src/c4.ts', "export const y = 'a'.localeCompare('b');", 'no locale'],
  ['packages/gateway/src/c5.ts', "export const y = fetch('https://a.test');", 'fetch'],
  ['packages/engine/src/c6.ts', 'export const y = setTimeout(String, 1);', 'setTimeout'],
  ['packages/engine/src/c7.ts', 'export const y = process.version;', 'process'],
  ['packages/catalog/src/c8.ts', 'export const y = crypto.randomUUID();', 'crypto'],
  ['packages/executor/src/d1.ts', 'export const y = process.env.HOME;', 'process.env'],
  ['apps/server/src/http/d2.ts', 'export const y = process.env.HOME;', 'process.env'],
  ['apps/server/src/d3.ts', "console.log('here');", 'console'],
  ['packages/record/src/d4.ts', from('lodash'), "lodash isn't specified"],
  ['packages/record/src/d5.ts', 'export const y: any = 1;', 'any'],
  ['packages/record/src/d6.ts', 'export const y = [1][0]!;', 'non-null'],
  ['packages/record/src/d7.ts', 'async function y() {}\ny();', 'Promise'],
  ['packages/record/src/d8.ts', 'String(1);\n'.repeat(401), 'lines'],
  ['packages/record/src/dNine.ts', 'export const y = 1;', 'kebab-case'],
  ['packages/record/src/e1.ts', "export * from './d5.ts';\n", 'export all'],
  ['packages/record/src/e2.ts', "import { y } from './e3.ts';\nexport const x = y;", 'cycle'],
  ['packages/record/src/e3.ts', "import { x } from './e2.ts';\nexport const y = x;", 'cycle'],
  [
    'packages/record/src/e4.ts',
    "export function f(k: 'a' | 'b') {\n switch (k) {\n case 'a': return 1;\n }\n return 2;\n}\n",
    'exhaustive',
  ],
];

const allowed: readonly (readonly [path: string, code: string])[] = [
  ['packages/contract/src/ok.ts', from('zod')],
  ['packages/contract/src/ok-2.ts', from('@noble/hashes/sha2.js')],
  ['packages/engine/src/ok.ts', from('@countersign/contract')],
  ['packages/engine/src/ok-2.ts', 'export const y = new Date(0).getTime() + Math.floor(1);\n'],
  ['packages/gateway/src/ok.ts', from('ajv/dist/2020.js')],
  ['packages/gateway/src/ok-2.ts', from('@cedar-policy/cedar-wasm/nodejs')],
  ['packages/executor/src/ok.ts', from('undici')],
  ['packages/executor/src/ok-2.ts', from('../src-of-truth/pg/dialect.ts')],
  ['packages/record/src/ok.ts', from('pg')],
  ['packages/record/src/migrations/ok.ts', from('node:fs/promises')],
  ['packages/record/src/verify/ok.ts', from('@noble/curves/ed25519.js')],
  ['packages/engine/src/ok.test.ts', from('node:fs')],
  ['apps/server/src/wire.test.ts', from('@countersign/gateway')],
  [
    'apps/server/src/main.ts',
    `${from('@countersign/executor')}export const e = process.env.HOME;\n`,
  ],
  ['apps/server/src/powers/ok.ts', from('@countersign/gateway')],
  ['apps/server/src/path/ok.ts', from('@countersign/gateway')],
  ['apps/server/src/http/ok.ts', from('@countersign/record')],
  ['apps/broker/src/ok.ts', from('@countersign/executor/egress')],
  ['apps/studio/src/ok.ts', from('@countersign/record/verify')],
  ['apps/cli/src/ok.ts', `${from('@countersign/sdk')}console.log(y);\n`],
];

let folder: string;
let reports: Map<string, string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-imports-'));
  await copyRules(folder);
  for (const [path, code] of [...refused, ...allowed]) await write(path, code);
  reports = await lint(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(refused)('%s is refused', (path, _code, sentence) => {
  expect(reports.get(path)?.join('\n') ?? 'nothing was reported').toContain(sentence);
});

test.each(allowed)('%s is allowed', (path) => {
  expect(reports.get(path) ?? []).toEqual([]);
});

async function write(path: string, code: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
}

/** The rules and the manifests they read; nothing of the checkout itself is touched. */
async function copyRules(to: string): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  await cp(join(root, 'biome.json'), join(to, 'biome.json'));
  await cp(join(root, 'scripts/lint'), join(to, 'scripts/lint'), { recursive: true });
  const packages = ['contract', 'engine', 'gateway', 'executor', 'record', 'catalog', 'sdk'];
  const apps = ['server', 'broker', 'studio', 'cli'];
  const homes = [...packages.map((p) => `packages/${p}`), ...apps.map((a) => `apps/${a}`), 'e2e'];
  for (const home of homes) {
    await cp(join(root, home, 'package.json'), join(to, home, 'package.json'));
  }
}

/** One run of Biome over everything; sentences by path. */
async function lint(root: string): Promise<Map<string, string[]>> {
  const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', root];
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1 << 24 }, (_error, out) =>
      resolve(out),
    );
  });
  const report = JSON.parse(stdout) as {
    diagnostics: { message: string; location: { path: string } }[];
  };
  const sentences = new Map<string, string[]>();
  for (const { message, location } of report.diagnostics) {
    const path = location.path.replaceAll('\\', '/');
    sentences.set(path, [...(sentences.get(path) ?? []), message]);
  }
  return sentences;
}
