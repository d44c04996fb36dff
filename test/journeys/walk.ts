import { USER_JOB_TYPES } from '../../src/domain/jobs/user-job';
import { EVENT_TYPES, type EventType } from '../../src/domain/webhooks/events';
import { Journey, type SentEvent } from './journey';
import { buildIfStale, type Product } from './product';
import { STORIES } from './stories';
import type { Story } from './story';

/** Every type of event -> how many the stories cause. */
const EVENTS_SENT: Record<EventType, number> = {
  'transaction.new': 2,
  'lot.created': 2,
  'lot.consumed': 2,
  'wash_sale.detected': 1,
  'price.alert': 1,
  // One for the precomputed ledger, one per format of a report, two for syncs of an exchange account.
  'calculation.complete': 7,
};

type Begin = (env: Record<string, string>) => Promise<Product>;

/** Stories in one set-up, one after the other. @returns the journey, for what the tests look at afterwards */
export function walkStories(begin: Begin, stories: readonly Story[]): () => Journey {
  let journey: Journey;
  let broken: string | null = null;

  beforeAll(async () => {
    buildIfStale();
    journey = await Journey.prepare(begin);
  });
  afterAll(() => journey?.end());

  it.each(stories.map((story) => [story.name, story] as const))('%s', async (name, story) => {
    // The stories after it rest on it: they need not wait for what cannot come.
    if (broken !== null) throw new Error(`not walked, because this one failed: ${broken}`);
    broken = name;
    await story.walk(journey);
    broken = null;
  });

  return () => journey;
}

/** All stories, and then what they must have brought about together. */
export function walkAllStories(begin: Begin): void {
  const journey = walkStories(begin, STORIES);

  it.each(USER_JOB_TYPES)('a job of the type %s was ordered and completed', (type) => {
    expect([...journey().completedJobs]).toContain(type);
  });

  it.each(EVENT_TYPES)('%s was received, signed, each one under one id', (type) => {
    const events = journey()
      .received()
      .filter(({ event }) => event === type);
    const ids = new Set(events.map(({ event_id }) => event_id));
    const subjects = new Set(events.map(subjectOf));
    expect([ids.size, subjects.size]).toEqual([EVENTS_SENT[type], EVENTS_SENT[type]]);
  });

  it('nothing arrived without a good signature', () => {
    expect(journey().unsigned()).toEqual([]);
  });
}

/** What an event is about, for ever the same. */
const subjectOf = ({ data }: SentEvent): unknown =>
  data.wash_sale_id ??
  data.disposal_id ??
  data.transaction_id ??
  data.lot_id ??
  data.job_id ??
  data.token_key;
