import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, CHROMIUM, openBrowser, openPage } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { scriptedAgent } from './scripted.ts';
import { signIn } from './studio.ts';

let product: Product;
let browser: Browser;
const agents = { one: '', three: '', many: '' };

const EVE = 'eve@quarterly-archive.example';
const mail = (to: string, subject: string, text = 'The figures.') => ({
  tool: 'mail_send',
  args: { to: [to], subject, text },
});
const reading = { text: '', calls: [{ tool: 'mail_list', args: {} }] };

const ONE = {
  turns: [
    reading,
    { text: '', calls: [mail(EVE, 'One')] },
    { text: 'I wait for you.', calls: [] },
    { text: 'Done.', calls: [] },
  ],
};
/** Reads strangers' mail, wishes for mails in two turns, and says at the end what became of the last. */
const THREE = {
  turns: [
    reading,
    { text: '', calls: [mail(EVE, 'One'), mail(EVE, 'Two')] },
    { text: '', calls: [mail('bob@quarterly-archive.example', 'Three')] },
    { text: 'I wait for you.', calls: [] },
    { text: 'Of the third I was told: {{mail_send:/denied}}', calls: [] },
  ],
};
const MANY = {
  turns: [
    reading,
    {
      text: '',
      calls: Array.from({ length: 9 }, (_, at) =>
        mail(`stranger${at + 1}@quarterly-archive.example`, 'The same for all'),
      ),
    },
    { text: 'I wait for you.', calls: [] },
    { text: 'Done.', calls: [] },
  ],
};

beforeAll(async () => {
  if (CHROMIUM === null) return;
  product = await startProduct();
  agents.one = await scriptedAgent(product, 'one', ONE.turns, { onHold: 'go-on' });
  agents.three = await scriptedAgent(product, 'three', THREE.turns, { onHold: 'go-on' });
  agents.many = await scriptedAgent(product, 'many', MANY.turns, { onHold: 'go-on' });
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

/** Runs an agent until it rests. */
async function parkedRun(agent: string): Promise<string> {
  const { run } = await product.client.runs.start({ agent, message: { text: 'Write to them.' } });
  await rested(run, 'parked');
  return run;
}

async function rested(run: string, wanted: 'parked' | 'ended'): Promise<void> {
  await expect
    .poll(async () => (await product.client.runs.get(run)).status, { timeout: 30_000 })
    .toBe(wanted);
}

const cardOf = (page: Page) => page.getByRole('article', { name: 'Questions of one run' });
const enabled = (page: Page, name: string) =>
  page.getByRole('button', { name }).and(page.locator(':enabled'));
const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test.skipIf(CHROMIUM === null)(
  'what a run asks in several turns is one card: two are approved, one is denied, and the run ends with the truth told',
  async () => {
    const run = await parkedRun(agents.three);
    const { page, problems } = await openPage(browser, { width: 1280 });
    const base = await signIn(page, product.url);
    await page.goto(`${base}/inbox`);
    const list = page.getByRole('region', { name: 'Questions' });
    await list.getByText('and 2 more of this run').waitFor();
    expect(await list.getByRole('link').count()).toBe(1);
    await list.getByText('1 · 3 calls').waitFor();

    const card = cardOf(page);
    await card.getByRole('heading', { name: 'Letters three asks 3 things' }).waitFor();
    expect(await card.getByRole('checkbox', { checked: true }).count()).toBe(3);
    // What is in doubt in two of them is said once, with the calls it is about.
    await card.getByText('in calls 1, 2', { exact: true }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await card.getByRole('checkbox').nth(2).focus();
    await page.keyboard.press('Space');
    await enabled(page, 'Approve 2').waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await expect.poll(() => card.getByText('Approved', { exact: true }).count()).toBe(2);
    expect((await product.client.questions.list({ status: 'open', run })).items).toHaveLength(1);

    await card.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await enabled(page, 'Deny 1').waitFor();
    await page.keyboard.press('d');
    await page.keyboard.type('Bob is not to have it.');
    await page.keyboard.press('Enter');
    await card.getByText('Denied', { exact: true }).waitFor();
    await card.getByRole('heading', { name: 'asked 3 things; all are answered' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await rested(run, 'ended');
    const { result } = await product.client.runs.get(run);
    expect(result).toMatchObject({
      kind: 'answered',
      text: 'Of the third I was told: Bob is not to have it.',
    });
    await page.goto(`${base}/runs/${run}`);
    await page.getByText('Of the third I was told').first().waitFor();
    expect(problems).toEqual([]);
  },
  180_000,
);

test.skipIf(CHROMIUM === null)(
  'what was written in an edit is still there after the window was closed, can be taken back, and is what is sent',
  async () => {
    const run = await parkedRun(agents.one);
    const { page, problems } = await openPage(browser, { width: 1280 });
    const base = await signIn(page, product.url);
    await page.goto(`${base}/inbox`);
    const edit = page.getByRole('dialog', { name: 'Edit the arguments' });
    const subject = edit.getByLabel('subject');
    const open = async () => {
      await enabled(page, 'Edit').click();
      await edit.waitFor();
    };
    await open();
    await subject.fill('Another one');
    await page.keyboard.press('Escape');
    await edit.waitFor({ state: 'hidden' });
    await open();
    expect(await subject.inputValue()).toBe('Another one');
    await edit.getByRole('button', { name: 'Start over' }).click();
    expect(await subject.inputValue()).toBe('One');
    expect(await edit.getByRole('button', { name: 'Start over' }).count()).toBe(0);
    await subject.fill('A better one');
    await edit.getByText('JSON', { exact: true }).click();
    await page.keyboard.press('Escape');
    await open();
    const text = await edit.getByLabel('Arguments as JSON').inputValue();
    expect(JSON.parse(text)).toMatchObject({ subject: 'A better one' });
    expect(await axeFindings(page)).toEqual([]);
    await edit.getByRole('button', { name: 'Send as a new call' }).click();
    await expect
      .poll(async () => (await product.client.questions.list({ run })).items.at(-1)?.answer)
      .toMatchObject({ kind: 'edit', args: { subject: 'A better one' } });
    await product.client.runs.cancel(run, 'The test is over.');
    expect(problems).toEqual([]);
  },
  180_000,
);

test.skipIf(CHROMIUM === null)(
  'the card on a phone, in the dark and on the run’s own page follows what is answered elsewhere',
  async () => {
    const run = await parkedRun(agents.three);
    const { page, problems } = await openPage(browser, { width: 375, dark: true });
    const base = await signIn(page, product.url);
    await page.goto(`${base}/inbox`);
    await page.getByRole('link', { name: /and 2 more of this run/ }).click();
    const card = cardOf(page);
    await enabled(page, 'Approve 3').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(Number(await overflow(page))).toBeLessThanOrEqual(1);

    const { items } = await product.client.questions.list({ status: 'open', run });
    const [first, ...others] = items;
    await product.client.questions.answer(first?.id ?? '', { kind: 'deny', reason: 'no' });
    await card.getByText('Denied', { exact: true }).waitFor();
    await enabled(page, 'Approve 2').waitFor();

    await page.goto(`${base}/runs/${run}`);
    await card.getByRole('heading', { name: 'asks 2 things' }).waitFor();
    expect(await page.getByRole('article', { name: 'Question', exact: true }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(Number(await overflow(page))).toBeLessThanOrEqual(1);
    await product.client.questions.answerAll(
      others.map(({ id }) => ({ id, answer: { kind: 'deny', reason: 'no' } })),
    );
    await card.getByRole('heading', { name: 'all are answered' }).waitFor();
    await rested(run, 'ended');
    expect(problems).toEqual([]);
  },
  180_000,
);

test.skipIf(CHROMIUM === null)(
  'several questions of one message are one card in the conversation, which stays when they are answered',
  async () => {
    const { page, problems } = await openPage(browser, { width: 1280 });
    const base = await signIn(page, product.url);
    await page.goto(`${base}/chat?agent=${agents.three}`);
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Write to them.');
    await page.keyboard.press('Enter');
    const card = cardOf(page);
    await card.getByRole('heading', { name: 'asks 3 things' }).waitFor();
    expect(await page.getByRole('article', { name: 'Question', exact: true }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await enabled(page, 'Approve 3').click();
    await card.getByRole('heading', { name: 'all are answered' }).waitFor();
    await page.getByText('Of the third I was told').waitFor();
    expect(problems).toEqual([]);
  },
  180_000,
);

test.skipIf(CHROMIUM === null).each([
  { width: 1280, dark: false },
  { width: 375, dark: true },
])(
  'a loop of nine calls is a table of what differs, with every value in it, and one is answered alone ($width px)',
  async (look) => {
    const run = await parkedRun(agents.many);
    const { page, problems } = await openPage(browser, look);
    const base = await signIn(page, product.url);
    const [first] = (await product.client.questions.list({ status: 'open', run })).items;
    await page.goto(`${base}/inbox/${first?.id}`);
    const card = cardOf(page);
    const table = card.getByRole('table');
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(10);
    const values = (await table.textContent()) ?? '';
    for (let nth = 1; nth <= 9; nth++) expect(values).toContain(`stranger${nth}@`);
    expect(values).not.toContain('The same for all');
    await card.getByText('The same for all').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(Number(await overflow(page))).toBeLessThanOrEqual(1);

    await card.getByRole('button', { name: 'Answer or edit it alone' }).first().click();
    const alone = page.getByRole('article', { name: 'Question', exact: true });
    await alone.getByRole('button', { name: 'Deny' }).and(page.locator(':enabled')).click();
    await page.getByLabel(/Why not/).fill('Not this one.');
    await page.keyboard.press('Enter');
    await alone.getByText('Denied', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Back to all 9' }).click();
    await enabled(page, 'Approve 8').click();
    await card.getByRole('heading', { name: 'all are answered' }).waitFor();
    await rested(run, 'ended');
    expect(problems).toEqual([]);
  },
  180_000,
);
