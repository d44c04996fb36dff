import { ExchangeRules } from '../../src/adapters/exchanges/api/thread-caller';
import { startService, type TestService } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import oracle from '../support/exchanges/expected.json';
import { FAR_RULES } from '../support/far-limits';
import { storyOracle, type Oracle } from '../support/exchanges/oracle';
import { StandIn } from '../support/exchanges/stand-in';
import { VENUES } from '../support/exchanges/story/deeds';
import { startStoryUpstreams } from '../support/exchanges/wallets';
import { knownMatches, Visitor } from './visit';

/** The full form, with every fault and through `npm start`: `npm run test:nightly -- chaos`. */
describe('five exchanges and two wallets of one owner', () => {
  const standIn = new StandIn();
  const { stages, matches, suggested } = oracle as unknown as Oracle;
  let upstreams: Awaited<ReturnType<typeof startStoryUpstreams>>;
  let service: TestService;
  let owner: Visitor;

  beforeAll(async () => {
    await standIn.start();
    upstreams = await startStoryUpstreams();
    service = await startService({ ...upstreams.env, ...standIn.environment }, [
      [ExchangeRules, FAR_RULES.exchanges.with({ backoffMs: 5 })],
    ]);
    owner = await Visitor.arrive(service, standIn, (who) => onPlan(service, who, 'defi'));
  });
  afterAll(async () => {
    await service?.close();
    await upstreams?.close();
    await standIn.close();
  });

  it('have the oracle of their story', () => {
    expect(storyOracle()).toEqual(oracle);
  });

  it('are read to the last digit: rows, events, balances and fees', async () => {
    const states = await Promise.all(VENUES.map((venue) => owner.open(venue)));
    expect(states.map(({ status }) => status)).toEqual(VENUES.map(() => 'ok'));
    for (const venue of VENUES)
      expect([venue, await owner.factsOf(venue)]).toEqual([venue, stages[0]?.[venue]]);
  });

  it('add nothing with a second sync', async () => {
    const results = await Promise.all(VENUES.map((venue) => owner.sync(venue)));
    expect(results.map(({ result }) => [result?.['rows_added'], result?.['rows_changed']])).toEqual(
      VENUES.map(() => [0, 0]),
    );
  });

  it('have their own transfers as pairs, and no others', async () => {
    await owner.link();
    expect(await owner.matches()).toEqual({ confirmed: knownMatches({ matches }, 0), suggested });
  });

  it('take late rows, and what was pending is done', async () => {
    for (const venue of VENUES) standIn.release(venue);
    await Promise.all(VENUES.map((venue) => owner.sync(venue)));
    for (const venue of VENUES)
      expect([venue, await owner.factsOf(venue)]).toEqual([venue, stages[1]?.[venue]]);
    expect(await owner.matches()).toEqual({ confirmed: knownMatches({ matches }, 1), suggested });
  });
});
