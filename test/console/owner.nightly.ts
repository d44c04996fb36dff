import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { call, login, PASSWORD } from '../accounts/client';
import { startReplay, type Replay } from '../support/replay';
import { eventOf, startReceiver } from '../webhooks/receiver';
import { describeConsole, settled, show, visit, type Watched } from './browser';
import { cents, formGain, openForms } from './form';
import { until } from '../support/until';

const EMAIL = 'ada@example.com';
const NEXT_PASSWORD = 'another long password';
/** The bundled wallet of a miner. A payment of 0.01 BTC came from an unknown address on 2024-11-22 at 22:10. */
const MINER = 'A Bitcoin miner';
const MINER_ADDRESS = 'bc1qjh2gnfsltj06v4e6ysgp578hgl3p5u3ph7khe4';
/** A recorded wallet with transactions that no market prices. */
const RECORDED = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
/** Names no address, so that the owner has to decide about the transfer. */
const WITHDRAWAL = [
  'timestamp,kind,asset,amount,sent_asset,sent_amount,fee_asset,fee_amount,id,address',
  '2024-01-04T10:00:00Z,deposit,USD,1000,,,,,own-1,',
  '2024-01-05T10:00:00Z,trade,BTC,0.02,USD,880,USD,4,own-2,',
  '2024-11-22T22:00:00Z,withdrawal,BTC,0.01,,,BTC,0.0001,own-3,',
  // More receipts than one page of Schedule 1 has.
  ...Array.from({ length: 101 }, (_, i) => `${1_706_745_600 + i * 3600},interest,USD,1,,,,,interest-${i},`),
  'no time,withdrawal,BTC,0.01,,,,,own-4,',
  '',
].join('\n');
/** Eleven hours behind UTC: the first reward, 2023-12-06 at 03:51 UTC, is of the day before. */
const ZONE = 'Pacific/Pago_Pago';

const entry = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('listitem').filter({ hasText: text });
const card = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });

/** Opens the wallet of an address by its link. */
async function openWallet(page: Page, address: string): Promise<void> {
  await page.evaluate(`location.hash = '#/home/${address}'`);
  // Shown when the history has been read.
  await page.getByRole('heading', { name: 'Gains and income by year' }).waitFor();
  await settled(page);
}

let replay: Replay;

describeConsole(
  'a person with an account of their own',
  (running) => {
    let watched: Watched;

    beforeAll(async () => {
      watched = await running().open();
    });
    afterAll(() => replay?.close());

    it('signs up by mail and is the operator', async () => {
      const { page } = watched;
      await page.getByRole('link', { name: 'Log in' }).click();
      await page.getByLabel('E-mail of the new account').fill(EMAIL);
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByLabel('I accept the terms').check();
      await page.getByRole('button', { name: 'Make the account' }).click();
      await page.getByText('A mail with a code was sent. The mail is a file in').waitFor();
      await page.getByLabel('Code of the mail').fill(await running().product.mailedToken(EMAIL));
      await page.getByRole('button', { name: 'Verify and log in' }).click();
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      await card(page, EMAIL).getByText('Transactions shown').waitFor();
    });

    it('changes the password, turns the second factor on and off, and takes a copy of everything', async () => {
      const { page } = watched;
      await visit(page, 'Account');
      const password = card(page, 'Password');
      await password.getByLabel('Next password').fill(NEXT_PASSWORD);
      await password.getByLabel('Present password').fill(PASSWORD);
      await password.getByRole('button', { name: 'Change the password' }).click();
      await page.getByText('The password is changed.').waitFor();

      const factor = card(page, 'Second factor');
      await factor.getByLabel('Password, for the second factor').fill(NEXT_PASSWORD);
      await factor.getByRole('button', { name: 'Begin' }).click();
      const secret = await factor.locator('code').innerText();
      await factor.getByLabel('Code of the app').fill(new TOTP({ secret }).generate());
      await factor.getByRole('button', { name: 'Turn it on' }).click();
      await factor.getByText('Each of these logs you in once').waitFor();
      const codes = (await factor.locator('code').innerText()).split(' ');
      await factor.getByLabel('Password, for the second factor').fill(NEXT_PASSWORD);
      await factor.getByLabel('Code of the app').fill(codes[0] ?? '');
      await factor.getByRole('button', { name: 'Turn it off' }).click();
      await page.getByText('The second factor is off.').waitFor();

      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download everything' }).click();
      expect((await file).suggestedFilename()).toMatch(/^account-.*\.json$/);
      await password.getByLabel('Present password').fill(NEXT_PASSWORD);
      await password.getByLabel('Next password').fill(PASSWORD);
      await password.getByRole('button', { name: 'Change the password' }).click();
      await page.getByText('The password is changed.').waitFor();
    });

    it('finds their requests in the audit log', async () => {
      const { page } = watched;
      await visit(page, 'Account');
      const log = card(page, 'Audit log');
      await log.getByLabel('Path begins with').fill('/api/v1/auth/verify-email');
      await log.getByLabel('Path begins with').press('Enter');
      const row = log.getByRole('row').filter({ hasText: 'POST /api/v1/auth/verify-email' });
      await row.first().getByText('200').waitFor();
      await log.getByLabel('Path begins with').fill('/api/v1/nothing-has-this-path');
      await log.getByLabel('Path begins with').press('Enter');
      await log.getByText('No request matches.').waitFor();
    });

    it('imports the file of an exchange, confirms a match, and undoes it', async () => {
      const { page } = watched;
      await visit(page, 'Home');
      await page.getByRole('button', { name: 'Add a source' }).click();
      await page.getByLabel('Address of the wallet').fill(MINER_ADDRESS);
      await page.getByRole('textbox', { name: /^Name/ }).fill(MINER);
      await page.getByRole('button', { name: 'Add the wallet' }).click();
      await page.getByText(`${MINER} was added.`).waitFor();
      await entry(page, MINER).getByText('Read', { exact: true }).waitFor();
      await show(page, MINER);
      await visit(page, 'Exchanges');
      const file = { name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(WITHDRAWAL) };
      const upload = card(page, 'Import files of an exchange');
      await upload.getByLabel('CSV files').setInputFiles(file);
      await upload.getByRole('combobox', { name: /^Exchange/ }).selectOption('coinbase');
      await upload.getByRole('textbox', { name: /^Name/ }).fill('Savings');
      await upload.getByRole('button', { name: 'Check the files' }).click();
      const report = upload.getByRole('status');
      await report.filter({ hasText: 'Checked, nothing is stored. Rows read: 105, new: 104' }).waitFor();
      await report.filter({ hasText: 'File 1, line 106' }).waitFor();
      await upload.getByRole('button', { name: 'Import', exact: true }).click();
      await entry(page, 'Savings').waitFor();
      await report.filter({ hasText: 'Imported. Rows read: 105, added: 104, known before: 0' }).waitFor();

      // The same files once more are those of the same account: a second one would count every row twice.
      await upload.getByRole('button', { name: 'Import', exact: true }).click();
      await report.filter({ hasText: 'added: 0, known before: 104, refused: 1' }).waitFor();
      await settled(page);
      expect(await card(page, 'Accounts').getByRole('listitem').count()).toBe(1);

      await card(page, 'Accounts').getByRole('link', { name: 'Coinbase' }).click();
      await page.getByRole('heading', { name: 'Gains and income by year' }).waitFor();
      await openForms(page, '2024');
      const income = page.getByRole('region', { name: 'Schedule 1' }).getByRole('table');
      expect(await income.getAttribute('aria-rowcount')).toBe(String(101 + 1));

      await visit(page, 'Transfers');
      const match = /0\.01\d* BTC from Savings/;
      const [suggested, decided] = [card(page, 'Suggested matches'), card(page, 'Decided')];
      await suggested.getByText(match).waitFor();
      await suggested.getByRole('button', { name: 'Confirm' }).click();
      await decided.getByText(match).waitFor();
      await decided.getByText('Confirmed').waitFor();
      expect(await suggested.getByText(match).count()).toBe(0);
      await decided.getByRole('button', { name: 'Undo' }).click();
      await suggested.getByText(match).waitFor();
      await suggested.getByRole('button', { name: 'Reject' }).click();
      await decided.getByText('Rejected').waitFor();
      await decided.getByRole('button', { name: 'Undo' }).click();
      await suggested.getByText(match).waitFor();
    });

    it('has the books of a client in a portfolio', async () => {
      const { page } = watched;
      await openWallet(page, MINER_ADDRESS);
      // The exact gain: that of the form is rounded row by row.
      const realized = page.locator('.figure').filter({ hasText: 'Realized gain' }).locator('dd').first();
      await openForms(page, '2025');
      const gain = cents(await realized.innerText());
      await visit(page, 'Portfolios');
      await page.getByText('New portfolio').click();
      await page.getByLabel('Name of the taxpayer').fill('Client A');
      await page.getByLabel('Addresses').fill(`${MINER_ADDRESS}\n`);
      await page.getByRole('button', { name: 'Create' }).click();
      await card(page, 'Wallets of Client A').waitFor();
      await page.getByLabel('Tax year of the taxpayer').selectOption('2025');
      await card(page, 'Wallets in 2025').waitFor();
      await settled(page);
      expect(gain).not.toBe(0n);
      expect(cents(await realized.innerText())).toBe(gain);
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: '8949 CSV' }).click();
      expect((await file).suggestedFilename()).toBe('form-8949-client-a-2025-review.csv');
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: 'Delete the portfolio' }).click();
      await page.getByText('No portfolio.').waitFor();
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await entry(page, 'Client A').waitFor();
    });

    it('states what a payment was, and takes it back', async () => {
      const { page } = watched;
      await openWallet(page, MINER_ADDRESS);
      const before = await formGain(page, '2025');
      await visit(page, 'Transactions');
      const table = page.getByRole('region', { name: 'Transactions' });
      const open = () => table.getByRole('row').filter({ hasText: '2025-10-06' }).getByRole('button').click();
      await open();
      const detail = page.getByRole('region', { name: 'Transaction', exact: true });
      await detail.getByText('Change the classification').click();
      await detail.getByLabel('What it was').selectOption('gift');
      await detail.getByRole('button', { name: 'Show the effect' }).click();
      const shown = cents(await detail.locator('[data-test=change]').innerText());
      expect(shown).not.toBe(0n);
      await detail.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Your answer is stored.').waitFor();
      expect((await formGain(page, '2025')) - before).toBe(shown);

      await visit(page, 'Transactions');
      await open();
      await detail.getByText('Change the classification').click();
      await detail.getByRole('button', { name: 'Undo what was stated' }).click();
      await page.getByText('What was stated is taken back.').waitFor();
      expect(await formGain(page, '2025')).toBe(before);
    });

    it('states the value of a transaction without a price, and takes it back', async () => {
      const { page } = watched;
      await openWallet(page, RECORDED);
      await visit(page, 'Inbox');
      const missing = entry(page, 'What was it worth?');
      await page.getByRole('combobox', { name: /^Question/ }).selectOption('What was it worth?');
      await missing.first().waitFor();
      const before = await missing.count();
      await missing.first().getByRole('button', { name: 'Answer' }).click();
      const panel = page.getByRole('region', { name: 'Question' });
      await panel.getByLabel('Value of the transaction, USD').fill('1000');
      await panel.getByRole('button', { name: 'Show the effect' }).click();
      await panel.locator('[data-test=change]').waitFor();
      await panel.getByRole('button', { name: 'Confirm' }).click();
      const prices = card(page, 'Your prices');
      await prices.getByText('Price stated').waitFor();
      await settled(page);
      expect(await missing.count()).toBe(before - 1);
      await prices.getByRole('button', { name: 'Undo' }).click();
      await prices.getByText('No price was stated.').waitFor();
      expect(await missing.count()).toBe(before);
    });

    it('delivers an event of a webhook again', async () => {
      const { page } = watched;
      const { product } = running();
      const receiver = await startReceiver();
      const { body } = await login({ url: product.url, dataDir: '' }, EMAIL);
      const token = body.data.access_token as string;
      const hook = { url: `${receiver.url}/hook`, events: ['calculation.complete'] };
      const made = await call(product, 'POST', '/api/v1/webhooks', { token, body: hook });
      expect(made.status).toBe(201);
      const report = { tax_year: 2024, format: 'csv' };
      const path = `/api/v1/tax-reports/${MINER_ADDRESS}/generate`;
      expect((await call(product, 'POST', path, { token, body: report })).status).toBe(202);
      const { id } = made.body.data;
      await until(async () => {
        const log = await call(product, 'GET', `/api/v1/webhooks/${id}/logs`, { token });
        return log.body.data[0]?.status === 'success';
      });
      await visit(page, 'Account');
      await page.getByRole('button', { name: 'Deliveries' }).click();
      await page.getByRole('button', { name: 'Deliver again' }).first().click();
      await until(() => receiver.requests.length >= 2);
      const [first, second] = receiver.requests.map((request) => eventOf(request).event_id);
      expect(second).toBe(first);
      await receiver.close();
    });

    it('reads every day in the zone that they choose', async () => {
      const { page } = watched;
      const acquired = async (): Promise<string[]> => {
        await openForms(page, '2024');
        const rows = page.getByRole('region', { name: /^Form 8949, box/ }).getByRole('row');
        return (await rows.allInnerTexts()).filter((text) => /2023/.test(text));
      };
      const finds = async (dayOfFirst: string): Promise<void> => {
        await show(page, MINER);
        const chart = page.getByRole('img', { name: /^Value of the wallet from / });
        await chart.waitFor();
        const label = (await chart.getAttribute('aria-label')) ?? '';
        await visit(page, 'Lots');
        await page.getByRole('combobox', { name: /^Lots/ }).selectOption('all');
        expect(/from ([\d-]+)/.exec(label)?.[1]).toBe(dayOfFirst);
        const first = page.getByRole('region', { name: 'Lots' }).locator('time').first();
        await first.filter({ hasText: dayOfFirst }).waitFor();
      };
      await visit(page, 'Home');
      await finds('2023-12-06');
      expect((await acquired()).join()).toContain('2023-12-06');
      await visit(page, 'Account');
      await page.getByLabel('Zone of your days and tax years').selectOption(ZONE);
      await page.getByRole('button', { name: 'Use this zone' }).click();
      await page.getByText(`Days and years are now those of ${ZONE}.`).waitFor();
      await visit(page, 'Home');
      await finds('2023-12-05');
      const rows = (await acquired()).join();
      expect(rows).toContain('2023-12-05');
      expect(rows).not.toContain('2023-12-06');
    });

    it('made no error, broke no rule of its policy and asked no other origin', () => {
      expect(watched.faults).toEqual([]);
    });
  },
  async () => {
    replay = await startReplay();
    return { ...replay.env, EVM_CHAINS: 'ethereum', PLANS: 'off' };
  },
);
