import type { ChainTransaction } from '../../src/domain/chain';
import { asset, move, tx, type Step, type TxOptions } from './chain-story';
import { POOL, STRANGER, ZERO } from './parties';
import { earnings, holdings, kinds, PRICES, readStory, sales } from './read-story';

const MARKET = '0x4444444444444444444444444444444444444444';
const share = { ...asset('cUSDCv3', 'ethereum', 'Compound USDC'), decimals: 6 };
const on = (day: number): TxOptions => ({ at: Date.UTC(2024, 0, 1) + day * 86_400_000, feeWei: null });
const call = (day: number, method: string, steps: Step[]): ChainTransaction =>
  tx(steps, { ...on(day), method, to: MARKET });
const units = (amount: string, other = ZERO): Step => move(`${amount} cUSDCv3`, other, 'token', share);
const bought = tx([move('-10 WETH', POOL), move('+20000 USDC', POOL)], { ...on(0), method: 'swap' });
const supplied = (amount: string, got = amount) =>
  call(1, 'supply', [move(`-${amount} USDC`, MARKET), units(`+${got}`)]);
const withdrawn = (day: number, amount: string, paid = amount) =>
  call(day, 'withdraw', [units(`-${amount}`), move(`+${paid} USDC`, MARKET)]);
const read = (...txs: ChainTransaction[]) => readStory([bought, ...txs]);

describe('a receipt whose growth no row shows', () => {
  it('pays interest with the last withdrawal, and nothing is oversold', () => {
    const { told, ledger } = read(supplied('20000', '19999.999999'), withdrawn(300, '20400'));
    expect(earnings(ledger)).toEqual(['400.000001 USDC interest 400.000001']);
    expect(holdings(ledger).join()).not.toContain('untracked');
    expect(sales(ledger).slice(1)).toEqual([]);
    expect(told.at(-1)).toMatchObject({ type: 'lp_remove', flags: [] });
  });

  it('in parts pays it with the part that is beyond the deposit', () => {
    const { ledger } = read(supplied('20000'), withdrawn(100, '15000'), withdrawn(300, '5400'));
    expect(earnings(ledger)).toEqual(['400 USDC interest 400']);
    expect(holdings(ledger).map((lot) => lot.split(' ')[0])).toEqual(['15000', '400', '5000']);
  });

  it('is marked where it grows fast', () => {
    const { told } = read(supplied('20000'), withdrawn(30, '22000'));
    expect(told.at(-1)?.flags).toEqual(['classification_uncertain']);
  });

  it('stays what it is under every policy of deposits', () => {
    const { ledger } = readStory([bought, supplied('20000'), withdrawn(300, '20400')], PRICES, {
      depositPolicy: 'taxable',
    });
    expect(earnings(ledger)).toEqual(['400 USDC interest 400']);
    expect(holdings(ledger).join()).not.toContain('untracked');
  });

  it.each<[string, ChainTransaction[]]>([
    ['of which a deposit is missing', [supplied('20000'), withdrawn(30, '60000')]],
    ['with a rate of its own', [supplied('20000', '18000'), withdrawn(300, '18900', '20400')]],
    [
      'that was sent away',
      [supplied('20000'), tx([units('-20400', STRANGER)], { ...on(90), method: 'transfer' })],
    ],
  ])('is not guessed for one %s', (_, txs) => {
    const story = read(...txs);
    expect(earnings(story.ledger)).toEqual([]);
    expect(kinds(story)[1]).toBe('lp_add shares-received');
  });
});
