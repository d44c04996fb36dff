import { asset, move, tx } from '../../../test/chain/chain-story';
import { POLICIES } from '../../../test/chain/policies';
import { ME, POOL, ROUTER, SAVINGS, STRANGER } from '../../../test/chain/parties';
import { replay, type IncomeType, type Ledger, type LedgerEvent } from '../engine';
import type { ChainName } from '../kernel/chain';
import { formatMoney, formatUnits, money } from '../kernel/units';
import { matchId, matchTransfers, walletLeg } from '../matching';
import {
  assetGroup,
  classifyHistory,
  ledgerEvents,
  STATED_TYPES,
  valueTransactions,
  type ChainTransaction,
  type StatedTypeName,
  type WalletTransaction,
} from '../chain';
import { lostDecisions } from './lost-decisions';
import type { ManualEntry, TransactionClassification, TransferPairing } from './manual-entry';
import { ownerDecisions } from './reading-decisions';
import { pairDecisions, withPairings } from './transfer-pairings';

const OWNED = new Set([ME, SAVINGS]);
const USD: Record<string, string> = { ETH: '2000', USDC: '1', UNI: '10', FROG: '3' };
const free = { feeWei: null };

function read(txs: readonly ChainTransaction[], entries: readonly ManualEntry[] = []): WalletTransaction[] {
  const symbols = new Map(txs.flatMap(({ movements }) => movements.map((m) => [m.asset.id, m.asset.symbol])));
  const classified = [...new Set(txs.map(({ wallet }) => wallet))].flatMap((wallet) =>
    classifyHistory(
      txs.filter((one) => one.wallet === wallet),
      { wallet, owned: OWNED, decisions: ownerDecisions(entries, wallet) },
    ),
  );
  return valueTransactions([...withPairings(classified, entries, OWNED)], (id, at) => {
    const usd = USD[symbols.get(id) ?? 'ETH'];
    return usd === undefined ? null : { usd, at, source: 'market' };
  });
}

const eventsOf = (txs: readonly WalletTransaction[]): LedgerEvent[] =>
  ledgerEvents(txs, { ...POLICIES, owned: OWNED });
const ledgerOf = (txs: readonly WalletTransaction[]): Ledger =>
  replay(eventsOf(txs), { method: 'fifo', timezone: 'UTC', washSales: false, groupOf: assetGroup });

const who = (wallet: string): string =>
  wallet.replace(ME, 'me').replace(SAVINGS, 'savings').replace(STRANGER, 'stranger');
const usd = (value: bigint | null): string => (value === null ? 'none' : `$${formatMoney(value)}`);
function line(event: LedgerEvent): string {
  const what = `${formatUnits(event.quantity, event.asset.decimals)} ${event.asset.symbol}`;
  if (event.kind === 'move')
    return `> ${what} ${event.relation} ${who(event.wallet)} to ${who(event.toWallet)} as ${formatUnits(event.received, event.toAsset.decimals)} ${event.toAsset.symbol}`;
  if (event.kind === 'dispose')
    return `- ${what} ${event.type} ${usd(event.proceeds)}${event.flags?.includes('unmatched') ? ' unmatched' : ''}`;
  if (event.kind === 'allocate') throw new Error('No entry allocates basis');
  const kind = event.untracked ? 'untracked' : (event.incomeType ?? event.source);
  return `+ ${what} ${kind} ${usd(event.cost)}`;
}

const stated = (
  { id, wallet, chain, hash }: WalletTransaction,
  type: StatedTypeName,
  incomeType: IncomeType | null = null,
): TransactionClassification => ({
  kind: 'transaction_classification',
  wallet,
  transactionId: id,
  chain,
  txHash: hash,
  type,
  incomeType,
});
const at = (txs: readonly WalletTransaction[], index: number): WalletTransaction => {
  const found = txs[index];
  if (!found) throw new Error(`no transaction ${index}`);
  return found;
};

describe('the type that the owner states', () => {
  const shapes = {
    in: () => tx([move('+2 UNI', STRANGER)], { from: STRANGER }),
    out: () => tx([move('-2 UNI', STRANGER)], free),
    both: () => tx([move('-2 UNI', POOL), move('+20 USDC', POOL)], free),
    junk: () => tx([move('+9 FROG', STRANGER)], { from: STRANGER }),
  };
  const rows: Record<StatedTypeName, [shape: keyof typeof shapes, lines: string[]]> = {
    swap: ['both', ['+ 20 USDC swap $20', '- 2 UNI swap $20']],
    wrap: ['both', ['> 2 UNI wrap me to me as 20 USDC']],
    lp_add: ['both', ['+ 20 USDC swap $20', '- 2 UNI swap $20']],
    lp_remove: ['both', ['+ 20 USDC swap $20', '- 2 UNI swap $20']],
    buy: ['in', ['+ 2 UNI purchase $20']],
    income: ['in', ['+ 2 UNI interest $20']],
    transfer_in: ['in', ['+ 2 UNI untracked none']],
    withdrawal: ['in', ['+ 2 UNI untracked none']],
    borrow: ['in', ['+ 2 UNI transfer_in $20']],
    spam: ['junk', []],
    sell: ['out', ['- 2 UNI sale $20']],
    spend: ['out', ['- 2 UNI spend $20']],
    fee: ['out', ['- 2 UNI fee $20']],
    gift: ['out', ['- 2 UNI gift $20']],
    donation: ['out', ['- 2 UNI donation $20']],
    lost: ['out', ['- 2 UNI lost $20']],
    stolen: ['out', ['- 2 UNI stolen $20']],
    deposit: ['out', ['> 2 UNI transfer me to me>stranger as 2 UNI']],
    repay: ['out', ['- 2 UNI repayment $20']],
    liquidation: ['out', ['- 2 UNI liquidation $20']],
    internal_transfer: ['out', ['> 2 UNI transfer me to me>own account as 2 UNI']],
    bridge: ['out', ['> 2 UNI transfer me to me>bridge as 2 UNI']],
  };

  it.each(STATED_TYPES)('%s has its own effect on the ledger, and none once it is removed', (type) => {
    const [shape, lines] = rows[type];
    const story = [shapes[shape]()];
    const before = read(story);
    const entry = stated(at(before, 0), type, type === 'income' ? 'interest' : null);
    const after = read(story, [entry]);
    expect(eventsOf(after).map(line)).toEqual(lines);
    expect(at(after, 0).flags).toContain('manual');
    expect(lostDecisions([entry], ME, { transactions: after, wallets: [ME], ledger: null })).toEqual([]);
    expect(read(story, [])).toEqual(before);
  });

  it('applies to one wallet, and not to a transaction that no longer has the legs it needs', () => {
    const story = [shapes.in()];
    const before = read(story);
    const wrong = stated(at(before, 0), 'gift');
    const other = { ...stated(at(before, 0), 'buy'), wallet: SAVINGS };
    expect(read(story, [wrong, other])).toEqual(before);
    const history = { transactions: before, wallets: [ME], ledger: null };
    expect(lostDecisions([wrong], ME, history)).toEqual([
      {
        kind: 'transaction_classification',
        chain: 'ethereum',
        transactionId: wrong.transactionId,
        txHash: wrong.txHash,
        decision: { type: 'gift' },
      },
    ]);
  });

  it('turns an airdrop on principal into units of unknown origin, and costs of a claim into a spend', () => {
    const claim = tx([move('+2 UNI', ROUTER), move('-1 USDC', STRANGER)], { ...free, method: 'claim' });
    const before = read([claim]);
    const after = read([claim], [stated(at(before, 0), 'income', 'airdrop')]);
    expect(eventsOf(after).map(line)).toEqual(['+ 2 UNI airdrop $20', '- 1 USDC spend $1']);
  });

  it('keeps a deposit with its basis until a withdrawal brings it back; the rest of unknown origin', () => {
    const story = [
      tx([move('+1 UNI', POOL), move('-10 USDC', POOL)], free),
      tx([move('-1 UNI', STRANGER)], free),
      tx([move('+1.5 UNI', POOL)], { from: POOL }),
    ];
    const before = read(story);
    const entries = [stated(at(before, 1), 'internal_transfer'), stated(at(before, 2), 'internal_transfer')];
    const after = read(story, entries);
    expect(eventsOf(after).map(line).slice(2)).toEqual([
      '> 1 UNI transfer me to me>own account as 1 UNI',
      '+ 0.5 UNI untracked none',
      '> 1 UNI transfer me>own account to me as 1 UNI',
    ]);
    const held = ledgerOf(after).lots.filter(
      ({ asset: { symbol }, remaining, wallet }) => symbol === 'UNI' && remaining > 0n && wallet === ME,
    );
    expect(held.map(({ cost }) => formatMoney(cost)).sort()).toEqual(['0', '10']);
  });
});

describe('a pair that the owner decides', () => {
  const MINUTE = 60_000;
  const start = Date.UTC(2024, 5, 1);
  const bought = tx([move('-100 USDC', POOL), move('+10 UNI', POOL)], { ...free, at: start });
  const left = tx([move('-10 UNI', STRANGER)], { ...free, at: start + MINUTE });
  const sold = tx([move('-1 UNI', POOL), move('+10 USDC', POOL)], {
    ...free,
    wallet: SAVINGS,
    at: start + 2 * MINUTE,
  });
  const came = tx([move('+9.9 UNI', POOL)], { wallet: SAVINGS, from: POOL, at: start + 3 * MINUTE });
  const story = [bought, left, sold, came];

  const pairing = (
    out: WalletTransaction,
    into: WalletTransaction,
    status: TransferPairing['status'] = 'confirmed',
    decidedAt = 1,
  ): TransferPairing => {
    const end = (one: WalletTransaction, direction: 'in' | 'out') => {
      const leg = one.legs.find((l) => l.direction === direction);
      if (!leg) throw new Error('no such leg');
      return walletLeg(one, leg);
    };
    const [from, to] = [end(out, 'out'), end(into, 'in')];
    const stored = (leg: ReturnType<typeof end>, { chain }: WalletTransaction) => ({
      legId: leg.id,
      source: leg.source,
      transactionId: leg.transactionId,
      chain,
      txHash: leg.txHash,
      assetId: leg.asset.id,
    });
    return {
      kind: 'transfer_pairing',
      wallet: out.wallet,
      matchId: matchId(from, to),
      out: stored(from, out),
      in: stored(to, into),
      status,
      decidedAt,
    };
  };

  it('moves basis and dates over a place in transit; what is lost on the way is a fee', () => {
    const before = read(story);
    const after = read(story, [pairing(at(before, 1), at(before, 3))]);
    expect([at(after, 1), at(after, 3)].map(({ type, flags, rule }) => [type, flags, rule])).toEqual([
      ['internal_transfer', ['manual'], 'manual_internal_transfer'],
      ['internal_transfer', ['manual'], 'manual_internal_transfer'],
    ]);
    expect(
      eventsOf(after)
        .map(line)
        .filter((text) => text.startsWith('>')),
    ).toEqual([
      // The fee is of the sender: the place of transit is on no form.
      '> 10 UNI transfer me to me>transit as 9.9 UNI',
      '> 9.9 UNI transfer me>transit to savings as 9.9 UNI',
    ]);
    const { lots, disposals } = ledgerOf(after);
    const [arrived] = lots.filter(
      ({ wallet, remaining, asset: { symbol } }) => wallet === SAVINGS && symbol === 'UNI' && remaining > 0n,
    );
    expect([arrived && formatMoney(arrived.cost), arrived?.acquiredAt]).toEqual(['99', start]);
    const fee = disposals.find(({ type }) => type === 'fee');
    expect([fee && formatMoney(fee.proceeds), fee && formatMoney(fee.costBasis)]).toEqual(['1', '1']);
    // A sale before the arrival does not take the units in transit.
    expect(disposals.find(({ type, asset: a }) => type === 'swap' && a.symbol === 'UNI')?.isUntracked).toBe(
      true,
    );
    expect(read(story)).toEqual(before);
  });

  it.each([
    ['has the time of the arrival, so that the units can be sold at once', 0, [false, '10']],
    ['has that of the departure when the sender received such units between the two', 2.5, [true, '0']],
  ])('that arrives before it leaves %s', (_, minutes, expected) => {
    const early = { ...came, at: start + MINUTE };
    const late = { ...left, at: start + 3 * MINUTE };
    const all = [{ ...bought, at: start + minutes * MINUTE }, early, sold, late].sort((a, b) => a.at - b.at);
    const before = read(all);
    const find = (one: { hash: string }) => before.find(({ hash }) => hash === one.hash) as WalletTransaction;
    const after = read(all, [pairing(find(late), find(early))]);
    expect(
      eventsOf(after)
        .map(line)
        .filter((text) => text.startsWith('>')),
    ).toEqual(['> 10 UNI transfer me to savings as 9.9 UNI']);
    const sale = ledgerOf(after).disposals.find(({ type, wallet }) => type === 'swap' && wallet === SAVINGS);
    expect([sale?.isUntracked, sale && formatMoney(sale.costBasis)]).toEqual(expected);
  });

  it('of the later decision holds when two share a leg', () => {
    const rival = tx([move('+10 UNI', ROUTER)], { wallet: SAVINGS, from: ROUTER, at: start + 4 * MINUTE });
    const all = [...story, rival];
    const before = read(all);
    const [first, second] = [
      pairing(at(before, 1), at(before, 3), 'confirmed', 1),
      pairing(at(before, 1), at(before, 4), 'confirmed', 2),
    ];
    for (const entries of [
      [first, second],
      [second, first],
    ])
      expect(read(all, entries).flatMap(({ legs }) => legs.flatMap(({ pair }) => pair ?? []))).toEqual([
        second.matchId,
        second.matchId,
      ]);
  });

  it('stays in transit when the wallet of the other end is not read, and is lost when its transaction is gone', () => {
    const before = read(story);
    const pair = pairing(at(before, 1), at(before, 3));
    const alone = classifyHistory([bought, left], { wallet: ME, owned: new Set([ME]) });
    const held = withPairings(alone, [pair], new Set([ME]));
    expect(
      eventsOf(valueTransactions([...held], () => null))
        .map(line)
        .at(-1),
    ).toBe('> 10 UNI transfer me to me>transit as 10 UNI');
    const gone = read([bought, left, sold], [pair]);
    expect(gone.map(({ rule }) => rule)).toEqual(read([bought, left, sold]).map(({ rule }) => rule));
    expect(
      lostDecisions([pair], ME, { transactions: gone, wallets: [ME, SAVINGS], ledger: null }),
    ).toMatchObject([
      { kind: 'transfer_pairing', transactionId: at(before, 3).id, decision: { status: 'confirmed' } },
    ]);
    expect(lostDecisions([pair], ME, { transactions: gone, wallets: [ME], ledger: null })).toEqual([]);
  });

  it('separates what the bridge rules paired, and the same decision reaches transfer matching', () => {
    const GATE = '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1';
    const EXIT = '0x4200000000000000000000000000000000000010';
    const out = tx([move('-1 ETH', GATE)], { ...free, method: 'depositETH', at: start });
    const into = tx([move('+1 ETH', EXIT, 'internal')], {
      chain: 'optimism' as ChainName,
      from: STRANGER,
      at: start + MINUTE,
    });
    const before = read([out, into]);
    expect(eventsOf(before).map(line)).toEqual(['> 1 ETH bridge me to me as 1 ETH']);
    const rejected = pairing(at(before, 0), at(before, 1), 'rejected');
    const after = read([out, into], [rejected]);
    expect(eventsOf(after).map(line)).toEqual([
      expect.stringMatching(/^> 1 ETH transfer me to me>/),
      '+ 1 ETH untracked none',
    ]);
    const legs = after.flatMap((one) => one.legs.map((leg) => walletLeg(one, leg)));
    const statuses = (entries: readonly ManualEntry[]) =>
      matchTransfers(legs, pairDecisions(entries)).matches.map(({ id, status }) => [id, status]);
    expect(statuses([])).toEqual([[rejected.matchId, 'confirmed']]);
    expect(statuses([rejected])).toEqual([[rejected.matchId, 'rejected']]);
  });
});

describe('a token that the owner calls spam, or not', () => {
  const gift = tx([move('+9 FROG', STRANGER)], { from: STRANGER });
  const claim = tx([move('+2 UNI', ROUTER)], { ...free, method: 'claim' });
  const visibility = (symbol: string, isSpam: boolean): ManualEntry => ({
    kind: 'token_visibility',
    wallet: ME,
    chain: 'ethereum',
    assetId: asset(symbol).id,
    tokenKey: `ethereum:${symbol}`,
    isSpam,
  });

  it('is shown with its price, or hidden with its income', () => {
    expect(eventsOf(read([gift, claim])).map(line)).toEqual(['+ 2 UNI airdrop $20']);
    expect(eventsOf(read([gift, claim], [visibility('FROG', false)])).map(line)).toEqual([
      '+ 9 FROG untracked none',
      '+ 2 UNI airdrop $20',
    ]);
    const hidden = read([gift, claim], [visibility('UNI', true)]);
    expect(eventsOf(hidden)).toEqual([]);
    const history = { transactions: hidden, wallets: [ME], ledger: null };
    expect(lostDecisions([visibility('UNI', true)], ME, history)).toEqual([]);
    expect(lostDecisions([visibility('DAI', true)], ME, history)).toMatchObject([
      { kind: 'token_visibility', decision: { token_key: 'ethereum:DAI', is_spam: 'true' } },
    ]);
  });

  it('is never one that the wallet traded: a swap does not become a spend', () => {
    const swap = tx([move('-2 UNI', POOL), move('+20 USDC', POOL)], free);
    const story = [claim, swap];
    expect(read(story, [visibility('UNI', true), visibility('USDC', true)])).toEqual(read(story));
  });
});

describe('a decision about a lot', () => {
  it('is lost with the lot, the disposal or the leg, and lists what it said', () => {
    const ledger = ledgerOf(read([tx([move('+2 UNI', STRANGER)], { from: STRANGER })]));
    const about = { wallet: ME, assetId: asset('UNI').id };
    const entries: ManualEntry[] = [
      {
        kind: 'basis_assignment',
        ...about,
        lotId: 'gone',
        basisType: 'gift',
        parts: [{ quantity: 1n, cost: money('5'), acquiredAt: 0 }],
      },
      {
        kind: 'trade_completion',
        ...about,
        txHash: '0x1',
        side: 'in',
        value: money('7'),
        fees: 0n,
        executedAt: null,
      },
      {
        kind: 'disposal_entry',
        ...about,
        id: 'd',
        asset: asset('UNI'),
        quantity: 1n,
        at: 0,
        type: 'gift',
        proceeds: 0n,
        fees: 0n,
        txHash: '0x2',
      },
      {
        kind: 'disposal_entry',
        ...about,
        id: 'e',
        asset: asset('UNI'),
        quantity: 1n,
        at: 0,
        type: 'sale',
        proceeds: 0n,
        fees: 0n,
        txHash: null,
        selections: [{ lot: 'gone', quantity: null }],
      },
    ];
    const lost = lostDecisions(entries, ME, { transactions: [], wallets: [ME], ledger });
    expect(lost.map(({ kind, decision }) => [kind, decision])).toEqual([
      ['basis_assignment', { lot_id: 'gone', basis_type: 'gift', cost_basis: '5' }],
      ['trade_completion', { side: 'in', counter_value_usd: '7' }],
      ['disposal_entry', { disposal_type: 'gift', proceeds_usd: '0' }],
      ['lot_selection', { lots: 'gone' }],
    ]);
  });
});
