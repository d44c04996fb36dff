import type { Asset } from '../../src/domain/kernel/asset';
import { RWA_TOKENS } from '../../src/domain/rwa';
import { isHeld, rwaFacts, toPositions } from '../../src/modules/rwa/wallet-facts';
import { COMPLETE } from '../../src/domain/portfolio/sync-status';
import { buy, ETH, ledgerOf, sell } from '../forms/ledgers';

const coin = (symbol: 'OUSG' | 'USDY'): Asset => {
  const [contract = ''] = RWA_TOKENS[symbol].contracts.ethereum;
  return { ...ETH, id: `ethereum:${contract}`, contract, symbol };
};
const [OUSG, USDY] = [coin('OUSG'), coin('USDY')];

const ledger = ledgerOf([
  buy('10', '1000', '2024-12-31T12:00Z', { asset: OUSG }),
  buy('5', '600', '2025-06-01T12:00Z', { asset: OUSG }),
  sell('12', '1320', '2026-03-11T12:00Z', { asset: OUSG }),
  buy('7', '7', '2025-01-01T12:00Z', { asset: USDY }),
  sell('7', '0', '2025-02-01T12:00Z', { asset: USDY, type: 'gift' }),
  // More than the wallet held: the basis is not known.
  sell('1', '2', '2025-03-01T12:00Z', { asset: USDY }),
  buy('1', '100', '2025-01-01T12:00Z'),
  sell('1', '200', '2025-03-01T12:00Z'),
]);

const held = (pending: readonly string[] = []) =>
  toPositions({
    positions: rwaFacts({
      ...{ lots: ledger.lots, disposals: ledger.disposals, spam: new Set<string>() },
      isPending: ({ transactionId }) => pending.includes(transactionId),
    }),
    syncStatus: COMPLETE,
  });
const shown = (of: ReturnType<typeof held>) =>
  of.map(({ token, lots, disposed }) => [
    token.symbol,
    lots.map(({ quantity, cost }) => [quantity.toFixed(), cost?.toFixed() ?? null]),
    disposed.map(({ kind, quantity, cost, proceeds, isLongTerm }) => [
      kind,
      quantity.toFixed(),
      cost?.toFixed() ?? null,
      proceeds?.toFixed() ?? null,
      isLongTerm,
    ]),
  ]);

it('has what is held and what left, lot by lot, and no other asset', () => {
  expect(shown(held())).toEqual([
    [
      'USDY',
      [],
      [
        ['gift', '7', '7', null, false],
        ['sale', '1', null, '2', false],
      ],
    ],
    [
      'OUSG',
      [['3', '360']],
      [
        ['sale', '10', '1000', '1100', true],
        ['sale', '2', '240', '220', false],
      ],
    ],
  ]);
});

it('a position without open lots is not held', () => {
  expect(
    held()
      .filter(isHeld)
      .map(({ token }) => token.symbol),
  ).toEqual(['OUSG']);
});

it('a basis that is still being computed is no basis', () => {
  const first = ledger.lots.find(({ asset }) => asset.id === OUSG.id);
  const [, ousg] = shown(held([first?.transactionId ?? '']));
  expect(ousg?.[2]).toEqual([
    ['sale', '10', null, '1100', true],
    ['sale', '2', '240', '220', false],
  ]);
});
