import type { Page } from 'playwright-core';
import { OWNER } from './product.ts';

/** Makes the first account on the page that the set-up link opens, and waits until it is in. */
export async function makeFirstAccount(page: Page, setupUrl: string): Promise<void> {
  await page.goto(setupUrl);
  await page.getByLabel(/name/i).first().fill(OWNER.name);
  await page.getByLabel(/e-?mail/i).fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor();
}

/** Signs the first owner in, and gives the address of the workspace's start: `http://…/w/ws_…`. */
export async function signIn(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel(/e-?mail/i).fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor();
  return /^.*\/w\/[^/]+/.exec(page.url())?.[0] ?? '';
}
