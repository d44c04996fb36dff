import { REPORT_FORMATS } from '../../src/modules/tax/generate/generate.dto';
import { signature } from '../support/stripe';
import { USDC } from './chain';
import { IMPORTED, type Journey, type Json, SAVINGS, WALLET } from './journey';
import { checkDownload } from './report-stories';
import { day, quantities, type Story, wallet, YEAR } from './story';

/** Of another person. */
const SELLER = '0x00000000000000000000000000000000000000b7';

/** Further wallets: a portfolio, a batch, a file; and a last stop and start. */
export const WALLETS_STORIES: readonly Story[] = [
  {
    name: 'kill -9 while a wallet is read: the job is taken up again and completes',
    walk: async (journey) => {
      journey.chain.receive(SAVINGS, day(2, 1), [500, USDC]);
      const release = journey.chain.hold();
      const jobId = await journey.order(wallet(SAVINGS, 'track'));
      await journey.until('the explorer is asked', journey.chain.waiting, (waiting) => waiting > 0);
      await journey.product.kill();
      release();
      await journey.product.start();
      await journey.completed(jobId);
      const result = await journey.read(`/api/v1/jobs/${jobId}/result`);
      expect(result).toMatchObject({ address: SAVINGS, transaction_count: 1 });
    },
  },
  {
    name: 'a plan is bought',
    walk: async (journey) => {
      const opened = await journey.ask('POST', '/api/v1/checkout/sessions', { plan: 'basic' }, 201);
      const payload = JSON.stringify(journey.stripe.complete(opened.body.data.session_id as string));
      const response = await fetch(`${journey.product.url}/api/v1/checkout/webhook`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature(payload) },
        body: payload,
      });
      expect(response.status).toBe(200);
      expect((await journey.ask('GET', '/api/v1/auth/me')).body.data).toMatchObject({ plan_name: 'basic' });
    },
  },
  {
    name: 'two wallets are read as one in a portfolio',
    walk: async (journey) => {
      const body = { name: 'all', addresses: [WALLET, { address: SAVINGS, label: 'savings' }] };
      const { data } = (await journey.ask('POST', '/api/v1/portfolios', body, 201)).body;
      const path = `/api/v1/portfolios/${data.portfolio_id}`;
      const holdings = (await journey.ask('GET', `${path}/holdings`)).body.data;
      expect(quantities(holdings)).toEqual({ UNI: '6', USDC: '3100' });
      const tax = (await journey.ask('GET', `${path}/tax-summary?tax_year=${YEAR}`)).body.data;
      // The first 1,000 USDC, of unknown cost, paid for UNI; four of ten UNI bought for 1,000 USD were sold for 600.
      expect(tax).toMatchObject({
        total_proceeds: '1600',
        total_cost_basis: '400',
        total_realized_gl: '1200',
        disposal_count: 2,
      });
    },
  },
  {
    name: 'a batch answers for two wallets',
    walk: async (journey) => {
      const body = { addresses: [WALLET, SAVINGS] };
      const { data } = (await journey.ask('POST', '/api/v1/batch/holdings', body)).body;
      // Six UNI at 50 USD and 2,600 USDC; 500 USDC.
      expect(data).toMatchObject({
        succeeded: 2,
        results: [
          { address: WALLET, total_value: '2900', partial: false },
          { address: SAVINGS, total_value: '500', partial: false },
        ],
      });
    },
  },
  {
    name: 'a file adds to the history of a wallet',
    walk: async (journey) => {
      const csv = [
        'tx_hash,timestamp,from,to,quantity,fee',
        `0x${'c5'.repeat(32)},2024-04-01T12:00:00Z,${SELLER},${IMPORTED},1.5,0`,
      ].join('\n');
      const form = new FormData();
      form.append('file', new Blob([csv]), 'history.csv');
      const response = await fetch(`${journey.product.url}${wallet(IMPORTED, 'import')}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${journey.token}` },
        body: form,
      });
      const { data } = (await response.json()) as Json;
      expect([response.status, data]).toMatchObject([200, { rows_accepted: 1, rows_rejected: [] }]);
      await checkImported(journey);
    },
  },
  {
    name: 'the owner states what the file cannot show: the units were bought',
    walk: async (journey) => {
      const { data: list } = (await journey.ask('GET', wallet(IMPORTED, 'transactions'))).body;
      const path = wallet(IMPORTED, `transactions/${list[0].transaction_id}/classification`);
      const preview = (await journey.ask('PUT', `${path}?preview=true`, { type: 'buy' })).body.data;
      const stored = (await journey.ask('PUT', path, { type: 'buy' })).body.data;
      expect(stored.impact).toEqual(preview.impact);
      await checkBought(journey);
    },
  },
  {
    name: 'stopped in order and started again, nothing is lost',
    walk: async (journey) => {
      const codes = new Set(await journey.product.stop());
      const log = codes.has(0) && codes.size === 1 ? '' : journey.product.log();
      expect({ codes, log }).toEqual({ codes: new Set([0]), log: '' });
      await journey.product.start();
      await journey.logIn();
      await checkImported(journey);
      await checkBought(journey);
      for (const format of REPORT_FORMATS) await checkDownload(journey, format);
      const { data } = (await journey.ask('GET', '/api/v1/webhooks')).body;
      expect(data).toHaveLength(2);
    },
  },
];

async function checkImported(journey: Journey): Promise<void> {
  const { data } = (await journey.ask('GET', wallet(IMPORTED, 'holdings'))).body;
  expect(quantities(data)).toEqual({ ETH: '1.5' });
}

/** 1.5 ETH at 2,000 USD. */
async function checkBought(journey: Journey): Promise<void> {
  const { data } = (await journey.ask('GET', wallet(IMPORTED, 'holdings'))).body;
  expect(data).toMatchObject([{ symbol: 'ETH', cost_basis: '3000', has_untracked: false }]);
}
