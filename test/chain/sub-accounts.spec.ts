import { asset, move, tx } from './chain-story';
import { ME, POOL, STRANGER, ZERO } from './parties';
import { earnings, holdings, kinds, PRICES, readStory, sales } from './read-story';

const SUB = `${ME.slice(0, -2)}13`;
const OTHER = `${ME.slice(0, -3)}999`;
const CONNECTOR = '0x0c9a3dd6b8f28529d72d7f9ce918d493519ee383';
const share = asset('eUSDC-2', 'ethereum', 'EVK Vault eUSDC-2');
const VAULT = share.contract;
const free = { feeWei: null } as const;
const batch = { ...free, method: 'batch', to: CONNECTOR };
const bought = () => tx([move('-3000 USDC', POOL), move('+1 ETH', POOL)], { ...free, method: 'swap' });
/** The dollars are of unknown origin. */
const deposited = () => tx([move('-1000 USDC', VAULT), move('+990 eUSDC-2', ZERO, 'token', share)], batch);

describe('sub-accounts of an account', () => {
  it('hold what the owner sends there, with its basis, and send it back', () => {
    const story = readStory([
      bought(),
      tx([move('-0.6 WETH', SUB)], { ...free, method: 'transfer' }),
      tx([move('+0.6 WETH', SUB)], batch),
    ]);
    expect(kinds(story).slice(1)).toEqual([
      'internal_transfer to-sub-account',
      'internal_transfer from-sub-account',
    ]);
    expect(sales(story.ledger).filter((sale) => sale.includes('WETH'))).toEqual([]);
    expect(story.told.at(-1)?.flags).toEqual([]);
  });

  it('keep shares of a vault, which pays the owner for them', () => {
    const prices = { ...PRICES, [share.id]: '1.01' };
    const story = readStory(
      [
        deposited(),
        tx([move('-990 eUSDC-2', SUB, 'token', share)], batch),
        tx([move('+1050 USDC', VAULT)], { ...batch, calls: [{ to: VAULT, id: '0xba087652' }] }),
      ],
      prices,
    );
    expect(kinds(story)).toEqual([
      'lp_add shares-received',
      'internal_transfer to-sub-account',
      'unstake request-paid',
    ]);
    expect(holdings(story.ledger)).toEqual(['1050 USDC 0 untracked']);
    expect(earnings(story.ledger)).toEqual([]);
  });

  it('get the shares of a deposit, and its payment is a withdrawal with interest', () => {
    const inner = (id: string) => ({ ...batch, calls: [{ to: VAULT, id }] });
    const story = readStory([
      tx([move('-1 ETH', POOL), move('+1000 USDC', POOL)], { ...free, method: 'swap' }),
      tx([move('-1000 USDC', VAULT)], inner('0x6e553f65')),
      tx([move('+1050 USDC', VAULT)], inner('0xb460af94')),
    ]);
    expect(kinds(story).slice(1)).toEqual(['stake deposit', 'unstake deposit-returned']);
    expect(earnings(story.ledger)).toEqual(['50 USDC interest 50']);
    expect(holdings(story.ledger)).toEqual(['50 USDC 50', '1000 USDC 1000']);
  });

  it('give shares back, which are paid to the owner then', () => {
    const sent = (amount: string) => tx([move(amount, SUB, 'token', share)], batch);
    const story = readStory([
      deposited(),
      sent('-990 eUSDC-2'),
      sent('+990 eUSDC-2'),
      tx([move('-990 eUSDC-2', ZERO, 'token', share), move('+1050 USDC', VAULT)], batch),
    ]);
    expect(kinds(story).slice(3)).toEqual(['lp_remove shares-returned']);
    expect(holdings(story.ledger)).toEqual(['1050 USDC 0 untracked']);
  });

  it('pay what was never sent there: of unknown origin, and no income', () => {
    const story = readStory([tx([move('+5 UNI', SUB)], batch)]);
    expect(story.told[0]).toMatchObject({ type: 'internal_transfer', flags: ['untracked'] });
    expect(holdings(story.ledger)).toEqual(['5 UNI 0 untracked']);
    expect(earnings(story.ledger)).toEqual([]);
  });

  it.each([OTHER, STRANGER])('are no other accounts: %s', (address) => {
    const story = readStory([bought(), tx([move('-0.6 ETH', address)], free)]);
    expect(kinds(story)[1]).toBe('transfer_out transfer-out');
  });
});
