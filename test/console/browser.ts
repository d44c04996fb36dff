import { existsSync } from 'node:fs';
import { type Browser, chromium, type ConsoleMessage, type Page } from 'playwright-core';

/** Debian's browser. Suites that need it are skipped where there is none. */
const CHROMIUM = '/usr/bin/chromium';
export const describeInBrowser = existsSync(CHROMIUM) ? describe : describe.skip;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });

/** What a page did that it must never do. */
export interface Watched {
  page: Page;
  /** Errors of the script, violations of the policy, requests to other origins. */
  faults: string[];
}

export interface View {
  width: number;
  colorScheme: 'light' | 'dark';
}

export async function openPage(browser: Browser, url: string, view: View): Promise<Watched> {
  const { width, colorScheme } = view;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin)
      faults.push(`foreign: ${request.url()}`);
  });
  await page.goto(url);
  return { page, faults };
}

/** Goes to a screen by the menu, and waits until it has read its data. */
export async function visit(page: Page, screen: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${screen}`) }).waitFor();
  await settled(page);
}

/** Waits until nothing on the page is loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.loading, [aria-busy=true]').first().waitFor({ state: 'detached' });
}
