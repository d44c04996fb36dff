import { accountWallet } from '../../src/domain/kernel/address';
import { nativeAsset } from '../../src/domain/kernel/asset';
import { toUnits } from '../../src/domain/kernel/units';
import { exchangeTransactions, type ExchangeRecord } from '../../src/domain/exchanges';
import type { WalletTransaction } from '../../src/domain/chain';
import type { ExchangeName } from '../../src/domain/kernel/exchanges/exchange';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const START = Date.UTC(2021, 0, 1);
const ETH = nativeAsset('ethereum');

/** A made-up owner: transactions of wallets and accounts, and which pairs are transfers. */
export interface Owner {
  transactions: WalletTransaction[];
  /** Ids of both transactions, `out>in`. */
  truth: Set<string>;
}

/** Deterministic numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const hashOf = (n: number): string => n.toString(16).padStart(64, '0');
const walletOf = (n: number): string => `0x${(n + 1).toString(16).padStart(40, '0')}`;
const ACCOUNTS: readonly { id: string; exchange: ExchangeName }[] = (
  ['kraken', 'coinbase', 'gemini'] as const
).map((exchange, i) => ({ exchange, id: `00000000-0000-4000-8000-00000000000${i}` }));

type End = { account: number } | { wallet: number };

/**
 * @param count of transfers. A third of them have a decoy of the same amount on the same day; every tenth shares its
 *   hash with the next (a batch); fees are stated, contained in the amount, or not known
 */
export function generatedOwner(count: number, seed = 7): Owner {
  const next = numbers(seed);
  const pick = (n: number): number => Math.floor(next() * n);
  const records = new Map<number, ExchangeRecord[]>(ACCOUNTS.map((_, i) => [i, []]));
  const wallets: WalletTransaction[] = [];
  const pairs: { out: string; in: string }[] = [];
  let serial = 0;

  const put = (
    end: End,
    direction: 'in' | 'out',
    about: { amount: string; fee: string | null; at: number; hash: string | null; address: string | null },
  ): string => {
    const id = `row-${serial++}`;
    if ('account' in end) {
      records.get(end.account)?.push({
        id,
        group: id,
        at: about.at,
        kind: direction === 'in' ? 'deposit' : 'withdrawal',
        coin: 'ETH',
        nativeCoin: 'ETH',
        amount: direction === 'in' ? about.amount : `-${about.amount}`,
        fee: about.fee === null ? null : { coin: 'ETH', amount: about.fee },
        txHash: about.hash,
        address: about.address,
        depositAddress: null,
      });
      return id;
    }
    wallets.push(walletTransaction(id, walletOf(end.wallet), direction, about));
    return id;
  };

  for (let i = 0; i < count; i++) {
    const at = START + i * 7 * HOUR + pick(HOUR);
    const amount = ((1 + pick(5_000)) / 100).toFixed(2);
    const isFromAccount = next() < 0.6;
    const from: End = isFromAccount ? { account: pick(3) } : { wallet: pick(3) };
    const to: End =
      isFromAccount && next() < 0.8
        ? { wallet: pick(3) }
        : { account: 'account' in from ? (from.account + 1) % 3 : pick(3) };
    const isOnChain = 'wallet' in from || 'wallet' in to;
    const hash = hashOf(i % 10 === 9 ? i - 1 : i);
    const knowsHash = isOnChain && next() < 0.7;
    const knowsAddress = next() < 0.7;
    const feeKind = 'account' in from ? (['stated', 'none', 'unknown'] as const)[pick(3)] : 'none';
    const sent = feeKind === 'unknown' ? (Number(amount) + 0.001).toFixed(3) : amount;
    const delay = next() < 0.9 ? 2 * MINUTE + pick(HOUR) : pick(9 * HOUR);
    const target = 'wallet' in to && knowsAddress ? walletOf(to.wallet) : null;
    const seenBy = (end: End): string | null => ('wallet' in end ? `0x${hash}` : knowsHash ? hash : null);
    const out = put(from, 'out', {
      amount: sent,
      fee: feeKind === 'stated' ? '0.001' : null,
      at,
      hash: seenBy(from),
      address: target,
    });
    const into = put(to, 'in', { amount, fee: null, at: at + delay, hash: seenBy(to), address: null });
    pairs.push({ out, in: into });
    if (next() < 0.33)
      put({ wallet: pick(3) }, next() < 0.5 ? 'in' : 'out', {
        amount,
        fee: null,
        at: at + pick(12 * HOUR),
        hash: `0x${hashOf(1_000_000 + i)}`,
        address: walletOf(900 + pick(50)),
      });
  }
  const accounts = ACCOUNTS.flatMap((account, i) =>
    exchangeTransactions(
      account,
      (records.get(i) ?? []).toSorted((a, b) => a.at - b.at),
    ),
  );
  // Records and transactions of an account are in the same order of time; the pair is found by time and amount.
  const byRow = new Map(wallets.map((tx) => [tx.rule, tx.id]));
  for (const [i, account] of ACCOUNTS.entries()) {
    const own = accounts.filter(({ wallet }) => wallet === accountWallet(account.id));
    const rows = (records.get(i) ?? []).toSorted((a, b) => a.at - b.at);
    for (const row of rows) {
      const found = own.find(
        ({ at, legs }) => at === row.at && legs[0]?.quantity === toUnits(row.amount.replace('-', ''), 18),
      );
      if (found) byRow.set(row.id, found.id);
    }
  }
  const truth = new Set(pairs.map((pair) => `${byRow.get(pair.out)}>${byRow.get(pair.in)}`));
  return { transactions: [...wallets, ...accounts], truth };
}

function walletTransaction(
  id: string,
  wallet: string,
  direction: 'in' | 'out',
  { amount, at, hash, address }: { amount: string; at: number; hash: string | null; address: string | null },
): WalletTransaction {
  return {
    id: `tx-${id}`,
    chain: 'ethereum',
    hash: hash ?? id,
    wallet,
    at,
    block: 1,
    txIndex: 0,
    type: direction === 'in' ? 'transfer_in' : 'transfer_out',
    incomeType: null,
    succeeded: true,
    from: null,
    to: null,
    method: null,
    protocol: null,
    legs: [
      {
        index: 0,
        direction,
        asset: ETH,
        quantity: toUnits(amount, 18),
        counterparty: direction === 'in' ? '0x00000000000000000000000000000000000000ff' : address,
        isInternal: false,
        valueUsd: null,
        price: null,
      },
    ],
    fee: null,
    isSpam: false,
    flags: [],
    // The row that made it.
    rule: id,
  };
}
