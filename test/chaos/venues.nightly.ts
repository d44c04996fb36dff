import { setTimeout as sleep } from 'node:timers/promises';
import oracle from '../support/exchanges/expected.json';
import type { Oracle } from '../support/exchanges/oracle';
import { FAULT_MODES, StandIn, type FaultMode } from '../support/exchanges/stand-in';
import { VENUES, type Stage, type VenueName } from '../support/exchanges/story/deeds';
import { startStoryUpstreams } from '../support/exchanges/wallets';
import { knownMatches, Visitor } from '../exchanges/visit';
import { StartedService } from './started-service';
import { seeded } from '../support/seeded';

/** Full size: minutes. `KILLS`: number of processes that end in a sync. */
const KILLS = Number(process.env['KILLS'] ?? 20);

type End = 'read' | 'refused' | 'not permitted';
/** ENDS: faults that another attempt does not end. Exchanges use the same words for different reasons. */
const ENDS: Readonly<Partial<Record<FaultMode, Readonly<Record<VenueName, End>>>>> = {
  revoked: all('refused'),
  signature: all('refused'),
  address: { ...all('refused'), kraken: 'not permitted', gemini: 'not permitted' },
  permission: { ...all('not permitted'), binanceus: 'refused' },
};

function all(end: End): Record<VenueName, End> {
  return { kraken: end, coinbase: end, binanceus: end, gemini: end, okx: end };
}

describe('five exchanges, through npm start', () => {
  const standIn = new StandIn();
  const { stages, matches, suggested } = oracle as unknown as Oracle;
  let upstreams: Awaited<ReturnType<typeof startStoryUpstreams>>;
  let service: StartedService;
  let owner: Visitor;

  beforeAll(async () => {
    await standIn.start();
    upstreams = await startStoryUpstreams();
    service = await new StartedService({ ...upstreams.env, ...standIn.environment }).start();
    owner = await Visitor.arrive(service, standIn, (who) => service.upgrade(who));
  });
  afterAll(async () => {
    await service.stop();
    await upstreams.close();
    await standIn.close();
  });

  async function expectFacts(stage: Stage): Promise<void> {
    for (const venue of VENUES)
      expect([venue, await owner.factsOf(venue)]).toEqual([venue, stages[stage]?.[venue]]);
  }

  it('refuse a key that can trade, where the exchange states it', async () => {
    for (const venue of VENUES.filter((name) => name !== 'binanceus')) {
      const { status, body } = await owner.connect(venue, 'trading');
      expect([venue, status, body.error?.code]).toEqual([venue, 400, 'EXCHANGE_AUTH_FAILED']);
    }
  });

  it('connect, are read to the last digit, and add nothing later', async () => {
    for (const venue of VENUES) expect((await owner.open(venue))['status']).toBe('ok');
    await expectFacts(0);
    for (const venue of VENUES) {
      const { result } = await owner.sync(venue);
      expect([venue, result?.['rows_added'], result?.['rows_changed']]).toEqual([venue, 0, 0]);
    }
    await owner.link();
    expect(await owner.matches()).toEqual({ confirmed: knownMatches({ matches }, 0), suggested });
  });

  const cases = VENUES.flatMap((venue) =>
    FAULT_MODES.filter((mode) => mode !== 'hang' || venue === 'kraken').map(
      (mode): [VenueName, FaultMode, End] => [venue, mode, ENDS[mode]?.[venue] ?? 'read'],
    ),
  );
  it.each(cases)('%s, "%s": %s', async (venue, mode, end) => {
    const before = await owner.factsOf(venue);
    const { hits } = standIn;
    standIn.faults[venue] = { mode, times: 1, match: standIn.venues[venue].list, retryAfter: 0 };
    const { job, result } = await owner.sync(venue);
    delete standIn.faults[venue];
    expect(standIn.hits).toBe(hits + 1);
    const state = await owner.synced(venue);
    expect({ job: job['status'], state: state['status'], waits: state['next_sync_at'] !== null }).toEqual(
      end === 'refused'
        ? { job: 'failed', state: 'error', waits: false }
        : { job: 'completed', state: end === 'read' ? 'ok' : 'error', waits: true },
    );
    if (result) expect([result['rows_added'], result['rows_changed']]).toEqual([0, 0]);
    if (end === 'refused') expect(job['error']).toMatchObject({ code: 'EXCHANGE_AUTH_FAILED' });
    expect(await owner.factsOf(venue)).toEqual(before);
  });

  it('that answer no more end as an error, and nothing is half written', async () => {
    for (const venue of VENUES)
      standIn.faults[venue] = { mode: 'unavailable', times: 100, match: standIn.venues[venue].list };
    const runs = await Promise.all(VENUES.map((venue) => owner.sync(venue, true)));
    for (const venue of VENUES) delete standIn.faults[venue];
    expect(runs.map(({ job }) => (job['error'] as { code: string }).code)).toEqual(
      VENUES.map(() => 'DATA_PROVIDER_ERROR'),
    );
    await expectFacts(0);
  });

  it('with late rows in the middle of a list have the books of the oracle', async () => {
    for (const venue of VENUES) {
      standIn.releaseAfter(venue, 2);
      await owner.sync(venue, true);
      await owner.sync(venue);
    }
    await expectFacts(1);
    expect(await owner.matches()).toEqual({ confirmed: knownMatches({ matches }, 1), suggested });
  });

  it(`${KILLS} times killed at a random moment have the same books`, async () => {
    const began = performance.now();
    await Promise.all(VENUES.map((venue) => owner.sync(venue, true)));
    const duration = performance.now() - began;
    const moments: number[] = [];
    const chance = seeded('kills');
    for (let i = 0; i < KILLS; i++) {
      const path = (venue: VenueName) => `/api/v1/exchange-accounts/${owner.ids[venue]}/sync`;
      await Promise.all(VENUES.map((venue) => owner.ask('POST', path(venue), { full: true })));
      moments.push(Math.round(chance() * duration));
      await sleep(moments.at(-1));
      await service.kill();
      await service.begin();
    }
    for (const venue of VENUES) expect((await owner.sync(venue, true)).job['status']).toBe('completed');
    await expectFacts(1);
    expect(await owner.matches()).toEqual({ confirmed: knownMatches({ matches }, 1), suggested });
    process.stdout.write(`${JSON.stringify({ kills: KILLS, sync_ms: Math.round(duration), moments })}\n`);
  });
});
