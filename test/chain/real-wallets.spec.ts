import { interpretEvm, toRawRows } from '../../src/adapters/providers/evm/evm.mapper';
import { pageSchema, type EvmList } from '../../src/adapters/providers/evm/evm.schema';
import { replay } from '../../src/domain/engine';
import { formatUnits } from '../../src/domain/kernel/units';
import {
  type BalanceObservation,
  classifyHistory,
  ledgerEvents,
  valueTransactions,
  type ChainTransaction,
  type WalletTransaction,
} from '../../src/domain/chain';
import { explorerExport, rowsOfWallet } from '../recorded/data';
import { POLICIES } from './policies';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const FUNDER = '0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3';
const WETH = 'ethereum:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const owned = new Set([WALLET, FUNDER]);

const history = (): ChainTransaction[] => {
  const rows = (['txlist', 'txlistinternal', 'tokentx'] as const satisfies EvmList[]).flatMap((list) =>
    toRawRows(list, pageSchema(list).parse(rowsOfWallet(WALLET, list))),
  );
  return interpretEvm('ethereum', WALLET, rows);
};

/** Lines of an explorer's export of ether transactions. */
const exported = (wallet: string): ChainTransaction[] => {
  const [header = '', ...lines] = explorerExport(wallet, 'normal').trim().split(/\r?\n/);
  const cells = (line: string): string[] => line.replace(/^"|",?$/g, '').split('","');
  const names = cells(header);
  const wei = (ether = '0'): string => {
    const [whole = '0', fraction = ''] = ether.replaceAll(',', '').split('.');
    return String(BigInt(whole + fraction.padEnd(18, '0')));
  };
  const rows = lines.map((line) => {
    const cell = (name: string): string => cells(line)[names.indexOf(name)] ?? '';
    const value = [cell('Value_IN(ETH)'), cell('Value_OUT(ETH)')].map(wei).find((v) => v !== '0') ?? '0';
    return {
      hash: cell('Txhash') || cell('Transaction Hash'),
      blockNumber: cell('Blockno'),
      timeStamp: cell('UnixTimestamp'),
      from: cell('From').toLowerCase(),
      to: cell('To').toLowerCase(),
      value,
      gasPrice: '1',
      gasUsed: wei(cell('TxnFee(ETH)')),
      isError: '0',
      txreceipt_status: cell('Status').startsWith('Error(0') ? '0' : '1',
    };
  });
  return interpretEvm('ethereum', wallet, toRawRows('txlist', pageSchema('txlist').parse(rows)));
};

const classes = (txs: readonly WalletTransaction[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { succeeded, legs, rule } of txs) {
    // A leg without a log (a token destroyed silently) and interest minted on the way are ours, not the chain's.
    const sides = legs.filter(
      (leg) => leg.asset.id !== 'ethereum:0xa74476443119a942de498590fe1f2454d7d4ac0d' || rule !== 'migration',
    );
    const net = new Set(sides.map((leg) => leg.asset.id));
    const ins = new Set(sides.filter((leg) => leg.direction === 'in').map((leg) => leg.asset.id));
    const outs = new Set(sides.filter((leg) => leg.direction === 'out').map((leg) => leg.asset.id));
    const name = !succeeded
      ? 'failed'
      : net.size === 0
        ? 'fee only'
        : outs.size === 0
          ? 'in only'
          : ins.size === 0
            ? 'out only'
            : net.size === 2
              ? 'one in, one out'
              : 'several';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

describe('a real wallet of 576 transactions', () => {
  const txs = classifyHistory(history(), { wallet: WALLET, owned });
  const valued = valueTransactions(txs, () => null);
  const policies = { ...POLICIES, owned };

  it('is classified to the last hash', () => {
    expect(txs).toHaveLength(576);
    expect(txs.filter((t) => t.type === 'unknown')).toEqual([]);
  });

  it('has the shapes others found in it', () => {
    expect(classes(txs)).toEqual({
      'fee only': 162,
      'in only': 145,
      'out only': 124,
      'one in, one out': 107,
      failed: 24,
      several: 14,
    });
  });

  it('ends at the balances of the chain, and no balance is ever negative', () => {
    const balances = new Map<string, bigint>();
    const add = (id: string, quantity: bigint): void => {
      balances.set(id, (balances.get(id) ?? 0n) + quantity);
    };
    for (const { legs, fee, hash } of txs) {
      for (const leg of legs) add(leg.asset.id, leg.direction === 'in' ? leg.quantity : -leg.quantity);
      if (fee) add(fee.asset.id, -fee.quantity);
      expect([hash, [...balances].filter(([, total]) => total < 0n)]).toEqual([hash, []]);
    }
    expect(formatUnits(balances.get('ethereum:native') ?? 0n, 18)).toBe('0.001287591473025178');
    expect(balances.get(WETH)).toBe(0n);
  });

  it('sees through bait, and leaves alone what was traded on purpose', () => {
    const spam = new Set(txs.filter((t) => t.isSpam).map((t) => t.legs[0]?.asset.symbol));
    expect([...spam].sort()).toEqual([
      'ADAO',
      'FREE',
      'INSP',
      'INT',
      'KICK',
      'KTH',
      'MESH',
      'VIU',
      'findtherabbit.me',
    ]);
    const traded = txs.filter((t) => t.from === WALLET).flatMap((t) => t.legs.map((leg) => leg.asset.symbol));
    expect(traded.filter((symbol) => spam.has(symbol))).toEqual([]);
  });

  it('never spends more than the ledger holds', () => {
    const ledger = replay(ledgerEvents(valued, policies), {
      method: 'fifo',
      timezone: 'UTC',
      washSales: false,
    });
    const madeUp = ledger.lots.filter((lot) => lot.acquiredAt === null && lot.parentId === null);
    expect(madeUp.map((lot) => [lot.wallet, lot.asset.symbol])).toEqual([
      [FUNDER, 'ETH'],
      [FUNDER, 'ETH'],
    ]);
  });

  it('counts interest once that was seen before the token told it, alone or within a deposit', () => {
    const aDai = valued.flatMap(({ legs }) => legs).find(({ asset }) => asset.symbol === 'aDAI')?.asset;
    if (!aDai) throw new Error('the wallet has no aDAI');
    const ONE = 10n ** 18n;
    // 522.93 put in on 26 May 2020; 1.267 of interest reported with a deposit on 20 June, 6.095 with the withdrawal.
    const put = 522_934_625_828_283_834_240n;
    const more = put + 3_906n * ONE + 1_267_269_048_661_399_924n;
    const views: BalanceObservation[] = [
      { at: Date.UTC(2020, 5, 10), quantity: put + ONE / 2n },
      { at: Date.UTC(2020, 5, 28), quantity: more + 3n * ONE },
    ].map((view) => ({
      ...view,
      wallet: WALLET,
      asset: aDai,
      price: { usd: '1', source: 'test', at: view.at },
    }));
    const told = (observations: readonly BalanceObservation[]) => {
      const events = ledgerEvents(valued, { ...policies, observations });
      return events
        .filter(({ asset, wallet }) => asset.id === aDai.id && wallet === WALLET)
        .map((event) => {
          const sign = event.kind === 'acquire' ? 1n : -1n;
          return {
            units: sign * event.quantity,
            isIncome: event.kind === 'acquire' && event.incomeType !== null,
          };
        });
    };
    const sum = (rows: readonly { units: bigint }[]) => rows.reduce((total, { units }) => total + units, 0n);
    const incomes = (rows: ReturnType<typeof told>) => rows.filter(({ isIncome }) => isIncome);
    const interest = 6_094_616_839_379_424_091n;
    const beside = 1_267_269_048_661_399_924n;
    expect(incomes(told([])).map(({ units }) => units)).toEqual([beside, interest]);
    expect(incomes(told(views)).map(({ units }) => units)).toEqual([
      ONE / 2n,
      beside - ONE / 2n,
      3n * ONE,
      interest - 3n * ONE,
    ]);
    expect([sum(told([])), sum(told(views))]).toEqual([0n, 0n]);
  });

  it.each([
    ['told by one wallet', () => valued],
    ['told by both', () => [...valued, ...classifyHistory(exported(FUNDER), { wallet: FUNDER, owned })]],
  ])('was funded by an own wallet: one move, %s', (_, all) => {
    const moves = ledgerEvents(all(), policies).filter(
      (event) =>
        event.kind === 'move' &&
        event.relation === 'transfer' &&
        owned.has(event.wallet) &&
        owned.has(event.toWallet),
    );
    expect(
      moves.filter(
        (event) => event.txHash === '0xb41d6819932845278e7c451400f1778a952b35c6358dc51b49436438753f5113',
      ),
    ).toMatchObject([
      { wallet: FUNDER, toWallet: WALLET, quantity: 5n * 10n ** 17n, received: 5n * 10n ** 17n },
    ]);
    expect(moves).toHaveLength(2);
  });
});
