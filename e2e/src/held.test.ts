import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, CHROMIUM, openBrowser, openPage } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { scriptedDraft } from './scripted.ts';
import { signIn } from './studio.ts';

let product: Product;
let browser: Browser;
let agent: string;

/** Lists the mail, unread, and has one thing read out of it. */
const SCRIPT = {
  turns: [
    { text: '', calls: [{ tool: 'mail_list', args: {} }] },
    {
      text: '',
      calls: [
        {
          tool: 'text_extract',
          args: { from: '$mail_list_1', fields: { urgent: { kind: 'boolean' } } },
        },
      ],
    },
    // What a quarantined model says is the script's next turn, too.
    { text: '{"urgent":true}', calls: [] },
    { text: 'Done.', calls: [] },
  ],
};

beforeAll(async () => {
  if (CHROMIUM === null) return;
  product = await startProduct();
  const { id } = await scriptedDraft(product, 'held', SCRIPT.turns, {
    name: 'Sorter',
    tools: [{ action: 'mail.list' }],
  });
  agent = id;
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

/** Runs the agent to its end. */
async function ended(): Promise<string> {
  const { client } = product;
  const { run } = await client.runs.start({ agent, message: { text: 'Sort my mail.' } });
  for (;;) {
    const { status } = await client.runs.get(run);
    if (status === 'ended') return run;
    if (status === 'parked') throw new Error('the run asks');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test.skipIf(CHROMIUM === null)(
  'a builder says by keys which results are held and how much is read out of them, and the run shows both',
  async () => {
    const { client } = product;
    const { page, problems } = await openPage(browser, { width: 1280 });
    const base = await signIn(page, product.url);
    await page.goto(`${base}/agents/${agent}`);
    const keep = page.getByRole('combobox', { name: /^Result of/ });
    await keep.waitFor();
    expect(await page.getByLabel('Bits read out of held results').count()).toBe(0);
    await keep.focus();
    await page.keyboard.press('End');
    await page.getByText('The model gets a name for it').waitFor();
    const bits = page.getByLabel('Bits read out of held results');
    await bits.fill('4');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish as version 1' }).click();
    await page.getByText('Version 1 is published').first().waitFor();
    const { draft } = await client.agents.get(agent);
    expect(draft.tools[0]?.keep).toBe('always');
    expect(draft.extractionBits).toBe(4);

    const run = await ended();
    for (const look of [{ width: 1280 }, { width: 375, dark: true }]) {
      const seen = await openPage(browser, look);
      await signIn(seen.page, product.url);
      await seen.page.goto(`${base}/runs/${run}`);
      const held = seen.page.getByRole('region', { name: 'Held results' });
      await held.getByRole('button', { name: '$mail_list_1' }).waitFor();
      await held.getByText('1.6 of 4 bits').waitFor();
      await held.getByText('Influenced by').first().waitFor();
      expect(await axeFindings(seen.page)).toEqual([]);
      await held.getByRole('button', { name: '$mail_list_1' }).focus();
      await seen.page.keyboard.press('Enter');
      expect(seen.problems).toEqual([]);
    }
    expect(problems).toEqual([]);
  },
  120_000,
);
