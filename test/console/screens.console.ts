import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildIfStale, npmStart, type Product } from '../journeys/product';
import { describeInBrowser, openPage, settled, startBrowser, visit, type View } from './browser';

/** npm run test:console: every screen at both widths, in both themes. With SCREENSHOTS the pictures of the docs. */

const SCREENS = ['Overview', 'Inbox', 'Lots', 'Transactions', 'Taxes', 'Transfers', 'Exchanges', 'Account'];
const VIEWS: View[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
];
const PICTURES = join(__dirname, '../../docs/console');
/** In the docs: the wide light page and the narrow dark page. */
const isPictured = ({ width, colorScheme }: View): boolean => (width === 1440) === (colorScheme === 'light');
const MOST_ROWS = 200;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Serious and critical findings only. The script is not part of the page: the policy of the page allows no other. */
async function findings(page: Page): Promise<string[]> {
  const found = await page.evaluate(
    `(() => { ${AXE}; return axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) }))); })()`,
  );
  return (found as Finding[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

describeInBrowser('every screen of the console', () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    buildIfStale();
    product = await npmStart({});
    await product.start();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await product.close();
  });

  it.each(VIEWS)(
    'fits $width pixels in the $colorScheme theme, and can be read by everyone',
    async (view) => {
      const { page, faults } = await openPage(browser, product.url.replace('127.0.0.1', 'localhost'), view);
      const picture = async (name: string): Promise<void> => {
        if (process.env.SCREENSHOTS === undefined || !isPictured(view)) return;
        await page.screenshot({ path: join(PICTURES, `${name}-${view.width}.png`) });
      };
      await page.getByRole('heading', { level: 1 }).waitFor();
      await picture('start');
      await page.getByRole('link', { name: 'A Bitcoin miner' }).click();
      await page.getByRole('button', { name: 'Open the demo account' }).first().click();
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      for (const screen of SCREENS) {
        await visit(page, screen);
        await settled(page);
        expect([screen, await findings(page)]).toEqual([screen, []]);
        const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([screen, wider]).toEqual([screen, 0]);
        expect(await page.locator('tr').count()).toBeLessThanOrEqual(MOST_ROWS);
        await picture(screen.toLowerCase());
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('is operated by the keyboard alone', async () => {
    const { page } = await openPage(browser, product.url.replace('127.0.0.1', 'localhost'), {
      width: 1440,
      colorScheme: 'light',
    });
    const field = page.getByLabel('Address (EVM, Bitcoin or Solana)');
    await field.waitFor();
    for (let i = 0; i < 40 && (await field.and(page.locator(':focus')).count()) === 0; i += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.type('0xde300000000000000000000000000000000a11ce');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Holdings' }).waitFor();
    await page.context().close();
  });

  it('states that a transfer is external, and takes it back', async () => {
    const { page, faults } = await openPage(browser, product.url.replace('127.0.0.1', 'localhost'), {
      width: 1440,
      colorScheme: 'light',
    });
    await page.getByRole('button', { name: 'Open the demo account' }).first().click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await visit(page, 'Transfers');
    const open = page.getByRole('listitem').filter({ hasText: '120 DAI' });
    await open.getByRole('button', { name: 'External', exact: true }).click();
    await open.getByLabel('What it was').selectOption('gift');
    await open.getByRole('button', { name: 'State as external' }).click();
    const stated = page.getByRole('listitem').filter({ hasText: 'Gift' });
    await stated.getByRole('button', { name: 'Undo' }).click();
    await open.getByRole('button', { name: 'External', exact: true }).waitFor();
    await stated.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('hides every amount', async () => {
    const { page } = await openPage(browser, product.url.replace('127.0.0.1', 'localhost'), {
      width: 1440,
      colorScheme: 'light',
    });
    await page.getByRole('link', { name: 'A Bitcoin miner' }).click();
    await page.getByRole('heading', { name: 'Gains and income by year' }).waitFor();
    await settled(page);
    await page.getByRole('button', { name: 'Show the figures' }).click();
    await page.getByLabel('Hide amounts').check();
    expect(await page.locator('main').innerText()).not.toMatch(/\$\d/);
    await page.context().close();
  });
});
