import { etherscanFailure } from './evm.failures';
import { httpFailure } from '../../upstream/http-failure';
import type { Answer } from '../../upstream/answer';
import type { FailureKind } from '../../upstream/upstream-failure';

const answer = (status: number, json: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(json),
  json,
});
const refusal = (result: unknown, message = 'NOTOK') => answer(200, { status: '0', message, result });

describe('etherscanFailure: a good answer', () => {
  it.each<[string, Answer]>([
    ['a list', answer(200, { status: '1', message: 'OK', result: [{}] })],
    ['a value', answer(200, { status: '1', message: 'OK', result: '17' })],
    ['an empty list of Routescan', answer(200, { status: '1', message: 'OK', result: [] })],
    ['nothing found', refusal([], 'No transactions found')],
    ['nothing found, by Blockscout', refusal([], 'No internal transactions found')],
    ['no token transfers', refusal([], 'No token transfers found')],
    ['no records', refusal(null, 'No records found')],
    [
      'Blockscout still processing',
      answer(200, { status: '2', message: 'Some … not yet been processed', result: [{}] }),
    ],
  ])('%s', (_name, good) => {
    expect(etherscanFailure(good) ?? httpFailure(good)).toBeNull();
  });
});

describe('etherscanFailure: a refusal', () => {
  it.each<[string, Answer, FailureKind]>([
    ['calls per second', refusal('Max calls per sec rate limit reached (3/sec)'), 'rate'],
    ['rate limit', refusal('Max rate limit reached'), 'rate'],
    ['Blockscout rate', refusal(null, 'Too many requests'), 'rate'],
    [
      'busy, with an advertisement',
      refusal(
        'Free API access is temporarily unavailable due to unusually high network activity. To maintain uninterrupted service, we recommend upgrading to a paid plan',
      ),
      'rate',
    ],
    [
      'query timeout',
      refusal(null, 'Query Timeout occured. Please select a smaller result dataset'),
      'query_timeout',
    ],
    [
      'window',
      refusal(null, 'Result window is too large, PageNo x Offset size must be less than or equal to 10000'),
      'window',
    ],
    [
      'plan',
      refusal(
        'Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage.',
      ),
      'entitlement',
    ],
    [
      'daily quota',
      refusal('Max daily rate limit reached. 110000 (100%) of 100000 day/limit'),
      'entitlement',
    ],
    ['wrong key', refusal('Invalid API Key (#err2)|TEST'), 'entitlement'],
    ['no key', refusal('Missing/Invalid API Key'), 'entitlement'],
    [
      'too many wrong keys',
      refusal('Too many invalid api key attempts, please try again later'),
      'entitlement',
    ],
    [
      'paid endpoint',
      refusal('Sorry, it looks like you are trying to access an API Pro endpoint.'),
      'entitlement',
    ],
    [
      'Blockscout credits',
      answer(402, { message: 'Payment required: API credits are exhausted', result: null, status: '0' }),
      'entitlement',
    ],
    [
      'Blockscout without a key',
      answer(401, { message: 'Unauthorized', result: null, status: '0' }),
      'entitlement',
    ],
    ['forbidden', answer(403, { message: 'Forbidden' }), 'entitlement'],
    ['Routescan without the chain', refusal(null, 'chain not supported'), 'unsupported'],
    [
      'Etherscan without the chain',
      refusal('Missing or unsupported chainid parameter (required for v2 api)'),
      'unsupported',
    ],
    ['a list it does not know', refusal(null, 'Unknown action'), 'unsupported'],
    [
      'a list it does not know, under 400',
      answer(400, { message: 'Unknown action', result: null, status: '0' }),
      'unsupported',
    ],
    ['a wrong address', refusal('Error! Invalid address format'), 'rejected'],
    ['a bare NOTOK', refusal(null), 'transient'],
    ['no words at all', refusal('', ''), 'transient'],
    ['429', answer(429, { status: '0', message: 'NOTOK', result: 'Max rate limit reached' }), 'rate'],
    [
      '429 about the daily quota',
      answer(429, { status: '0', message: 'daily quota used', result: null }),
      'entitlement',
    ],
    [
      'Routescan’s 500',
      answer(500, { jsonrpc: '2.0', error: { code: 3, message: 'RPC Request failed.' } }),
      'transient',
    ],
  ])('%s', (_name, bad, kind) => {
    expect((etherscanFailure(bad) ?? httpFailure(bad))?.kind).toBe(kind);
  });

  it('keeps the upstream’s own words', () => {
    expect(etherscanFailure(refusal('Invalid API Key (#err2)'))?.text).toBe('Invalid API Key (#err2)');
  });
});
