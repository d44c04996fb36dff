import { positions, replay } from '../../../domain/engine';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../../domain/chain';
import { accountOf } from '../../../domain/kernel/bitcoin/descriptor';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import type { RawRow } from '../../../ports/upstream/history-source';
import { asOneWallet } from './bitcoin-account.reader';
import { joinedRows } from './bitcoin.joint-rows';
import { interpretBitcoin } from './bitcoin.mapper';
import { bitcoinRow } from '../../../../test/support/bitcoin-rows';

const KEY =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
/** Two accounts that share the addresses of branch 0. */
const [WIDE, OTHER] = [`wpkh(${KEY}/<0;1>/*)`, `wpkh(${KEY}/<0;2>/*)`];
const SINGLE = 'bc1qsingle';
const [SHARED, CHANGE, THIRD, EXCHANGE, SHOP] = [
  'bc1qshared',
  'bc1qchange',
  'bc1qthird',
  'bc1qexchange',
  'bc1qshop',
];
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  [WIDE]: [SHARED, CHANGE],
  [OTHER]: [SHARED, THIRD],
  [SINGLE]: [SINGLE],
};

const HISTORY = [
  bitcoinRow('1', 1, { [EXCHANGE]: 100_001_000 }, { [SHARED]: 100_000_000 }),
  // To the third branch, which only the other account has, and change.
  bitcoinRow('2', 20, { [SHARED]: 100_000_000 }, { [THIRD]: 30_000_000, [CHANGE]: 69_990_000 }),
  // To a single address of the owner, and back to the shared one.
  bitcoinRow('3', 40, { [CHANGE]: 69_990_000 }, { [SINGLE]: 69_980_000 }),
  bitcoinRow('4', 60, { [SINGLE]: 69_980_000 }, { [SHARED]: 69_970_000 }),
  bitcoinRow('5', 80, { [THIRD]: 30_000_000 }, { [SHOP]: 10_000_000, [SHARED]: 19_990_000 }),
];

/** As the reader stores the rows: an account has a list for each address. */
const rowsOf = (wallet: string): RawRow[] =>
  (ADDRESSES[wallet] ?? []).flatMap((address) =>
    HISTORY.filter(({ inputs, outputs }) =>
      [...inputs, ...outputs].some((place) => place.address === address),
    ).map((row) => ({
      list: accountOf(wallet) === null ? 'txs' : `txs:${address}`,
      ...{ key: row.txid, block: row.block ?? 0, body: { ...row } },
    })),
  );

function booksOf(wallets: readonly string[]) {
  const owned = new Set(wallets);
  const rows = joinedRows(wallets.map((wallet) => ({ wallet, rows: rowsOf(wallet) })));
  const txs = wallets.flatMap((wallet, i) => {
    const own = rows[i] ?? [];
    const history = interpretBitcoin(wallet, accountOf(wallet) === null ? own : asOneWallet(wallet, own));
    return classifyHistory(history, { wallet, owned });
  });
  const valued = valueTransactions(txs, (_asset, at) => ({ usd: '20000', source: 'test', at }));
  const ledger = replay(ledgerEvents(valued, { ...POLICIES, owned }), FIFO);
  const sum = (units: readonly bigint[]) => units.reduce((total, one) => total + one, 0n);
  const held = wallets.map((wallet) => sum(positions(ledger, wallet).map(({ quantity }) => quantity)));
  return {
    held: sum(held),
    spent: ledger.disposals.filter(({ type }) => type !== 'fee').map(({ quantity }) => quantity),
    fees: sum(ledger.disposals.filter(({ type }) => type === 'fee').map(({ quantity }) => quantity)),
    received: ledger.lots.filter(({ parentId, isUntracked }) => parentId === null && isUntracked).length,
  };
}

/** 1 bitcoin came, 0.1 was spent, four payments cost 10,000 satoshi each. */
const ONCE = { held: 89_960_000n, spent: [10_000_000n], fees: 40_000n, received: 1 };

describe('accounts and addresses of one owner', () => {
  it.each([
    ['two accounts that share addresses, and an address', [WIDE, OTHER, SINGLE]],
    ['the same in another order', [SINGLE, OTHER, WIDE]],
  ])('count each coin once: %s', (_, wallets) => {
    expect(booksOf(wallets)).toEqual(ONCE);
  });

  it('leave the rows of single addresses as they are', () => {
    const wallets = [SHARED, SINGLE].map((wallet) => ({ wallet, rows: rowsOf(SINGLE) }));
    expect(joinedRows(wallets)).toEqual(wallets.map(({ rows }) => rows));
  });
});
