import type { Ask } from './catalogue.ask';

/** The catalogue of hostile and faulty input against the running product: each row of it, and what the product answers. */

export interface Case {
  row: number;
  name: string;
  ask: Ask;
  status: number | readonly number[];
  code?: string;
}

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BTC = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const LOTS = (address: string): Ask => ({ path: `/api/v1/wallets/${address}/lots`, as: 'user' });
const PAGE = (query: string): Ask => ({ path: `/api/v1/portfolios?${query}`, as: 'user' });
const TRANSACTIONS = (query: string): Ask => ({
  path: `/api/v1/wallets/${DEMO}/transactions?${query}`,
  as: 'user',
});
export const DEMO = '0xde300000000000000000000000000000000a11ce';

const all = (
  row: number,
  asks: readonly (readonly [string, Ask])[],
  status: Case['status'],
  code?: string,
): Case[] => asks.map(([name, ask]) => ({ row, name, ask, status, code }));
const texts = (list: readonly string[], ask: (text: string) => Ask): [string, Ask][] =>
  list.map((text) => [text.slice(0, 60), ask(text)]);
const encoded = (list: readonly string[]): [string, Ask][] =>
  list.map((text) => [text.slice(0, 60), LOTS(encodeURIComponent(text))]);

const portfolio = (body: string, headers: Record<string, string> = {}): Ask => ({
  path: '/api/v1/portfolios',
  method: 'POST',
  as: 'user',
  body,
  headers,
});
const ledger = (body: object | string): Ask => ({
  path: '/api/calculate/cost-basis',
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const row = (more: object): Ask =>
  ledger({
    transactions: [
      { timestamp: '2024-01-01', type: 'buy', symbol: 'ETH', quantity: '1', price_usd: '1', ...more },
    ],
  });
const priced = (current_prices: string): Ask => ({
  path: '/api/calculate/unrealized-gl',
  method: 'POST',
  body: `{"current_prices":${current_prices},"transactions":[{"timestamp":"2024-01-01","type":"buy","symbol":"ETH","quantity":1,"price_usd":1}]}`,
});
const webhook = (url: string, more: object = {}): Ask => ({
  path: '/api/v1/webhooks',
  method: 'POST',
  as: 'user',
  body: JSON.stringify({ url, events: ['lot.created'], ...more }),
});
const signup = (body: object): Ask => ({
  path: '/api/v1/auth/signup',
  method: 'POST',
  body: JSON.stringify({
    email: 'x@example.com',
    password: 'a long and rare passphrase',
    accepted_terms: true,
    ...body,
  }),
});
const bearer = (token: string): Ask => ({
  path: '/api/v1/auth/me',
  headers: { Authorization: `Bearer ${token}` },
});
const key = (value: string): Ask => ({ path: '/api/v1/portfolios', headers: { 'X-API-Key': value } });
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Addresses, pages, filters, bodies. */
export const INPUT: readonly Case[] = [
  ...all(1, texts([A, A.toLowerCase(), `0x${A.slice(2).toUpperCase()}`], LOTS), [200, 404]),
  ...all(2, texts([A.replace('d8dA', 'd8Da')], LOTS), [200, 404]),
  ...all(
    3,
    texts([A.slice(0, -1), `${A}0`, '0x', `0X${A.slice(2)}`, A.slice(2), `0xg${A.slice(3)}`], LOTS),
    400,
    'INVALID_ADDRESS',
  ),
  ...all(4, texts([`0x${'a'.repeat(64)}`], LOTS), 400, 'INVALID_ADDRESS'),
  ...all(5, texts(['vitalik.eth'], LOTS), 400, 'INVALID_ADDRESS'),
  ...all(
    6,
    texts([`${BTC.slice(0, -1)}b`, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz'], LOTS),
    400,
    'INVALID_ADDRESS',
  ),
  ...all(
    7,
    texts(
      [
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7KV8F3T4',
        'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
        'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      ],
      LOTS,
    ),
    400,
    'INVALID_ADDRESS',
  ),
  ...all(8, texts(['0OIl'.repeat(8), '1'.repeat(31), 'z'.repeat(44)], LOTS), 400, 'INVALID_ADDRESS'),
  ...all(9, encoded([` ${A}`, `${A} `, `${A}\n`]), 400, 'INVALID_ADDRESS'),
  ...all(10, texts(['%00', 'a%2Fb', '..%2f..', 'a'.repeat(10_000), '%E0%A4%A'], LOTS), 400),
  ...all(11, encoded([`０x${A.slice(2)}`, A.replace('a', 'а'), `\u202e${A}`, '🦄']), 400, 'INVALID_ADDRESS'),
  ...all(
    12,
    encoded(["' OR 1=1--", '1;DROP TABLE users', '${7*7}', '{{7*7}}', '<script>']),
    400,
    'INVALID_ADDRESS',
  ),
  ...all(
    13,
    texts(['0', '-1', '1.5', 'abc', '', '1e3', '0x10', '%205%20', '%EF%BC%95'], (page) =>
      PAGE(`page=${page}`),
    ),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    14,
    texts(['0', '101', '-1'], (size) => PAGE(`per_page=${size}`)),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(15, texts(['page=999999999&per_page=100'], PAGE), 200),
  ...all(16, texts(['page=1&page=2', 'page[]=1', 'page[x]=1'], PAGE), 400),
  ...all(17, texts(['nonsense=1'], PAGE), 400, 'VALIDATION_ERROR'),
  ...all(
    17,
    texts(['{"name":"a","user_id":"x","is_admin":true}'], (body) => portfolio(body)),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    18,
    texts(['NaN', 'Infinity', '-Infinity', '1e400', '1e-400', '', '1,5'], (value) => ({
      path: `/api/v1/wallets/${DEMO}/holdings?min_value=${value}`,
      as: 'user',
    })),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    18,
    texts(['-1', '0', '0.000000000000000001'], (value) => ({
      path: `/api/v1/wallets/${DEMO}/holdings?min_value=${value}`,
      as: 'user',
    })),
    200,
  ),
  ...all(
    19,
    texts(['value_descc', 'VALUE_DESC', '__proto__', 'constructor'], (sort) => ({
      path: `/api/v1/wallets/${DEMO}/holdings?sort=${sort}`,
      as: 'user',
    })),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    20,
    texts(['FIFO', 'avg', ''], (method) => ({
      path: `/api/v1/wallets/${DEMO}/cost-basis?method=${method}`,
      as: 'user',
    })),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(21, texts(['chain='.padEnd(10_000, 'x')], TRANSACTIONS), 400, 'VALIDATION_ERROR'),
  ...all(
    22,
    texts([`owned_wallets=${A},nonsense`], (query) => ({ path: `/api/calculate/lots/${DEMO}?${query}` })),
    400,
  ),
  ...all(
    22,
    [
      [
        '200 wallets',
        {
          path: `/api/calculate/lots/${DEMO}?owned_wallets=${Array.from({ length: 200 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`).join(',')}`,
        },
      ],
    ],
    422,
  ),
  ...all(
    23,
    texts(['1800', '99999', '20.5', 'abc', '-2024', '2024abc'], (year) => ({
      path: `/api/v1/tax-reports/${DEMO}/summary?tax_year=${year}`,
      as: 'user',
    })),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    24,
    texts(['', 'maybe'], (value) => ({
      path: `/api/v1/manual-entries/basis-assignments?include_inactive=${value}`,
      as: 'user',
    })),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    24,
    texts(['TRUE', '1', 'yes', 'off'], (value) => ({
      path: `/api/v1/manual-entries/basis-assignments?include_inactive=${value}`,
      as: 'user',
    })),
    200,
  ),
  ...all(
    7,
    texts(['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'], (address) => ({
      path: `/api/v1/wallets/${address}/holdings`,
      as: 'user',
    })),
    200,
  ),
  ...all(
    26,
    texts(['xml'], (format) => ({
      path: `/api/v1/wallets/${DEMO}/transactions/export?format=${format}`,
      as: 'user',
    })),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    27,
    texts(['{bad', 'null', '[]', '"x"', '1'], (body) => portfolio(body)),
    400,
    'INVALID_REQUEST',
  ),
  ...all(
    28,
    [
      ['text/plain', portfolio('{}', { 'Content-Type': 'text/plain' })],
      ['a form', portfolio('{}', { 'Content-Type': 'application/x-www-form-urlencoded' })],
      ['utf-16', portfolio('{}', { 'Content-Type': 'application/json; charset=utf-16' })],
      ['br2', portfolio('{}', { 'Content-Encoding': 'br2' })],
      ['no gzip', portfolio('{}', { 'Content-Encoding': 'gzip' })],
    ],
    400,
    'INVALID_REQUEST',
  ),
  ...all(
    29,
    [['1 MiB and a byte', portfolio(`{"name":"${'a'.repeat(1024 * 1024 - 10)}"}`)]],
    413,
    'PAYLOAD_TOO_LARGE',
  ),
  ...all(
    30,
    [
      ['33 levels', portfolio(`{"metadata":${'['.repeat(33)}${']'.repeat(33)}}`)],
      ['5,000 levels', portfolio('['.repeat(5_000))],
    ],
    400,
    'INVALID_REQUEST',
  ),
  ...all(
    31,
    [['100,000 keys', portfolio(`{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":1`).join(',')}}`)]],
    413,
    'PAYLOAD_TOO_LARGE',
  ),
  ...all(
    32,
    texts(
      [
        '{"name":"a","metadata":{"__proto__":{"polluted":1}}}',
        '{"name":"a","metadata":{"constructor":{"prototype":{"polluted":1}}}}',
      ],
      (body) => portfolio(body),
    ),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    33,
    texts(['{"name":"\\u0000"}', '{"name":"a","metadata":{"a":"\\u0000"}}'], (body) => portfolio(body)),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    34,
    texts(['{"name":"\\ud83d"}', `{"name":"${'🦄'.repeat(256)}"}`], (body) => portfolio(body)),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    35,
    texts(
      [
        '{"name":""}',
        '{"name":"   "}',
        '{"name":1}',
        '{"name":[]}',
        '{"name":null}',
        `{"name":"${'a'.repeat(256)}"}`,
      ],
      (body) => portfolio(body),
    ),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(36, texts(['{"a":NaN}'], priced), [400, 422]),
  ...all(36, texts(['{"a":-1}', '{"a":1e400}', '{"a":null}', '{"a":{}}', '[]'], priced), 422),
  ...all(36, texts(['{}', '{"ethereum:ETH":"1"}'], priced), 200),
  ...all(
    37,
    [
      ['no rows', ledger({ transactions: [] })],
      ['an empty row', ledger({ transactions: [{}] })],
      ['year 9999', row({ timestamp: '9999-01-01' })],
      ['before the epoch', row({ timestamp: '-5' })],
      ['1e400', row({ quantity: '1e400' })],
      ['-0', row({ quantity: '-0' })],
      ['infinity', row({ quantity: '∞' })],
    ],
    422,
  ),
  ...all(
    38,
    [
      ['78 digits', row({ quantity: '9'.repeat(78) })],
      ['1e-7', row({ quantity: '1e-7' })],
    ],
    200,
  ),
  ...all(
    39,
    [
      ['a line break', signup({ email: 'a@x.com\r\nBcc: b@x.com' })],
      ['255 characters', signup({ email: `${'a'.repeat(250)}@x.com` })],
    ],
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    40,
    [
      ['7 characters', signup({ password: 'a1b2c3d' })],
      ['129 characters', signup({ password: 'a1'.repeat(65) })],
      ['half a megabyte', signup({ password: 'a1'.repeat(250_000) })],
    ],
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    41,
    [
      ['false', signup({ accepted_terms: false })],
      ['text', signup({ accepted_terms: 'true' })],
      ['absent', signup({ accepted_terms: undefined })],
    ],
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    42,
    texts(
      [
        '',
        'ftp://x.example',
        'javascript:alert(1)',
        ' http://x.example',
        '//x.example',
        'http:/x.example',
        'http://',
        'http://?',
        'http://x.example:99999',
        'http://a..b',
        'https://user:word@x.example',
      ],
      (url) => webhook(url),
    ),
    400,
  ),
  ...all(
    43,
    [
      ['none', webhook('https://x.example', { events: [] })],
      ['absent', webhook('https://x.example', { events: undefined })],
      ['text', webhook('https://x.example', { events: 'lot.created' })],
      ['test', webhook('https://x.example', { events: ['test'] })],
      ['a star', webhook('https://x.example', { events: ['*'] })],
    ],
    400,
  ),
  ...all(44, [['no address', webhook('https://x.example', { addresses_filter: ['nonsense'] })]], 400),
  ...all(
    45,
    [
      ['another method', { path: '/api/v1/health', method: 'PATCH' }],
      ['TRACE', { path: '/api/v1/health', method: 'UNLOCK' }],
    ],
    405,
  ),
  ...all(
    46,
    [
      ['in the API', { path: '/api/v1/nothing' }],
      ['elsewhere', { path: '/nothing' }],
      ['with a body', { path: '/api/v1/nothing', method: 'POST', body: '{bad' }],
    ],
    404,
  ),
];

const FORGED = { sub: '00000000-0000-4000-8000-000000000000', exp: 4_102_444_800, typ: 'access' };

/** Credentials that are none. */
export const AUTH: readonly Case[] = [
  ...all(
    47,
    [
      ['none', { path: '/api/v1/portfolios' }],
      ['Bearer without a token', { path: '/api/v1/portfolios', headers: { Authorization: 'Bearer ' } }],
      ['lower case', { path: '/api/v1/portfolios', headers: { Authorization: 'bearer x' } }],
      ['Basic', { path: '/api/v1/portfolios', headers: { Authorization: 'Basic eDp5' } }],
      ['10 kB', bearer('x'.repeat(10_000))],
    ],
    401,
    'UNAUTHORIZED',
  ),
  ...all(
    48,
    ['none', 'None', 'nOnE', 'HS256', 'HS512', 'RS256'].map((alg): [string, Ask] => [
      alg,
      bearer(
        `${base64({ alg, typ: 'JWT' })}.${base64(FORGED)}.${alg.toLowerCase() === 'none' ? '' : 'c2lnbmF0dXJl'}`,
      ),
    ]),
    401,
    'UNAUTHORIZED',
  ),
  ...all(
    48,
    [
      [
        'a path as key id',
        bearer(`${base64({ alg: 'HS256', kid: '../../etc/passwd' })}.${base64(FORGED)}.eA`),
      ],
      ['SQL as key id', bearer(`${base64({ alg: 'HS256', kid: "' OR 1=1--" })}.${base64(FORGED)}.eA`)],
      [
        'a key by address',
        bearer(`${base64({ alg: 'RS256', jku: 'https://x.example/keys' })}.${base64(FORGED)}.eA`),
      ],
    ],
    401,
    'UNAUTHORIZED',
  ),
  ...all(
    53,
    [
      ['no cookie', { path: '/api/v1/auth/refresh', method: 'POST' }],
      [
        'a token in the body',
        { path: '/api/v1/auth/refresh', method: 'POST', body: '{"refresh_token":"x"}' },
      ],
    ],
    [400, 401],
  ),
  ...all(
    60,
    texts(['cbk_', `cbk_${'a'.repeat(36)}`, `CBK_${'A'.repeat(36)}`, 'x'.repeat(5_000)], key),
    401,
    'UNAUTHORIZED',
  ),
  ...all(
    64,
    [
      [
        'an unknown partner key',
        { path: '/api/v1/partners/validate', method: 'POST', headers: { 'X-Partner-Key': 'x' } },
      ],
    ],
    401,
  ),
  ...all(66, [['audit logs as a user', { path: '/api/v1/audit-logs', as: 'user' }]], 403, 'FORBIDDEN'),
  ...all(
    67,
    texts(['7', '00000000-0000-4000-8000-000000000000'], (id) => ({
      path: `/api/v1/webhooks/${id}`,
      as: 'user',
    })),
    404,
    'WEBHOOK_NOT_FOUND',
  ),
  ...all(
    68,
    [
      [
        'an unknown permission',
        { path: '/api/v1/api-keys', method: 'POST', as: 'user', body: '{"name":"a","permissions":["root"]}' },
      ],
    ],
    400,
  ),
];

/** Addresses that no webhook may have. @source the table of destinations */
const PRIVATE = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://1%32%37.0.0.1/',
  'http://0/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a9fe:a9fe]/',
  'http://[2002:7f00:1::]/',
  'http://[2001::1]/',
  'http://[fe80::1]/',
  'http://[fe80::1%25eth0]/',
  'http://[fc00::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://168.63.129.16/',
  'http://10.0.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://foo.localhost/',
  'http://evil.example@127.0.0.1/',
  'http://127.0.0.1:80@evil.example/',
  'http:\\\\127.0.0.1\\',
  'http:127.0.0.1',
  'http:///127.0.0.1/',
  'http://127.0.0.1%00.example.com/',
  'http://256.0.0.1/',
  'http://0x100000000/',
  'http://example.com:22/',
  'http://example.com:6379/',
];

/** Webhooks: headers that they may not set, and destinations that they may not have. */
export const WEBHOOKS: readonly Case[] = [
  ...all(
    78,
    [
      'X-Service-Signature',
      'x-service-event',
      'Content-Type',
      'User-Agent',
      'Host',
      'Content-Length',
      'Transfer-Encoding',
      'Connection',
      'TE',
      'Upgrade',
      'Expect',
      'Proxy-Authorization',
    ].map((name): [string, Ask] => [name, webhook('https://x.example/', { headers: { [name]: 'x' } })]),
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    79,
    [
      ['a space in a name', webhook('https://x.example/', { headers: { 'a b': 'x' } })],
      ['a colon in a name', webhook('https://x.example/', { headers: { 'a:b': 'x' } })],
      ['an empty name', webhook('https://x.example/', { headers: { '': 'x' } })],
      ['a line break', webhook('https://x.example/', { headers: { a: 'x\r\ny: z' } })],
      ['a snowman', webhook('https://x.example/', { headers: { a: '☃' } })],
      ['a number', webhook('https://x.example/', { headers: { a: 1 } })],
      ['1,025 characters', webhook('https://x.example/', { headers: { a: 'x'.repeat(1_025) } })],
      [
        '21 headers',
        webhook('https://x.example/', {
          headers: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`h${i}`, 'x'])),
        }),
      ],
    ],
    400,
    'VALIDATION_ERROR',
  ),
  ...all(
    80,
    [
      [
        'a prototype',
        {
          ...webhook('https://x.example/'),
          body: '{"url":"https://x.example/","events":["lot.created"],"headers":{"__proto__":"x"}}',
        },
      ],
    ],
    400,
  ),
  ...all(
    81,
    texts(PRIVATE, (url) => webhook(url)),
    400,
  ),
];

const event = (headers: Record<string, string>): Ask => ({
  path: '/api/v1/checkout/webhook',
  method: 'POST',
  body: '{"id":"evt_1"}',
  headers,
});

/** Events that the payment processor did not sign. */
export const PAYMENTS: readonly Case[] = [
  ...all(
    129,
    [
      ['no signature', event({})],
      ['an empty one', event({ 'Stripe-Signature': '' })],
      [
        'another secret',
        event({ 'Stripe-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }),
      ],
    ],
    400,
    'INVALID_SIGNATURE',
  ),
  ...all(
    129,
    [['more than 1 MiB', { ...event({}), body: 'x'.repeat(1024 * 1024 + 1) }]],
    413,
    'PAYLOAD_TOO_LARGE',
  ),
  ...all(
    133,
    [
      [
        'an unknown plan',
        { path: '/api/v1/checkout/sessions', method: 'POST', as: 'user', body: '{"plan":"gold"}' },
      ],
    ],
    400,
  ),
];
