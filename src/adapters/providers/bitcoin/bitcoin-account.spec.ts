import { Esplora, txidOf } from '../../../../test/support/esplora';
import { type LocalUpstream, startLocalUpstream } from '../../../../test/support/local-upstream';
import { loadConfig } from '../../../config/env';
import { parseAddress } from '../../../domain/kernel/address';
import type { HistoryCursor, RawRow } from '../../../ports/upstream/history-source';
import { UpstreamClient } from '../../upstream/upstream-client';
import { branchesOf } from './bitcoin.derivation';
import { BitcoinHistorySource } from './bitcoin.provider';
import { FakeClock } from '../../../../test/fakes/fake-clock';
import { HastyClock } from '../../../../test/fakes/hasty-clock';

/** The account of the test vectors: "abandon" eleven times, then "about". */
const XPUB44 =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';
const YPUB49 =
  'ypub6Ww3ibxVfGzLrAH1PNcjyAWenMTbbAosGNB6VvmSEgytSER9azLDWCxoJwW7Ke7icmizBMXrzBx9979FfaHxHcrArf3zbeJJJUZPf663zsP';
const ZPUB84 =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const XPUB86 =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';

describe('derived addresses', () => {
  const at = (key: string, branch: number, index: number) => branchesOf(key)[branch]?.addressAt(index);
  // An xpub has the branches of wpkh, pkh, sh(wpkh) and tr, each for receiving and change.
  it.each([
    ['BIP-44', XPUB44, 2, 0, '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'],
    ['BIP-44 change', XPUB44, 3, 0, '1J3J6EvPrv8q6AC3VCjWV45Uf3nssNMRtH'],
    ['BIP-49', YPUB49, 0, 0, '37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf'],
    ['BIP-49 change', YPUB49, 1, 0, '34K56kSjgUCUSD8GTtuF7c9Zzwokbs6uZ7'],
    ['BIP-84', ZPUB84, 0, 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['BIP-84, second', ZPUB84, 0, 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['BIP-84 change', ZPUB84, 1, 0, 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el'],
    ['BIP-86', XPUB86, 6, 0, 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    ['BIP-86, second', XPUB86, 6, 1, 'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh'],
    ['BIP-86 change', XPUB86, 7, 0, 'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7'],
  ])('%s', (_name, key, branch, index, address) => expect(at(key, branch, index)).toBe(address));
});

describe('derived addresses of a descriptor', () => {
  // The key of an account is the same with every version. Only the prefix differs.
  it.each([
    ['BIP-44', `pkh([73c5da0a/44h/0h/0h]${XPUB44}/<0;1>/*)`, 1, 0, '1J3J6EvPrv8q6AC3VCjWV45Uf3nssNMRtH'],
    ['BIP-86', `tr(${XPUB86}/0/*)`, 0, 1, 'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh'],
    [
      'BIP-86, one address',
      `tr(${XPUB86}/1/0)`,
      0,
      0,
      'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
    ],
  ])('%s', (_name, text, branch, index, address) =>
    expect(branchesOf(parseAddress(text).value)[branch]?.addressAt(index)).toBe(address),
  );

  it('has the addresses of an extended key of the same account', () => {
    const [receiving, change] = branchesOf(parseAddress(`wpkh(${XPUB44}/<0;1>/*)`).value);
    const [ofKey, changeOfKey] = branchesOf(XPUB44);
    expect([receiving?.addressAt(3), change?.addressAt(3)]).toEqual([
      ofKey?.addressAt(3),
      changeOfKey?.addressAt(3),
    ]);
  });
});

describe('the history of an account', () => {
  const ACCOUNT = parseAddress(ZPUB84);
  const [receiving, change] = branchesOf(ZPUB84);
  const own = (index: number) => receiving?.addressAt(index) ?? '';
  const ownChange = (index: number) => change?.addressAt(index) ?? '';
  const [ALICE, BOB] = ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'];
  const never = new AbortController().signal;

  let esplora: Esplora;
  let server: LocalUpstream;
  let upstream: UpstreamClient;
  let now: number;
  let rows: RawRow[];
  let cursor: HistoryCursor | null;

  beforeEach(async () => {
    [esplora, rows, cursor, now] = [new Esplora(), [], null, Date.UTC(2020, 1, 1)];
    upstream = new UpstreamClient({ clock: new HastyClock() });
    server = await startLocalUpstream((url, response) => esplora.answer(url, response));
    esplora.payments = [
      { block: 1, inputs: [[ALICE, 101_000]], outputs: [[own(0), 100_000]] },
      { block: 2, inputs: [[own(0), 100_000]], outputs: [[BOB, 30_000], [ownChange(0), 69_000]] }, // prettier-ignore
      { block: 3, inputs: [[ownChange(0), 69_000]], outputs: [[own(1), 68_500]] },
      // 18 unused addresses lie between, and 20 before the last one, which is beyond the gap limit.
      { block: 4, inputs: [[ALICE, 5_100]], outputs: [[own(20), 5_000]] },
      { block: 5, inputs: [[ALICE, 9_100]], outputs: [[own(41), 9_000]] },
    ];
  });
  afterEach(async () => {
    await upstream.close();
    await server.close();
  });

  const source = () =>
    new BitcoinHistorySource(
      loadConfig({ ESPLORA_BASE_URL: server.url }),
      Object.assign(new FakeClock(), { now: () => now }),
      upstream,
    );
  async function read(pages = Infinity): Promise<void> {
    for await (const page of source().read('bitcoin', ACCOUNT, cursor, never)) {
      rows = rows.filter(({ list, block }) => block < (page.replacesFrom[list] ?? Infinity));
      rows = [...new Map([...rows, ...page.rows].map((row) => [`${row.list} ${row.key}`, row])).values()];
      cursor = JSON.parse(JSON.stringify(page.cursor)) as HistoryCursor;
      if (--pages === 0) return;
    }
  }
  const told = () =>
    source()
      .interpret('bitcoin', ACCOUNT, rows)
      .map(({ hash, fee, movements }) => [
        Number.parseInt(hash, 16),
        movements.map(({ from, quantity }) => (from === ZPUB84 ? -quantity : quantity)),
        fee?.quantity ?? 0n,
      ]);
  const HISTORY = [
    [1, [100_000n], 0n],
    [2, [-30_000n], 1_000n],
    [3, [], 500n],
    [4, [5_000n], 0n],
  ];

  it('has no movement for change and for payments to the own account, and ends at the gap limit', async () => {
    await read();
    expect(told()).toEqual(HISTORY);
    const [balance] = await source().balances('bitcoin', ACCOUNT, ['bitcoin:native'], never);
    expect(balance?.quantity).toBe(73_500n);
    expect(esplora.asked.join(' ')).not.toContain('zpub');
  });

  it('finds an address beyond the gap once one before it is used', async () => {
    await read();
    esplora.payments.push({ block: 6, inputs: [[ALICE, 1_100]], outputs: [[own(30), 1_000]] });
    await read();
    expect(told().map(([id]) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('asks only for totals of addresses that have not changed for long', async () => {
    await read();
    now += 7 * 3_600_000;
    esplora.asked.length = 0;
    esplora.payments.push({ block: 900, inputs: [[own(1), 68_500]], outputs: [[BOB, 68_000]] });
    await read();
    expect(told()).toEqual([...HISTORY, [6, [-68_000n], 500n]]);
    const lists = esplora.asked.filter((path) => path.includes('/txs/'));
    expect(new Set(lists.map((path) => path.split('/')[2]))).toEqual(new Set([own(1)]));
  });

  it('is the same after an interruption at each page', async () => {
    esplora.payments = Array.from({ length: 60 }, (_, i) => ({
      block: i + 1,
      inputs: [[ALICE, 1_100]],
      outputs: [[own(i % 45), 1_000]],
    }));
    await read();
    const whole = told();
    expect(whole).toHaveLength(60);
    [rows, cursor] = [[], null];
    for (let i = 0; i < 20 && (cursor as { isFinished?: boolean } | null)?.isFinished !== true; i++)
      await read(1);
    expect(told()).toEqual(whole);
  });

  it('counts a coinbase once it has 100 confirmations, however long its address stays unchanged', async () => {
    esplora.payments = [{ block: 1_000, inputs: [], outputs: [[own(0), 312_500_000]], isCoinbase: true }];
    esplora.tip = 1_098;
    await read();
    expect(told()).toEqual([]);
    now += 48 * 3_600_000;
    esplora.tip = 1_099;
    await read();
    expect(told()).toEqual([[1, [312_500_000n], 0n]]);
    const [movement] = source().interpret('bitcoin', ACCOUNT, rows)[0]?.movements ?? [];
    expect(movement?.kind).toBe('coinbase');
    now += 48 * 3_600_000;
    esplora.asked.length = 0;
    await read();
    expect(esplora.asked.filter((path) => path.includes('/txs/'))).toEqual([]);
  });

  it('replaces a transaction that a reorganisation removed', async () => {
    await read();
    esplora.payments[3] = { block: 4, inputs: [[BOB, 7_100]], outputs: [[own(20), 7_000]] };
    await read();
    expect(told()[3]).toEqual([4, [7_000n], 0n]);
    expect(rows.filter(({ key }) => key === txidOf(3))).toHaveLength(1);
  });
});
