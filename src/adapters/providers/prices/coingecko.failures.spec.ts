import type { Answer } from '../../upstream/answer';
import { httpFailure } from '../../upstream/http-failure';
import type { FailureKind } from '../../upstream/upstream-failure';
import { coinGeckoFailure } from './coingecko.failures';

const answer = (status: number, json: unknown, contentType = 'application/json'): Answer => ({
  status,
  headers: { 'content-type': contentType },
  text: typeof json === 'string' ? json : JSON.stringify(json),
  json: typeof json === 'string' ? undefined : json,
});
const said = (error_code: number | string, error_message: string) => ({
  status: { error_code, error_message },
});
const kindOf = (it: Answer) => (coinGeckoFailure(it) ?? httpFailure(it))?.kind ?? null;

describe('coinGeckoFailure', () => {
  it.each<[string, Answer, FailureKind | null]>([
    ['a price', answer(200, { ethereum: { usd: '1' } }), null],
    ['no price', answer(200, {}), null],
    [
      'rate, with an advertisement',
      answer(429, said(429, 'You’ve exceeded the Rate Limit. Please subscribe to our API plans.')),
      'rate',
    ],
    ['rate under 200', answer(200, said(429, 'You’ve exceeded the Rate Limit.')), 'rate'],
    ['rate, as a page', answer(429, '<html>see our plans</html>', 'text/html'), 'rate'],
    ['credits used up', answer(429, said(429, 'You have used your monthly credits')), 'entitlement'],
    ['its CDN', answer(403, '<html>1020</html>', 'text/html'), 'transient'],
    ['its CDN, in words', answer(403, said(1020, 'Access denied')), 'transient'],
    ['timeout', answer(408, {}), 'transient'],
    ['down', answer(503, {}), 'transient'],
    ['no key', answer(401, said(10002, 'API Key Missing')), 'entitlement'],
    ['the plan', answer(401, said('10005', 'limited to PRO API subscribers')), 'entitlement'],
    ['wrong host', answer(400, said(10010, 'change your root URL')), 'entitlement'],
    ['wrong host, other way', answer(400, said(10011, 'change your root URL')), 'entitlement'],
    ['too old, in the other shape', answer(401, { error: said(10012, 'past 365 days') }), 'entitlement'],
    ['an unknown coin', answer(404, { error: 'coin not found' }), 'rejected'],
  ])('%s', (_name, given, kind) => {
    expect(kindOf(given)).toBe(kind);
  });
});
