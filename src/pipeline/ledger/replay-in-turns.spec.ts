import fc from 'fast-check';
import { bytes, histories, options } from '../../../test/golden/random-histories';
import { ledgerEvents } from '../../../test/support/ledgers/events';
import { ledgerLines } from '../../../test/support/ledgers/generate';
import { replay } from '../../domain/engine';
import { replayInTurns } from './replay-in-turns';

describe('a replay in turns', () => {
  it('gives the ledger of one replay, to the last byte, wherever the turns end', async () => {
    await fc.assert(
      fc.asyncProperty(histories, options, fc.nat({ max: 5 }), async (events, chosen, more) => {
        const { ledger, seconds } = await replayInTurns(events, chosen, 1 + more);
        expect(bytes(ledger)).toBe(bytes(replay(events, chosen)));
        expect(seconds >= 0).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('lets others have their turn', async () => {
    const events = ledgerEvents([...ledgerLines(100_000)]);
    let turns = 0;
    let isOver = false;
    const count = () => void (isOver || ((turns += 1), setImmediate(count)));
    setImmediate(count);
    await replayInTurns(events, { method: 'fifo', timezone: 'UTC', washSales: false });
    isOver = true;
    expect(turns).toBeGreaterThan(3);
  });
});
