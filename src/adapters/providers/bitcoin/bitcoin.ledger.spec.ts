import { positions, replay } from '../../../domain/engine';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../../domain/chain';
import { interpretBitcoin } from './bitcoin.mapper';
import type { BitcoinRow } from './bitcoin.schema';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import { bitcoinRow, type Side } from '../../../../test/support/bitcoin-rows';

const FIRST = 'bc1qfirst';
const SECOND = 'bc1qsecond';
const SHOP = 'bc1qshop';
const EXCHANGE = 'bc1qexchange';
const owned = new Set([FIRST, SECOND]);
/** 20,000 USD in January, 30,000 from day 300 on. */
const usdAt = (at: number): string => (at < Date.UTC(2023, 9, 1) ? '20000' : '30000');

/** Each address is read separately, into the ledger of both. */
function ledgerOf(rows: readonly BitcoinRow[]) {
  const txs = [...owned].flatMap((wallet) => {
    const own = rows.filter(({ inputs, outputs }) =>
      [...inputs, ...outputs].some((p) => p.address === wallet),
    );
    const raw = own.map((row) => ({ list: 'txs', key: row.txid, block: row.block ?? 0, body: { ...row } }));
    return classifyHistory(interpretBitcoin(wallet, raw), { wallet, owned });
  });
  const valued = valueTransactions(txs, (_asset, at) => ({ usd: usdAt(at), source: 'test', at }));
  const events = ledgerEvents(valued, {
    ...POLICIES,
    owned,
  });
  const ledger = replay(events, FIFO);
  const held = (wallet: string) =>
    positions(ledger, wallet).reduce((sum, { quantity }) => sum + quantity, 0n);
  return {
    ledger,
    types: valued.map(({ wallet, type }) => `${wallet === FIRST ? 'first' : 'second'} ${type}`),
    held: { first: held(FIRST), second: held(SECOND) },
    sold: ledger.disposals.filter(({ type }) => type !== 'fee').map(({ quantity }) => quantity),
    fees: ledger.disposals
      .filter(({ type }) => type === 'fee')
      .reduce((sum, { quantity }) => sum + quantity, 0n),
    made: ledger.lots.filter(({ acquiredAt }) => acquiredAt === null),
  };
}

const BOUGHT = bitcoinRow('1', 1, { [EXCHANGE]: 100_100_000 }, { [FIRST]: 100_000_000 });

describe('two Bitcoin addresses of one owner', () => {
  const splitInto = (outputs: Side) => bitcoinRow('2', 2, { [FIRST]: 100_000_000 }, outputs);
  const split = splitInto({ [SECOND]: 50_000_000, [FIRST]: 49_999_000 });

  it('pay each other without a disposal: the lot keeps its day, the fee is all that is spent', () => {
    const moved = splitInto({ [SECOND]: 60_000_000, [FIRST]: 39_999_000 });
    const it = ledgerOf([BOUGHT, moved]);
    expect(it.types).toEqual(['first transfer_in', 'first internal_transfer', 'second internal_transfer']);
    expect(it.held).toEqual({ first: 39_999_000n, second: 60_000_000n });
    expect([it.sold, it.fees, it.made]).toEqual([[], 1_000n, []]);
    const [lot] = positions(it.ledger, SECOND).flatMap(({ lots }) => lots);
    expect(lot?.acquiredAt).toBe(BOUGHT.time * 1000);
  });

  it('pay a shop with change to the other address: only the payment is spent', () => {
    const paid = bitcoinRow('2', 300, { [FIRST]: 100_000_000 }, { [SHOP]: 30_000_000, [SECOND]: 69_998_000 });
    const it = ledgerOf([BOUGHT, paid]);
    expect(it.held).toEqual({ first: 0n, second: 69_998_000n });
    expect([it.sold, it.fees, it.made]).toEqual([[30_000_000n], 2_000n, []]);
  });

  it('pay together, each its part of the fee, and share the change', () => {
    const inputs = { [FIRST]: 49_999_000, [SECOND]: 50_000_000 };
    const paid = bitcoinRow('3', 300, inputs, { [SHOP]: 80_000_000, [SECOND]: 19_989_000 });
    const it = ledgerOf([BOUGHT, split, paid]);
    expect(it.held).toEqual({ first: 0n, second: 19_989_000n });
    expect(it.sold.reduce((sum, quantity) => sum + quantity, 0n)).toBe(80_000_000n);
    expect([it.fees, it.made]).toEqual([11_000n, []]);
  });

  it('gather what they hold in one of them', () => {
    const inputs = { [SECOND]: 50_000_000, [FIRST]: 49_999_000 };
    const gathered = bitcoinRow('3', 3, inputs, { [SECOND]: 99_998_000 });
    const it = ledgerOf([BOUGHT, split, gathered]);
    expect(it.held).toEqual({ first: 0n, second: 99_998_000n });
    expect([it.sold, it.fees, it.made]).toEqual([[], 2_000n, []]);
  });

  it('swap places with a stranger in one shared payment without selling to themselves', () => {
    const inputs = { [FIRST]: 100_000_000, bc1qother: 100_000_000 };
    const mixed = bitcoinRow('2', 300, inputs, { bc1qothers: 99_999_000, [SECOND]: 99_999_000 });
    const it = ledgerOf([BOUGHT, mixed]);
    expect(it.held).toEqual({ first: 0n, second: 99_999_000n });
    expect([it.sold, it.fees, it.made]).toEqual([[], 1_000n, []]);
  });

  it('spend in one block what came in it', () => {
    const moved = { ...bitcoinRow('2', 2, { [FIRST]: 100_000_000 }, { [SECOND]: 99_999_000 }) };
    const paid = { ...bitcoinRow('1a', 2, { [SECOND]: 99_999_000 }, { [SHOP]: 99_998_000 }) };
    paid.inputs = [{ address: SECOND, value: '99999000', txid: moved.txid }];
    const it = ledgerOf([BOUGHT, moved, paid]);
    expect(it.held).toEqual({ first: 0n, second: 0n });
    expect([it.sold, it.fees, it.made]).toEqual([[99_998_000n], 2_000n, []]);
  });
});
