import { startApp, type TestApp } from '../app.factory';
import { Esplora } from '../support/esplora';
import { type LocalUpstream, startLocalUpstream } from '../support/local-upstream';
import { startReplay, type Replay } from '../support/replay';
import { dec, formatDecimal } from '../../src/domain/kernel/decimal';
import { branchesOf } from '../../src/adapters/providers/bitcoin/bitcoin.derivation';

/** The account of the vectors of BIP-84. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const [ALICE, BOB] = ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'];
const [receiving, change] = branchesOf(ZPUB);
const own = (index: number) => receiving?.addressAt(index) ?? '';
const CHANGE = change?.addressAt(0) ?? '';

jest.setTimeout(120_000);

describe('a Bitcoin account by its extended public key', () => {
  let replay: Replay;
  let esplora: Esplora;
  let server: LocalUpstream;
  let app: TestApp;
  const get = async (path: string) => {
    const answer = await app.get(`/api/v1${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body.data;
  };

  beforeAll(async () => {
    replay = await startReplay();
    esplora = new Esplora();
    const day = 144;
    esplora.payments = [
      { block: 30 * day, inputs: [[ALICE, 150_010_000]], outputs: [[own(0), 150_000_000]] },
      {
        block: 200 * day,
        inputs: [[own(0), 150_000_000]],
        outputs: [
          [BOB, 50_000_000],
          [CHANGE, 99_990_000],
        ],
      },
      { block: 500 * day, inputs: [[CHANGE, 99_990_000]], outputs: [[own(1), 99_980_000]] },
      { block: 700 * day, inputs: [[ALICE, 20_010_000]], outputs: [[own(20), 20_000_000]] },
    ];
    server = await startLocalUpstream((url, response) => esplora.answer(url, response));
    app = await startApp({ ...replay.env, ESPLORA_BASE_URL: server.url, DEMO_WALLETS: 'false' });
  });
  afterAll(async () => {
    await app?.close();
    await server?.close();
    await replay?.close();
  });

  it('has the gains and the balance of the same history by single addresses of one owner', async () => {
    const addresses = [own(0), CHANGE, own(1), own(20)];
    const summary = (address: string, year: number, query: string) =>
      get(`/tax-reports/${address}/summary?tax_year=${year}${query}`);
    for (const year of [2020, 2021]) {
      const account = await summary(ZPUB, year, '');
      const singles = await Promise.all(
        addresses.map((address) => {
          const others = addresses.filter((other) => other !== address);
          return summary(address, year, `&owned_wallets=${others.join(',')}`);
        }),
      );
      expect(account.disposal_count).toBeGreaterThan(0);
      for (const field of ['total_realized_gl', 'total_proceeds', 'total_cost_basis', 'disposal_count']) {
        const total = singles.reduce((sum, row) => sum.plus(row[field]), dec(0));
        expect([year, field, formatDecimal(dec(account[field]))]).toEqual([
          year,
          field,
          formatDecimal(total),
        ]);
      }
    }
  });

  it('counts change and payments to itself as nothing but the fee', async () => {
    const rows = await get(`/wallets/${ZPUB}/transactions?per_page=100`);
    expect(rows.map(({ type }: { type: string }) => type)).toEqual([
      'transfer_in',
      'fee_only',
      'transfer_out',
      'transfer_in',
    ]);
    const [btc] = await get(`/wallets/${ZPUB}/holdings`);
    expect(btc).toMatchObject({ symbol: 'BTC', quantity: '1.1998' });
  });

  it('sends the key to no upstream, and answers a private key without repeating it', async () => {
    expect(esplora.asked.join(' ')).not.toContain('zpub');
    const secret = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
    const { status, body } = await app.get(`/api/v1/wallets/${secret}/holdings`);
    expect([status, body.error.code]).toEqual([400, 'INVALID_ADDRESS']);
    expect(JSON.stringify(body)).not.toContain(secret);
  });
});
