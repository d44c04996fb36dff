import { quantities, type Story, wallet } from './story';

const LIST = '/api/v1/exchange-accounts';

/** Seconds. */
const BOUGHT_AT = String(Date.UTC(2024, 0, 2) / 1_000);

/** An account at an exchange, read by API. */
export const EXCHANGE_STORIES: readonly Story[] = [
  {
    name: 'an exchange account is connected by a key, and a purchase arrives with a later sync',
    walk: async (journey) => {
      const { kraken } = journey;
      const shared = { refid: 'T1', time: BOUGHT_AT, type: 'trade' };
      kraken.ledger = [
        { id: 'D1', refid: 'Q1', time: BOUGHT_AT, type: 'deposit', asset: 'ZUSD', amount: '1000', fee: '0' },
      ];
      kraken.balances = { ZUSD: '1000' };
      const { apiKey, apiSecret } = kraken.key();
      const body = { exchange: 'kraken', api_key: apiKey, api_secret: apiSecret };
      const { id } = (await journey.ask('POST', LIST, body, 201)).body.data;
      await journey.until(
        'the first sync ends',
        async () => (await journey.ask('GET', `${LIST}/${id}/sync-status`)).body.data,
        ({ status }) => status !== 'queued' && status !== 'running',
      );
      kraken.ledger.push(
        { id: 'A1', ...shared, asset: 'ZUSD', amount: '-400.0000', fee: '1.5000' },
        { id: 'B1', ...shared, asset: 'XXBT', amount: '0.0100000000', fee: '0.0000000000' },
      );
      kraken.balances = { ZUSD: '598.5', XXBT: '0.01' };
      await journey.event('calculation.complete', ({ job_type }) => job_type === 'exchange_sync');
      const order = (await journey.ask('POST', `${LIST}/${id}/sync`, {}, 202)).body.data;
      await journey.completed(order.job_id);
      await journey.event('calculation.complete', ({ job_id }) => job_id === order.job_id);
      const { data: lots } = (await journey.ask('GET', wallet(id, 'lots'))).body;
      expect(lots).toMatchObject([{ original_quantity: '0.01', original_cost_basis: '401.5' }]);
      const { data: holdings } = (await journey.ask('GET', wallet(id, 'holdings'))).body;
      expect(quantities(holdings)).toEqual({ BTC: '0.01' });
    },
  },
];
