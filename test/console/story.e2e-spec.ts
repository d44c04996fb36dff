import type { Page } from 'playwright-core';
import { describeConsole, settled, show, visit, type Watched } from './browser';
import { cents, formGain, openForms, openStep } from './form';

/** A Bitcoin miner received 0.01 BTC from an unknown address. */
const WALLET = 'A Bitcoin miner';

/** Units that were never bought in the file. */
const SOLD = [
  'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance',
  'A,R1,2024-04-10 15:00:00,trade,,currency,XETH,-0.5,0,0',
  'B,R1,2024-04-10 15:00:00,trade,,currency,ZUSD,1000,0,1000',
  '',
].join('\n');

/** The years in which the miner pays. */
const YEARS = ['2024', '2025'];

/** Gains of all boxes of Form 8949 of these years, in cents. */
async function formGains(page: Page): Promise<bigint> {
  let sum = 0n;
  for (const year of YEARS) sum += await formGain(page, year);
  return sum;
}

/** Rows of Form 8949 of these years that pay to strangers, as a reader finds them without scrolling. */
async function markedRows(page: Page): Promise<number> {
  let marked = 0;
  for (const year of YEARS) {
    await openForms(page, year);
    marked += await page.getByRole('img', { name: 'To review: No other end' }).count();
  }
  return marked;
}

describeConsole('a person who has only the printed address', (running) => {
  let watched: Watched;

  beforeAll(async () => {
    watched = await running().open();
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
    expect(await markedRows(page)).toBe(4);

    await visit(page, 'Home');
    await page.locator('.figure').getByRole('link', { name: '4 questions' }).click();
    await page.getByText('4 questions about your data.').waitFor();
    const issue = page.getByRole('listitem').filter({ hasText: 'Where did it come from?' });
    await issue.getByRole('button', { name: 'Answer' }).click();
    const panel = page.getByRole('region', { name: 'Question' });
    await panel.getByLabel('What you paid, USD').fill('150');
    await panel.getByLabel('Acquired on').fill('2019-02-03');
    await panel.getByRole('button', { name: 'Show the effect' }).click();
    const shown = cents(await panel.locator('[data-test=change]').innerText());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Basis stated').waitFor();
    expect(shown).not.toBe(0n);

    expect((await formGains(page)) - before).toBe(shown);

    await visit(page, 'Inbox');
    await page.getByRole('button', { name: 'Undo' }).click();
    await issue.first().waitFor();
    expect(await formGains(page)).toBe(before);
  });

  it('has every source by its name, removes one and takes it back, and adds one under another name', async () => {
    const { page } = watched;
    const names = page.getByRole('combobox', { name: 'Shows' });
    const source = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const staker = source('A Solana staker');
    const remove = async (): Promise<void> => {
      await staker.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Remove the wallet' }).click();
      await staker.waitFor({ state: 'detached' });
    };
    await visit(page, 'Home');
    await show(page, 'All sources');
    await source('questions about your data').waitFor();
    await remove();
    expect(await names.getByRole('option', { name: 'A Solana staker' }).count()).toBe(0);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await staker.waitFor();

    await remove();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Address of the wallet').fill('4StQ87uUY55GUcCqNcD8m6UTQhifPe7qq9sfnR88ASSH');
    await page.getByRole('textbox', { name: /^Name/ }).fill('Stakes');
    await page.getByRole('button', { name: 'Add the wallet' }).click();
    await source('Stakes').getByText('Read', { exact: true }).waitFor();
    await show(page, 'Stakes');
    await page.getByRole('cell', { name: 'SOL' }).first().waitFor();
  });

  it('answers all questions about one address at once, and takes the answers back', async () => {
    const { page } = watched;
    await show(page, WALLET);
    const before = await formGains(page);
    await visit(page, 'Inbox');
    await show(page, 'All sources');
    const question = page.getByRole('listitem').filter({ hasText: 'Where did it go?' });
    const all = await question.count();
    await question.filter({ hasText: WALLET }).first().getByRole('button', { name: 'Answer' }).click();
    const panel = page.getByRole('region', { name: 'Question' });
    const more = panel.getByRole('group', { name: '2 more with this address' });
    await more.getByLabel('They were').selectOption('sell');
    await more.getByRole('button', { name: 'Answer all 3' }).click();
    await page.getByText('3 questions were answered.').waitFor();
    await panel.waitFor({ state: 'detached' });
    await settled(page);
    expect(await question.count()).toBe(all - 3);

    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 questions were answered.').waitFor({ state: 'detached' });
    await settled(page);
    expect(await question.count()).toBe(all);
    await show(page, WALLET);
    expect(await formGains(page)).toBe(before);
  });

  it('walks the five steps of a year: elects a method, freezes, sees what changed since, and takes it back', async () => {
    const { page } = watched;
    await show(page, WALLET);
    await openForms(page, '2024');
    const files = page.getByRole('region', { name: 'Files of Form 8949' });
    const [form] = await Promise.all([
      page.waitForEvent('download'),
      files.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    expect(form.suggestedFilename()).toMatch(/^form-8949-a-bitcoin-miner-2024.*\.csv$/);
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'ZIP' }).click(),
    ]);
    expect(archive.suggestedFilename()).toMatch(/\.zip$/);

    await openStep(page, 'Freeze');
    await page.getByRole('button', { name: 'Freeze 2024' }).click();
    const badge = page.getByRole('status').filter({ hasText: 'Filed' });
    await badge.filter({ hasText: 'unchanged' }).waitFor();

    await openStep(page, 'Complete the data');
    await page.getByRole('link', { name: 'Open the inbox' }).click();
    const question = page.getByRole('listitem').filter({ hasText: 'Where did it go?' });
    await question.first().getByRole('button', { name: 'Answer' }).click();
    const panel = page.getByRole('region', { name: 'Question' });
    await panel.getByLabel('What it was').selectOption('gift');
    await panel.getByRole('button', { name: 'Show the effect' }).click();
    await panel.getByRole('button', { name: 'Confirm' }).click();
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await page.getByText('Your answer is stored.').waitFor();
    await openForms(page, '2024');
    await badge.filter({ hasText: /changed by [+−]\$\d/ }).waitFor();
    await undo.click();
    await page.getByText('Your answer is stored.').waitFor({ state: 'detached' });
    await openForms(page, '2025');
    await openForms(page, '2024');
    await badge.filter({ hasText: 'unchanged' }).waitFor();

    await openStep(page, 'Freeze');
    await page.getByRole('button', { name: 'Unfreeze' }).click();
    await page.getByRole('button', { name: 'Unfreeze 2024' }).click();
    await page.getByRole('button', { name: 'Freeze 2024' }).waitFor();

    await openStep(page, 'Method');
    await page.getByRole('button', { name: 'Record the election' }).click();
    await page.getByText('HIFO is the method from').waitFor();
    await undo.click();
    await page.getByText('None: first in, first out.').waitFor();

    await show(page, 'All sources');
    await page
      .getByRole('region', { name: /^Taxes of/ })
      .getByText(WALLET)
      .waitFor();
    await show(page, WALLET);
  });

  it('shows the transactions of all sources, keeps the filter in the address bar, and opens a row beside them', async () => {
    const { page } = watched;
    await visit(page, 'Transactions');
    await show(page, 'All sources');
    await page.getByLabel('From', { exact: true }).fill('2024-01-01');
    await page.getByLabel('To', { exact: true }).fill('2024-12-31');
    const table = page.getByRole('region', { name: 'Transactions', exact: true });
    await table.getByRole('cell', { name: WALLET }).first().waitFor();
    await page.reload();
    await table.getByRole('cell', { name: WALLET }).first().waitFor();
    const times = await table.locator('tbody time').allInnerTexts();
    expect(times.filter((text) => !text.startsWith('2024-'))).toEqual([]);

    await table.getByRole('button').first().click();
    const panel = page.getByRole('region', { name: 'Transaction', exact: true });
    await panel.getByText(times[0] ?? '').waitFor();
    await page.keyboard.press('ArrowDown');
    await panel.getByText(times[1] ?? '').waitFor();
    expect(await table.locator('tr.marked').count()).toBe(1);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    await show(page, WALLET);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV of these' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/a-bitcoin-miner.*\.csv$/);
  });

  it('compares the wallet with a bill, which no form takes', async () => {
    const { page } = watched;
    await show(page, WALLET);
    const before = await formGains(page);
    await visit(page, 'What if');
    await page.getByRole('checkbox', { name: /^hr10357\.fee/ }).check();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Years, hr10357.fee' }).waitFor();
    await page.getByText('Fee limit usd').first().waitFor();
    expect(await formGains(page)).toBe(before);
  });

  it('orders the units that leave a broker, prints the sheet, and records that the broker was told', async () => {
    const { page } = watched;
    await visit(page, 'Exchanges');
    await page.getByRole('heading', { name: 'Tell the broker' }).waitFor();
    await page.getByRole('button', { name: 'Record the order in your books' }).click();
    const order = page.getByRole('listitem').filter({ hasText: 'Method election: HIFO' });
    await order.getByText('not told').waitFor();
    await order.getByRole('button', { name: 'Sheet' }).click();
    await order.getByText('To Coinbase:').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      order.getByRole('button', { name: 'PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^broker-instructions-.*\.pdf$/);

    await order.getByRole('button', { name: 'The broker was told' }).click();
    await order.getByLabel('Told at, time of this device').fill('2026-01-02T10:00');
    const picture = { name: 'setting.png', mimeType: 'image/png', buffer: Buffer.from('a picture') };
    await order.getByLabel('Its file').setInputFiles(picture);
    await order.getByRole('button', { name: 'Record the notice' }).click();
    await order.getByText('told 2026-01-02').waitFor();
  });

  it('recognises the file of an exchange, and says how much of a gain is on unknown basis', async () => {
    const { page } = watched;
    await visit(page, 'Home');
    await show(page, 'All sources');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a source' });
    await dialog.getByRole('button', { name: 'File of an exchange' }).click();
    const file = { name: 'ledgers.csv', mimeType: 'text/csv', buffer: Buffer.from(SOLD) };
    await dialog.getByLabel('CSV files').setInputFiles(file);
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Trades');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('Imported.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Trades' }).getByText('Kraken, from files').waitFor();
    await show(page, 'Trades');
    await openForms(page, '2024');
    await page.getByText('of which $1,000.00 on unknown basis; between $0.00 and $1,000.00').waitFor();
    expect(await page.locator('.figure').filter({ hasText: 'Realized gain' }).locator('.up').count()).toBe(0);
  });

  it('removes what was written when the demo is reset', async () => {
    const { page } = watched;
    await visit(page, 'Account');
    await page.getByLabel('Name of a new key').fill('books');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('The key is shown once').waitFor();
    await page.getByRole('button', { name: 'Reset the demo' }).click();
    await page.getByText('No key. Create one below.').waitFor();
  });

  it('made no error, broke no rule of its policy and asked no other origin', () => {
    expect(watched.faults).toEqual([]);
  });
});
