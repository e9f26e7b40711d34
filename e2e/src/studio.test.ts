import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, CHROMIUM, openBrowser, openPage, type Watched } from './browser.ts';
import { OWNER, type Product, startProduct } from './product.ts';
import { signIn } from './studio.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  if (CHROMIUM === null) return;
  product = await startProduct();
  browser = await openBrowser();
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

async function signedIn(look = { width: 1280 }): Promise<Watched & { base: string }> {
  const watched = await openPage(browser, look);
  return { ...watched, base: await signIn(watched.page, product.url) };
}

/** Starts the example and waits until both of the hijacked model's wishes are held. */
async function startExample(): Promise<string> {
  const { client } = product;
  const [agent] = await client.agents.list();
  const { run } = await client.runs.start({
    agent: agent?.id ?? '',
    message: { text: agent?.draft.suggestions[0] ?? '' },
    conversation: 'new',
  });
  for (;;) {
    const { items } = await client.questions.list({ status: 'open', run });
    if (items.length >= 2) return run;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const question = (page: Page) => page.getByRole('article', { name: 'Question' });

test.skipIf(CHROMIUM === null)(
  'whoever is asked sees which value is in doubt, where it came from and what would let it pass, and answers by keys alone',
  async () => {
    const run = await startExample();
    const { page, base, problems } = await signedIn();
    await page.goto(`${base}/inbox`);
    // Both are asked by one run, and stand on one card; each can be answered alone.
    const together = page.getByRole('article', { name: 'Questions of one run' });
    const alone = together.getByRole('button', { name: 'Answer or edit it alone' });
    await alone.first().click();
    const card = question(page);
    await card.getByText('collector@quarterly-archive.example').first().waitFor();
    await card.getByText('names this destination').waitFor();
    await card.getByText('The agent read it in').first().waitFor();
    await card.getByText('your own message names this very destination').waitFor();
    await card.getByText('How the gateway decided').click();
    await card.getByText('nobody vouches for it').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    // A stray letter answers nothing: it only moves the focus, and Escape takes it back.
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('a');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Approve');
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    expect((await product.client.questions.list({ status: 'open', run })).items).toHaveLength(2);

    await page.keyboard.press('d');
    await page.keyboard.type('I did not ask for this.');
    await page.keyboard.press('Enter');
    await card.getByText('I did not ask for this.').waitFor();

    await page.getByRole('button', { name: 'Back to all 2' }).click();
    await together.getByText('Denied', { exact: true }).waitFor();
    await alone.click();
    await card.getByText('Only a person’s yes to this very object').waitFor();
    await approve.and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await card.getByText('Approved', { exact: true }).waitFor();
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByText('A, then Enter')
      .waitFor();
    await page.keyboard.press('Escape');

    await page.keyboard.press('h');
    const list = page.getByRole('region', { name: 'Questions' });
    await list.getByRole('link', { name: /Delete the message/ }).waitFor();
    expect(await list.getByRole('link').count()).toBe(2);
    await page.getByText('Denied', { exact: true }).first().click();
    await list.getByRole('link', { name: /Delete the message/ }).waitFor({ state: 'detached' });
    await list.getByRole('link', { name: /Send a mail/ }).waitFor();
    expect(await list.getByRole('link').count()).toBe(1);
    await page.getByText('Expired', { exact: true }).click();
    await page.getByText('Nothing ran out of time').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.goto(`${base}/runs/${run}`);
    await page.getByRole('button', { name: /Send a mail.*denied/ }).click();
    await page.getByText('Why a person was asked').waitFor();
    await page.getByText('your own message names this very destination').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  },
  180_000,
);

test.skipIf(CHROMIUM === null)(
  'a mail is opened whole, as text, and nothing in it is run',
  async () => {
    const { page, base, problems } = await signedIn();
    const mailbox = (await product.client.connections.list()).find(
      ({ config }) => config.kind === 'mailbox',
    );
    await page.goto(`${base}/mailbox/${mailbox?.id}`);
    const mails = page.getByRole('main').getByRole('link').filter({ hasText: '@' });
    await mails.first().waitFor();
    for (let nth = 0; nth < (await mails.count()); nth++) {
      await mails.nth(nth).click();
      await page.getByText(/All \d+ header fields/).click();
      await page.getByText('message-id').first().waitFor();
      const made = await page
        .locator('main')
        .evaluate((main) => main.querySelectorAll('script,iframe,img,a[href^=http]').length);
      expect(made).toBe(0);
      if (nth === 0) expect(await axeFindings(page)).toEqual([]);
      await page.goBack();
      await mails.first().waitFor();
    }
    await page.goto(`${base}/mailbox/${mailbox?.id}/msg_none`);
    await page.getByText('This mail is not there').waitFor();
    expect(problems).toEqual([]);
  },
  120_000,
);

test.skipIf(CHROMIUM === null)(
  'somebody is invited, comes in, and is removed after the studio has asked',
  async () => {
    const { page, base, problems } = await signedIn();
    await page.goto(`${base}/settings/members`);
    await page.getByLabel('E-mail address').fill('ines@lumen-optics.example');
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = await page.getByRole('button', { name: /invitation link/ }).textContent();
    const other = await openPage(browser, { width: 1280 });
    await other.page.goto(/http\S+/.exec(link ?? '')?.[0] ?? '');
    await other.page.getByLabel('Your name').fill('Ines Duarte');
    await other.page.getByLabel(/e-?mail/i).fill('ines@lumen-optics.example');
    await other.page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await other.page.getByRole('button', { name: 'Join' }).click();
    await other.page.getByRole('link', { name: 'Inbox' }).first().waitFor();

    await page.reload();
    await page.getByRole('button', { name: 'Remove Ines Duarte' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep it as it is' }).click();
    await page.getByRole('button', { name: 'Remove Ines Duarte' }).click();
    await page.getByRole('button', { name: 'Remove from the workspace' }).click();
    await page.getByText('ines@lumen-optics.example').waitFor({ state: 'detached' });
    await other.page.reload();
    await other.page.getByText('No such workspace, or not for you').waitFor();
    expect(problems).toEqual([]);
  },
  120_000,
);

test.skipIf(CHROMIUM === null)(
  'a tab from before a new version loads itself anew, once, when a part of it is gone',
  async () => {
    const { page, base } = await signedIn();
    expect((await page.request.get(`${product.url}/assets/gone-12345678.js`)).status()).toBe(404);
    let loads = 0;
    page.on('load', () => loads++);
    // As after a new build: the part this tab knows is not there any more, and the page names another one.
    await page.route('**/assets/ledger-*.js', (route) => route.fulfill({ status: 404 }), {
      times: 1,
    });
    await page.getByRole('link', { name: 'Ledger' }).first().click();
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    expect([loads, page.url()]).toEqual([1, `${base}/ledger`]);
  },
  60_000,
);

test.skipIf(CHROMIUM === null)(
  'a part that is really broken is said to be, and loads the page no second time',
  async () => {
    const { page } = await signedIn();
    let loads = 0;
    page.on('load', () => loads++);
    await page.route('**/assets/ledger-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Ledger' }).first().click();
    await page.getByRole('alert').filter({ hasText: 'could not be fetched' }).waitFor();
    expect(loads).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute('**/assets/ledger-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
  },
  60_000,
);

test.skipIf(CHROMIUM === null)(
  'what is taken away is asked about first, or comes back with one press',
  async () => {
    const { page, context, base, problems } = await signedIn();
    await page.goto(`${base}/settings/keys`);
    await page.getByRole('button', { name: 'End', exact: true }).first().click();
    await page.getByRole('button', { name: 'Keep' }).click();
    expect((await product.client.agents.list()).length).toBeGreaterThan(0);

    await page.goto(`${base}/settings/policy`);
    const policy = page.getByLabel('Policy text');
    const before = await policy.inputValue();
    await policy.fill(`${before}// mine`);
    await page.getByRole('button', { name: 'Undo all' }).click();
    expect(await policy.inputValue()).toBe(before);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    expect(await policy.inputValue()).toBe(`${before}// mine`);

    await page.goto(`${base}/chat`);
    const message = page.getByLabel('Message');
    await message.waitFor();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const block = JSON.stringify('A line that somebody else wrote.\n'.repeat(40));
    await page.evaluate(`navigator.clipboard.writeText(${block})`);
    await message.focus();
    await page.keyboard.press('Control+v');
    await page.getByRole('button', { name: /^Remove: Pasted/ }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.getByRole('button', { name: /^Remove: Pasted/ }).waitFor();
    expect(problems).toEqual([]);
  },
  60_000,
);
