import { asset, move, tx, type Step } from './chain-story';
import { POOL, ROUTER, STRANGER, ZERO } from './parties';
import { earnings, holdings, readStory, sales } from './read-story';

const free = { feeWei: null } as const;
const note = { ...asset('DLPN#101'), name: 'NFTfi Promissory Note' };
const bought = () =>
  tx([move('-1 ETH', POOL), move('+500 USDC', POOL)], { ...free, method: 'swap', to: ROUTER });
const byBorrower = (...steps: Step[]) => tx(steps, { ...free, from: STRANGER, to: null });
const lent = () => byBorrower(move('-500 USDC', STRANGER), move('+1 DLPN#101', ZERO, 'nft', note));
const ended = move('-1 DLPN#101', ZERO, 'nft', note);

describe('the lender of a loan against an NFT', () => {
  it('sells nothing, and has interest when the loan is paid back', () => {
    const story = readStory([bought(), lent(), byBorrower(move('+550 USDC', STRANGER), ended)]);
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(earnings(story.ledger)).toEqual(['50 USDC interest 50']);
    expect(holdings(story.ledger)).toEqual(expect.arrayContaining(['50 USDC 50', '500 USDC 500']));
  });

  it('has the collateral at what was lent when it is not', () => {
    const before = [bought(), lent()];
    const taken = tx([ended, move('+1 APE#7', POOL)], { ...free, to: POOL, method: 'liquidateOverdueLoan' });
    const sold = byBorrower(move('-1 APE#7', STRANGER), move('+400 USDC', STRANGER));
    const story = readStory([...before, taken, sold]);
    expect(earnings(story.ledger)).toEqual([]);
    expect(sales(story.ledger).filter((line) => !line.includes('ETH'))).toEqual([
      '500 USDC swap 500 500 0 short classification_uncertain',
      '1 APE#7 swap 400 500 -100 short',
    ]);
  });

  it('keeps the money lent while the loan runs', () => {
    const story = readStory([bought(), lent()]);
    expect(sales(story.ledger).filter((line) => line.includes('USDC'))).toEqual([]);
    expect(holdings(story.ledger)).toEqual(['500 USDC 500 >loan DLPN#101']);
  });

  it('buys an NFT that is no note', () => {
    const story = readStory([bought(), byBorrower(move('-500 USDC', STRANGER), move('+1 APE#7', ZERO))]);
    expect(story.told[1]?.type).toBe('swap');
  });
});
