import { form8949, reasonNames } from '../../src/domain/forms';
import { withDoubts, type ChainTransaction } from '../../src/domain/chain';
import { unsettledIn } from '../../src/domain/portfolio/needs/unsettled';
import { asset, move, tx, type Step, type TxOptions } from './chain-story';
import { ME, POOL, ROUTER, STRANGER, ZERO } from './parties';
import { PRICES, readStory } from './read-story';

const FARM = '0x4444444444444444444444444444444444444444';
const share = asset('yvUSDC', 'ethereum', 'USDC yVault');
const on = (day: number): TxOptions => ({ at: Date.UTC(2023, 0, 1) + day * 86_400_000, feeWei: null });
const call = (day: number, method: string, steps: Step[], to = FARM): ChainTransaction =>
  tx(steps, { ...on(day), method, to });
const read = (...txs: ChainTransaction[]) => readStory(txs, { ...PRICES, [asset('UNI').id]: '10' }).told;
const doubts = (...txs: ChainTransaction[]): (string | null)[] =>
  read(...txs).map(({ doubt, flags }) =>
    doubt ? [doubt.reason, doubt.effect / 10n ** 18n, ...flags].join(' ') : null,
  );

describe('what is classified and not plausible', () => {
  it('is a trade whose priced sides differ by more than one half', () =>
    expect(
      doubts(
        call(1, '0x12345678', [move('-5 WETH', POOL), move('+6000 USDC', POOL)]),
        call(2, 'swap', [move('-1 WETH', POOL), move('+2900 USDC', POOL)]),
        call(3, 'swap', [move('-1 WETH', POOL), move('+3100 USDC', POOL)]),
      ),
    ).toEqual(['lopsided 4000 classification_uncertain', null, 'lopsided 1100 classification_uncertain']));

  it('is no trade of less than a dollar, and none of a coin without a price', () =>
    expect(
      doubts(
        call(1, 'swap', [move('-0.0005 WETH', POOL), move('+0.2 USDC', POOL)]),
        call(2, 'swap', [move('-1 WETH', POOL), move('+7 FOO', POOL)]),
      ),
    ).toEqual([null, null]));

  it('is no loan beside its collateral', () =>
    expect(doubts(call(1, 'borrow', [move('-5 WETH', POOL), move('+6000 USDC', POOL)]))).toEqual([null]));

  it('is income of more than half of what was paid there, and not of many times as much', () => {
    const paid = call(1, 'enrol', [move('-1000 USDC', FARM)]);
    expect(doubts(paid, call(9, 'getReward', [move('+60 UNI', FARM)]))).toEqual([
      null,
      'income_like_principal 600 classification_uncertain',
    ]);
    expect(doubts(paid, call(9, 'getReward', [move('+40 UNI', FARM)]))).toEqual([null, null]);
    expect(doubts(paid, call(9, 'getReward', [move('+2001 UNI', FARM)]))).toEqual([null, null]);
    expect(doubts(call(9, 'getReward', [move('+60 UNI', FARM)]))).toEqual([null]);
  });

  it('is a return whose receipt stays in the wallet', () => {
    const put = call(1, 'deposit', [move('-100 USDC', FARM), move('+95 yvUSDC', ZERO, 'token', share)]);
    const back = call(9, 'withdraw', [move('-95 yvUSDC', ZERO, 'token', share), move('+101 USDC', FARM)]);
    const alone = (day: number) => call(day, '0x12345678', [move('+101 USDC', FARM)]);
    expect(doubts(put, alone(9)).at(-1)).toBe('receipt_stays 101 untracked classification_uncertain');
    expect(doubts(put, back, alone(10)).at(-1)).toBeNull();
  });

  it('keeps the mark of its rule when the doubt goes', () => {
    const [put, back] = read(
      call(1, 'deposit', [move('-100 USDC', FARM), move('+95 yvUSDC', ZERO, 'token', share)]),
      call(9, '0x12345678', [move('+101 USDC', FARM)]),
    );
    expect(back?.doubt?.isMark).toBe(false);
    expect(withDoubts(back ? [back] : [])[0]?.flags).toEqual(['untracked', 'classification_uncertain']);
    expect(put?.doubt).toBeUndefined();
  });

  it('is a deposit in an unknown contract that nothing came back from for a year', () => {
    const put = call(1, 'stake', [move('-100 UNI', FARM)]);
    const later = (day: number) => tx([move('+1 ETH', STRANGER)], { ...on(day), from: STRANGER, to: ROUTER });
    expect(doubts(put, later(300))).toEqual([null, null]);
    expect(doubts(put, later(400))).toEqual(['vanished 1000 classification_uncertain', null]);
    expect(doubts(put, call(200, 'getReward', [move('+1 UNI', FARM)]), later(400))[0]).toBeNull();
  });

  it('is judged again when the history goes on', () => {
    const put = call(1, 'stake', [move('-100 UNI', FARM)]);
    const later = tx([move('+1 ETH', STRANGER)], { ...on(400), from: STRANGER, to: ROUTER });
    const [first, ...rest] = read(put, later);
    const back = read(put, call(300, 'unstake', [move('+100 UNI', FARM)]))[1];
    expect(first?.flags).toEqual(['classification_uncertain']);
    const again = withDoubts([first, ...rest, back].flatMap((one) => one ?? []));
    expect(again[0]?.flags).toEqual([]);
    expect(withDoubts(again)).toEqual(again);
  });
});

describe('a form of the year of a doubt', () => {
  const later = tx([move('+1 ETH', STRANGER)], { ...on(400), from: STRANGER, to: ROUTER });
  const put = (day: number, units: string) =>
    call(day, 'deposit', [move('-100 USDC', FARM), move(`+${units} yvUSDC`, ZERO, 'token', share)]);
  const CASES: [name: string, history: ChainTransaction[], year: number, reasons: string[]][] = [
    [
      'a trade of unequal sides, also of coins that do not gain',
      [call(1, 'swap', [move('-6000 USDC', POOL), move('+1 WETH', POOL)])],
      2023,
      ['uncertain_type'],
    ],
    [
      'a deposit that never came back',
      [call(1, 'stake', [move('-100 UNI', FARM)]), later],
      2023,
      ['uncertain_type'],
    ],
    ['the same, in another year', [call(1, 'stake', [move('-100 UNI', FARM)]), later], 2022, []],
    [
      'a return whose receipt stays',
      [put(1, '95'), call(9, '0x12345678', [move('+101 USDC', FARM)])],
      2023,
      ['uncertain_type'],
    ],
    [
      'a deposit that came back',
      [
        put(1, '95'),
        call(9, 'withdraw', [move('-95 yvUSDC', ZERO, 'token', share), move('+100 USDC', FARM)]),
      ],
      2023,
      [],
    ],
  ];

  it.each(CASES)('follows from %s', (_, history, year, reasons) => {
    const funded = tx([move('+100000 USDC', STRANGER), move('+1000 UNI', STRANGER)], on(0));
    const { told, ledger } = readStory([funded, ...history], { ...PRICES, [asset('UNI').id]: '10' });
    const form = form8949(ledger, {
      accounts: [{ wallet: ME, kind: 'self_custody' }],
      year,
      timezone: 'UTC',
      unsettled: unsettledIn(ledger, told.slice(1)),
    });
    // The basis of the first units is not known, which is another reason.
    const found = reasonNames(form.reasons.map(({ mark }) => mark));
    expect(found.filter((reason) => reason !== 'unknown_basis')).toEqual(reasons);
  });
});
