import { replay, type Ledger } from '../../src/domain/engine';
import { formatMoney } from '../../src/domain/kernel/units';
import {
  classifyHistory,
  ledgerEvents,
  valueTransactions,
  type ChainTransaction,
} from '../../src/domain/chain';
import { FIFO } from '../support/engine-events';
import { asset, move, tx } from './chain-story';
import { ME, POOL, ROUTER, SAVINGS, STRANGER, ZERO } from './parties';
import { POLICIES } from './policies';
import { earnings, holdings, kinds, PRICES, readStory, sales } from './read-story';

const free = { feeWei: null } as const;
const YEAR = 366 * 86_400_000;
const start = Date.UTC(2023, 0, 1);
const at = (day: number) => ({ ...free, at: start + day * 86_400_000 });

describe('a loan', () => {
  const borrowed = tx([move('+10 WETH', POOL)], { ...at(0), method: 'borrow' });
  const sold = tx([move('-10 WETH', POOL), move('+33083 USDC', ROUTER)], { ...at(1), method: 'swap' });
  const bought = tx([move('-28186 USDC', POOL), move('+10.5 WETH', ROUTER)], { ...at(2), method: 'swap' });
  const repaid = tx([move('-10.5 WETH', POOL)], { ...at(3), method: 'repay' });
  const prices = { ...PRICES, [asset('WETH').id]: ['3450.5', '3308.3', '2684', '2684'] };

  it('gives the sale price minus the purchase price, and its interest is a disposal at fair value', () => {
    const { ledger } = readStory([borrowed, sold, bought, repaid], prices);
    expect(sales(ledger)).toEqual([
      '10 WETH swap 33083 34505 -1422 short',
      '28186 USDC swap 28186 28186 0 short',
      '10 WETH repayment 34505 26843.809523809523809523 7661.190476190476190477 short classification_uncertain',
      '0.5 WETH spend 1342 1342.190476190476190477 -0.190476190476190477 short',
    ]);
    expect(holdings(ledger)).toEqual(['4897 USDC 4897']);
  });

  it('has no gain when the borrowed units come back as they were', () => {
    const back = tx([move('-10 WETH', POOL)], { ...at(3), method: 'repay' });
    const { ledger } = readStory([borrowed, back], { ...prices, [asset('WETH').id]: ['3450.5', '9000'] });
    expect(sales(ledger)).toEqual(['10 WETH repayment 34505 34505 0 short classification_uncertain']);
  });

  it('is settled in parts, the oldest first, and the gain is short-term after years', () => {
    const second = tx([move('+10 WETH', POOL)], { ...at(1), method: 'borrow' });
    const late = { ...free, method: 'repay' };
    const half = tx([move('-15 WETH', POOL)], { ...late, at: start + 2 * YEAR });
    const rest = tx([move('-5 WETH', POOL)], { ...late, at: start + 2 * YEAR + 1 });
    const { ledger } = readStory([borrowed, second, half, rest], {
      ...prices,
      [asset('WETH').id]: ['1000', '3000', '5000', '5000'],
    });
    expect(sales(ledger)).toEqual([
      '10 WETH repayment 16666.666666666666666666 10000 6666.666666666666666666 short classification_uncertain',
      '5 WETH repayment 8333.333333333333333334 15000 -6666.666666666666666666 short classification_uncertain',
      '5 WETH repayment 15000 15000 0 short classification_uncertain',
    ]);
  });

  it('of a lender is settled by a payment to that lender', () => {
    const other = tx([move('+10 WETH', STRANGER)], { ...at(1), method: 'borrow', to: STRANGER });
    const back = tx([move('-10 WETH', STRANGER)], { ...at(2), method: 'repay', to: STRANGER });
    const { ledger } = readStory([borrowed, other, back], {
      ...prices,
      [asset('WETH').id]: ['1000', '3000', '5000'],
    });
    expect(sales(ledger)).toEqual(['10 WETH repayment 30000 10000 20000 short classification_uncertain']);
  });

  describe('of one wallet, paid by another wallet of the owner', () => {
    /** Each wallet alone is classified; the ledger has both. */
    const read = (txs: readonly ChainTransaction[], values: readonly string[]): Ledger => {
      const owned = new Set([ME, SAVINGS]);
      const of = (wallet: string) =>
        classifyHistory(
          txs.filter((one) => one.wallet === wallet),
          { wallet, owned },
        );
      const times = [...new Set(txs.map((one) => one.at))].sort((a, b) => a - b);
      const told = valueTransactions([...of(ME), ...of(SAVINGS)], (_, time) => ({
        ...{ usd: values[times.indexOf(time)] ?? '0', at: time, source: 'market' },
      }));
      return replay(ledgerEvents(told, { ...POLICIES, owned }), FIFO);
    };
    const loan = (day: number, units: number, lender: string, wallet = ME) =>
      tx([move(`+${units} WETH`, lender)], { ...at(day), wallet, method: 'borrow', to: lender });
    const sent = (day: number, units: number) => {
      const out = tx([move(`-${units} WETH`, SAVINGS)], { ...at(day), method: 'transfer', to: SAVINGS });
      const into = tx([move(`+${units} WETH`, ME)], { ...at(day), wallet: SAVINGS, from: ME, to: SAVINGS });
      return [out, { ...into, hash: out.hash, block: out.block }];
    };
    const paid = (day: number, units: number, lender: string) =>
      tx([move(`-${units} WETH`, lender)], { ...at(day), wallet: SAVINGS, method: 'repay', to: lender });

    it('is settled at its value at borrowing', () => {
      const ledger = read([loan(1, 10, POOL), ...sent(2, 10), paid(3, 10, POOL)], ['100', '100', '300']);
      expect(sales(ledger)).toEqual(['10 WETH repayment 1000 1000 0 short classification_uncertain']);
    });

    it('at another lender too, when no loan of the payer is open', () => {
      const ledger = read([loan(1, 10, POOL), ...sent(2, 10), paid(3, 10, ROUTER)], ['100', '100', '300']);
      expect(sales(ledger)).toEqual(['10 WETH repayment 1000 1000 0 short classification_uncertain']);
    });

    it('comes after a loan of the payer at that lender, and before loans of other lenders', () => {
      const ledger = read(
        [
          loan(1, 1, ROUTER, SAVINGS),
          loan(2, 1, POOL),
          loan(3, 1, POOL, SAVINGS),
          ...sent(4, 1),
          ...[5, 6, 7].map((day) => paid(day, 1, POOL)),
        ],
        ['100', '200', '300', '400', '500', '600', '700'],
      );
      expect(ledger.disposals.map(({ proceeds }) => formatMoney(proceeds))).toEqual(['300', '200', '100']);
    });

    it('is open for the rest alone after that', () => {
      const txs = [loan(1, 10, POOL), ...sent(2, 5), paid(3, 5, POOL)];
      const rest = tx([move('-10 WETH', POOL)], { ...at(4), method: 'repay' });
      const ledger = read([...txs, rest], ['100', '100', '300', '400']);
      expect(sales(ledger)).toEqual([
        '5 WETH repayment 500 500 0 short classification_uncertain',
        '5 WETH repayment 500 500 0 short classification_uncertain',
        '5 WETH spend 2000 0 2000 short',
      ]);
    });
  });

  it('that is not known is paid at fair value', () => {
    const bought10 = tx([move('-1000 USDC', POOL), move('+10 WETH', ROUTER)], { ...at(1), method: 'swap' });
    const back = tx([move('-10 WETH', POOL)], { ...at(2), method: 'repay' });
    const { ledger } = readStory([bought10, back], { ...prices, [asset('WETH').id]: ['100', '120'] });
    expect(sales(ledger).slice(1)).toEqual([
      '10 WETH repayment 1200 1000 200 short classification_uncertain',
    ]);
  });

  it('without a price at borrowing is held out, not a loss', () => {
    const story = [
      tx([move('+10 FOO', POOL)], { ...at(0), method: 'borrow' }),
      tx([move('-10 FOO', POOL)], { ...at(1), method: 'repay' }),
    ];
    const { ledger } = readStory(story);
    expect(ledger.disposals.map(({ valueStatus, gain }) => [valueStatus, gain])).toEqual([['missing', 0n]]);
  });
});

describe('collateral', () => {
  const open = tx([move('-1 ETH', POOL), move('+900 DAI', ZERO)], { ...at(0), method: 'execute', to: POOL });

  it('comes back with the payment of the loan, and nothing is sold for it', () => {
    const close = tx([move('-950 DAI', ZERO), move('+1 ETH', POOL)], {
      ...at(9),
      method: 'execute',
      to: POOL,
    });
    const coins = tx([move('-50 USDC', ROUTER), move('+50 DAI', POOL)], { ...at(1), method: 'swap' });
    const story = readStory([open, coins, close]);
    expect(kinds(story)[2]).toBe('repay loan-closed');
    expect(sales(story.ledger).slice(1)).toEqual([
      '900 DAI repayment 900 900 0 short classification_uncertain',
      '50 DAI spend 50 50 0 short classification_uncertain',
    ]);
    expect(earnings(story.ledger)).toEqual([]);
  });

  it('that a liquidator takes is given for the debt that ends', () => {
    const aWeth = asset('aEthWETH', 'ethereum', 'Aave Ethereum WETH');
    const debt = asset('variableDebtEthDAI', 'ethereum', 'Aave Ethereum Variable Debt DAI');
    const bought = tx([move('-2000 USDC', POOL), move('+1 WETH', ROUTER)], { ...at(0), method: 'swap' });
    const supply = tx([move('-1 WETH', POOL), move('+1 aEthWETH', ZERO, 'token', aWeth)], {
      ...at(1),
      method: 'supply',
    });
    const loan = tx([move('+900 DAI', POOL), move('+900 variableDebtEthDAI', ZERO, 'token', debt)], {
      ...at(2),
      method: 'borrow',
    });
    const seized = tx(
      [move('-0.5 aEthWETH', STRANGER, 'token', aWeth), move('-450 variableDebtEthDAI', ZERO, 'token', debt)],
      { ...at(3), method: 'liquidationCall', from: STRANGER },
    );
    const { ledger } = readStory([bought, supply, loan, seized]);
    expect(sales(ledger).slice(1)).toEqual([
      '0.5 aEthWETH liquidation 450 1000 -550 short classification_uncertain',
    ]);
  });

  it('counts at the loan plus the interest: collateral of 1000, of which a third is for debt beyond the loan', () => {
    const aWeth = asset('aEthWETH', 'ethereum', 'Aave Ethereum WETH');
    const debt = asset('variableDebtEthDAI', 'ethereum', 'Aave Ethereum Variable Debt DAI');
    const story = [
      tx([move('-2000 USDC', POOL), move('+1 WETH', ROUTER)], { ...at(0), method: 'swap' }),
      tx([move('-1 WETH', POOL), move('+1 aEthWETH', ZERO, 'token', aWeth)], { ...at(1), method: 'supply' }),
      tx([move('+400 DAI', POOL), move('+400 variableDebtEthDAI', ZERO, 'token', debt)], {
        ...at(2),
        method: 'borrow',
      }),
      tx(
        [
          move('-0.5 aEthWETH', STRANGER, 'token', aWeth),
          move('-600 variableDebtEthDAI', ZERO, 'token', debt),
        ],
        {
          ...at(3),
          method: 'liquidationCall',
          from: STRANGER,
        },
      ),
    ];
    const valued = readStory(story, { ...PRICES, [asset('WETH').id]: '2000', [aWeth.id]: '2000' });
    expect(sales(valued.ledger).slice(1)).toEqual([
      '0.5 aEthWETH liquidation 733.333333333333333333 1000 -266.666666666666666667 short classification_uncertain',
    ]);
    // Without a value of the collateral the interest has none, and the row is held out.
    expect(sales(readStory(story).ledger).slice(1)).toEqual([
      '0.5 aEthWETH liquidation 1000 1000 0 short missing_price classification_uncertain',
    ]);
  });
});

describe('collateral of a loan', () => {
  const mim = {
    ...asset('MIM', 'ethereum', 'Magic Internet Money'),
    contract: '0x99d8a9c45b2eca8864373a26d1459e3dff1e17f3',
    id: 'ethereum:0x99d8a9c45b2eca8864373a26d1459e3dff1e17f3',
  };
  const call = (method: string, day: number) => ({ ...at(day), to: ROUTER, method });

  it('of one call for everything is kept, and comes back', () => {
    const story = [
      tx([move('-4000 USDC', POOL), move('+5 WETH', POOL)], call('swap', 0)),
      tx([move('-5 WETH', POOL), move('+5000 MIM', POOL, 'token', mim)], call('cook', 1)),
      tx([move('-5000 MIM', POOL, 'token', mim), move('+5 WETH', POOL)], call('cook', 2)),
    ];
    const { ledger } = readStory(story, { ...PRICES, [mim.id]: '1' });
    expect(sales(ledger).slice(1)).toEqual(['5000 MIM repayment 5000 5000 0 short classification_uncertain']);
    expect(holdings(ledger)).toEqual(['5 WETH 4000']);
  });

  it('that is put in, and taken out, by that call alone is a deposit', () => {
    const story = readStory([
      tx([move('-4000 USDC', POOL), move('+5 WETH', POOL)], call('swap', 0)),
      tx([move('-5 WETH', POOL)], call('cook', 1)),
      tx([move('+5 WETH', POOL)], call('cook', 2)),
    ]);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(holdings(story.ledger)).toEqual(['5 WETH 4000']);
  });

  it('that is an NFT is not sold', () => {
    const story = readStory([
      tx([move('-2000 USDC', POOL), move('+1 ETH', POOL)], call('swap', 0)),
      tx([move('-1 ETH', STRANGER), move('+1 ART#1', STRANGER)], call('fulfillBasicOrder', 1)),
      tx([move('-1 ART#1', ROUTER), move('+0.5 WETH', STRANGER)], call('acceptOffer', 2)),
      tx([move('+1 ART#1', ROUTER), move('-0.5 WETH', STRANGER)], call('payBackLoan', 3)),
    ]);
    expect(kinds(story).slice(2)).toEqual(['borrow loan-with-collateral', 'repay loan-closed']);
    expect(sales(story.ledger).slice(2)).toEqual([
      '0.5 WETH repayment 1000 1000 0 short classification_uncertain',
    ]);
    expect(holdings(story.ledger)).toEqual(['1 ART#1 2000']);
  });

  it('that goes to a buyer is sold', () => {
    const story = readStory([
      tx([move('+1 ART#1', STRANGER), move('-1 ETH', STRANGER)], call('fulfillBasicOrder', 1)),
      tx([move('-1 ART#1', STRANGER), move('+0.5 WETH', STRANGER)], call('acceptOffer', 2)),
    ]);
    expect(kinds(story)[1]).toBe('swap swap');
  });
});
