import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { canonicalJson } from '../../src/domain/webhooks/canonical-json';
import type { CanonicalValue } from '../../src/domain/webhooks/events';
import { afterAttempt, isSuccess } from '../../src/domain/webhooks/retry';
import { signatureHeader, signedText, standardText } from '../../src/domain/webhooks/signature';
import { describeWithPython, python } from './python';
import fixture from './vectors.json';

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

const key = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/).filter((name) => name !== '__proto__');
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const { value } = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    text,
    fc.maxSafeInteger().map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}));

describe('the published vectors', () => {
  it.each(fixture.vectors)('$name', ({ t, document, canonical, v1, secret = fixture.secret }) => {
    expect(canonicalJson(document as unknown as CanonicalValue)).toBe(canonical);
    expect(canonicalJson(JSON.parse(canonical) as CanonicalValue)).toBe(canonical);
    const hex = hmac(secret, signedText(t, canonical));
    expect(signatureHeader(t, hex)).toBe(`t=${t},v1=${v1}`);
  });
});

describe('canonical JSON', () => {
  it('is written again as it was read', () => {
    fc.assert(
      fc.property(value, (document) => {
        const once = canonicalJson(document);
        expect(canonicalJson(JSON.parse(once) as CanonicalValue)).toBe(once);
        expect(once).toMatch(/^[\x20-\x7e]*$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a fraction', 0.5],
    ['a negative zero', -0],
    ['an integer that is not safe', 2 ** 53],
    ['infinity', Infinity],
    ['not a number', NaN],
    ['a key that is data', { 'ethereum:ETH': 1 }],
    ['a key like an index', { '10': 1 }],
    ['no value', { a: undefined as unknown as null }],
  ])('refuses %s', (_, bad) => {
    expect(() => canonicalJson({ a: [bad] })).toThrow(TypeError);
  });

  it('replaces lone surrogates', () => {
    expect(canonicalJson('a\ud800b')).toBe('"a\\ufffdb"');
  });

  describeWithPython('for Python', () => {
    it('is what json.dumps writes, over 20,000 documents', () => {
      const documents = fc.sample(value, { numRuns: 20_000, seed: 42 });
      const ours = documents.map(canonicalJson);
      const program = `
import json, sys
for line in sys.stdin:
    print(json.dumps(json.loads(line), sort_keys=True, separators=(",", ":")))
`;
      const theirs = python(program, `${ours.join('\n')}\n`)
        .trimEnd()
        .split('\n');
      expect(theirs).toEqual(ours);
    });
  });
});

describe('attempts', () => {
  const backoff = [10_000, 30_000];

  it('are three, with the pauses between them', () => {
    expect([1, 2, 3].map((n) => afterAttempt(n, false, backoff))).toEqual([
      { status: 'retrying', delayMs: 10_000 },
      { status: 'retrying', delayMs: 30_000 },
      { status: 'failed' },
    ]);
    expect([1, 2, 3].map((n) => afterAttempt(n, true, backoff).status)).toEqual(Array(3).fill('success'));
  });

  it('succeed with 2xx alone', () => {
    const good = [null, 101, 199, 200, 201, 204, 299, 300, 302, 400, 401, 410, 429, 500, 503].filter(
      isSuccess,
    );
    expect(good).toEqual([200, 201, 204, 299]);
  });
});

it('is that of Standard Webhooks for the published vector', () => {
  const [secret, id, at] = [
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330,
  ];
  const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(
    standardText(id, at, '{"test": 2432232314}'),
  );
  expect(hmac.digest('base64')).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});
