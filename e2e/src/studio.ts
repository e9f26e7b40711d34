import type { Role } from '@countersign/contract';
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

/** Invites somebody on the owner's page, and makes their account on theirs. Gives the address of the workspace's start. */
export async function join(
  owner: { readonly page: Page; readonly base: string },
  page: Page,
  { name, email }: { readonly name: string; readonly email: string },
  role: Role,
): Promise<string> {
  await owner.page.goto(`${owner.base}/settings/members`);
  await owner.page.getByLabel('E-mail address').fill(email);
  await owner.page.getByLabel('Role', { exact: true }).selectOption(role);
  await owner.page.getByRole('button', { name: 'Make a link' }).click();
  const link = await owner.page.getByRole('button', { name: /invitation link/ }).textContent();
  await page.goto(/http\S+/.exec(link ?? '')?.[0] ?? '');
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('link', { name: 'Inbox' }).first().waitFor();
  return /^.*\/w\/[^/]+/.exec(page.url())?.[0] ?? '';
}
