import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, CHROMIUM, openBrowser, openPage } from './browser.ts';
import { type Product, startProduct } from './product.ts';
import { seedOf } from './seed.ts';
import { signIn } from './studio.ts';

const QUESTIONS = 1_000;
const RUNS = 10_000;

let product: Product;
let browser: Browser;

beforeAll(async () => {
  if (CHROMIUM === null) return;
  product = await startProduct();
  const seed = await seedOf(product);
  await seed.runs(RUNS);
  await seed.questions(QUESTIONS);
  await seed.run(10_000);
  await seed.close();
  browser = await openBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, 60_000);

/** Scrolls an element, or the page, from its top at a speed in pixels per second, and gives the frames drawn in each. */
function framesPerSecond(page: Page, scroller: string, speed: number): Promise<number> {
  return page.evaluate(`(async () => {
    const element = ${scroller};
    element.scrollTop = 0;
    await new Promise((resolve) => setTimeout(resolve, 300));
    let frames = 0;
    const start = performance.now();
    let now = start;
    while (now - start < 2000) {
      now = await new Promise(requestAnimationFrame);
      element.scrollTop = ((now - start) / 1000) * ${speed};
      frames += 1;
    }
    return frames / ((now - start) / 1000);
  })()`);
}

/** The best of three: what else the machine does must not count. */
async function bestOfThree(measure: () => Promise<number>): Promise<number> {
  return Math.max(await measure(), await measure(), await measure());
}

test.skipIf(CHROMIUM === null)(
  'a run of ten thousand entries opens at once, scrolls at the screen’s pace, and is searched',
  async () => {
    const { page, problems } = await openPage(browser, { width: 1280 });
    const base = await signIn(page, product.url);
    await page.goto(`${base}/runs`);
    const opened = Date.now();
    await page.getByRole('link', { name: /Read the whole archive/ }).click();
    await page
      .getByRole('button', { name: /Ask the model/ })
      .first()
      .waitFor();
    expect(Date.now() - opened).toBeLessThan(3_000);
    const find = page.getByPlaceholder(/Find in 5,\d+ steps/);
    await find.waitFor({ timeout: 30_000 });
    expect(await axeFindings(page)).toEqual([]);

    const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem');
    expect(await steps.count()).toBeLessThan(200);
    for (const speed of [2_000, 10_000])
      expect(
        await bestOfThree(() => framesPerSecond(page, 'document.scrollingElement', speed)),
      ).toBeGreaterThan(40);

    await page.keyboard.press('End');
    await page.getByText('All of it is read.').waitFor();
    await page
      .getByRole('button', { name: /Report 2[45]\d\d/ })
      .first()
      .waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('the needle');
    await page.getByText(/^1 of 5,/).waitFor();
    await page.getByRole('button', { name: /Report 1234|msg_1234/ }).click();
    await page.getByText('with the needle').first().waitFor();
    await page.keyboard.press('Escape');
    await find.fill('');
    await page.getByText('Held or failed', { exact: true }).click();
    await page.getByText(/^25 of 5,/).waitFor();
    expect(problems).toEqual([]);
  },
  180_000,
);

test.skipIf(CHROMIUM === null)(
  'an inbox of a thousand questions is walked to its end, the oldest first',
  async () => {
    const { page, problems } = await openPage(browser, { width: 1280 });
    const base = await signIn(page, product.url);
    await page.goto(`${base}/inbox`);
    const list = page.getByRole('region', { name: 'Questions' });
    await list.getByRole('link', { name: /stranger1@/ }).waitFor();
    expect(await list.getByRole('listitem').count()).toBeLessThan(100);
    const scroller = 'document.querySelector("section[aria-label=Questions] > div")';
    expect(await bestOfThree(() => framesPerSecond(page, scroller, 3_000))).toBeGreaterThan(40);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByRole('article', { name: 'Question' }).getByText('stranger3@').first().waitFor();
    for (let round = 0; round < 60; round++) {
      if ((await list.getByRole('link', { name: new RegExp(`stranger${QUESTIONS}@`) }).count()) > 0)
        break;
      await page.evaluate(`${scroller}.scrollTop = 1e9`);
      await page.waitForTimeout(250);
    }
    await list.getByRole('link', { name: new RegExp(`stranger${QUESTIONS}@`) }).click();
    await page
      .getByRole('article', { name: 'Question' })
      .getByText(`stranger${QUESTIONS}@`)
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  },
  180_000,
);

test.skipIf(CHROMIUM === null)(
  'ten thousand runs are listed page by page',
  async () => {
    const { page, problems } = await openPage(browser, { width: 1280 });
    const base = await signIn(page, product.url);
    await page.goto(`${base}/runs?status=ended`);
    const runs = page.getByRole('main').getByRole('link', { name: /Run number|archive/ });
    await runs.first().waitFor();
    const first = await runs.count();
    expect(first).toBeLessThan(100);
    await page.evaluate('document.scrollingElement.scrollTop = 1e9');
    await page
      .getByText(/Run number \d+/)
      .first()
      .waitFor();
    for (let round = 0; round < 20 && (await seen(page)) < 500; round++) {
      await page.evaluate('document.scrollingElement.scrollTop = 1e9');
      await page.waitForTimeout(300);
    }
    expect(await seen(page)).toBeGreaterThanOrEqual(500);
    expect(await runs.count()).toBeLessThan(200);
    expect(problems).toEqual([]);
  },
  120_000,
);

/** How many runs the list has, drawn or not. */
async function seen(page: Page): Promise<number> {
  const item = page.getByRole('main').getByRole('listitem').last();
  return Number(await item.getAttribute('aria-setsize'));
}
