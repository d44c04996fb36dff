import { coinOf, FIFO, purchaseOf, saleOf } from '../../../../test/support/engine-events';
import { planWindow } from '../../access/plan-window';
import { replay, type Issue, type LedgerEvent } from '../../engine';
import { money } from '../../kernel/units';
import type { WalletTransaction } from '../../chain/facts/wallet-transaction';
import { coverageIssues, unreadWallet } from './coverage-issues';
import { changedYearIssue } from './filed-year-issues';
import { ISSUE_ORDER, openIssue, pickIssues, type IssueFacts } from './issue';
import { ledgerIssues, type KnownWallet } from './ledger-issues';

const COIN = coinOf('COIN', 2);
const at = (text: string): number => Date.parse(text);

const tx = (
  id: string,
  time: string,
  override: Partial<WalletTransaction> = {},
  legs: Partial<WalletTransaction['legs'][number]>[] = [],
): WalletTransaction =>
  ({
    ...{ id, chain: 'ethereum', hash: `0x${id}`, wallet: 'w', at: at(time), block: 1, txIndex: 0 },
    ...{ type: 'transfer_in', succeeded: true, isSpam: false, fee: null, flags: [], ...override },
    legs: legs.map((leg, index) => ({ index, asset: COIN, isInternal: false, valueUsd: null, ...leg })),
  }) as unknown as WalletTransaction;

const known = (
  events: readonly LedgerEvent[],
  transactions: readonly WalletTransaction[],
  override: Partial<KnownWallet> = {},
): KnownWallet => ({
  ...{ wallet: 'w', address: 'W', ledger: replay(events, FIFO), transactions },
  ...{
    tokenKeys: new Map([[COIN.id, 'x:COIN']]),
    results: new Map(),
    duplicates: [],
    unmatched: [],
    held: [],
  },
  ...{ balances: [], timezone: 'America/New_York', window: planWindow(transactions, null) },
  ...override,
});

describe('issues of a ledger', () => {
  it('a lot without a basis can change the gain by the proceeds, in the years of its sales in the zone of the owner', () => {
    // 23:30 in New York on the last day of 2023 is 04:30 UTC of the next day.
    const time = '2024-01-01T04:30:00Z';
    const events = [saleOf('300', 's', at(time), 200n, COIN)];
    const [issue, ...more] = ledgerIssues(known(events, [tx('s', time)]));
    expect(more).toEqual([]);
    expect(issue).toMatchObject({
      type: 'missing_basis',
      address: 'W',
      tokenKey: 'x:COIN',
      symbol: 'COIN',
      quantity: '2',
      transactionId: 's',
      at: at(time),
      taxYears: [2023],
      message: 'More units left than came in: an earlier acquisition is missing.',
      effect: money('300'),
    });
    expect(issue?.lotId).not.toBeNull();
  });

  it('a transaction without a value stands for its lots, in the years of all that waits for it', () => {
    const events = [
      { ...purchaseOf('0', 'b', at('2022-06-01T12:00:00Z'), 100n, COIN), cost: null },
      saleOf('70', 's', at('2023-06-01T12:00:00Z'), 100n, COIN),
    ] as LedgerEvent[];
    const transactions = [
      tx('b', '2022-06-01T12:00:00Z', {}, [{ direction: 'in', quantity: 100n }]),
      tx('s', '2023-06-01T12:00:00Z'),
    ];
    expect(ledgerIssues(known(events, transactions))).toMatchObject([
      {
        type: 'missing_price',
        transactionId: 'b',
        txHash: '0xb',
        quantity: '1',
        taxYears: [2022, 2023],
        // All proceeds are a gain when the basis is 0.
        effect: money('70'),
      },
    ]);
  });

  it('a classification that is not plausible changes what its values show, or more', () => {
    const doubted = (effect: string): Partial<WalletTransaction> => ({
      flags: ['classification_uncertain'],
      doubt: { reason: 'lopsided', effect: money(effect), isMark: true },
    });
    const transactions = [
      tx('more', '2024-05-01T00:00:00Z', doubted('4000')),
      tx('less', '2024-05-02T00:00:00Z', doubted('10')),
      tx('none', '2024-05-03T00:00:00Z', doubted('70')),
    ];
    const result = { valueStatus: 'known', gain: money('-25') } as const;
    const results = new Map(['more', 'less'].map((id) => [id, result as never]));
    const issues = ledgerIssues(known([], transactions, { results }));
    expect(issues.map(({ transactionId, effect }) => [transactionId, effect])).toEqual([
      ['more', money('4000')],
      ['less', money('25')],
      ['none', money('70')],
    ]);
    expect(issues[0]?.message).toContain('differ by more than one half');
  });

  it('an uncertain classification can take the gain or the loss of its transaction, or the value of what moved', () => {
    const uncertain = { flags: ['classification_uncertain'] } as Partial<WalletTransaction>;
    const transactions = [
      tx('loss', '2024-05-01T00:00:00Z', uncertain),
      tx('moved', '2024-05-02T00:00:00Z', { type: 'unknown' }, [
        { direction: 'in', quantity: 50n, valueUsd: money('8') },
      ]),
      tx('unpriced', '2024-05-02T00:00:00Z', { type: 'unknown' }, [{ direction: 'in', quantity: 50n }]),
      tx('spam', '2024-05-03T00:00:00Z', { type: 'unknown', isSpam: true }),
      tx('sure', '2024-05-04T00:00:00Z'),
    ];
    const results = new Map([['loss', { gain: -money('12.5'), valueStatus: 'known' as const }]]);
    const found = ledgerIssues(known([], transactions, { results }));
    expect(found.map(({ type, transactionId, effect }) => [type, transactionId, effect])).toEqual([
      ['uncertain_classification', 'loss', money('12.5')],
      ['uncertain_classification', 'moved', money('8')],
      ['uncertain_classification', 'unpriced', null],
    ]);
  });

  it('a transfer without its other end can change the gain by its value, and is no second issue of its lot', () => {
    const sent = tx('out', '2024-05-01T00:00:00Z', { type: 'transfer_out' }, [
      { direction: 'out', quantity: 50n, valueUsd: money('9') },
    ]);
    const came = tx('in', '2024-04-01T00:00:00Z', { flags: ['unmatched'] }, [
      { direction: 'in', quantity: 50n, valueUsd: money('8') },
    ]);
    const arrived = {
      ...purchaseOf('0', 'in', came.at, 50n, COIN),
      ...{ source: 'transfer_in', basisSource: 'none', untracked: true },
    } as LedgerEvent;
    const unmatched = [sent, came].map((one) => ({ tx: one, leg: one.legs[0]! }));
    const found = ledgerIssues(known([arrived], [came, sent], { unmatched }));
    expect(
      found.map(({ type, transactionId, quantity, effect }) => [type, transactionId, quantity, effect]),
    ).toEqual([
      ['missing_basis', 'in', '0.5', money('8')],
      ['unmatched_transfer', 'out', '0.5', money('9')],
    ]);
  });

  it('an operation that nobody classified is named once, with the types that fit it', () => {
    const out = tx(
      'out',
      '2024-05-01T00:00:00Z',
      { type: 'transfer_out', flags: ['classification_uncertain'] },
      [{ direction: 'out', quantity: 50n, valueUsd: money('9') }],
    );
    const held = [{ cause: 'unknown_operation' as const, tx: out, leg: out.legs[0]! }];
    const [issue, ...more] = ledgerIssues(known([], [out], { held }));
    expect(more).toEqual([]);
    expect(issue).toMatchObject({ type: 'unknown_operation', quantity: '0.5', effect: money('9') });
    expect(issue?.choices[0]).toBe('internal_transfer');
  });

  it('a repeated row changes no gain, and a balance that differs has an unknown effect and no year', () => {
    const row = tx('d', '2024-02-01T00:00:00Z');
    const { assetId, quantity } = { assetId: COIN.id, quantity: 100n };
    const repeated = {
      ...{ kind: 'duplicate_transaction', wallet: 'w', assetId, quantity, chain: 'ethereum', lotId: null },
      ...{ txHash: '0xd', at: row.at, proceeds: null, reason: 'Reported twice', count: 1 },
    } as Issue;
    const bought = purchaseOf('5', 'd', row.at, 100n, COIN);
    const balances = [{ asset: COIN, computed: 100n, onChain: 130n }];
    const found = ledgerIssues(known([bought], [row], { duplicates: [repeated], balances }));
    expect(found).toMatchObject([
      { type: 'duplicate_transaction', transactionId: 'd', txHash: '0xd', taxYears: [2024], effect: 0n },
      { type: 'balance_difference', quantity: '0.3', taxYears: [], at: null, effect: null },
    ]);
    expect(found[1]?.message).toContain('a balance of 1, the chain states 1.3');
    const same = [{ asset: COIN, computed: 100n, onChain: 100n }];
    expect(ledgerIssues(known([bought], [row], { balances: same }))).toEqual([]);
  });

  it('the plan hides the issues of older transactions', () => {
    const transactions = ['2024-05-01', '2024-05-02'].map((day) => tx(day, day, { type: 'unknown' }));
    const window = planWindow(transactions, 1);
    expect(
      ledgerIssues(known([], transactions, { window })).map(({ transactionId }) => transactionId),
    ).toEqual(['2024-05-02']);
  });
});

describe('issues beside the ledger', () => {
  it('a chain that is not read, or not whole, is named', () => {
    const gaps = {
      unavailable: [{ chain: 'base' as const, code: 'DATA_PROVIDER_ERROR', reason: 'set a key' }],
      chains: [
        { chain: 'ethereum', truncated: true, incomplete: true },
        { chain: 'solana', truncated: false, incomplete: true },
        { chain: 'bitcoin', truncated: false, incomplete: false },
      ],
    };
    const found = coverageIssues('w', 'W', gaps);
    expect(found.map(({ chain, message }) => [chain, message])).toEqual([
      ['base', 'The history of base cannot be read (DATA_PROVIDER_ERROR): set a key'],
      ['ethereum', 'The provider of ethereum returned only a part of the history.'],
      ['solana', 'The provider of solana reports missing rows.'],
    ]);
    const at = Date.UTC(2025, 10, 1, 9);
    const stale = [
      { chain: 'base', code: 'DATA_PROVIDER_ERROR', indexedAt: at },
      { chain: 'ethereum', code: null, indexedAt: at },
    ];
    expect(
      coverageIssues('w', 'W', { unavailable: [], chains: [], stale }).map(({ message }) => message),
    ).toEqual([
      'The history of base is known until 2025-11-01 only: the last reading failed (DATA_PROVIDER_ERROR).',
    ]);
    expect(coverageIssues('w', 'W', { unavailable: [], chains: [], isPartial: true })).toMatchObject([
      { type: 'history_incomplete', chain: null, effect: null },
    ]);
    expect(unreadWallet('w', 'W')).toMatchObject({ type: 'history_incomplete', address: 'W', effect: null });
  });

  it('a filed year that changed has the difference of both terms as its effect', () => {
    const line = (
      name: 'short_term_gain_loss' | 'long_term_gain_loss' | 'short_term_proceeds',
      difference: string,
    ) => ({
      ...{ line: name, filed: '0.00', computed: difference, difference },
    });
    const changes = {
      lines: [
        line('short_term_proceeds', '500.00'),
        line('short_term_gain_loss', '-20.50'),
        line('long_term_gain_loss', '30.00'),
      ],
      rows: [],
      excludedDifference: 0,
    };
    const issue = changedYearIssue({ id: 'r', taxYear: 2023, wallet: 'w', address: 'W', changes });
    expect(issue).toMatchObject({ type: 'filed_year_changed', taxYears: [2023], effect: money('50.5') });
    expect(issue.message).toContain('filed year 2023 changed');
  });
});

describe('the list of issues', () => {
  const one = (name: string, facts: Partial<IssueFacts>) =>
    openIssue('w', [name], { type: 'missing_basis', address: 'W', message: name, ...facts });
  const small = one('small', { effect: money('1'), at: 9 });
  const older = one('older', { effect: money('5'), at: 1, taxYears: [2022] });
  const newer = one('newer', { effect: money('5'), at: 2, taxYears: [2022, 2024] });
  const dated = one('dated', { at: 3, type: 'unmatched_transfer', taxYears: [2024] });
  const undated = one('undated', { type: 'balance_difference' });
  const all = [undated, small, dated, older, newer];

  it('has the largest effect first, then unknown effects, each newest first, and each issue once', () => {
    const names = pickIssues([...all, newer], {}).map(({ message }) => message);
    expect(names).toEqual(['newer', 'older', 'small', 'dated', 'undated']);
  });

  it('is chosen by type and by year: what can affect any year is in each', () => {
    const of = (filter: Parameters<typeof pickIssues>[1]) =>
      pickIssues(all, filter).map(({ message }) => message);
    expect(of({ year: 2024 })).toEqual(['newer', 'small', 'dated', 'undated']);
    expect(of({ year: 2024, type: 'missing_basis' })).toEqual(['newer', 'small']);
  });

  it('an issue keeps its id while its effect changes', () => {
    expect(one('small', { effect: money('2') }).id).toBe(small.id);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(ISSUE_ORDER.positionOf(small)).toHaveLength(ISSUE_ORDER.parts.length);
  });
});
