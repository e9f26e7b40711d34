import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, CHROMIUM, openBrowser, openPage, type Watched } from './browser.ts';
import { OWNER, type Product, startProduct } from './product.ts';
import { scriptedAgent } from './scripted.ts';
import { join, signIn } from './studio.ts';

const INES = { name: 'Ines Duarte', email: 'ines@lumen-optics.example' };
const REPORT = { to: [OWNER.email], subject: 'Report', text: 'All is well.' };
const TURNS = [
  { text: '', calls: [{ tool: 'mail_list', args: {} }] },
  { text: '', calls: [{ tool: 'mail_send', args: REPORT }] },
  { text: 'Done.', calls: [] },
];
const NOTE = { ...REPORT, subject: 'Note' };
/** Writes down that a mail to somebody else is asked for, and then wishes for others. */
const WIDER = [
  {
    text: JSON.stringify({
      version: 1,
      slots: [
        {
          ...{ action: 'mail.send', atMost: 1 },
          arguments: {
            '/to/*': { kind: 'one-of', values: [{ kind: 'constant', value: INES.email }] },
          },
        },
      ],
    }),
    // A script is played by how often the model has spoken in the run: the plan and the first turn are one.
    calls: [{ tool: 'mail_list', args: {} }],
  },
  ...Array.from({ length: 3 }, () => ({ text: '', calls: [{ tool: 'mail_send', args: NOTE }] })),
  { text: 'Done.', calls: [] },
];
const TWO = `
@id("two-for-sending")
@approvals("2")
permit (principal in Role::"user", action == Action::"send", resource);
`;

let product: Product;
let browser: Browser;
let agent = '';
let robin: Watched & { base: string };
let ines: Watched & { base: string };

beforeAll(async () => {
  if (CHROMIUM === null) return;
  product = await startProduct();
  browser = await openBrowser();
  agent = await scriptedAgent(product, 'report', TURNS);
  const first = await openPage(browser, { width: 1280 });
  robin = { ...first, base: await signIn(first.page, product.url) };
  const second = await openPage(browser, { width: 390, dark: true });
  ines = { ...second, base: await join(robin, second.page, INES, 'admin') };
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

/** Runs the agent until it rests; gives the run and what it asks. */
async function restedRun(of = agent): Promise<{ run: string; status: string; question: string }> {
  const { client } = product;
  const message = { text: `Send a report to ${OWNER.email}.` };
  const { run } = await client.runs.start({ agent: of, message });
  const statusOf = async () => (await client.runs.get(run)).status;
  await expect.poll(statusOf, { timeout: 30_000 }).toMatch(/parked|ended/);
  const [question] = (await client.questions.list({ status: 'open', run })).items;
  return { run, status: await statusOf(), question: question?.id ?? '' };
}

const cardOf = (page: Page) => page.getByRole('article', { name: 'Question' });
const enabled = (page: Page, name: string) =>
  page.getByRole('button', { name }).and(page.locator(':enabled'));

test.skipIf(CHROMIUM === null)(
  'an agent asks as its editor says: strictly about what a message names, and not once it is balanced again',
  async () => {
    const { page, base, problems } = robin;
    expect((await restedRun()).status).toBe('ended');
    await page.goto(`${base}/agents/${agent}`);
    const mode = page.getByLabel('It is asked about');
    for (const [chosen, version, status] of [
      ['strict', 2, 'parked'],
      ['balanced', 3, 'ended'],
    ] as const) {
      await mode.selectOption(chosen);
      await enabled(page, `Publish as version ${version}`).click();
      await page.getByRole('button', { name: `Publish as version ${version + 1}` }).waitFor();
      expect((await restedRun()).status).toBe(status);
    }
    expect(problems).toEqual([]);
  },
  120_000,
);

test.skipIf(CHROMIUM === null)(
  'a person adds more calls like the one they saw, and the run’s page says who added what',
  async () => {
    const wider = await scriptedAgent(product, 'wider', WIDER, { planning: 'when-acting' });
    const { run, question } = await restedRun(wider);
    const { page, base, problems } = robin;
    await page.goto(`${base}/inbox/${question}`);
    await page.getByLabel('More calls like this one').selectOption('1');
    expect(await axeFindings(page)).toEqual([]);
    await enabled(page, 'Approve').click();
    await cardOf(page).getByText('Approved', { exact: true }).waitFor();
    const asked = async () =>
      (await product.client.questions.list({ status: 'open', run })).items.map(({ id }) => id);
    // The second passes, and the third is beyond what was added.
    await expect.poll(asked, { timeout: 30_000 }).toHaveLength(1);
    const sent = await product.client.data.outbox(20);
    expect(sent.filter(({ subject }) => subject === 'Note')).toHaveLength(2);
    await page.goto(`${base}/runs/${run}`);
    const added = page.getByRole('list', { name: 'What people added' });
    await added.getByText('1 more, added by Robin Hale').waitFor();
    await added.getByText('1 done').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await product.client.runs.cancel(run);
    expect(problems).toEqual([]);
  },
  90_000,
);

test.skipIf(CHROMIUM === null)(
  'a policy that wants two people is proposed by one and put in force by another',
  async () => {
    await product.client.rules.put({ separateDuties: false, policyTwoPersons: true });
    const { page, base, problems } = robin;
    await page.goto(`${base}/settings/policy`);
    const text = page.getByLabel('Policy text');
    await text.waitFor();
    await text.fill(`${await text.inputValue()}${TWO}`);
    await page.getByRole('button', { name: 'Propose' }).and(page.locator(':enabled')).click();
    await page.getByText('Another owner or admin accepts it.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    expect((await product.client.policy.get()).cedar).not.toContain('two-for-sending');

    const other = ines.page;
    await other.goto(`${ines.base}/settings/policy`);
    await enabled(other, 'Accept').waitFor();
    expect(await axeFindings(other)).toEqual([]);
    await enabled(other, 'Accept').click();
    await other.getByText('accepted', { exact: true }).waitFor();
    const { cedar, acceptedBy, by } = await product.client.policy.get();
    expect(cedar).toContain('two-for-sending');
    expect(acceptedBy).not.toBe(by);
    await product.client.rules.put({ separateDuties: false, policyTwoPersons: false });
    await other.getByText('As a form').click();
    expect(await other.getByLabel('user: send').inputValue()).toBe('ask 2');
    expect(await axeFindings(other)).toEqual([]);
    expect([...problems, ...ines.problems]).toEqual([]);
  },
  90_000,
);

test.skipIf(CHROMIUM === null)(
  'a call waits after the first yes, shows whose it is, and is done after the second',
  async () => {
    const { run, status, question } = await restedRun();
    expect(status).toBe('parked');
    const [page, other] = [robin.page, ines.page];
    await page.goto(`${robin.base}/inbox/${question}`);
    await cardOf(page).getByText('0 of 2 said yes').waitFor();
    await enabled(page, 'Approve').click();
    await cardOf(page).getByText('1 of 2 said yes: Robin Hale').waitFor();
    await cardOf(page).getByText('somebody else must too').waitFor();
    expect(await enabled(page, 'Approve').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect((await product.client.runs.get(run)).status).toBe('parked');

    await other.goto(`${ines.base}/inbox`);
    await other.getByText('1 of 2 said yes').first().waitFor();
    expect(await axeFindings(other)).toEqual([]);
    await other.goto(`${ines.base}/inbox/${question}`);
    await cardOf(other).getByText('1 of 2 said yes: Robin Hale').waitFor();
    await cardOf(other).getByText('Your yes is the last one it needs.').waitFor();
    expect(await axeFindings(other)).toEqual([]);
    await enabled(other, 'Approve').click();
    await cardOf(other).getByText('Approved', { exact: true }).waitFor();
    await expect
      .poll(async () => (await product.client.runs.get(run)).status, { timeout: 30_000 })
      .toBe('ended');
    const sent = await product.client.data.outbox(5);
    expect(sent.filter(({ subject }) => subject === 'Report').length).toBeGreaterThan(0);
    // The first of them sees it without a reload.
    await cardOf(page).getByText('Approved', { exact: true }).waitFor();
    expect([...robin.problems, ...ines.problems]).toEqual([]);
  },
  90_000,
);
