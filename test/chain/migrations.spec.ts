import { asset, move, tx } from './chain-story';
import { POOL, ROUTER, STRANGER, ZERO } from './parties';
import { earnings, holdings, kinds, PRICES, readStory, sales, type Told } from './read-story';

const free = { feeWei: null } as const;
const token = (symbol: string, contract?: string, decimals = 18) => {
  const made = { ...asset(symbol), decimals };
  return contract ? { ...made, contract, id: `ethereum:${contract}` } : made;
};
const FET = '0xaea46a60368a7bd060eec7df8cba43b7ef41ad85';
const OLD = token('OLD');
const NEW = token('NEW');

/** 1,000 dollars buy the old token, a call replaces it. */
function replaced(
  [old, units, given]: readonly [typeof OLD, string, string],
  [next, got, issuer]: readonly [typeof OLD, string, string],
  method: string,
): Told {
  return readStory(
    [
      tx([move('-1000 USDC', POOL), move(`+${units} ${old.symbol}`, POOL, 'token', old)], {
        ...free,
        method: 'swap',
      }),
      tx(
        [
          move(`-${units} ${old.symbol}`, given, 'token', old),
          move(`+${got} ${next.symbol}`, issuer, 'token', next),
        ],
        {
          ...{ ...free, method, to: ROUTER },
        },
      ),
    ],
    { ...PRICES, [old.id]: '900', [next.id]: '30' },
  );
}

describe('a token that its issuer replaces', () => {
  it.each([
    [
      'LEND',
      '0x80fb784b7ed66730e8b1dbd9820afd29931aab03',
      18,
      '10000',
      'AAVE',
      '0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9',
      '100',
    ],
    [
      'AGIX',
      '0x5b7533812759b45c2b44c19e320ba2cd2681b542',
      8,
      '1234.56789012',
      'FET',
      FET,
      '534.999995183502',
    ],
    ['OCEAN', '0x967da4048cd07ab37855c090aaf366e4ce1b9f48', 18, '500', 'FET', FET, '216.613'],
    [
      'SKY',
      '0x56072c95faa701256059aa122697b133aded9279',
      18,
      '24000',
      'MKR',
      '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2',
      '1',
    ],
    [
      'POL',
      '0x455e53cbb86018ac2b8092fdcd39d8444affc3f6',
      18,
      '7',
      'MATIC',
      '0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0',
      '7',
    ],
  ])(
    '%s at its fixed rate carries basis and date, whatever the call',
    (symbol, from, decimals, units, ...next) => {
      const [named, to, got] = next;
      const { told, ledger } = replaced(
        [token(symbol, from, decimals), units, STRANGER],
        [token(named, to), got, STRANGER],
        '0x12345678',
      );
      expect(told[1]).toMatchObject({
        type: 'wrap',
        rule: 'migration',
        protocol: `${symbol} to ${named}`,
        flags: [],
      });
      expect(sales(ledger).slice(1)).toEqual([]);
      expect(holdings(ledger).at(-1)).toBe(`${got} ${named} 1000`);
      expect(ledger.lots.at(-1)?.acquiredAt).toBe(told[0]?.at);
    },
  );

  it('is sold where a market pays another rate', () => {
    const agix = token('AGIX', '0x5b7533812759b45c2b44c19e320ba2cd2681b542', 8);
    const story = replaced(
      [agix, '1000', POOL],
      [token('FET', FET), '431.2', POOL],
      'swapExactTokensForTokens',
    );
    expect(kinds(story)[1]).toBe('swap swap');
  });

  it.each([
    ['migrate', ZERO, ZERO, '10.333333333333333333'],
    ['migrateTokens', ROUTER, ROUTER, '0.5'],
    ['upgrade', ZERO, ROUTER, '1000'],
    ['convert', ROUTER, ZERO, '1000'],
    ['redeem', ZERO, ROUTER, '0.25'],
    ['exchangeToken', ROUTER, ROUTER, '433.35'],
  ])('carries by the shape of a call named %s, and is marked', (method, given, issuer, got) => {
    const story = replaced([OLD, '1000', given], [NEW, got, issuer], method);
    expect(story.told[1]).toMatchObject({
      type: 'wrap',
      rule: 'migration-by-call',
      flags: ['classification_uncertain'],
    });
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(earnings(story.ledger)).toEqual([]);
    expect(holdings(story.ledger).at(-1)).toBe(`${got} NEW 1000`);
    expect(story.ledger.lots.at(-1)?.acquiredAt).toBe(story.told[0]?.at);
  });

  it.each([
    [
      'convert at the rate of a market',
      [OLD, '1000', ROUTER],
      [NEW, '431.187364519283746512', ROUTER],
      'convert',
    ],
    ['migrate where another contract pays', [OLD, '1000', STRANGER], [NEW, '1000', POOL], 'migrate'],
    ['redeem money', [OLD, '1000', ZERO], [asset('DAI'), '1000', ROUTER], 'redeem'],
  ] as const)('is no migration by a call that would %s', (_, old, next, method) => {
    expect(replaced(old, next, method).told[1]?.rule).not.toBe('migration-by-call');
  });

  it('is held and listed when its successor arrives elsewhere', () => {
    const story = readStory([
      tx([move('-1000 USDC', POOL), move('+10 OLD', POOL)], { ...free, method: 'swap' }),
      tx([move('-10 OLD', ROUTER)], { ...free, method: 'migrate', to: ROUTER }),
    ]);
    expect(kinds(story)[1]).toBe('bridge migration-sent');
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(holdings(story.ledger).at(-1)).toBe('10 OLD 1000 >bridge');
  });

  it('carries also where wraps are taxed', () => {
    const txs = [
      tx([move('-1000 USDC', POOL), move('+10 OLD', POOL)], { ...free, method: 'swap' }),
      tx([move('-10 OLD', ZERO), move('+10 NEW', ZERO)], { ...free, method: 'migrate', to: ROUTER }),
    ];
    expect(holdings(readStory(txs, PRICES, { wrapPolicy: 'taxable' }).ledger).at(-1)).toBe('10 NEW 1000');
  });
});
