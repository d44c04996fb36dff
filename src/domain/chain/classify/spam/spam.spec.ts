import { asset, move, tx } from '../../../../../test/chain/chain-story';
import { ME, POOL, ROUTER, STRANGER, ZERO } from '../../../../../test/chain/parties';
import type { ChainTransaction } from '../../facts/chain-transaction';
import { classifyHistory } from '../classify';
import { fold, suspiciousText } from './spam-text';

const classify = (...txs: ChainTransaction[]) => classifyHistory(txs, { wallet: ME, owned: new Set([ME]) });
const verdicts = (...txs: ChainTransaction[]) => classify(...txs).map((t) => (t.isSpam ? t.rule : '-'));
const token = (symbol: string, name = symbol) => ({ ...asset('JUNK'), symbol, name });
const gift = (symbol: string, name = symbol, from = STRANGER) =>
  tx([move('+1000 JUNK', from, 'token', token(symbol, name))], { from });

describe('spam', () => {
  it.each([
    ['USDC', 'USD Coin', 'spam-impersonation'],
    ['UЅDС', 'USD Coin', 'spam-impersonation'],
    ['ＵＳＤＣ', 'USD Coin', 'spam-impersonation'],
    ['ETH', 'Ether', 'spam-impersonation'],
    ['PAWS | t.me/s/PAWS_x | visit to claim', 'PAWS', 'spam-text-link'],
    ['USD-SWAP˳COM', 'USD-SWAP˳COM', 'spam-text-masked'],
    ['VCHR', 'Gift voucher', 'spam-text-bait'],
    ['\u200b\u200b', '', 'spam-text-invisible'],
    ['$5000', 'x', 'spam-text-amount'],
    ['FROG', 'Frog', 'spam-unsolicited'],
  ])('%s is %s: %s', (symbol, name, expected) => {
    expect(verdicts(gift(symbol, name))).toEqual([expected]);
  });

  it('believes the upstream', () => {
    expect(verdicts({ ...gift('FROG'), flags: ['provider_spam'] })).toEqual(['spam-provider']);
  });

  it('never flags a token that the wallet traded on purpose, regardless of its name', () => {
    const junk = token('CLAIM $$$ at evil.com');
    const bought = tx([move('-1 ETH', ROUTER), move('+5 JUNK', POOL, 'token', junk)]);
    expect(verdicts(gift(junk.symbol), bought)).toEqual(['-', '-']);
  });

  it('takes a relayed trade against a genuine asset for consent', () => {
    const junk = token('FROG');
    const relayed = tx([move('-9 USDC', ROUTER), move('+5 JUNK', POOL, 'token', junk)], { from: STRANGER });
    expect(verdicts(relayed)).toEqual(['-']);
  });

  it('is not fooled by movements a token makes up about itself', () => {
    const junk = token('FROG');
    const invented = tx([move('-5 JUNK', POOL, 'token', junk)], { from: STRANGER });
    expect(verdicts(gift('FROG'), invented)).toEqual(['spam-unsolicited', 'spam-unsolicited']);
  });

  it('does not take an approval for a trade, but a call of the token for use', () => {
    const contract = asset('JUNK').contract;
    const call = (method: string) => tx([], { to: contract, method });
    expect(verdicts(gift('FROG'), call('approve'))[0]).toBe('spam-unsolicited');
    expect(verdicts(gift('FROG'), call('delegate'))[0]).toBe('-');
  });

  it('accepts the unlisted token of a known counterparty, but not its bait', () => {
    const paid = tx([move('-1 ETH', STRANGER)]);
    expect(verdicts(paid, gift('FROG'))).toEqual(['-', '-']);
    expect(verdicts(paid, gift('Visit frog.com'))).toEqual(['-', 'spam-text-link']);
  });

  it('expects on one chain what was sent away on another', () => {
    const arrival = () => tx([move('+5 LDOX', ZERO)], { chain: 'arbitrum', from: STRANGER });
    expect(verdicts(arrival())).toEqual(['spam-unsolicited']);
    expect(verdicts(tx([move('-5 LDOX', ROUTER)], { method: 'bridge' }), arrival())).toEqual(['-', '-']);
  });

  it('lets listed tokens in from anywhere', () => {
    expect(verdicts(tx([move('+4 UNI', STRANGER)], { from: STRANGER }))).toEqual(['-']);
  });

  it('hides calls of others that moved nothing', () => {
    expect(verdicts(tx([], { from: STRANGER }))).toEqual(['spam-nothing-moved']);
  });

  it('finds an address that imitates one the wallet dealt with', () => {
    const friend = '0xabc1234567890000000000000000000000009876';
    const alike = '0xabc9999999999999999999999999999999999876';
    const other = '0xabc9999999999999999999999999999999999875';
    const echo = (from: string) => tx([move('+0.0001 USDC', from)], { from: STRANGER });
    expect(verdicts(tx([move('-500 USDC', friend)]), echo(alike), echo(other), echo(friend))).toEqual([
      '-',
      'spam-poisoning',
      '-',
      '-',
    ]);
  });

  it('drops the spam of a transaction that also brought something genuine', () => {
    const mixed = tx([move('+1 ETH', STRANGER), move('+5 JUNK', ZERO, 'token', token('Free claim'))], {
      from: STRANGER,
    });
    const [seen] = classify(mixed);
    expect(seen?.isSpam).toBe(false);
    expect(seen?.legs.map((leg) => leg.asset.symbol)).toEqual(['ETH']);
    expect(seen?.flags).toContain('review');
  });
});

describe('text', () => {
  it.each([
    ['UЅDС', 'USDC'],
    ['ꓪᏴꓔᏟ', 'WBTC'],
    ['U\u00adSDT', 'USDT'],
    ['Ｅ\u200bTH', 'ETH'],
    ['Ünï', 'Uni'],
  ])('%s reads as %s', (text, expected) => expect(fold(text)).toBe(expected));

  it.each([
    ['UNI', 'Uniswap'],
    ['yDAI+yUSDC+yUSDT+yTUSD', 'Curve yPool share'],
    ['1INCH', '1INCH Token'],
    ['stETH', 'Liquid staked Ether 2.0'],
    ['USDC.e', 'Bridged USDC'],
    ['UNI-V2', 'Uniswap V2'],
    ['aDAI', 'Aave Interest bearing DAI'],
    ['STX', 'Stacks'],
    ['柴犬', 'Shiba'],
  ])('has nothing against %s', (symbol, name) => expect(suspiciousText(symbol, name)).toBeNull());
});
