import fc from 'fast-check';
import { histories, options, WALLETS } from '../../../../test/golden/random-histories';
import { balanceChanges, positions, replay, type BalanceChanges, type LedgerEvent } from '../index';

const heldAt = (histories: readonly BalanceChanges[], at: number) =>
  histories
    .map(
      ({ asset, changes }) =>
        [asset.id, changes.findLast((change) => change.at <= at)?.quantity ?? 0n] as const,
    )
    .filter(([, quantity]) => quantity > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1));

const heldInLedger = (events: readonly LedgerEvent[], how: Parameters<typeof replay>[1], wallet: string) =>
  positions(replay(events, how), wallet).map(({ asset, quantity }) => [asset.id, quantity]);

it('is at every time what the ledger of the events until then holds, for any history', () => {
  fc.assert(
    fc.property(histories, options, (events, how) => {
      for (const wallet of WALLETS) {
        const changes = balanceChanges(events, wallet);
        for (const { at } of events) {
          const until = events.filter((event) => event.at <= at);
          expect(heldAt(changes, at)).toEqual(heldInLedger(until, how, wallet));
          expect(heldAt(changes, at - 1)).toEqual(
            heldInLedger(
              events.filter((event) => event.at < at),
              how,
              wallet,
            ),
          );
        }
      }
    }),
    { numRuns: 40 },
  );
});

it('counts an event that is reported twice once', () => {
  fc.assert(
    fc.property(histories, (events) => {
      expect(balanceChanges([...events, ...events], 'a')).toEqual(balanceChanges(events, 'a'));
    }),
    { numRuns: 40 },
  );
});
