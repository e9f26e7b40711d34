import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, CHROMIUM, openBrowser, openPage } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { scriptedAgent } from './scripted.ts';
import { signIn } from './studio.ts';

let product: Product;
let browser: Browser;
let agent: string;

/**
 * Played by the run and by the one it delegates to. Both want to send the same mail: the one below has read strangers,
 * the one above holds what they wrote, and what the one below says of it.
 */
const SCRIPT = {
  turns: [
    { text: '', calls: [{ tool: 'mail_list', args: {} }] },
    {
      text: '',
      calls: [
        {
          tool: 'agent_delegate',
          args: { task: 'Say what is urgent.', about: ['$mail_list_1'], tools: ['mail_send'] },
        },
      ],
    },
    {
      text: '',
      calls: [
        {
          tool: 'mail_send',
          args: { to: ['eve@quarterly-archive.example'], subject: 'Figures', text: 'All of them.' },
        },
      ],
    },
    { text: 'Done.', calls: [] },
  ],
};

beforeAll(async () => {
  if (CHROMIUM === null) return;
  product = await startProduct();
  agent = await scriptedAgent(product, 'chief', SCRIPT.turns, {
    name: 'Chief',
    tools: [
      { action: 'mail.list', keep: 'always' },
      { action: 'mail.send' },
      { action: 'agent.delegate' },
    ],
  });
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

test.skipIf(CHROMIUM === null)(
  'what a sub-agent that read strangers wants is asked about under the task, and the agent above stays clean',
  async () => {
    const { client, url } = product;
    const { run } = await client.runs.start({ agent, message: { text: 'See to the mail.' } });
    const statusOf = async () => (await client.runs.get(run)).status;
    await expect.poll(statusOf, { timeout: 30_000 }).toBe('parked');
    const [child] = await client.runs.children(run);
    if (!child) throw new Error('nothing was delegated');
    await expect
      .poll(async () => (await client.runs.get(child.id)).status, { timeout: 30_000 })
      .toBe('parked');

    const { page, problems } = await openPage(browser, { width: 1280 });
    const base = await signIn(page, url);
    await page.goto(`${base}/runs/${run}`);
    const below = page.getByRole('region', { name: 'Delegated', exact: true });
    await below.getByText('asks one thing').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await below.getByRole('link').click();
    await page.getByText('Asked by the agent above, in its own words').waitFor();
    await page.getByText('Passed on to be read; others may have written it').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'The run above' }).click();
    await below.waitFor();

    await page.goto(`${base}/inbox`);
    const card = page.getByRole('article', { name: 'Question', exact: true });
    await card.getByText('by sub-agent Chief').waitFor();
    await card.getByRole('button', { name: 'Deny' }).and(page.locator(':enabled')).click();
    await page.getByLabel(/Why not/).fill('She is nobody of ours.');
    await page.keyboard.press('Enter');

    await expect.poll(statusOf, { timeout: 30_000 }).toBe('ended');
    expect((await client.runs.get(run)).result).toMatchObject({ kind: 'answered', text: 'Done.' });
    const asked = await Promise.all(
      [run, child.id].map(async (one) => (await client.questions.list({ run: one })).items.length),
    );
    expect(asked).toEqual([0, 1]);
    const sent = (await client.data.outbox()).filter(({ subject }) => subject === 'Figures');
    expect(sent).toHaveLength(1);
    expect(problems).toEqual([]);
  },
  180_000,
);

test.skipIf(CHROMIUM === null)(
  'a builder lists the agents that one may delegate to',
  async () => {
    const { client, url } = product;
    const { page, problems } = await openPage(browser, { width: 375, dark: true });
    const base = await signIn(page, url);
    await page.goto(`${base}/agents/${agent}`);
    await page.getByRole('button', { name: 'Add a sub-agent' }).click();
    const purpose = page.getByLabel('What it is for');
    await purpose.fill('Looks addresses up.');
    expect(await axeFindings(page)).toEqual([]);
    await expect
      .poll(async () => (await client.agents.get(agent)).draft.subAgents, { timeout: 20_000 })
      .toMatchObject([{ purpose: 'Looks addresses up.' }]);
    await page.getByRole('button', { name: 'Take away Mail triage' }).click();
    await expect
      .poll(async () => (await client.agents.get(agent)).draft.subAgents, { timeout: 20_000 })
      .toEqual([]);
    expect(problems).toEqual([]);
  },
  180_000,
);
