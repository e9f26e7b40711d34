import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Where Chromium is, or null where there is none and browser journeys are skipped. `npm test` sets it. */
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? null;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page that remembers what went wrong in it. */
export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and uncaught exceptions so far, but for those of answers with a status we asked for. */
  readonly problems: readonly string[];
}

/** Starts Chromium without a window; it may be root and has no network beyond this machine. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Opens a page of that width and colour scheme. */
export async function openPage(
  browser: Browser,
  look: { readonly width: number; readonly dark?: boolean },
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.dark ? 'dark' : 'light',
    bypassCSP: true,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The browser writes a line for every answer above 399; a page that is signed out asks and is told so.
    if (message.type() === 'error' && !/status of 40[14]/.test(message.text()))
      problems.push(message.text());
  });
  return { page, context, problems };
}

/** What axe finds on the page, in a line each. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
  // axe's own documented form of a result.
  const { violations } = found as {
    violations: readonly {
      id: string;
      help: string;
      nodes: readonly { html: string; target: readonly string[] }[];
    }[];
  };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes
        .slice(0, 3)
        .map((node) => node.target.join(' '))
        .join('; ')})`,
  );
}
