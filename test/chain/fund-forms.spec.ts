import { replay } from '../../src/domain/engine';
import { selectorOf } from '../../src/domain/kernel/hash';
import type { ChainName } from '../../src/domain/kernel/chain';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../src/domain/chain';
import type { ChainTransaction } from '../../src/domain/chain/facts/chain-transaction';
import { FIFO } from '../support/engine-events';
import { asset, move, tx } from './chain-story';
import { ME, ROUTER, STRANGER, ZERO } from './parties';

const token = (symbol: string, contract: string, chain: ChainName = 'ethereum', name = symbol) => ({
  ...asset(symbol, chain, name),
  ...{ id: `${chain}:${contract}`, contract },
});
const OUSG = token('OUSG', '0x1b19c19393e2d034d8ff31ff34c81252fcbbee92');
const USDY = token('USDY', '0x96f6ef951840721adbf46ac996b59e0235cb985c');
const ROUSG = token('rOUSG', '0x54043c656f0fad0652d9ae2603cdf347c5578d00', 'ethereum', 'Rebasing OUSG');
const RUSDY = token('rUSDY', '0xaf37c1167910ebc994e266949387d2c7c326b879', 'ethereum', 'Rebasing USDY');
const SUSDE = token('sUSDe', '0x9d39a5de30e57443bff2a8307a4256c8797a3497');
const [L2_SUSDE, ADAPTER] = [
  token('sUSDe', '0x211cc4dd073734da055fbf44a2b4667d5e5fe5d2', 'arbitrum'),
  '0x211cc4dd073734da055fbf44a2b4667d5e5fe5d2',
];
const L2_USDY = token('USDY', '0x35e050d3c0ec2d29d269a8ecea763a183bdf9a9d', 'arbitrum');

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 3);
const after = (days: number) => ({ at: START + days * DAY, feeWei: null });
const PRICES: Record<string, string> = { [OUSG.id]: '110', [USDY.id]: '1.08', [SUSDE.id]: '1.15' };
const dollar = asset('USDC').id;

function booksOf(...txs: ChainTransaction[]) {
  const owned = new Set([ME]);
  const valued = valueTransactions(classifyHistory(txs, { wallet: ME, owned }), (id, at) => {
    const usd = PRICES[id] ?? (id === dollar ? '1' : null);
    return usd === null ? null : { usd, at, source: 'market' };
  });
  const policies = { gasPolicy: 'dispose', wrapPolicy: 'carry', depositPolicy: 'mixed', owned } as const;
  const { lots, income, disposals } = replay(ledgerEvents(valued, policies), FIFO);
  return {
    held: lots
      .filter(({ remaining, asset: { symbol } }) => remaining > 0n && symbol !== 'USDC')
      .map(({ asset: { symbol, chain, decimals }, remaining, cost, isUntracked }) =>
        [
          ...[formatUnits(remaining, decimals), symbol, chain],
          isUntracked ? 'untracked' : formatMoney(cost),
        ].join(' '),
      ),
    income: income.map(({ type, quantity, asset: { symbol, decimals } }) =>
      [type, formatUnits(quantity, decimals), symbol].join(' '),
    ),
    sold: disposals
      .filter(({ asset: { symbol } }) => symbol !== 'USDC' && symbol !== 'ETH')
      .map(({ type, isUntracked }) => `${type}${isUntracked ? ' untracked' : ''}`),
  };
}

const trade = (paid: string, units: string, as: typeof OUSG) =>
  tx([move(`-${paid} USDC`, ROUTER), move(`+${units} X`, ROUTER, 'token', as)], {
    ...{ method: 'swap', to: ROUTER },
    ...after(0),
  });

/** @source tax-rules 8.2, 10.5 */
describe('rebasing forms of a fund', () => {
  const wrapped = (units: string, into: string, [fund, form]: readonly [typeof OUSG, typeof OUSG]) =>
    tx([move(`-${units} X`, form.contract, 'token', fund), move(`+${into} X`, ZERO, 'token', form)], {
      ...{ method: 'wrap', to: form.contract },
      ...after(1),
    });

  it.each([
    ['OUSG', trade('11000', '100', OUSG), wrapped('100', '11000', [OUSG, ROUSG]), [OUSG, ROUSG]],
    ['USDY', trade('10800', '10000', USDY), wrapped('10000', '10800', [USDY, RUSDY]), [USDY, RUSDY]],
  ] as const)('of %s carry its basis, and their growth is interest', (_, buy, wrap, [fund, form]) => {
    const all = wrap.movements.map(({ quantity }) => quantity);
    const grown = ((all[1] ?? 0n) * 101n) / 100n;
    const unwrap = tx([], { method: 'unwrap', to: form.contract, ...after(100) });
    const back = {
      ...unwrap,
      movements: [
        { asset: form, from: ME, to: ZERO, quantity: grown, logIndex: 0, kind: 'token' as const },
        {
          asset: fund,
          from: form.contract,
          to: ME,
          quantity: all[0] ?? 0n,
          logIndex: 1,
          kind: 'token' as const,
        },
      ],
    };
    const { held, income, sold } = booksOf(buy, wrap, back);
    expect(held.filter((lot) => lot.includes('untracked'))).toEqual([]);
    expect(held.every((lot) => lot.includes(fund.symbol))).toBe(true);
    expect(income).toEqual([`interest ${formatUnits(grown - (all[1] ?? 0n), 18)} ${form.symbol}`]);
    expect(sold).toEqual([]);
  });
});

/** @source coverage.md 2.3 */
describe('units of a fund that are sent to another chain', () => {
  it('keep basis and date by the contract that locks them', () => {
    const sent = tx([move('-1000 X', ADAPTER, 'token', SUSDE), move('-0.001 ETH', ADAPTER)], {
      ...{ to: ADAPTER, ...after(1) },
    });
    const send = {
      ...sent,
      method: {
        id: selectorOf('send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)'),
        name: 'send(tuple _sendParam,tuple _fee,address _refundAddress)',
      },
    };
    const arrived = tx([move('+1000 X', ZERO, 'token', L2_SUSDE)], {
      ...{ chain: 'arbitrum', method: 'lzReceive', from: STRANGER, to: L2_SUSDE.contract, ...after(1.01) },
    });
    const { held, sold } = booksOf(trade('1150', '1000', SUSDE), send, arrived);
    expect([held, sold]).toEqual([['1000 sUSDe arbitrum 1150'], []]);
  });

  it('keep them where the bridge has no name', () => {
    const sent = tx([move('-500 X', ZERO, 'token', USDY)], {
      method: 'burnAndCallAxelar',
      to: ROUTER,
      ...after(1),
    });
    const arrived = tx([move('+500 X', ZERO, 'token', L2_USDY)], {
      ...{ chain: 'arbitrum', method: 'execute', from: STRANGER, to: ROUTER, ...after(1.01) },
    });
    const { held, sold } = booksOf(trade('540', '500', USDY), sent, arrived);
    expect([held, sold]).toEqual([['500 USDY arbitrum 540'], []]);
  });
});
