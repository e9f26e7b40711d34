import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@countersign/sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, CHROMIUM, openBrowser, openPage } from './browser.ts';
import { freePort, freshFolder, type Launched, launched, until } from './launched.ts';
import { makeFirstAccount } from './studio.ts';

const folder = freshFolder();
let system: Launched;
let port: number;
let browser: Browser;

beforeAll(async () => {
  if (CHROMIUM === null) return;
  port = await freePort();
  system = launched({ data: folder.data, port });
  await system.ready;
  await system.hears('setup#code=');
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await system?.stop();
  folder.remove();
}, 60_000);

test.skipIf(CHROMIUM === null)(
  'a page whose server is stopped says so, and goes on by itself after the last entry it has once the server is back',
  async () => {
    const { page } = await openPage(browser, { width: 1280 });
    await makeFirstAccount(page, /http\S+setup#code=[\w-]+/.exec(system.said())?.[0] ?? '');
    await page.getByRole('button', { name: 'Triage the mailbox' }).click();
    const questions = page
      .getByRole('article', { name: 'Questions of one run' })
      .getByRole('checkbox');
    await questions.nth(1).waitFor({ timeout: 60_000 });
    await page.evaluate('window.isSamePage = true');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/stream?')) asked.push(request.url());
    });

    await system.stop();
    const banner = page.getByText('The server cannot be reached');
    await banner.waitFor({ timeout: 30_000 });
    await page.getByText('Connecting again').waitFor({ timeout: 30_000 });
    expect(await axeFindings(page)).toEqual([]);
    expect(await questions.count()).toBe(2);

    system = launched({ data: folder.data, port });
    const { url } = await system.ready;
    await banner.waitFor({ state: 'detached', timeout: 60_000 });
    await page.getByText('Connecting again').waitFor({ state: 'detached', timeout: 60_000 });

    // What happens from here on is done elsewhere: the page learns it from the stream it took up again.
    const { key, workspace } = JSON.parse(readFileSync(join(folder.data, 'cli.json'), 'utf8'));
    const client = createClient({ baseUrl: url, apiKey: key, workspace });
    const [run] = (await client.runs.list()).items;
    const id = run?.id ?? '';
    await until(
      'the run has ended',
      async () => {
        const { items } = await client.questions.list({ status: 'open', run: id });
        for (const question of items)
          await client.questions.answer(question.id, { kind: 'deny', reason: 'Not asked for.' });
        return (await client.runs.get(id)).status === 'ended';
      },
      60_000,
    );
    await page.getByRole('button', { name: /Show all \d+ calls/ }).waitFor({ timeout: 30_000 });
    const entries = await client.runs.entries(id, { limit: 500 });
    const calls = new Set(
      entries
        .filter(({ kind, ref }) => kind.startsWith('call.') && ref['action'] !== 'model.generate')
        .filter(({ kind }) => kind !== 'call.outcome')
        .map(({ call }) => call),
    );
    await page.getByRole('button', { name: `Show all ${calls.size} calls` }).waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    // It asked for what came after the last entry it had, and not for all of it again.
    expect(asked.length).toBeGreaterThan(0);
    for (const one of asked)
      expect(Number(new URL(one).searchParams.get('after'))).toBeGreaterThan(10);
  },
  240_000,
);
