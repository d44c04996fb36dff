import { asset, move, tx, type Step } from './chain-story';
import { POOL, ZERO } from './parties';
import { earnings, holdings, kinds, PRICES, readStory, sales } from './read-story';

const CLAIM = asset('ACME-DROP');
const free = { feeWei: null } as const;
const prices = { ...PRICES, [asset('ACME').id]: '0.5' };
const claimed = () =>
  tx([move('+50 ACME-DROP', ZERO)], { ...free, method: 'claimTokens', to: CLAIM.contract });
const paid = () =>
  tx([move('-50 ACME-DROP', ZERO), move('+50 ACME', CLAIM.contract)], {
    ...free,
    method: 'transfer',
    to: CLAIM.contract,
  });

describe('a drop that is paid in two steps', () => {
  it('is income when its units come, and its claim is none', () => {
    const story = readStory([claimed(), paid()], prices);
    expect(kinds(story)).toEqual(['transfer_in drop-promised', 'income drop-paid']);
    expect(earnings(story.ledger)).toEqual(['50 ACME airdrop 25']);
    expect(holdings(story.ledger)).toEqual(['50 ACME 25']);
    expect(sales(story.ledger).filter((sale) => !sale.includes(' lost '))).toEqual([]);
  });

  it('is known by its payment, whatever the claim is called', () => {
    const claim = asset('vACME');
    const act = (method: string, ...steps: Step[]) => tx(steps, { ...free, method, to: claim.contract });
    const minted = () => act('claimTokens', move('+50 vACME', ZERO));
    const story = readStory(
      [minted(), act('exit', move('-50 vACME', ZERO), move('+50 ACME', claim.contract))],
      prices,
    );
    expect(kinds(story)).toEqual(['transfer_in drop-promised', 'income drop-paid']);
    expect(earnings(story.ledger)).toEqual(['50 ACME airdrop 25']);
    expect(story.told[0]?.flags).toEqual(['untracked']);
    const other = readStory([minted(), act('swap', move('-50 vACME', ZERO), move('+50 ACME', POOL))], prices);
    expect(kinds(other)[0]).toBe('income claim');
  });

  it('is income at once when the token that comes is not called a claim', () => {
    const story = readStory(
      [tx([move('+50 ACME', ZERO)], { ...free, method: 'claimTokens', to: asset('ACME').contract })],
      prices,
    );
    expect(earnings(story.ledger)).toEqual(['50 ACME airdrop 25']);
  });

  it('leaves a trade of the claim a trade', () => {
    const story = readStory(
      [claimed(), tx([move('-50 ACME-DROP', POOL), move('+20 USDC', POOL)], { ...free, method: 'swap' })],
      prices,
    );
    expect(kinds(story)[1]).toBe('swap swap');
    expect(sales(story.ledger)[0]).toContain('50 ACME-DROP swap 20 0 20');
  });
});
