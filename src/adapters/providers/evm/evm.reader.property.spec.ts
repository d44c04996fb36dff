import fc from 'fast-check';
import { type Explorer, startExplorer, tokenTransfer, WALLET } from '../../../../test/support/explorer';
import { sendJson } from '../../../../test/support/local-upstream';
import { UpstreamClient } from '../../upstream/upstream-client';
import type { HistoryCursor } from '../../../ports/upstream/history-source';
import { EvmClient } from './evm.client';
import { EvmReader } from './evm.reader';
import { Relay } from '../../upstream/relay';
import type { EvmEndpoint } from './evm.upstreams';
import { HastyClock } from '../../../../test/fakes/hasty-clock';

const never = new AbortController().signal;

describe('EvmReader', () => {
  let explorer: Explorer;
  let upstream: UpstreamClient;

  beforeAll(async () => {
    explorer = await startExplorer();
    const once = { attempts: 1, attemptMs: 5_000, wholeMs: 5_000 };
    upstream = new UpstreamClient({
      clock: new HastyClock(),
      failuresToOpen: 1e9,
      patience: { request: once, background: once },
    });
  });
  afterAll(async () => {
    await upstream.close();
    await explorer.close();
  });

  const endpoint = (provider: string): EvmEndpoint => ({
    provider,
    url: `${explorer.url}/${provider}`,
    params: {},
    rate: { perSecond: 1e6, concurrency: 4 },
    isPartial: false,
  });

  const history = fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 50 }), size: fc.integer({ min: 1, max: 260 }) }),
    { maxLength: 12 },
  );

  it('reads every row exactly once, however pages are cut, whoever fails, wherever it is interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.constantFrom(100, 200, 1_000),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        async (blocks, cap, failsAfter, pagesPerRun) => {
          let block = 0;
          const rows = blocks.flatMap(({ gap, size }, n) => {
            block += gap;
            return Array.from({ length: size }, (_, i) =>
              tokenTransfer(n * 1_000 + Math.floor(i / 2), block),
            );
          });
          explorer.rows = { tokentx: rows };
          let calls = 0;
          explorer.intercept = (params, response, path) => {
            if (path === '/first' && calls++ >= failsAfter) {
              sendJson(response, {}, 500);
              return true;
            }
            params.set('offset', String(cap));
            return false;
          };

          const keys: string[] = [];
          let cursor: HistoryCursor | null = null;
          for (let isDone = false; !isDone;) {
            const relay = new Relay([endpoint('first'), endpoint('second')], never);
            const reader = new EvmReader(new EvmClient(upstream), relay, 'ethereum', WALLET, () => 0, never);
            let left = pagesPerRun;
            for await (const page of reader.read(cursor, ['tokentx'], 10)) {
              keys.push(...page.rows.map(({ key }) => key));
              cursor = page.cursor;
              isDone = page.done;
              if (--left === 0) break;
            }
          }
          expect(keys).toHaveLength(rows.length);
          expect(new Set(keys).size).toBe(rows.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});
