import { move, tx } from '../../../../test/chain/chain-story';
import { ME, ROUTER, STRANGER } from '../../../../test/chain/parties';
import { holdings, readStory } from '../../../../test/chain/read-story';
import { type Asset, nativeAsset } from '../../kernel/asset';
import { CHAINS, type ChainName } from '../../kernel/chain';
import { formatMoney, formatUnits } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import { TOKENS } from '../facts/tokens';
import { BRIDGES, VENUES } from '../protocols/bridges';
import { unmatchedTransfers } from './unmatched';

/** Every row of the table of bridges for chains with ether: the cases follow from the table. */
interface Row {
  chain: string;
  address: string;
  entry: string;
}
const ROWS: readonly Row[] = [...BRIDGES.rows()].filter(({ chain }) => chain !== 'solana');
const PROTOCOLS = [...new Set(ROWS.map(({ entry }) => entry))];
const rowsOf = (protocol: string): Row[] => ROWS.filter(({ entry }) => entry === protocol);

/** Chains on which a row is tried: of those on every chain, a main chain and a rollup. */
const chainsOf = ({ chain }: Row): ChainName[] =>
  chain === '*' ? ['ethereum', 'arbitrum'] : [chain as ChainName];

/** The end on another chain: an address of the same bridge there. */
function farEnd(row: Row, from: ChainName): { chain: ChainName; address: string } | null {
  const others = rowsOf(row.entry).filter(({ chain }) => chain !== from && chain !== '*');
  const [other] = others;
  if (other) return { chain: other.chain as ChainName, address: other.address };
  if (row.chain !== '*') {
    const everywhere = rowsOf(row.entry).find(({ chain }) => chain === '*');
    return everywhere
      ? { chain: from === 'ethereum' ? 'arbitrum' : 'ethereum', address: everywhere.address }
      : null;
  }
  return { chain: from === 'ethereum' ? 'optimism' : 'ethereum', address: row.address };
}

/** The coin with the symbol or the group ETH of a chain. */
function etherOn(chain: ChainName): Asset {
  const native = nativeAsset(chain);
  const tokens: Readonly<Record<string, { symbol: string; group: string | null }>> = TOKENS[chain];
  const found = Object.entries(tokens).find(([, { symbol, group }]) => group === 'ETH' || symbol === 'ETH');
  if (!found) throw new Error(`${chain} has no ether in the table of tokens`);
  const [contract, { symbol }] = found;
  if (contract === 'native') return native;
  return { id: `${chain}:${contract}`, chain, contract, symbol, name: symbol, decimals: 18 };
}

const BOUGHT = Date.UTC(2021, 4, 5);
const LEFT = Date.UTC(2024, 2, 1);
const MINUTE = 60_000;
const free = { feeWei: null } as const;
const step = (amount: string, other: string, as: Asset) =>
  move(`${amount} ${as.symbol}`, other, as.contract === null ? 'native' : 'token', as);

const bought = (coin: Asset, chain: ChainName) =>
  tx([move('-300 UNI', ROUTER), step('+2', ROUTER, coin)], { ...free, chain, at: BOUGHT, method: 'swap' });
const departure = (coin: Asset, chain: ChainName, address: string) =>
  tx([step('-1', address, coin)], { ...free, chain, at: LEFT, to: address });
const arrival = (coin: Asset, chain: ChainName, address: string, amount: string, minutes = 30) =>
  tx([step(`+${amount}`, address, coin)], {
    ...{ ...free, chain, at: LEFT + minutes * MINUTE },
    ...{ from: STRANGER, to: address },
  });

function read(txs: readonly ChainTransaction[], ...coins: Asset[]) {
  const prices = Object.fromEntries([
    ...Object.keys(CHAINS).map((chain) => [`${chain}:0x1f9840a85d5af5bf1d1762f925bdaddc4201f984`, '10']),
    ...coins.map(({ id }) => [id, '1500']),
  ]);
  const { told, ledger } = readStory(txs, prices);
  return {
    types: told.map(({ type, protocol }) => `${type} ${protocol ?? ''}`.trim()),
    sold: ledger.disposals.map(
      (one) =>
        `${formatUnits(one.quantity, 18)} ${one.asset.symbol} ${one.type} ${formatMoney(one.costBasis)}`,
    ),
    income: ledger.income.length,
    open: holdings(ledger),
    dates: ledger.lots.filter(({ remaining }) => remaining > 0n).map(({ acquiredAt }) => acquiredAt),
    unmatched: unmatchedTransfers(told, ME, 9).listed.map(({ leg }) => leg.direction),
  };
}

/** Every row on every chain where it is tried. */
function each(protocol: string, test: (row: Row, chain: ChainName) => void): void {
  for (const row of rowsOf(protocol)) for (const chain of chainsOf(row)) test(row, chain);
}

const readable = PROTOCOLS.filter((name) => !VENUES.has(name));

describe.each(readable)('%s', (protocol) => {
  it('carries lots and dates from one chain to the other, and the fee is a fee', () => {
    let pairs = 0;
    each(protocol, (row, chain) => {
      const far = farEnd(row, chain);
      if (!far) return;
      const [here, there] = [etherOn(chain), etherOn(far.chain)];
      const txs = [
        bought(here, chain),
        departure(here, chain, row.address),
        arrival(there, far.chain, far.address, '0.995'),
      ];
      const place = `${chain} ${row.address} -> ${far.chain} ${far.address}`;
      expect([place, read(txs, here, there)]).toEqual([
        place,
        {
          types: ['swap', `bridge ${protocol}`, `bridge ${protocol}`],
          sold: ['300 UNI swap 0', `0.005 ${here.symbol} fee 7.5`],
          income: 0,
          open: [`1 ${here.symbol} 1500`, `0.995 ${there.symbol} 1492.5`],
          dates: [BOUGHT, BOUGHT],
          unmatched: [],
        },
      ]);
      pairs++;
    });
    expect(pairs).toBeGreaterThan(0);
  });

  it('keeps units without an arrival, lists them, and changes no gain', () => {
    each(protocol, (row, chain) => {
      const coin = etherOn(chain);
      const { sold, open, income, unmatched, dates } = read(
        [bought(coin, chain), departure(coin, chain, row.address)],
        coin,
      );
      expect([row.address, { sold, open, income, unmatched, dates }]).toEqual([
        row.address,
        {
          sold: ['300 UNI swap 0'],
          open: [`1 ${coin.symbol} 1500`, `1 ${coin.symbol} 1500 >${protocol}`],
          income: 0,
          unmatched: ['out'],
          dates: [BOUGHT, BOUGHT],
        },
      ]);
    });
  });

  it('has no income and no gain in an arrival without a departure', () => {
    each(protocol, (row, chain) => {
      const coin = etherOn(chain);
      const { sold, open, income, unmatched } = read([arrival(coin, chain, row.address, '0.4')], coin);
      expect([row.address, { sold, open, income, unmatched }]).toEqual([
        row.address,
        { sold: [], open: [`0.4 ${coin.symbol} 0 untracked`], income: 0, unmatched: ['in'] },
      ]);
    });
  });
});

describe.each(PROTOCOLS.filter((name) => VENUES.has(name)))('%s, which no chain here shows', (protocol) => {
  it('is a place of the owner: units go there and come back with their lots and dates', () => {
    each(protocol, (row, chain) => {
      const coin = etherOn(chain);
      const there = [bought(coin, chain), departure(coin, chain, row.address)];
      const away = read(there, coin);
      const back = read([...there, arrival(coin, chain, row.address, '0.6', 90 * 24 * 60)], coin);
      expect([row.address, away.sold, away.open, away.dates]).toEqual([
        row.address,
        ['300 UNI swap 0'],
        [`1 ${coin.symbol} 1500`, `1 ${coin.symbol} 1500 >${protocol}`],
        [BOUGHT, BOUGHT],
      ]);
      expect([row.address, back.sold, back.income, back.dates]).toEqual([
        row.address,
        ['300 UNI swap 0'],
        0,
        [BOUGHT, BOUGHT, BOUGHT],
      ]);
      expect([...back.open].sort()).toEqual(
        [`0.6 ${coin.symbol} 900`, `0.4 ${coin.symbol} 600 >${protocol}`, `1 ${coin.symbol} 1500`].sort(),
      );
    });
  });
});

it('covers every bridge of the table', () => {
  expect(readable.length + [...VENUES].filter((name) => PROTOCOLS.includes(name)).length).toBe(
    PROTOCOLS.length,
  );
});
