import { existsSync } from 'node:fs';
import { type Browser, chromium, type ConsoleMessage, type Page } from 'playwright-core';
import { buildIfStale, npmStart, type Product } from '../journeys/product';

/** Debian's browser. Suites that need it are skipped where there is none. */
const CHROMIUM = '/usr/bin/chromium';
const describeInBrowser = existsSync(CHROMIUM) ? describe : describe.skip;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });

/** The running service and a browser, for the tests of one block. */
export interface Console {
  product: Product;
  browser: Browser;
  /** A page of its own, on the first screen. */
  open: (view?: View) => Promise<Watched>;
}

/**
 * A block of tests with `npm start` in an empty folder and a browser.
 * @param tests registers them; the argument works while they run
 * @param envOf variables of the service, asked for before it starts
 */
export function describeConsole(
  name: string,
  tests: (running: () => Console) => void,
  envOf: () => Promise<Record<string, string>> | Record<string, string> = () => ({}),
): void {
  describeInBrowser(name, () => {
    let product: Product | undefined;
    let browser: Browser | undefined;
    beforeAll(async () => {
      buildIfStale();
      product = await npmStart(await envOf());
      await product.start();
      browser = await startBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      await product?.close();
    });
    tests(() => {
      if (!product || !browser) throw new Error('the service does not run');
      const [service, chrome] = [product, browser];
      const url = service.url.replace('127.0.0.1', 'localhost');
      return { product: service, browser: chrome, open: (view = WIDE) => openPage(chrome, url, view) };
    });
  });
}

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

/** Below the limit of a test: what hangs is named. */
const HANGS_MS = 840_000;
const WIDE: View = { width: 1440, colorScheme: 'light' };

async function openPage(browser: Browser, url: string, view: View): Promise<Watched> {
  const { width, colorScheme } = view;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(HANGS_MS);
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
  const menu = page.getByRole('navigation');
  const more = menu.getByRole('button');
  const link = menu.getByRole('link', { name: screen, exact: true });
  // On a phone, screens that are no tab are behind a button.
  if ((await link.count()) === 0) await more.click();
  await link.click();
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${screen}`) }).waitFor();
  await settled(page);
}

/** Shows a source, or all of them, by its name. */
export async function show(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Shows' }).selectOption({ label: name });
  await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor();
  await settled(page);
}

/** Waits until nothing on the page is loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.loading, [aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** Opens the session of the demo account, from the first screen. */
export async function openDemoAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the demo account' }).first().click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}
