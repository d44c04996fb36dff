import { post, send, startHttpApp, type Answer, type RunningHttpApp } from './http-app';
import { CalculateRoutes, EnvelopeRoutes, ExactRoutes, RwaRoutes } from './echo.controller';

let running: RunningHttpApp;
beforeAll(async () => {
  running = await startHttpApp({ controllers: [EnvelopeRoutes, CalculateRoutes, ExactRoutes, RwaRoutes] });
});
afterAll(() => running.close());

const get = (path: string): Promise<Answer> => send(running.url, path);
const V1 = '/api/v1/echo';
const CALC = '/api/calculate/echo';
/** A path whose numbers are money. */
const EXACT = '/api/v1/manual-entries/echo';

const expectFailure = (answer: Answer, status: number, code: string, field?: string): void => {
  expect({
    status: answer.status,
    success: answer.body.success,
    code: (answer.body.error as Answer['body']['error'] | undefined)?.code,
  }).toEqual({
    status,
    success: false,
    code,
  });
  expect(answer.body.error.field).toBe(field);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
};

const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

describe('addresses in the path', () => {
  it.each([
    EVM,
    EVM.toLowerCase(),
    `0x${EVM.slice(2).toUpperCase()}`,
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'So11111111111111111111111111111111111111112',
  ])('%s is read and echoed as sent', async (given) => {
    const answer = await get(`${V1}/address/${given}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data.given).toBe(given);
  });

  it.each([
    ['39 hex digits', EVM.slice(0, -1)],
    ['41 hex digits', `${EVM}0`],
    ['prefix alone', '0x'],
    ['0X', `0X${EVM.slice(2)}`],
    ['a letter beyond f', `0xg${EVM.slice(3)}`],
    ['a transaction hash', `0x${'a'.repeat(64)}`],
    ['a name', 'vitalik.eth'],
    ['a broken bitcoin checksum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['bech32 in mixed case', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7KV8F3T4'],
    ['testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['a space behind', `${EVM}%20`],
    ['a line feed behind', `${EVM}%0a`],
    ['NUL', '%00'],
    ['an encoded slash', 'a%2Fb'],
    ['climbing', '..%2f..'],
    ['full-width', encodeURIComponent(`０x${EVM.slice(2)}`)],
    ['a Cyrillic letter', encodeURIComponent(EVM.replace('a', 'а'))],
    ['an emoji', encodeURIComponent('🦄')],
    ['SQL', encodeURIComponent("' OR 1=1--")],
    ['a template', encodeURIComponent('${7*7}')],
    ['a tag', encodeURIComponent('<script>')],
  ])('%s is refused, and the input is told back', async (_name, given) => {
    const answer = await get(`${V1}/address/${given}`);
    expectFailure(answer, 400, 'INVALID_ADDRESS');
    expect(answer.body.error.details.provided).toBe(decodeURIComponent(given));
  });

  it('ten thousand characters come back as 256', async () => {
    const answer = await get(`${V1}/address/${'a'.repeat(10_000)}`);
    expectFailure(answer, 400, 'INVALID_ADDRESS');
    expect(answer.body.error.details.provided).toBe('a'.repeat(256));
  });

  it('broken percent encoding is the fault of the caller', async () => {
    expectFailure(await get(`${V1}/address/%E0%A4%A`), 400, 'INVALID_REQUEST');
    const bare = await get(`${CALC}/address/%E0%A4%A`);
    expect([bare.status, bare.body]).toEqual([
      400,
      { detail: 'Malformed request', error_code: 'INVALID_REQUEST' },
    ]);
  });

  it.each(['/api/calculate/echo', '/api/rwa/echo'])('%s says it in its own words', async (family) => {
    const answer = await get(`${family}/address/vitalik.eth`);
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        detail:
          'Not a valid EVM, Bitcoin or Solana address: Names are not resolved, because their owner can change at any ' +
          'time. Send the address that the name stands for.',
        error_code: 'INVALID_ADDRESS',
      },
    ]);
    const plain = await get(`${family}/address/x`);
    expect(plain.body.detail).toBe('Not a valid EVM, Bitcoin or Solana address');
  });
});

describe('ids in the path', () => {
  it('are lowercased', async () => {
    const answer = await get(`${V1}/things/3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B`);
    expect(answer.body.data.id).toBe('3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b');
  });

  it('that are no UUID answer as unknown ones do', async () => {
    const answer = await get(`${V1}/things/7`);
    expectFailure(answer, 404, 'RESOURCE_NOT_FOUND');
    expect(answer.body.error.details).toEqual({ resource: 'thing' });
  });
});

describe('pages', () => {
  it.each(['0', '-1', '1.5', 'abc', '', '1e3', '0x10', '%205%20', '%EF%BC%95', '9999999999', '+5', '%00'])(
    'page=%s is refused',
    async (page) => expectFailure(await get(`${V1}/list?page=${page}`), 400, 'VALIDATION_ERROR', 'page'),
  );
  it.each(['0', '101', '-1'])('per_page=%s is refused', async (size) =>
    expectFailure(await get(`${V1}/list?per_page=${size}`), 400, 'VALIDATION_ERROR', 'per_page'),
  );
  it.each(['page=1&page=2', 'page[]=1', 'page[x]=1', 'page%5B%5D=1'])('%s is refused', async (query) =>
    expectFailure(await get(`${V1}/list?${query}`), 400, 'VALIDATION_ERROR', 'page'),
  );
  it('default to the first fifty', async () => {
    const answer = await get(`${V1}/list`);
    expect(answer.body.data).toEqual([1, 2, 3]);
    expect(answer.body.pagination).toEqual({
      page: 1,
      per_page: 50,
      total: 3,
      total_pages: 1,
      has_more: false,
    });
  });
  it('are cut', async () => {
    const answer = await get(`${V1}/list?page=2&per_page=1`);
    expect([answer.body.data, answer.body.pagination]).toEqual([
      [2],
      { page: 2, per_page: 1, total: 3, total_pages: 3, has_more: true },
    ]);
  });
  it('past the end are empty and count right', async () => {
    const answer = await get(`${V1}/list?page=999999999&per_page=100`);
    expect([answer.body.data, answer.body.pagination]).toEqual([
      [],
      { page: 999999999, per_page: 100, total: 3, total_pages: 1, has_more: false },
    ]);
  });
  it('other families list every violation', async () => {
    const answer = await get(`${CALC}/filters?page=x&per_page=101&tax_year=1800`);
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        detail: [
          {
            loc: ['query', 'tax_year'],
            msg: 'Input should be greater than or equal to 2009',
            type: 'greater_than_equal',
          },
          {
            loc: ['query', 'page'],
            msg: 'Input should be a valid integer, unable to parse string as an integer',
            type: 'int_parsing',
          },
          {
            loc: ['query', 'per_page'],
            msg: 'Input should be less than or equal to 100',
            type: 'less_than_equal',
          },
        ],
      },
    ]);
  });
});

describe('filters', () => {
  const filters = async (query: string) => (await get(`${V1}/filters?${query}`)).body.data;

  it.each(['nonsense', 'user_id', 'x[]', '__proto__', 'constructor', 'page_', ''])(
    'the unknown parameter %s is refused',
    async (name) => expectFailure(await get(`${V1}/filters?${name}=1`), 400, 'VALIDATION_ERROR', name),
  );
  it('the nearest known parameter is named', async () => {
    const answer = await get(`${V1}/filters?taxyear=2024`);
    expectFailure(answer, 400, 'VALIDATION_ERROR', 'taxyear');
    expect(answer.body.error.message).toBe('Unknown query parameter `taxyear`: did you mean `tax_year`?');
    const bare = await get(`${CALC}/filters?taxyear=2024&nonsense=1`);
    expect([bare.status, bare.body]).toEqual([
      422,
      {
        detail: [
          {
            loc: ['query', 'taxyear'],
            msg: 'Unknown query parameter `taxyear`: did you mean `tax_year`?',
            type: 'extra_forbidden',
          },
          { loc: ['query', 'nonsense'], msg: 'Unknown query parameter `nonsense`', type: 'extra_forbidden' },
        ],
      },
    ]);
  });
  it('a route without parameters takes none', async () => {
    expectFailure(await get(`${V1}/flags?page=1`), 400, 'VALIDATION_ERROR', 'page');
    expect((await get(`${CALC}/flags?page=1`)).status).toBe(422);
    expect((await get(`${V1}/flags`)).status).toBe(200);
    const named = await post(running.url, `${V1}/named?page=1`, '{"name":"n"}');
    expectFailure(named, 400, 'VALIDATION_ERROR', 'page');
  });
  it('the parameter of a partner key is known everywhere', async () => {
    for (const path of ['filters', 'flags'])
      expect((await get(`${V1}/${path}?partner_key=x`)).status).toBe(200);
  });
  it('long and many unknown names are reported in part', async () => {
    const long = await get(`${CALC}/filters?${'k'.repeat(5000)}=1`);
    expect(long.body.detail[0]?.loc).toEqual(['query', 'k'.repeat(64)]);
    const many = await get(`${CALC}/filters?${Array.from({ length: 100 }, (_, i) => `k${i}=1`).join('&')}`);
    expect(many.body.detail).toHaveLength(20);
  });
  it('several errors come together in the envelope', async () => {
    const { body } = await get(`${V1}/filters?taxyear=2024&page=0&per_page=x`);
    expect([body.error.field, body.error.details]).toEqual([
      'taxyear',
      {
        errors: [
          { field: 'taxyear', message: 'Unknown query parameter `taxyear`: did you mean `tax_year`?' },
          { field: 'page', message: 'page: Input should be greater than or equal to 1' },
          {
            field: 'per_page',
            message: 'per_page: Input should be a valid integer, unable to parse string as an integer',
          },
        ],
        error_count: 3,
      },
    ]);
    const many = await get(
      `${V1}/filters?${Array.from({ length: 30 }, (_, i) => `k${i}=1`).join('&')}&page=0`,
    );
    const { errors, error_count } = many.body.error.details as { errors: unknown[]; error_count: number };
    expect([errors.length, error_count]).toEqual([20, 21]);
    expect((await get(`${V1}/filters?page=0`)).body.error.details).toBeUndefined();
  });
  it('a range does not end before it begins', async () => {
    const backwards = 'start_date=2024-02-02&end_date=2024-02-01';
    expectFailure(await get(`${V1}/filters?${backwards}`), 400, 'VALIDATION_ERROR', 'end_date');
    expect((await get(`${CALC}/filters?${backwards}`)).body.detail).toEqual([
      { loc: ['query', 'end_date'], msg: 'Input should not be before start_date', type: 'value_error' },
    ]);
    expect((await get(`${V1}/filters?start_date=2024-02-02&end_date=2024-02-02`)).status).toBe(200);
  });

  it.each([
    'NaN',
    'Infinity',
    '-Infinity',
    '1e400',
    '1e-400',
    '',
    '1,5',
    '%201',
    '0x1',
    '1e41',
    '1'.repeat(201),
  ])('min_value=%s is refused', async (value) =>
    expectFailure(await get(`${V1}/filters?min_value=${value}`), 400, 'VALIDATION_ERROR', 'min_value'),
  );
  it.each([
    ['-1', '-1'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['1e-7', '0.0000001'],
    ['.5', '0.5'],
    [
      '115792089237316195423570985008687907853269984665640564039457584007913129639935.1',
      '115792089237316195423570985008687907853269984665640564039457584007913129639935.1',
    ],
  ])('min_value=%s is exactly %s', async (given, value) => {
    expect((await filters(`min_value=${given}`)).min_value).toBe(value);
  });
  it('a lower bound holds', async () => {
    expectFailure(await get(`${V1}/filters?min_loss=-0.01`), 400, 'VALIDATION_ERROR', 'min_loss');
  });

  it.each(['value_descc', 'VALUE_DESC', '__proto__', 'constructor', 'toString', ''])(
    'sort=%s is refused',
    async (sort) => expectFailure(await get(`${V1}/filters?sort=${sort}`), 400, 'VALIDATION_ERROR', 'sort'),
  );
  it.each(['FIFO', 'avg', ''])('method=%s is refused', async (method) =>
    expectFailure(await get(`${V1}/filters?method=${method}`), 400, 'VALIDATION_ERROR', 'method'),
  );
  it('the words name the choices', async () => {
    const answer = await get(`${CALC}/filters?method=avg`);
    expect(answer.body.detail).toEqual([
      {
        loc: ['query', 'method'],
        msg: "Input should be 'fifo', 'lifo', 'hifo' or 'specific_id'",
        type: 'enum',
      },
    ]);
  });
  it('method=specific_id is taken', async () => {
    expect((await filters('method=specific_id')).method).toBe('specific_id');
  });

  it('the nearest value of a closed list is named', async () => {
    const answer = await get(`${V1}/filters?method=FIFO`);
    expect(answer.body.error.message).toMatch(/: did you mean `fifo`\?$/);
    const chain = await get(`${V1}/filters?chain=etherium`);
    expectFailure(chain, 400, 'VALIDATION_ERROR', 'chain');
    expect(chain.body.error.message).toMatch(/: did you mean `ethereum`\?$/);
  });
  it('chain has no case, and an unknown one is refused', async () => {
    expect((await filters('chain=ETHEREUM')).chain).toBe('ethereum');
    expect((await filters('chain=bsc')).chain).toBe('bsc');
    expectFailure(await get(`${V1}/filters?chain=nope`), 400, 'VALIDATION_ERROR', 'chain');
    expectFailure(await get(`${V1}/filters?chain=${'x'.repeat(10_000)}`), 400, 'VALIDATION_ERROR', 'chain');
    expectFailure(await get(`${V1}/filters?chain=`), 400, 'VALIDATION_ERROR', 'chain');
    expectFailure(await get(`${V1}/filters?chain=a%00b`), 400, 'VALIDATION_ERROR', 'chain');
  });

  it.each(['1800', '99999', '20.5', 'abc', '-2024', '2024abc', '2026', '2008', '', '02024'])(
    'tax_year=%s is refused',
    async (year) =>
      expectFailure(await get(`${V1}/filters?tax_year=${year}`), 400, 'VALIDATION_ERROR', 'tax_year'),
  );
  it.each(['2009', '2024', '2025'])('tax_year=%s is taken', async (year) => {
    expect((await filters(`tax_year=${year}`)).tax_year).toBe(Number(year));
  });
  it.each([
    ['1800', 1800],
    ['2026', 2026],
    ['9999', 9999],
  ])('where any year will do, %s does', async (year, value) => {
    expect((await filters(`any_year=${year}`)).any_year).toBe(value);
  });
  it.each(['99999', '20.5', 'abc', '-2024', '0999'])('but %s does not', async (year) =>
    expectFailure(await get(`${V1}/filters?any_year=${year}`), 400, 'VALIDATION_ERROR', 'any_year'),
  );

  it.each(['true', 'TRUE', '1', 'yes', 'on'])('include_inactive=%s is true', async (value) => {
    expect((await filters(`include_inactive=${value}`)).include_inactive).toBe(true);
  });
  it.each(['false', '0', 'No', 'off'])('include_inactive=%s is false', async (value) => {
    expect((await filters(`include_inactive=${value}`)).include_inactive).toBe(false);
  });
  it.each(['', 'maybe', '2', 'null', '__proto__'])('include_inactive=%s is refused', async (value) =>
    expectFailure(
      await get(`${V1}/filters?include_inactive=${value}`),
      400,
      'VALIDATION_ERROR',
      'include_inactive',
    ),
  );

  it('a date alone is the whole day', async () => {
    const data = await filters('start_date=2024-02-29&end_date=2024-12-31');
    expect(data.start_date).toBe(Date.UTC(2024, 1, 29));
    expect(data.end_date).toBe(Date.UTC(2024, 11, 31, 23, 59, 59, 999));
  });
  it('a timestamp may have an offset', async () => {
    const data = await filters('start_date=2024-01-01T00:00:00%2B02:00&end_date=2024-01-01T10:00:00.250Z');
    expect(data.start_date).toBe(Date.UTC(2023, 11, 31, 22));
    expect(data.end_date).toBe(Date.UTC(2024, 0, 1, 10, 0, 0, 250));
  });
  it.each([
    '2023-02-29',
    '2023-13-01',
    '01.02.2023',
    '2023',
    '1700000000',
    '',
    '2023-02-30T00:00:00Z',
    '2023-01-01T25:00:00Z',
  ])('start_date=%s is refused', async (date) =>
    expectFailure(await get(`${V1}/filters?start_date=${date}`), 400, 'VALIDATION_ERROR', 'start_date'),
  );
});

describe('owned_wallets', () => {
  const BTC = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  const SOL = 'So11111111111111111111111111111111111111112';
  const ETH = EVM.toLowerCase();

  it.each([
    ['comma-separated', `owned_wallets=${EVM},${BTC}`, [ETH, BTC]],
    ['repeated', `owned_wallets=${EVM}&owned_wallets=${BTC}`, [ETH, BTC]],
    ['mixed', `owned_wallets=${EVM},${SOL}&owned_wallets=${BTC}`, [ETH, SOL, BTC]],
    ['duplicates in other case', `owned_wallets=${EVM},${ETH}`, [ETH]],
    ['empty', 'owned_wallets=', []],
    ['with spaces and an empty place', `owned_wallets=${EVM},%20${BTC},`, [ETH, BTC]],
  ])('%s', async (_name, query, wallets) => {
    expect((await get(`${V1}/filters?${query}`)).body.data.owned_wallets).toEqual(wallets);
  });

  it('one bad of three names itself', async () => {
    const answer = await get(`${V1}/filters?owned_wallets=${EVM},nonsense,${BTC}`);
    expectFailure(answer, 400, 'INVALID_ADDRESS', 'owned_wallets');
    expect(answer.body.error.details).toEqual({ provided: 'nonsense' });
    const bare = await get(`${CALC}/filters?owned_wallets=nonsense`);
    expect([bare.status, bare.body.error_code]).toEqual([400, 'INVALID_ADDRESS']);
  });

  it('a hundred are enough', async () => {
    const wallet = (i: number): string => `0x${i.toString(16).padStart(40, '0')}`;
    const list = (count: number): string => Array.from({ length: count }, (_, i) => wallet(i)).join(',');
    expect((await get(`${V1}/filters?owned_wallets=${list(100)}`)).body.data.owned_wallets).toHaveLength(100);
    expectFailure(
      await get(`${V1}/filters?owned_wallets=${list(101)}`),
      400,
      'VALIDATION_ERROR',
      'owned_wallets',
    );
    const bare = await get(`${CALC}/filters?owned_wallets=${list(101)}`);
    expect([bare.status, bare.body.detail[0]?.type]).toEqual([422, 'too_long']);
  });

  it('brackets are not a list', async () =>
    expectFailure(
      await get(`${V1}/filters?owned_wallets[]=${EVM}`),
      400,
      'VALIDATION_ERROR',
      'owned_wallets',
    ));
});

describe('a body', () => {
  it.each(['{bad', '', 'null', '[]', '"x"', '1', '{"a":1}x', '{"a":01}', "{'a':1}", '{"a":NaN}', '\u0001{}'])(
    '%j is not an object',
    async (body) => expectFailure(await post(running.url, `${V1}/named`, body), 400, 'INVALID_REQUEST'),
  );
  it.each([
    '{bad',
    '{"a":01}',
    '{"a":1.}',
    '{1:2}',
    '{"a":-}',
    '{"a":1 2}',
    '[1',
    '{"a":"\\x"}',
    '{"a":tru1}',
  ])('under /api/calculate %j is json_invalid', async (body) => {
    const answer = await post(running.url, `${CALC}/named`, body);
    expect([answer.status, answer.body.detail[0]?.type, answer.body.detail[0]?.loc[0]]).toEqual([
      422,
      'json_invalid',
      'body',
    ]);
  });
  it('the place of the mistake is told', async () => {
    const answer = await post(running.url, `${CALC}/named`, '{"amount": 1.25, "name": oops}');
    expect(answer.body.detail).toEqual([
      { loc: ['body', 25], msg: 'JSON decode error', type: 'json_invalid' },
    ]);
  });
  it('under /api/calculate none at all is missing', async () => {
    const answer = await post(running.url, `${CALC}/named`, '');
    expect([answer.status, answer.body]).toEqual([
      422,
      { detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] },
    ]);
  });
  it.each(['1', '"x"', 'null', '[]'])('under /api/calculate %s is not an object', async (body) => {
    const answer = await post(running.url, `${CALC}/named`, body);
    expect([answer.status, answer.body.detail[0]?.type]).toEqual([422, 'model_attributes_type']);
  });
  it('may be left out where all of it is optional', async () => {
    const answer = await send(running.url, `${V1}/lenient`, { method: 'POST' });
    expect([answer.status, answer.body.data]).toEqual([201, { force: false }]);
  });
  it('on a GET is not looked at', async () => {
    const answer = await rawGetWithBody(`${V1}/filters`, '{bad');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ['text/plain', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['none', ''],
    ['utf-16', 'application/json; charset=utf-16'],
    ['almost JSON', 'application/jsonx'],
  ])('content type %s is refused', async (_name, type) =>
    expectFailure(
      await post(running.url, `${V1}/named`, '{"name":"x"}', { 'Content-Type': type }),
      400,
      'INVALID_REQUEST',
    ),
  );
  it.each([
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset="UTF-8"',
    'application/merge-patch+json',
  ])('content type %s is taken', async (type) => {
    const answer = await post(running.url, `${V1}/named`, '{"name":"x"}', { 'Content-Type': type });
    expect(answer.body.data).toEqual({ name: 'x' });
  });
  it('bytes that are no UTF-8 are refused', async () =>
    expectFailure(
      await post(running.url, `${V1}/named`, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      400,
      'INVALID_REQUEST',
    ));

  it.each(['user_id', 'plan_name', 'is_admin', 'secret', 'prototype'])(
    'the unknown field %s is refused',
    async (field) => {
      const answer = await post(running.url, `${V1}/named`, `{"name":"n","${field}":true}`);
      expectFailure(answer, 400, 'VALIDATION_ERROR', field);
    },
  );
  it('the nearest known field is named', async () => {
    const answer = await post(running.url, `${CALC}/named`, '{"nam":"n","count":"x"}');
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      [
        { loc: ['body', 'nam'], msg: 'Unknown field `nam`: did you mean `name`?', type: 'extra_forbidden' },
        { loc: ['body', 'count'], msg: 'Input should be a valid integer', type: 'int_type' },
      ],
    ]);
  });
  it('a route without a body takes an empty one alone', async () => {
    expect((await post(running.url, `${V1}/bodiless`, '{}')).status).toBe(201);
    expectFailure(await post(running.url, `${V1}/bodiless`, '{"a":1}'), 400, 'VALIDATION_ERROR', 'a');
  });
  it('a route that ignores its body takes every object', async () => {
    expect((await post(running.url, `${V1}/any-body`, '{"a":1}')).status).toBe(201);
  });

  it('depth is bounded at 32', async () => {
    const nested = (depth: number): string =>
      `{"metadata":${'{"a":'.repeat(depth - 2)}{}${'}'.repeat(depth - 2)}}`;
    expect((await post(running.url, `${V1}/named`, nested(32))).status).toBe(201);
    expectFailure(await post(running.url, `${V1}/named`, nested(33)), 400, 'INVALID_REQUEST');
    expectFailure(await post(running.url, `${V1}/named`, '['.repeat(5000)), 400, 'INVALID_REQUEST');
    expectFailure(
      await post(running.url, `${V1}/named`, `{"metadata":${'['.repeat(5000)}${']'.repeat(5000)}}`),
      400,
      'INVALID_REQUEST',
    );
    expect((await post(running.url, `${CALC}/named`, nested(33))).status).toBe(422);
  });
  it('brackets inside text are not depth', async () => {
    const answer = await post(running.url, `${V1}/named`, `{"name":"${'['.repeat(100)}\\"{"}`);
    expect(answer.body.data.name).toBe(`${'['.repeat(100)}"{`);
  });

  it('a thousand keys, one long key and a key twice are data', async () => {
    const many = (count: number): string =>
      JSON.stringify({
        metadata: Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1])),
      });
    expect((await post(running.url, `${V1}/named`, many(1_000))).status).toBe(201);
    for (const count of [1_001, 90_000])
      expectFailure(await post(running.url, `${V1}/named`, many(count)), 413, 'PAYLOAD_TOO_LARGE');
    expect((await post(running.url, `${V1}/named`, `{"metadata":{"${'k'.repeat(900_000)}":1}}`)).status).toBe(
      201,
    );
    expect((await post(running.url, `${V1}/named`, '{"name":"a","name":"b"}')).body.data.name).toBe('b');
    expect((await post(running.url, `${EXACT}/named`, '{"amount":1,"amount":2}')).body.data.amount).toBe('2');
  });

  it.each([
    '{"__proto__":{"polluted":1}}',
    '{"metadata":{"__proto__":{"polluted":1}}}',
    '{"metadata":{"a":[{"__proto__":1}]}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"metadata":{"\\u005f_proto__":{"polluted":1}}}',
  ])('%s reaches no prototype', async (body) => {
    for (const family of [V1, CALC]) {
      const answer = await post(running.url, `${family}/named`, body);
      expect(answer.status).toBe(family === V1 ? 400 : 422);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
  it('the word prototype is data', async () => {
    const answer = await post(running.url, `${V1}/named`, '{"metadata":{"prototype":1,"constructor":"x"}}');
    expect(answer.body.data.metadata).toEqual({ prototype: 1, constructor: 'x' });
  });

  it.each([
    ['NUL', '{"name":"a\\u0000b"}', 'name'],
    ['NUL inside metadata', '{"metadata":{"a":{"b":"\\u0000"}}}', 'metadata.a.b'],
    ['half a surrogate pair', '{"name":"\\ud83d"}', 'name'],
    ['a number beyond floats', '{"metadata":{"a":1e400}}', 'metadata.a'],
  ])('%s is refused', async (_name, body, field) => {
    expectFailure(await post(running.url, `${V1}/named`, body), 400, 'VALIDATION_ERROR', field);
  });
  it('under /api/calculate NUL is refused too, and the text that only looks like it is not', async () => {
    expect((await post(running.url, `${CALC}/named`, '{"name":"\\u00001"}')).status).toBe(422);
    expect((await post(running.url, `${CALC}/named`, '{"\\u00001":1}')).status).toBe(422);
    expect((await post(running.url, `${CALC}/named`, '{"name":"\\\\u0000"}')).body.name).toBe('\\u0000');
  });
  it('other odd text is kept to the letter', async () => {
    const name = '\ufffe\u202e🦄e\u0301é';
    expect((await post(running.url, `${V1}/named`, JSON.stringify({ name }))).body.data.name).toBe(name);
  });
  it('lengths count people’s characters', async () => {
    const named = (name: string) => post(running.url, `${V1}/named`, JSON.stringify({ name }));
    expect((await named('🦄'.repeat(255))).status).toBe(201);
    expectFailure(await named('🦄'.repeat(256)), 400, 'VALIDATION_ERROR', 'name');
  });
  it.each(['""', '"   "', `"${'a'.repeat(256)}"`, '5', '[]', '["a"]', 'null', '{}'])(
    'name %s is refused',
    async (name) =>
      expectFailure(
        await post(running.url, `${V1}/named`, `{"name":${name}}`),
        400,
        'VALIDATION_ERROR',
        'name',
      ),
  );
  it('what is required is missed', async () => {
    const answer = await send(running.url, `${CALC}/required`, {
      method: 'PUT',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect([answer.status, answer.body]).toEqual([
      422,
      { detail: [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing' }] },
    ]);
  });
  it.each([
    ['is_active', '"true"', 'bool_type'],
    ['is_active', '1', 'bool_type'],
    ['count', '"5"', 'int_type'],
    ['count', '1.5', 'int_type'],
    ['count', '11', 'less_than_equal'],
    ['amount', '{}', 'decimal_parsing'],
    ['amount', 'null', 'decimal_parsing'],
    ['amount', '"∞"', 'decimal_parsing'],
    ['amount', '1e400', 'value_error'],
    ['amount', '-1', 'greater_than_equal'],
    ['metadata', '[]', 'dict_type'],
  ])('%s: %s is %s', async (field, value, type) => {
    const answer = await post(running.url, `${CALC}/named`, `{"${field}":${value}}`);
    expect([answer.status, answer.body.detail[0]?.loc, answer.body.detail[0]?.type]).toEqual([
      422,
      ['body', field],
      type,
    ]);
  });
  it.each([
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['"0.1234567890123456789"', '0.1234567890123456789'],
    ['1e-7', '0.0000001'],
    ['-0', '0'],
    [
      '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    ],
  ])('amount %s keeps its digits', async (given, value) => {
    const answer = await post(running.url, `${EXACT}/named`, `{"amount":${given},"count":3}`);
    expect([answer.status, answer.body.data]).toEqual([201, { amount: value.replace('-0', '0'), count: 3 }]);
  });
  it('an amount beyond any exponent is no decimal where digits are kept', async () => {
    const answer = await post(running.url, `${EXACT}/named`, '{"amount":1e400}');
    expectFailure(answer, 400, 'VALIDATION_ERROR', 'amount');
  });
});

const rawGetWithBody = async (path: string, body: string): Promise<string> => {
  const { connect } = await import('node:net');
  return new Promise((resolve, reject) => {
    const socket = connect(running.port, '127.0.0.1', () =>
      socket.end(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
};
