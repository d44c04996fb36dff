import { account, call, codeOf, post, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan, PortfolioClient } from '../portfolios/portfolio-client';
import { Esplora } from '../support/esplora';
import { type LocalUpstream, startLocalUpstream } from '../support/local-upstream';
import { startReplay, type Replay } from '../support/replay';
import { dec, formatDecimal } from '../../src/domain/kernel/decimal';
import { branchesOf } from '../../src/adapters/providers/bitcoin/bitcoin.derivation';

/** The account of the vectors of BIP-84. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const [ALICE, BOB] = ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'];
/** The same account as a descriptor: the key of BIP-84 with the version bytes of an xpub. */
const XPUB =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
const DESCRIPTOR = `wpkh([73c5da0a/84h/0h/0h]${XPUB}/<0;1>/*)`;
const [receiving, change] = branchesOf(ZPUB);
const own = (index: number) => receiving?.addressAt(index) ?? '';
const CHANGE = change?.addressAt(0) ?? '';

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

  it('counts an address that is linked beside its account once', async () => {
    const alone = await get(`/tax-reports/${ZPUB}/summary?tax_year=2020`);
    const beside = await get(`/tax-reports/${ZPUB}/summary?tax_year=2020&owned_wallets=${own(0)}`);
    expect(beside).toEqual(alone);
    const ada = await account(app);
    await onPlan(app, ada, 'defi');
    const mine = new PortfolioClient(app, ada);
    const id = await mine.made(ZPUB, own(0), own(20));
    const { body } = await mine.get(`/${id}/holdings`);
    expect(body.data.map(({ symbol, quantity }: Record<string, string>) => [symbol, quantity])).toEqual([
      ['BTC', '1.1998'],
    ]);
  });

  it('shows the coins of such an address when it is the subject', async () => {
    const [btc] = await get(`/wallets/${own(20)}/holdings?owned_wallets=${ZPUB}`);
    expect(btc).toMatchObject({ symbol: 'BTC', quantity: '0.2' });
  });

  describe('by an output descriptor', () => {
    let [ada, bob]: [Account?, Account?] = [];
    const read = (who: Account | undefined, path: string) =>
      call(app, 'GET', `/api/v1/wallets/${path}`, { token: who?.token ?? '' });

    beforeAll(async () => {
      [ada, bob] = [await account(app), await account(app)];
    });

    it('is linked by its text, and read by the id of the link', async () => {
      const linked = await post(
        app,
        '/api/v1/linked-wallets',
        { address: DESCRIPTOR },
        { token: ada?.token },
      );
      expect([linked.status, linked.body.data.chain_type]).toEqual([201, 'bitcoin']);
      const { id } = linked.body.data;
      const { body } = await read(ada, `${id}/holdings`);
      expect(body.data).toMatchObject([{ symbol: 'BTC', quantity: '1.1998' }]);
      expect(codeOf(await read(bob, `${id}/holdings`))).toEqual([404, 'RESOURCE_NOT_FOUND']);
      const sold = await call(app, 'DELETE', `/api/v1/linked-wallets/${id}`, { token: ada?.token ?? '' });
      expect([sold.status, sold.body.data.address]).toEqual([200, DESCRIPTOR]);
    });

    it('has the same transactions as the extended key, and stands in a path when it is encoded', async () => {
      const rows = await get(`/wallets/${encodeURIComponent(DESCRIPTOR)}/transactions?per_page=100`);
      const ofKey = await get(`/wallets/${ZPUB}/transactions?per_page=100`);
      const shown = (list: { type: string; tx_hash: string }[]) =>
        list.map(({ type, tx_hash: hash }) => [type, hash]);
      expect(shown(rows)).toEqual(shown(ofKey));
    });

    it('of a private key is refused and not repeated', async () => {
      const secret =
        'xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U';
      const { status, body } = await post(
        app,
        '/api/v1/linked-wallets',
        { address: `wpkh(${secret}/0/*)` },
        { token: ada?.token },
      );
      expect([status, body.error.code]).toEqual([400, 'INVALID_ADDRESS']);
      expect(JSON.stringify(body)).not.toContain(secret);
    });
  });

  it('counts a mined coin as income with the value of its day', async () => {
    const miner = own(60);
    esplora.payments.push({
      block: 900 * 144,
      inputs: [],
      outputs: [[miner, 625_000_000]],
      isCoinbase: true,
    });
    const [row] = await get(`/wallets/${miner}/transactions`);
    expect(row).toMatchObject({ type: 'income', income_type: 'mining_reward' });
    const { income } = await get(`/tax-reports/${miner}/summary?tax_year=2022`);
    expect(Number(income.mining_reward ?? income.total)).toBeGreaterThan(100_000);
  });
});
