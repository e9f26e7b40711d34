import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, CHROMIUM, openBrowser, openPage } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { scriptedAgent } from './scripted.ts';
import { signIn } from './studio.ts';

let product: Product;
let browser: Browser;
let agent: string;

/** Reads strangers' mail, then writes to a table that nobody named: the table is in doubt. */
const SCRIPT = {
  turns: [
    { text: '', calls: [{ tool: 'mail_list', args: {} }] },
    {
      text: '',
      calls: [
        {
          tool: 'table_insert',
          args: { table: 'triage', rows: [{ mail: 'm1', verdict: 'spam' }] },
        },
      ],
    },
    { text: 'Noted.', calls: [] },
  ],
};

beforeAll(async () => {
  if (CHROMIUM === null) return;
  product = await startProduct();
  agent = await scriptedAgent(product, 'script', SCRIPT.turns, {
    name: 'Note taker',
    tools: [{ action: 'mail.list' }, { action: 'table.insert' }],
  });
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

/** Runs the agent until it rests, and gives its open questions. */
async function questionsOfRun(): Promise<readonly string[]> {
  const { client } = product;
  const { run } = await client.runs.start({ agent, message: { text: 'Take notes.' } });
  for (;;) {
    const { status } = await client.runs.get(run);
    if (status === 'parked' || status === 'ended') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return (await client.questions.list({ status: 'open', run })).items.map(({ id }) => id);
}

test.skipIf(CHROMIUM === null).each([
  { width: 1280, dark: false },
  { width: 375, dark: true },
])(
  'what a person remembers is not asked again, is seen in the list, and is asked again once revoked ($width px)',
  async (look) => {
    const { page, problems } = await openPage(browser, look);
    const base = await signIn(page, product.url);
    await page.goto(`${base}/permissions`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (!look.dark) await page.getByText('Nothing is permitted beforehand').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    const [question] = await questionsOfRun();
    await page.goto(`${base}/inbox/${question}`);
    const card = page.getByRole('article', { name: 'Question' });
    await card.getByLabel('Remember for this agent').first().focus();
    await page.keyboard.press('Space');
    await card.getByLabel('Remember for how long').selectOption('7');
    expect(await axeFindings(page)).toEqual([]);
    await card.getByRole('button', { name: 'Approve and remember' }).click();
    await card.getByText('Approved', { exact: true }).waitFor();

    expect(await questionsOfRun()).toEqual([]);
    await page.goto(`${base}/permissions`);
    // The newest stands first.
    const main = page.getByRole('main').getByRole('listitem').first();
    await main.getByText('Note taker').waitFor();
    await main.getByText('triage', { exact: false }).first().waitFor();
    await main.getByRole('button', { name: 'used once' }).click();
    await main.getByRole('list', { name: 'Calls it let pass' }).getByRole('link').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(Number(overflow)).toBeLessThanOrEqual(1);

    await main.getByRole('button', { name: 'Revoke' }).focus();
    await page.keyboard.press('Enter');
    await main.getByRole('button', { name: 'Undo' }).click();
    await main.getByRole('button', { name: 'Revoke' }).waitFor();
    expect(await questionsOfRun()).toEqual([]);
    await main.getByRole('button', { name: 'Revoke' }).click();
    await main.getByRole('button', { name: 'Undo' }).waitFor();
    // A notice that is fading has no contrast to speak of.
    await expect
      .poll(() => page.locator('[data-sonner-toast]').count(), { timeout: 30_000 })
      .toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    const again = await questionsOfRun();
    expect(again).toHaveLength(1);

    // What is left is as it was for the next look.
    await product.client.questions.answer(again[0] ?? '', { kind: 'deny', reason: '' });
    const [made] = await product.client.permissions.list(1);
    expect(made).toMatchObject({ uses: 2, revokedBy: made?.createdBy });
    expect(problems).toEqual([]);
  },
  180_000,
);

test.skipIf(CHROMIUM === null)(
  'an administrator permits a value by the form, and a key may not',
  async () => {
    const { page, problems } = await openPage(browser, { width: 1280 });
    const base = await signIn(page, product.url);
    await page.goto(`${base}/permissions`);
    await page.getByRole('button', { name: 'Permit something' }).click();
    const form = page.getByRole('dialog', { name: 'Permit something beforehand' });
    await form.getByLabel('Agent', { exact: true }).selectOption({ label: 'Note taker' });
    await form.getByLabel('Action', { exact: true }).selectOption('table.insert');
    await form.getByLabel('Argument', { exact: true }).selectOption('/table');
    await form.getByLabel('The text, to the letter').fill('triage');
    await form.getByLabel(/Calls a week/).fill('1');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Permit it' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('at most 1 calls a week').waitFor();
    expect([(await questionsOfRun()).length, (await questionsOfRun()).length]).toEqual([0, 1]);
    await expect(
      product.client.permissions.create({
        ...{ agent, action: 'table.insert', pointer: '/table' },
        allows: { kind: 'exact', value: 'triage' },
      }),
    ).rejects.toMatchObject({ code: 'HTTP_SESSION_NEEDED' });
    expect(problems).toEqual([]);
  },
  120_000,
);
