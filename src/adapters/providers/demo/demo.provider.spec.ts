import { type Address, parseAddress } from '../../../domain/kernel/address';
import type { ChainName } from '../../../domain/kernel/chain';
import { sha256Hex } from '../../../domain/kernel/hash';
import { formatUnits } from '../../../domain/kernel/units';
import type { HistoryPage, RawRow } from '../../../ports/upstream/history-source';
import { MAIN, MINER, STAKER, VAULT } from './demo.addresses';
import { DEMO_ADDRESSES, DemoHistorySource } from './index';
import { base58 } from './story/story-writer';

const source = new DemoHistorySource();
const { signal } = new AbortController();

async function pagesOf(chain: ChainName, address: Address, cursor: HistoryPage['cursor'] | null = null) {
  const pages: HistoryPage[] = [];
  for await (const page of source.read(chain, address, cursor, signal)) pages.push(page);
  return pages;
}

const stored = (rows: RawRow[]): RawRow[] => JSON.parse(JSON.stringify(rows)) as RawRow[];

async function told(chain: ChainName, wallet: string) {
  const address = parseAddress(wallet);
  const pages = await pagesOf(chain, address);
  return source.interpret(chain, address, stored(pages.flatMap((page) => page.rows)));
}

describe('the demo addresses', () => {
  it.each(DEMO_ADDRESSES)('$label is a valid $family address', ({ address, family }) => {
    expect(parseAddress(address)).toMatchObject({ family, value: address });
    expect(source.owns(parseAddress(address))).toBe(true);
  });

  it('are hashes of a sentence where a checksum or a curve is asked for', () => {
    const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
    const bits = [...MINER.slice('bc1q'.length, -6)].map((c) =>
      BECH32.indexOf(c).toString(2).padStart(5, '0'),
    );
    const program = BigInt(`0b${bits.join('')}`)
      .toString(16)
      .padStart(40, '0');
    expect(sha256Hex('cost-basis demo wallet: bitcoin').slice(0, 40)).toBe(program);
    expect(STAKER).toBe(base58(sha256Hex('cost-basis demo wallet: solana')));
  });

  it('knows an address in any case, and nobody else', () => {
    expect(source.owns(parseAddress(MAIN.toUpperCase().replace('0X', '0x')))).toBe(true);
    const stranger = parseAddress('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
    expect(source.owns(stranger)).toBe(false);
    expect(source.chainsOf(stranger).readable).toEqual([]);
  });

  it('names each other as wallets of one owner', () => {
    for (const { address, ownedWith } of DEMO_ADDRESSES)
      for (const other of ownedWith)
        expect(DEMO_ADDRESSES.find((demo) => demo.address === other)?.ownedWith).toContain(address);
  });
});

describe('reading a demo wallet', () => {
  it.each([
    [MAIN, ['ethereum', 'base']],
    [VAULT, ['ethereum']],
    [MINER, ['bitcoin']],
    [STAKER, ['solana']],
  ])('%s has history on %j', (wallet, chains) => {
    expect(source.chainsOf(parseAddress(wallet))).toEqual({ readable: chains, unavailable: [] });
  });

  it('gives everything on one page, and nothing the next time', async () => {
    const address = parseAddress(MAIN);
    const [page, ...more] = await pagesOf('ethereum', address);
    expect(more).toEqual([]);
    expect(page).toMatchObject({ done: true, truncated: false, incomplete: false, provider: 'demo' });
    expect(new Set(page!.rows.map((row) => row.key)).size).toBe(page!.rows.length);
    expect(await pagesOf('ethereum', address, page!.cursor)).toEqual([
      { ...page, rows: [], replacesFrom: {} },
    ]);
  });

  it('reads everything anew when the story was rewritten', async () => {
    const [page] = await pagesOf('base', parseAddress(MAIN), { edition: 'an older one' });
    expect(page!.rows).toHaveLength(5);
    expect(page!.replacesFrom).toEqual({ story: 0 });
  });

  it('stops when told to', async () => {
    const abort = AbortSignal.abort();
    const first = source.read('ethereum', parseAddress(MAIN), null, abort)[Symbol.asyncIterator]().next();
    await expect(first).rejects.toThrow();
    await expect(source.balances('ethereum', parseAddress(MAIN), [], abort)).rejects.toThrow();
  });

  it('tells a transfer between two wallets to both, and the fee to the one who paid', async () => {
    const left = (await told('ethereum', MAIN)).find((tx) => tx.to === VAULT);
    const arrived = (await told('ethereum', VAULT))[0];
    expect(arrived).toEqual({ ...left, wallet: VAULT, fee: null });
    expect(left?.fee?.quantity).toBe(2_100_000_000_000_000n);
  });

  it('keeps a failed transaction to its fee', async () => {
    const failed = (await told('ethereum', MAIN)).filter((tx) => !tx.succeeded);
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({ movements: [], fee: { quantity: 38_000_000_000_000_000n } });
  });

  it('has both sides of a wrap and of an unwrap', async () => {
    const wraps = (await told('ethereum', MAIN)).filter((tx) =>
      /deposit$|withdraw$/.test(tx.method.name ?? ''),
    );
    const sides = wraps.map((tx) =>
      tx.movements.map(
        (m) => `${m.from === MAIN ? '-' : '+'}${formatUnits(m.quantity, 18)} ${m.asset.symbol}`,
      ),
    );
    expect(sides).toEqual([
      ['-0.6 ETH', '+0.6 WETH'],
      ['-1.2459 WETH', '+1.2459 ETH'],
    ]);
  });
});
