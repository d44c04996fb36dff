import type { Browser, Page } from 'playwright-core';
import { buildIfStale, npmStart, type Product } from '../journeys/product';
import { describeInBrowser, openPage, settled, startBrowser, visit, type Watched } from './browser';

/** A Bitcoin miner received 0.01 BTC from an unknown address. */
const WALLET = 'A Bitcoin miner';
const ANSWER_MS = 60_000;

/** `+$1,234.50` or `−$1,234.50` in cents. */
function cents(text: string): bigint {
  const amount = BigInt(text.replace(/[^\d]/g, ''));
  return text.includes('−') ? -amount : amount;
}

/** The years in which the miner pays. */
const YEARS = ['2024', '2025'];

/** Gains of all boxes of Form 8949 of these years, in cents. */
async function formGains(page: Page): Promise<bigint> {
  await visit(page, 'Taxes');
  let sum = 0n;
  for (const year of YEARS) sum += await formGain(page, year);
  return sum;
}

async function formGain(page: Page, year: string): Promise<bigint> {
  await page.getByLabel('Tax year').selectOption(year);
  await page.getByRole('heading', { name: 'Form 8949' }).waitFor();
  await settled(page);
  const gains = await page.locator('[data-test^=gain-]').allInnerTexts();
  return gains.reduce((sum, text) => sum + cents(text), 0n);
}

describeInBrowser('a person who has only the printed address', () => {
  let product: Product;
  let browser: Browser;
  let watched: Watched;

  beforeAll(async () => {
    buildIfStale();
    product = await npmStart({});
    await product.start();
    browser = await startBrowser();
    watched = await openPage(browser, product.url.replace('127.0.0.1', 'localhost'), {
      width: 1440,
      colorScheme: 'light',
    });
    watched.page.setDefaultTimeout(ANSWER_MS);
  });
  afterAll(async () => {
    await browser.close();
    await product.close();
  });

  it('opens a demo wallet, gives an inflow its basis, and finds the change on Form 8949', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: WALLET }).click();
    await page.getByRole('heading', { name: 'Holdings' }).waitFor();
    await page.getByRole('cell', { name: 'BTC' }).first().waitFor();
    const chart = page.getByRole('img', { name: /^Value of the wallet from 2023-12-06 to / });
    await chart.waitFor();
    expect(await chart.locator('canvas').count()).toBe(1);

    await page.getByRole('button', { name: 'Open the demo account' }).click();
    await page.getByText('demo@demo.invalid').waitFor();
    const before = await formGains(page);

    await visit(page, 'Inbox');
    const issue = page.getByRole('listitem').filter({ hasText: 'Missing basis' });
    await issue.getByRole('button', { name: 'Fix' }).click();
    await issue.getByLabel('What you paid, USD').fill('150');
    await issue.getByLabel('Acquired on').fill('2019-02-03');
    await issue.getByRole('button', { name: 'Show the effect' }).click();
    const shown = cents(await issue.locator('[data-test=change]').innerText());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Basis stated').waitFor();
    expect(shown).not.toBe(0n);

    expect((await formGains(page)) - before).toBe(shown);

    await visit(page, 'Inbox');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Missing basis').first().waitFor();
    expect(await formGains(page)).toBe(before);
  });

  it('removes what was written when the demo is reset', async () => {
    const { page } = watched;
    await visit(page, 'Account');
    await page.getByLabel('Name of a new key').fill('books');
    await page.getByRole('button', { name: 'Create a key that reads' }).click();
    await page.getByText('The key is shown once').waitFor();
    await page.getByRole('button', { name: 'Reset the demo' }).click();
    await page.getByText('No key. Create one below.').waitFor();
  });

  it('made no error, broke no rule of its policy and asked no other origin', () => {
    expect(watched.faults).toEqual([]);
  });
});
