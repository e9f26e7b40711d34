import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderFiles } from './static-files.ts';
import { world } from './testing/world.ts';

let folder: string;
beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'countersign-files-'));
  folder = join(parent, 'built');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(parent, 'secret.txt'), 'secret');
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Studio</title>');
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'export {};');
  await symlink(join(parent, 'secret.txt'), join(folder, 'link.txt'));
});
afterAll(() => rm(dirname(folder), { recursive: true, force: true }));

test.each([
  '../secret.txt',
  'assets/../../secret.txt',
  '/etc/passwd',
  'link.txt',
  'assets',
  'a\0.txt',
  '.env',
])('the path %j leads to no file', async (path) => {
  expect(await folderFiles(folder).read(path)).toBeNull();
});

test('files made after the first look are found', async () => {
  const files = folderFiles(folder);
  expect(await files.read('late.txt')).toBeNull();
  await writeFile(join(folder, 'late.txt'), 'late');
  expect(await files.read('late.txt')).not.toBeNull();
});

test('the studio’s page answers for every place in it, and for no file or API path that is not there', async () => {
  const { request } = await world({ studio: folderFiles(folder) });
  for (const path of ['/', '/runs/run_1', '/join']) {
    const answer = await request(path);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Studio')]);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  }
  const asset = await request('/assets/app-1a2b.js');
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(asset.headers.get('cache-control')).toContain('immutable');
  for (const path of ['/assets/none.js', '/api/nothing', '/favicon.ico']) {
    expect((await request(path)).status).toBe(404);
  }
  expect((await (await world()).request('/')).status).toBe(404);
});

test('the docs page is made of files of this server alone', async () => {
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const { request } = await world({ swagger: folderFiles(swagger) });
  const page = await (await request('/docs')).text();
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '');
  expect(files).toHaveLength(4);
  expect(page).not.toMatch(/<script>|<style|https?:/);
  for (const file of files) {
    const answer = await request(file);
    expect([file, answer.status]).toEqual([file, 200]);
    await answer.body?.cancel();
  }
  expect((await request('/docs/package.json')).status).toBe(404);
});

test.each([
  ['gzip, deflate, br', true],
  ['br;q=1.0, gzip;q=0.8', true],
  ['gzip;q=0', false],
  ['x-gzip', false],
  ['', false],
])('with “accept-encoding: %s” a long file comes compressed: %s', async (taken, compressed) => {
  const text = '/* long */'.repeat(500);
  await writeFile(join(folder, 'assets/long-3c4d.js'), text);
  const { request } = await world({ studio: folderFiles(folder) });
  const answer = await request('/assets/long-3c4d.js', { headers: { 'accept-encoding': taken } });
  expect(answer.headers.get('vary')).toContain('accept-encoding');
  expect(answer.headers.get('content-encoding')).toBe(compressed ? 'gzip' : null);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect((compressed ? gunzipSync(bytes) : bytes).toString()).toBe(text);
});
