import { replay } from '../engine';
import { formatMoney, formatUnits } from '../kernel/units';
import { postedEvents, type PostedRow } from './index';
import { FIFO } from '../../../test/support/engine-events';

const buy: PostedRow = { id: 'b', at: 0, type: 'buy', symbol: 'A', quantity: '1', valueUsd: '10' };

describe('postedEvents', () => {
  it('gives an asset as many decimals as its longest amount needs', () => {
    const [first, second] = postedEvents([
      { ...buy, quantity: '0.1' },
      { ...buy, id: 'c', quantity: '0.12345678901234567891' },
    ]);
    expect([first?.asset.decimals, first?.quantity, second?.quantity]).toEqual([
      20,
      10n ** 19n,
      12345678901234567891n,
    ]);
  });

  it.each([
    ['600', '500', '-100', 'known'],
    [undefined, '700', '0', 'missing'],
    [undefined, '1100', '100', 'known'],
  ])(
    'takes the value %s at a gift that cost its donor 1,000: sold for %s',
    (valueUsd, paid, gain, status) => {
      const gift: PostedRow = {
        ...buy,
        type: 'gift_in',
        valueUsd,
        donorBasisUsd: '1000',
        donorAcquiredAt: -9,
      };
      const sale: PostedRow = { ...buy, id: 's', at: 1, type: 'sell', valueUsd: paid };
      const [sold] = replay(postedEvents([gift, sale]), FIFO).disposals;
      expect([formatMoney(sold?.gain ?? 0n), sold?.valueStatus]).toEqual([gain, status]);
    },
  );

  it('keeps contracts apart and spellings of one symbol together', () => {
    const ids = postedEvents([
      buy,
      { ...buy, id: 'c', symbol: 'a' },
      { ...buy, id: 'd', chain: 'ethereum', contract: '0xABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCD' },
      { ...buy, id: 'e', chain: 'Ethereum', contract: '0xabcdefabcdefabcdefabcdefabcdefabcdefabcd' },
      { ...buy, id: 'f', chain: 'solana', contract: 'So11111111111111111111111111111111111111112' },
    ]).map(({ asset }) => asset.id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).toBe(ids[3]);
    expect(new Set(ids).size).toBe(3);
    expect(ids[4]).toBe('solana:So11111111111111111111111111111111111111112');
  });

  it('keeps one pool per address, regardless of its spelling', () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const wallets = postedEvents([
      { ...buy, wallet: address },
      { ...buy, id: 'c', wallet: address.toLowerCase() },
      { ...buy, id: 'd' },
    ]).map(({ wallet }) => wallet);
    expect(wallets).toEqual([address.toLowerCase(), address.toLowerCase(), 'default']);
  });

  it('names rows by hash, else id, else content, and legs of one hash apart', () => {
    const rows: PostedRow[] = [
      { ...buy, txHash: '0x1' },
      { ...buy, id: 'c', txHash: '0x1' },
      buy,
      { ...buy, id: undefined },
      { ...buy, id: undefined },
    ];
    const events = postedEvents(rows);
    expect(events.slice(0, 3).map(({ stem, leg, transactionId }) => [stem, leg, transactionId])).toEqual([
      ['0x1', 0, 'b'],
      ['0x1', 8, 'c'],
      ['b', 0, 'b'],
    ]);
    expect(new Set(events.map(({ stem, leg }) => `${stem}/${leg}`)).size).toBe(5);
    const ids = (order: PostedRow[]) =>
      replay(postedEvents(order), FIFO)
        .lots.map(({ id }) => id)
        .sort();
    expect(ids(rows.toReversed().map((row) => ({ ...row, at: row.id ? row.at : 1000 })))).toHaveLength(5);
    expect(ids([...rows.slice(2), { ...buy, id: 'later', at: 5 }])).toEqual(
      expect.arrayContaining(ids(rows.slice(2))),
    );
  });

  it('takes the fee of a transfer after the units sent, and counts a repeated fee once', () => {
    const rows: PostedRow[] = [
      { id: 'b1', at: 0, type: 'buy', symbol: 'A', quantity: '1', valueUsd: '10', wallet: 'hot' },
      { id: 'b2', at: 1, type: 'buy', symbol: 'A', quantity: '1', valueUsd: '30', wallet: 'hot' },
      {
        id: 'm',
        at: 2,
        type: 'internal_transfer',
        symbol: 'A',
        quantity: '1',
        from: 'hot',
        to: 'cold',
        feeSymbol: 'A',
        feeQuantity: '0.5',
        feeUsd: '20',
      },
    ];
    const slices = (given: PostedRow[]) =>
      replay(postedEvents(given), FIFO).disposals.map(
        ({ quantity, asset, proceeds, costBasis }) =>
          `${formatUnits(quantity, asset.decimals)}: ${formatMoney(proceeds)} - ${formatMoney(costBasis)}`,
      );
    expect(slices(rows)).toEqual(['0.5: 20 - 15']);
    const transfer = { ...(rows[2] as PostedRow), quantity: '1.5', toQuantity: '1' };
    expect(slices([...rows.slice(0, 2), transfer])).toEqual(['0.5: 20 - 15']);
  });

  it.each<[string, PostedRow, string]>([
    ['a swap without a target', { ...buy, type: 'swap' }, 'to_symbol'],
    ['a swap without an amount', { ...buy, type: 'swap', toSymbol: 'B' }, 'to_quantity'],
    ['a transfer to nowhere', { ...buy, type: 'internal_transfer' }, 'to'],
    [
      'more arriving than was sent',
      { ...buy, type: 'internal_transfer', to: 'x', toQuantity: '2' },
      'to_quantity',
    ],
    ['nothing at all', { ...buy, quantity: '0' }, 'quantity'],
  ])('refuses %s', (_name, row, field) => {
    expect(() => postedEvents([row])).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', field }));
  });

  it('does not keep cash', () => {
    expect(postedEvents([{ ...buy, symbol: 'usd' }])).toEqual([]);
  });
});

describe('cash in a posted ledger', () => {
  const ledgerOf = (rows: PostedRow[]) => replay(postedEvents(rows), FIFO);

  it('is income, and has no lots', () => {
    const { income, lots } = ledgerOf([
      { id: 'i', at: 0, type: 'interest', symbol: 'USD', quantity: '500' },
      { id: 'j', at: 1, type: 'income', incomeType: 'other', symbol: 'usd', quantity: '7.5' },
      { id: 'k', at: 2, type: 'transfer_in', symbol: 'USD', quantity: '900' },
    ]);
    expect(
      income.map((one) => [one.transactionId, one.type, formatMoney(one.fairMarketValue), one.lotId]),
    ).toEqual([
      ['i', 'interest', '500', null],
      ['j', 'other', '7.5', null],
    ]);
    expect(new Set(income.map(({ id }) => id)).size).toBe(2);
    expect(lots).toEqual([]);
  });

  it.each<[string, Partial<PostedRow>, string[]]>([
    ['cash given', { symbol: 'USD', quantity: '30', toSymbol: 'A', toQuantity: '2' }, ['A cost 30']],
    ['cash received', { symbol: 'A', quantity: '1', toSymbol: 'USD', toQuantity: '25' }, ['A gain 15']],
    ['a stablecoin given', { symbol: 'USDC', quantity: '30', toSymbol: 'A', toQuantity: '2' }, ['A cost 30']],
    [
      'a stablecoin received',
      { symbol: 'A', quantity: '1', toSymbol: 'USDT', toQuantity: '25' },
      ['USDT cost 25', 'A gain 15'],
    ],
    [
      'a stablecoin received for a token with a contract, and another value stated',
      { symbol: 'A', quantity: '1', toSymbol: 'USDC', toQuantity: '25', valueUsd: '26' },
      ['USDC cost 25', 'A gain 15'],
    ],
  ])('values a swap by %s', (_name, swap, expected) => {
    const row = { id: 's', at: 5, type: 'swap', ...swap } as PostedRow;
    const { lots, disposals } = ledgerOf([buy, row]);
    const known = disposals.filter(({ isUntracked }) => !isUntracked);
    expect([
      ...lots
        .filter(({ transactionId, isUntracked }) => transactionId === 's' && !isUntracked)
        .map(({ asset, cost }) => `${asset.symbol} cost ${formatMoney(cost)}`),
      ...known.map(({ asset, gain }) => `${asset.symbol} gain ${formatMoney(gain)}`),
    ]).toEqual(expected);
  });

  it.each<[string, Partial<PostedRow>]>([
    ['dollars as a quantity', { feeSymbol: 'USD', feeQuantity: '20' }],
    ['dollars as a value', { feeSymbol: 'usd', feeUsd: '20' }],
    ['dollars as a value, beside an empty quantity', { feeSymbol: 'USD', feeQuantity: '0', feeUsd: '20' }],
    ['euros with their value', { feeSymbol: 'EUR', feeUsd: '20' }],
    ['a value alone', { feeUsd: '20' }],
    ['the quantity before the value', { feeSymbol: 'USD', feeQuantity: '20', feeUsd: '7' }],
  ])('pays a fee: %s', (_name, fee) => {
    const paid: PostedRow = {
      id: 'p',
      at: 1,
      type: 'buy',
      symbol: 'B',
      quantity: '1',
      valueUsd: '2000',
      ...fee,
    };
    const sale: PostedRow = { ...paid, id: 's', at: 2, type: 'sell', valueUsd: '3000' };
    const { disposals } = ledgerOf([paid, sale]);
    expect(disposals.map((one) => [one.type, formatMoney(one.proceeds), formatMoney(one.costBasis)])).toEqual(
      [['sale', '2980', '2020']],
    );
  });

  it.each<[string, Partial<PostedRow>, string[]]>([
    ['without a value', {}, ['A 1: 1, missing']],
    ['that states its units twice', { feeSymbol: 'a', feeQuantity: '1' }, ['A 1: 1, missing']],
    ['with the value of these', { feeSymbol: 'A', feeQuantity: '1', feeUsd: '4' }, ['A 1: 4, known']],
    [
      'beside another fee',
      { feeSymbol: 'B', feeQuantity: '2', feeUsd: '5' },
      ['A 1: 1, missing', 'B 2: 5, known'],
    ],
    [
      'beside another without a value',
      { feeSymbol: 'B', feeQuantity: '2' },
      ['A 1: 1, missing', 'B 2: 2, missing'],
    ],
  ])('is all of a row, %s', (_name, fee, expected) => {
    const bought = (id: string, symbol: string): PostedRow => ({
      ...{ id, symbol, at: 0, type: 'buy', quantity: '10', valueUsd: '10' },
    });
    const { disposals, lots, issues } = ledgerOf([
      bought('a', 'A'),
      bought('b', 'B'),
      { id: 'f', at: 1, type: 'fee', symbol: 'A', quantity: '1', ...fee },
    ]);
    expect(
      disposals.map(
        ({ asset, quantity, proceeds, valueStatus }) =>
          `${asset.symbol} ${formatUnits(quantity, asset.decimals)}: ${formatMoney(proceeds)}, ${valueStatus}`,
      ),
    ).toEqual(expected);
    const missing = disposals.filter(({ valueStatus }) => valueStatus === 'missing');
    expect(missing.map(({ gain }) => gain)).toEqual(missing.map(() => 0n));
    expect(issues.filter(({ kind }) => kind === 'missing_price')).toHaveLength(missing.length);
    expect(lots.every(({ isUntracked }) => !isUntracked)).toBe(true);
  });

  it.each<[string, Partial<PostedRow>, string, string]>([
    ['bought for a value', {}, '100', '1'],
    ['at a value of its own', { feeUsd: '1.05' }, '100', '1.05'],
    [
      'of a swap from cash',
      { type: 'swap', symbol: 'USD', quantity: '100', toSymbol: 'A', toQuantity: '10' },
      '100',
      '1',
    ],
  ])(
    'withheld from units %s is no gain, and what was paid is the basis of the rest',
    (_name, paid, basis, fee) => {
      const bought: PostedRow = {
        ...{ id: 'p', at: 0, type: 'buy', symbol: 'A', quantity: '10', valueUsd: '100' },
        ...{ feeSymbol: 'A', feeQuantity: '0.1', ...paid },
      };
      const { disposals, lots } = ledgerOf([{ ...bought, id: 'old', at: -1, valueUsd: '3' }, bought]);
      const [, sold] = disposals;
      expect([sold?.type, formatMoney(sold?.proceeds ?? 0n), sold?.gain]).toEqual(['fee', fee, 0n]);
      const kept = lots.filter(({ remaining, transactionId }) => remaining > 0n && transactionId === 'p');
      expect(
        kept.map(({ cost, asset, remaining }) => [formatMoney(cost), formatUnits(remaining, asset.decimals)]),
      ).toEqual([[basis, '9.9']]);
    },
  );

  const ether: PostedRow = {
    ...{ id: 'p', at: 2, type: 'buy', symbol: 'ETH', quantity: '1', valueUsd: '2000' },
    ...{ feeSymbol: 'USDC', feeQuantity: '5' },
  };
  const dollars: PostedRow = { ...ether, ...{ id: 'd', at: 1, symbol: 'USDC', quantity: '99' } };
  const lotsOf = (rows: PostedRow[]) =>
    ledgerOf(rows)
      .lots.filter(({ asset }) => asset.symbol === 'ETH')
      .map(({ cost, valueStatus }) => `${formatMoney(cost)} ${valueStatus}`);

  it('pays a fee in a dollar coin at a dollar', () => {
    const coins: PostedRow = { ...dollars, valueUsd: '99', feeSymbol: undefined, feeQuantity: undefined };
    const sale: PostedRow = { ...ether, id: 's', at: 3, type: 'sell', valueUsd: '3000' };
    const move: PostedRow = { ...sale, id: 'm', at: 1.5, type: 'internal_transfer', symbol: 'USDC' };
    const moved = { ...move, valueUsd: undefined, feeSymbol: undefined, feeQuantity: undefined };
    const rows = [coins, { ...moved, quantity: '9', toQuantity: '8', to: 'default' }, ether, sale];
    expect(lotsOf([coins, ether])).toEqual(['2005 known']);
    expect(
      ledgerOf(rows).disposals.map((one) => [one.type, formatMoney(one.proceeds), one.valueStatus]),
    ).toEqual([
      ['fee', '1', 'known'],
      ['fee', '5', 'known'],
      ['sale', '2995', 'known'],
      ['fee', '5', 'known'],
    ]);
  });

  it('pays no dollars in a coin that a contract names USDC', () => {
    const row: PostedRow = { ...ether, ...{ type: 'transfer_in', symbol: 'USDC', contract: 'A' } };
    const [fee] = ledgerOf([{ ...row, valueUsd: undefined }]).disposals;
    expect([fee?.type, fee?.valueStatus]).toEqual(['fee', 'missing']);
  });

  it('marks the lot of a purchase whose fee has no value, and holds its sale out', () => {
    const rows: PostedRow[] = [
      { ...ether, feeSymbol: 'KCS' },
      {
        ...{ id: 's', at: 3, type: 'sell', symbol: 'ETH', quantity: '1', valueUsd: '1500' },
      },
    ];
    expect(lotsOf(rows.slice(0, 1))).toEqual(['2000 missing']);
    const { disposals, issues } = ledgerOf(rows);
    expect(
      disposals
        .filter(({ type }) => type === 'sale')
        .map(({ costBasis, gain, valueStatus }) => [formatMoney(costBasis), gain, valueStatus]),
    ).toEqual([['2000', 0n, 'missing']]);
    expect(issues.filter(({ kind }) => kind === 'missing_price')).toHaveLength(2);
    expect(lotsOf([{ ...ether, feeSymbol: 'KCS', feeUsd: '7' }])).toEqual(['2007 known']);
  });

  it.each(['sell', 'spend', 'swap'] as const)('marks what leaves by a %s whose fee has no value', (type) => {
    const to = type === 'swap' ? { toSymbol: 'BTC', toQuantity: '1' } : {};
    const sold: PostedRow = { id: 's', at: 9, type, symbol: 'ETH', quantity: '1', valueUsd: '1500', ...to };
    const flagsOf = (fee: Partial<PostedRow>) =>
      ledgerOf([ether, { ...sold, ...fee }])
        .disposals.filter((one) => one.transactionId === 's' && one.type !== 'fee')
        .map(({ proceeds, valueStatus, flags }) => [formatMoney(proceeds), valueStatus, ...flags].join(' '));
    expect(flagsOf({ feeSymbol: 'KCS', feeQuantity: '2' })).toEqual(['1500 known missing_price']);
    expect(flagsOf({ feeSymbol: 'KCS', feeQuantity: '2', feeUsd: '5' })).toEqual(['1495 known']);
    expect(flagsOf({})).toEqual(['1500 known']);
  });

  it('given for cash is nothing', () => {
    const { lots, disposals } = ledgerOf([
      { id: 's', at: 5, type: 'swap', symbol: 'USD', quantity: '30', toSymbol: 'USD', toQuantity: '30' },
    ]);
    expect([lots, disposals]).toEqual([[], []]);
  });

  it.each<[string, Partial<PostedRow>]>([
    ['deposit', { type: 'transfer_in' }],
    ['withdrawal', { type: 'transfer_out' }],
    ['move between own accounts', { type: 'internal_transfer', to: 'bank' }],
    ['receipt of interest', { type: 'interest' }],
    ['payment', { type: 'spend' }],
    ['exchange', { type: 'swap', toSymbol: 'USD', toQuantity: '500' }],
  ])('of a row of dollars (%s) is given up when it is a coin', (_, more) => {
    const coins: PostedRow = { id: 'b', at: 0, type: 'buy', symbol: 'BNB', quantity: '2', valueUsd: '600' };
    const cash: PostedRow = {
      ...{ id: 'c', at: 9, type: 'buy', symbol: 'USD', quantity: '500' },
      ...{ feeSymbol: 'BNB', feeQuantity: '0.5', feeUsd: '200', ...more },
    };
    const { disposals, income } = ledgerOf([coins, cash]);
    expect(
      disposals.map(({ type, proceeds, costBasis }) => [type, ...[proceeds, costBasis].map(formatMoney)]),
    ).toEqual([['fee', '200', '150']]);
    expect(income.map(({ fairMarketValue }) => formatMoney(fairMarketValue))).toEqual(
      more.type === 'interest' ? ['500'] : [],
    );
  });
});
