import { AppError } from '../kernel/errors';
import { brokerNotice, offerOf, refuseLate, refuseLots, refuseMethod, type BrokerOffer } from './index';

/** What a broker can be told, and when. @source 26 CFR 1.1012-1(j)(3)(ii) */
const NOW = Date.parse('2027-02-01T12:00:00Z');
const EVIDENCE = { kind: 'setting_screenshot', sha256: 'a'.repeat(64), reference: null } as const;
const COINBASE = offerOf({ exchange: 'coinbase', label: 'main' });

function reasonOf(attempt: () => unknown): unknown {
  try {
    attempt();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details?.['reason'];
  }
}
const stated = (
  communicatedAt: number | undefined,
  evidence: typeof EVIDENCE | undefined,
  offer: BrokerOffer | null | undefined = COINBASE,
) => reasonOf(() => brokerNotice({ communicatedAt, evidence }, offer, NOW));

it.each([
  ['nothing is stated', undefined, undefined, COINBASE, null],
  ['the broker was told now', NOW, undefined, COINBASE, null],
  ['the broker was told before, with evidence', NOW - 1, EVIDENCE, COINBASE, null],
  ['there is no evidence of the past', NOW - 1, undefined, COINBASE, 'backdated_without_evidence'],
  ['the time is still to come', NOW + 1, EVIDENCE, COINBASE, 'not_yet_communicated'],
  ['there is evidence of no time', undefined, EVIDENCE, COINBASE, 'evidence_without_time'],
  ['nobody else holds the units', NOW, undefined, null, 'self_custody'],
] as const)('%s', (_name, at, evidence, offer, reason) => {
  expect(stated(at, evidence, offer)).toBe(reason);
});

it('is given to one broker', () => {
  expect(reasonOf(() => brokerNotice({ communicatedAt: NOW, evidence: undefined }, undefined, NOW))).toBe(
    'no_single_account',
  );
});

it('is late after the sale, and in time at its moment', () => {
  const notice = { at: NOW, evidence: null };
  expect(reasonOf(() => refuseLate(notice, NOW - 1_000))).toBe('late');
  expect(reasonOf(() => refuseLate(notice, NOW))).toBeNull();
  expect(reasonOf(() => refuseLate(undefined, NOW - 1_000))).toBeNull();
});

it('asks for what the broker offers', () => {
  const fifoOnly = { ...COINBASE, methods: ['fifo'], namesLots: false } as const;
  const perOrder = offerOf({ exchange: 'other', label: 'Robinhood' });
  const unknown = offerOf({ exchange: 'kraken', label: 'main' });
  expect(reasonOf(() => refuseMethod('hifo', fifoOnly))).toBe('fifo_only');
  expect(reasonOf(() => refuseMethod('fifo', fifoOnly))).toBeNull();
  expect(reasonOf(() => refuseLots(fifoOnly))).toBe('lots_not_offered');
  expect(reasonOf(() => refuseMethod('hifo', perOrder))).toBe('method_not_offered');
  expect(reasonOf(() => refuseLots(perOrder))).toBeNull();
  expect(reasonOf(() => refuseMethod('hifo', COINBASE))).toBeNull();
  // Not known is no refusal: the sheet asks in writing.
  expect(reasonOf(() => refuseMethod('hifo', unknown))).toBeNull();
  expect(reasonOf(() => refuseLots(unknown))).toBeNull();
});

it('knows a broker by its exchange, else by a word of the label', () => {
  expect(offerOf({ exchange: 'other', label: 'My Fidelity Crypto' }).name).toBe('Fidelity Crypto');
  expect(offerOf({ exchange: 'other', label: 'Upriver fund' })).toMatchObject({
    name: 'Upriver fund',
    methods: null,
  });
  expect(reasonOf(() => refuseMethod('hifo', offerOf({ exchange: 'other', label: 'fidelity' })))).toBe(
    'fifo_only',
  );
});
