import { replay, type Ledger } from '../../src/domain/engine';
import { finished } from '../../src/domain/kernel/slices';
import { toUnits } from '../../src/domain/kernel/units';
import { exchangeTransactions, type ExchangeRecord } from '../../src/domain/exchanges';
import {
  ledgerEvents,
  statementKey,
  valueTransactions,
  withStatements,
  type WalletTransaction,
} from '../../src/domain/chain';
import {
  markingAccountMatches,
  matchingAccounts,
  pairingOf,
  type AccountMatches,
} from '../../src/domain/overlays/transfer-matches';
import { pairDecisions, withPairings } from '../../src/domain/overlays/transfer-pairings';
import type { ManualEntry } from '../../src/domain/overlays/manual-entry';
import { bytes } from '../golden/random-histories';
import { generatedOwner } from './generated-transfers';

const POLICIES = {
  gasPolicy: 'dispose',
  wrapPolicy: 'carry',
  depositPolicy: 'mixed',
  owned: new Set<string>(),
} as const;
const OPTIONS = { method: 'fifo', timezone: 'UTC', washSales: false } as const;

const accountMatches = (...given: Parameters<typeof matchingAccounts>): AccountMatches =>
  finished(matchingAccounts(...given));

const booksOf = (
  transactions: readonly WalletTransaction[],
  entries: readonly ManualEntry[] = [],
  owned: ReadonlySet<string> = new Set(),
): Ledger => {
  const paired = finished(
    markingAccountMatches(withPairings(transactions, entries, owned), pairDecisions(entries), owned),
  );
  return replay(
    [
      ...ledgerEvents(
        valueTransactions(paired, () => null),
        POLICIES,
      ),
    ],
    OPTIONS,
  );
};

describe('2,000 generated transfers', () => {
  const { transactions, truth } = generatedOwner(2_000);
  const { matches } = accountMatches(transactions, []);
  const nameOf = ({ out, in: into }: (typeof matches)[number]): string =>
    `${out.transactionId}>${into.transactionId}`;

  it('are confirmed without a decision only where that is right', () => {
    const automatic = matches.filter(({ decidedBy }) => decidedBy === 'system');
    expect(automatic.length).toBeGreaterThan(1_000);
    expect(automatic.filter((match) => !truth.has(nameOf(match))).map(nameOf)).toEqual([]);
  });

  it('are found: at least 95 of 100 are confirmed or suggested', () => {
    const found = new Set(matches.filter(({ status }) => status !== 'rejected').map(nameOf));
    const missed = [...truth].filter((name) => !found.has(name));
    expect(missed.length / truth.size).toBeLessThanOrEqual(0.05);
  });

  it('give the same books after a decision is withdrawn', () => {
    const before = bytes(booksOf(transactions));
    const suggested = matches.find(({ status }) => status === 'suggested');
    if (!suggested) throw new Error('nothing is suggested');
    const byId = new Map(transactions.map((tx) => [tx.id, tx]));
    const entry = pairingOf(suggested, byId, 'confirmed', 1);
    expect(bytes(booksOf(transactions, [entry]))).not.toBe(before);
    expect(bytes(booksOf(transactions, []))).toBe(before);
  });
});

describe('a transfer between an account and a wallet', () => {
  const HASH = 'ab'.repeat(32);
  const WALLET = '0x00000000000000000000000000000000000000c1';
  const DAY = 86_400_000;
  const record = (
    more: Partial<ExchangeRecord> & Pick<ExchangeRecord, 'id' | 'kind' | 'coin' | 'amount'>,
  ): ExchangeRecord => ({
    group: more.id,
    at: Date.UTC(2023, 0, 1),
    nativeCoin: more.coin,
    fee: null,
    txHash: null,
    address: null,
    depositAddress: null,
    ...more,
  });
  const bought: ExchangeRecord[] = [
    record({ id: 'b1', group: 'g1', kind: 'trade', coin: 'ETH', amount: '2' }),
    record({ id: 'b2', group: 'g1', kind: 'trade', coin: 'USD', amount: '-2400' }),
  ];
  const sent = record({
    id: 'w1',
    kind: 'withdrawal',
    coin: 'ETH',
    amount: '-1.5',
    at: Date.UTC(2023, 5, 1),
    fee: { coin: 'ETH', amount: '0.01' },
    txHash: HASH.toUpperCase(),
  });
  const account = { id: '00000000-0000-4000-8000-000000000001', exchange: 'kraken' } as const;
  const { transactions: sample } = generatedOwner(1);
  const template = sample.find(({ account: of }) => !of);
  const arrival = (): WalletTransaction => {
    const [first] = generatedOwner(20).transactions.filter(
      ({ type, account: of }) => !of && type === 'transfer_in',
    );
    const found = template?.type === 'transfer_in' ? template : first;
    if (!found?.legs[0]) throw new Error('no arrival');
    return {
      ...found,
      hash: `0x${HASH}`,
      wallet: WALLET,
      at: Date.UTC(2023, 5, 1) + 600_000,
      legs: [{ ...found.legs[0], quantity: toUnits('1.5', 18) }],
    };
  };

  it('carries basis and date, and its fee is a disposal of the account', () => {
    const all = [...exchangeTransactions(account, [...bought, sent]), arrival()];
    const ledger = booksOf(all);
    const [there] = ledger.lots.filter(({ wallet, remaining }) => wallet === WALLET && remaining > 0n);
    expect(there).toMatchObject({ acquiredAt: Date.UTC(2023, 0, 1), isUntracked: false });
    expect(there?.cost).toBe(1_800n * 10n ** 18n);
    expect(ledger.disposals.map(({ type, quantity }) => [type, quantity])).toEqual([['fee', 10n ** 16n]]);
    expect(ledger.links.filter(({ relation }) => relation === 'transfer').length).toBeGreaterThan(0);
    expect(there && there.acquiredAt !== null && there.receivedAt - there.acquiredAt).toBeGreaterThan(
      100 * DAY,
    );
  });

  it.each([
    ['ETH', HASH, `0x${HASH}`],
    ['USDC', `0x${HASH.toUpperCase()}`, `0x${HASH}`],
    ['BTC', `0x${HASH}`, HASH],
    ['BTC', HASH.toUpperCase(), HASH],
    ['KCS', `0x${HASH}`, `0x${HASH}`],
    ['LTC', HASH.toUpperCase(), HASH],
    ['SOL', '5VERYInventedSignatureOfSolana1111111111111', '5VERYInventedSignatureOfSolana1111111111111'],
  ])('of %s has the hash %s as its chain writes it', (coin, txHash, shown) => {
    const [one] = exchangeTransactions(account, [record({ ...sent, coin, fee: null, txHash })]);
    expect(one?.account?.txHash).toBe(shown);
  });

  it('is certain when the two ends write one hash in two ways', () => {
    const other = { id: '00000000-0000-4000-8000-000000000002', exchange: 'binanceus' } as const;
    const leaves = record({ ...sent, coin: 'KCS', fee: null, txHash: HASH });
    const later = { at: Date.UTC(2023, 5, 9), amount: '1.2', txHash: `0x${HASH.toUpperCase()}` };
    const arrives = record({ ...leaves, id: 'd1', group: 'd1', kind: 'deposit', ...later });
    const all = [...exchangeTransactions(account, [leaves]), ...exchangeTransactions(other, [arrives])];
    expect(accountMatches(all, []).matches).toMatchObject([
      { status: 'confirmed', reasons: ['same_transaction'] },
    ]);
  });

  describe('between two accounts without a common hash', () => {
    const other = { id: '00000000-0000-4000-8000-000000000002', exchange: 'binanceus' } as const;
    const target = 'TInventedTargetOfAWithdrawal0001';
    const leaves = record({ ...sent, txHash: null, address: target });
    const statusOf = (depositAddress: string | null) => {
      const arrives = record({
        id: 'd1',
        kind: 'deposit',
        coin: 'ETH',
        amount: '1.5',
        at: Date.UTC(2023, 5, 1) + 600_000,
        txHash: HASH,
        depositAddress,
      });
      const { matches } = accountMatches(
        [...exchangeTransactions(account, [...bought, leaves]), ...exchangeTransactions(other, [arrives])],
        [],
      );
      return matches.map(({ status, reasons }) => [status, reasons.includes('address_known')]);
    };

    it('is confirmed when it arrived where it was sent', () => {
      expect(statusOf(target)).toEqual([['confirmed', true]]);
    });
    it('is only suggested when the exchange does not state where it arrived', () => {
      expect(statusOf(null)).toEqual([['suggested', false]]);
    });
    it('is none when it arrived elsewhere', () => {
      expect(statusOf('TInventedTargetOfAWithdrawal0002')).toEqual([]);
    });
  });

  describe('to an address of a wallet of the owner', () => {
    const DAY_OF_JUNE = 5;
    const named = (id: string, minutes = 0) =>
      record({
        ...sent,
        id,
        group: id,
        amount: '-0.5',
        fee: null,
        txHash: null,
        address: WALLET.toUpperCase().replace('0X', '0x'),
        at: Date.UTC(2023, DAY_OF_JUNE, 1) + minutes * 60_000,
      });
    const arrives = (hash: string, minutes: number): WalletTransaction => {
      const one = arrival();
      const legs = one.legs.map((leg) => ({ ...leg, quantity: toUnits('0.5', 18) }));
      return { ...one, id: hash, hash, at: Date.UTC(2023, DAY_OF_JUNE, 1) + minutes * 60_000, legs };
    };
    const lotsOf = (all: readonly WalletTransaction[], entries: readonly ManualEntry[] = []) =>
      booksOf(all, entries, new Set([WALLET]))
        .lots.filter(({ remaining }) => remaining > 0n)
        .map(({ wallet, remaining, cost }) => [
          wallet.replace(/^exchange:[^>]*/, 'account'),
          remaining,
          cost,
        ]);
    const [half, cost] = [toUnits('0.5', 18), 600n * 10n ** 18n];

    it('is a move to that wallet, also where its history does not show it', () => {
      const lots = lotsOf(exchangeTransactions(account, [...bought, named('w1')]));
      expect(lots).toEqual([
        ['account', 3n * half, 3n * cost],
        [WALLET, half, cost],
      ]);
    });

    it('is one move where several are alike, and where it arrives days later', () => {
      const out = exchangeTransactions(account, [...bought, named('w1'), named('w2', 5)]);
      for (const times of [
        [10, 11],
        [10, 5 * 24 * 60],
      ]) {
        const lots = lotsOf([...out, ...times.map((minutes, i) => arrives(`0x${i}`, minutes))]);
        expect(lots).toEqual([
          ['account', 2n * half, 2n * cost],
          [WALLET, half, cost],
          [WALLET, half, cost],
        ]);
      }
    });

    it('is held when something else arrived there too', () => {
      const all = [
        ...exchangeTransactions(account, [...bought, named('w1')]),
        arrives('0x1', 9),
        arrives('0x2', 11),
      ];
      expect(lotsOf(all)).toContainEqual(['account>withdrawn', half, cost]);
    });

    it('is held when the owner rejects the pair', () => {
      const all = [...exchangeTransactions(account, [...bought, named('w1')]), arrives('0x1', 10)];
      const [match] = accountMatches(all, []).matches;
      if (!match) throw new Error('no match');
      const entry = pairingOf(match, new Map(all.map((tx) => [tx.id, tx])), 'rejected', 1);
      expect(lotsOf(all, [entry])).toContainEqual(['account>withdrawn', half, cost]);
    });
  });

  it('takes units out of the place where its owner keeps them, when the wallet is known', () => {
    const read = exchangeTransactions(account, [...bought, sent]);
    const own = { type: 'internal_transfer', incomeType: null } as const;
    const statements = new Map(read.slice(1).map(({ chain, hash }) => [statementKey(chain, hash), own]));
    const stated = withStatements(read, { statements, spam: new Map() });
    const placesOf = (all: readonly WalletTransaction[]) =>
      booksOf(all)
        .lots.filter(({ remaining }) => remaining > 0n)
        .map(({ wallet }) => wallet.replace(/^exchange:[^>]*/, 'account'));
    expect(placesOf(stated)).toEqual(['account', 'account>own account']);
    expect(accountMatches(stated, []).unmatched).toEqual([]);
    expect(placesOf([...stated, arrival()])).toEqual(['account', WALLET]);
  });

  it('is held, and an untracked receipt, when the owner rejects it', () => {
    const all = [...exchangeTransactions(account, [...bought, sent]), arrival()];
    const [match] = accountMatches(all, []).matches;
    if (!match) throw new Error('no match');
    const entry = pairingOf(match, new Map(all.map((tx) => [tx.id, tx])), 'rejected', 1);
    const ledger = booksOf(all, [entry]);
    expect(ledger.lots.filter(({ wallet }) => wallet === WALLET)).toMatchObject([{ isUntracked: true }]);
    expect(ledger.disposals.map(({ type }) => type)).toEqual(['fee']);
    const [held] = ledger.lots.filter(({ wallet, remaining }) => wallet.includes('>') && remaining > 0n);
    expect(held).toMatchObject({ remaining: toUnits('1.5', 18), acquiredAt: Date.UTC(2023, 0, 1) });
  });
});
