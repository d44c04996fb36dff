import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFiles } from '../../scripts/client/files';
import { TAGS } from '../../src/http/openapi/tags';
import { REASONS } from '../../src/domain/broker';
import { DISPOSAL_FLAGS, INCOME_TYPES } from '../../src/domain/engine';
import { FORM_FLAGS } from '../../src/domain/forms';
import { ALLOCATION_METHODS, FILING_STATUSES } from '../../src/domain/overlays/manual-entry';
import { GAS_POLICIES } from '../../src/domain/overlays/tax-settings';
import { POSTED_TYPES } from '../../src/domain/posted';
import { EVENT_TYPES } from '../../src/domain/webhooks/events';
import { withoutDefaults } from '../../src/http/docs/without-defaults';
import { builtDocument } from '../support/built-document';
import { flatten, operationsOf, type OpenApi, type Operation, type Schema } from './tour/schema';

const ROOT = join(__dirname, '../..');

/** `getLots`: a verb, then a noun. */
const OPERATION_ID = /^[a-z]+([A-Z][a-zA-Z0-9]*)+$/;
/** `List open lots`: a verb in its base form. `List` ends in no `s`; `Lists` and `Lots` do. */
const SUMMARY = /^[A-Z][a-z]*[a-rt-z] .*[^.\s]$/;
const LONGEST_SUMMARY = 60;
/** Text of a form or a file, shown as it was written; ids that are those of the caller where a ledger is posted. */
const AS_WRITTEN = /^(BrokerRowResponse|BrokerRowRequest)\.|\.transaction_id$/;

let document: OpenApi;
let operations: [name: string, operation: Operation][];

beforeAll(() => {
  document = JSON.parse(builtDocument()) as OpenApi;
  operations = [...operationsOf(document)];
});

/** Operations whose value fails the check, with that value. */
const failing = (value: (operation: Operation) => string, isRight: (value: string) => boolean): string[] =>
  operations
    .map(([name, operation]) => [name, value(operation)] as const)
    .filter(([, each]) => !isRight(each))
    .map(([name, each]) => `${name}: ${each}`);

it('asks for no body where none is needed', () => {
  const optional = operations.filter(([, { requestBody }]) => requestBody && !requestBody.required);
  expect(optional.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/v1/webhooks/{webhook_id}/rotate-secret',
      'PUT /api/v1/webhooks/{webhook_id}',
      'POST /api/v1/exchange-accounts/{account_id}/sync',
      'POST /api/v1/wallets/{address}/precompute',
    ]),
  );
  expect(optional.map(([name]) => name)).not.toContain('POST /api/v1/webhooks');
});

it('gives every operation a short summary that starts with a verb and has no final period', () => {
  const isRight = (summary: string) => SUMMARY.test(summary) && summary.length <= LONGEST_SUMMARY;
  expect(failing(({ summary = '' }) => summary, isRight)).toEqual([]);
});

it('gives every operation one tag of the table', () => {
  const names = new Set<string>(TAGS.map(({ name }) => name));
  expect(
    failing(
      ({ tags = [] }) => tags.join(),
      (tag) => names.has(tag),
    ),
  ).toEqual([]);
});

it('lists the tags in the order of the table, each with a description', () => {
  expect(document.tags).toEqual(TAGS);
});

it('gives every operation an id of a verb and a noun', () => {
  expect(
    failing(
      ({ operationId }) => operationId,
      (id) => OPERATION_ID.test(id),
    ),
  ).toEqual([]);
});

it('gives every operation a unique id', () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('states the security of every operation', () => {
  expect(operations.filter(([, { security }]) => !security).map(([name]) => name)).toEqual([]);
});

describe('every answer and every field', () => {
  const fields = (): [place: string, schema: Schema][] =>
    Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]): [string, Schema] => [`${name}.${field}`, schema]),
    );

  it('is written in OpenAPI 3.1, without keywords of 3.0', () => {
    expect(document.openapi).toBe('3.1.0');
    const text = JSON.stringify(document.components.schemas);
    expect(text.match(/"(nullable|example)":/g)).toBeNull();
  });

  it('states the format of each text that is a number, a time, a day or a UUID', () => {
    const TELLING = [
      /^-?\d+\.\d+$/,
      /^\d{4}-\d\d-\d\dT/,
      /^\d{4}-\d\d-\d\d$/,
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    ];
    const vague = fields().filter(
      ([, { type, format, enum: values, examples = [] }]) =>
        [type].flat().includes('string') &&
        format === undefined &&
        !values &&
        examples.some((example) => TELLING.some((pattern) => pattern.test(String(example)))),
    );
    expect(vague.map(([place]) => place).filter((place) => !AS_WRITTEN.test(place))).toEqual([]);
  });

  it('names money and quantities Decimal', () => {
    const refers = (place: string) => JSON.stringify(Object.fromEntries(fields())[place]);
    expect(refers('LotResponse.cost_basis')).toContain('#/components/schemas/Decimal');
    expect(refers('TransactionLegResponse.value_usd')).toContain('{"type":"null"}');
    expect(new RegExp(document.components.schemas['Decimal']?.pattern ?? '').test('-12.50')).toBe(true);
  });

  it('has whole numbers as integers, but for the figures of tokenized assets', () => {
    const numbers = fields().filter(([, { type }]) => [type].flat().includes('number'));
    expect(
      numbers
        .map(([place]) => place)
        .filter((place) => !/^(Rwa|LiveData|TokenYield|Yield|Interest|NoGains)/.test(place)),
    ).toEqual([]);
  });

  it('is beside `pagination` where it is a list of /api/v1', () => {
    const lists = operations.flatMap(([name, { responses }]) => {
      const { properties = {} } = responses['200']?.content?.['application/json']?.schema ?? {};
      const isList = properties['data']?.type === 'array';
      return isList && name.includes('/api/v1/') && !('pagination' in properties) ? [name] : [];
    });
    expect(lists).toEqual([]);
  });
  it('refers to a named schema where many fields have the same closed list', () => {
    const names = ['ChainName', 'CostBasisMethod', 'ErrorCode', 'EventType', 'Permission', 'TransactionType'];
    const text = JSON.stringify(document);
    expect(names.filter((name) => !text.includes(`{"$ref":"#/components/schemas/${name}"`))).toEqual([]);
  });

  it('describes the limits, the time to wait and the end of an operation by headers', () => {
    const wrong = operations.filter(([name, { responses }]) => {
      if (name.includes('/health') || name.endsWith('/checkout/webhook')) return false;
      const [[, success] = []] = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const tooMany = Object.keys(responses['429']?.headers ?? {});
      const names = Object.keys(success?.headers ?? {});
      return (
        !tooMany.includes('Retry-After') ||
        !names.includes('X-RateLimit-Remaining-Day') ||
        !names.includes('Deprecation')
      );
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it('has closed lists as the code has them', () => {
    const valuesOf = (schema: string, field: string) => {
      const property = document.components.schemas[schema]?.properties?.[field] ?? {};
      const found = property.items ?? property;
      return (found.enum ?? found.anyOf?.[0]?.enum ?? []).filter((value) => value !== null);
    };
    const LISTS = [
      ['TxInResponse', 'type', POSTED_TYPES],
      ['TxInResponse', 'income_type', INCOME_TYPES],
      ['TaxSettingsResponse', 'gas_policy', GAS_POLICIES],
      ['TaxSettingsResponse', 'filing_status', FILING_STATUSES],
      ['AllocationResponse', 'method', ALLOCATION_METHODS],
      ['ReasonTotalResponse', 'reason', REASONS],
      ['DisposalResponse', 'flags', Object.values(DISPOSAL_FLAGS)],
      ['Form8949RowResponse', 'flags', Object.values(FORM_FLAGS)],
    ] as const;
    for (const [schema, field, values] of LISTS)
      expect([schema, field, valuesOf(schema, field).toSorted()]).toEqual([schema, field, values.toSorted()]);
  });

  it('of a posted row can be `amount`, and its time epoch seconds', () => {
    const { properties = {}, required } = document.components.schemas['TxInResponse'] ?? {};
    expect(required).toEqual(['timestamp', 'type', 'symbol']);
    expect(Object.keys(properties)).toContain('amount');
    for (const field of ['timestamp', 'donor_acquired_at'])
      expect(properties[field]).toMatchObject({ oneOf: [{ type: 'string' }, { type: 'number' }] });
    expect([properties['timestamp']?.type, properties['timestamp']?.format]).toEqual([undefined, undefined]);
  });

  it('of a health check is 503 when the service is down, and never 429', () => {
    const checks = operations.filter(([name]) => name.includes('/health'));
    const statuses = checks.map(([name, { responses }]) => [
      name,
      ...['429', '503'].filter((status) => status in responses),
    ]);
    expect(statuses.toSorted()).toEqual([
      ['GET /api/health', '503'],
      ['GET /api/health/ready', '503'],
      ['GET /api/v1/health', '503'],
      ['GET /health', '503'],
      ['GET /health/ready', '503'],
    ]);
  });

  it('of a key that is tried at an exchange can be 502', () => {
    const [, connect] = operations.find(([name]) => name === 'POST /api/v1/exchange-accounts') ?? [];
    expect(connect?.responses['502']?.description).toBe('DATA_PROVIDER_ERROR');
  });

  it('states where each credential comes from', () => {
    const schemes = Object.values(document.components.securitySchemes);
    expect(schemes.map(({ description = '' }) => description.length > 40)).toEqual([true, true, true]);
  });
});

describe('what the page fills into its form', () => {
  it('is nothing for an optional parameter', async () => {
    const filled = operations.flatMap(([name, { parameters = [] }]) =>
      parameters
        .filter(({ required, example }) => !required && example !== undefined)
        .map((each) => `${name} ${each.name}`),
    );
    expect(filled).toEqual([]);
    const shown = withoutDefaults(document as never) as unknown as OpenApi;
    expect(
      [...operationsOf(shown).values()]
        .flatMap(({ parameters = [] }) => parameters)
        .filter(({ schema }) => 'default' in schema),
    ).toEqual([]);
    const described = operationsOf(shown).get('GET /api/v1/wallets/{address}/holdings')?.parameters;
    expect(described?.find(({ name }) => name === 'sort')?.description).toContain('Default: `value_desc`.');
  });
});

describe('events', () => {
  it('are requests with a schema for each type', () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, 'test']);
    for (const [event, { post }] of Object.entries(document.webhooks)) {
      const schema = post?.requestBody?.content['application/json']?.schema ?? {};
      const { properties = {} } = flatten(schema, document);
      expect(properties['event']?.enum).toEqual([event]);
      expect(Object.keys(flatten(properties['data'] ?? {}, document).properties ?? {})).not.toEqual([]);
    }
  });
});

it('is the document that the files of the client were written from', () => {
  // Written anew by `npm run client`.
  for (const [file, text] of Object.entries(clientFiles(document as never)))
    expect(readFileSync(join(ROOT, file), 'utf8') === text).toBe(true);
});
