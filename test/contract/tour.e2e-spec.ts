import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { account, call, type Answer } from '../accounts/client';
import type { TestApp } from '../app.factory';
import { probesOf, type Probe } from './tour/probes';
import { examplesOf } from './tour/recording';
import { builtDocument } from '../support/built-document';
import { flawsOf, operationsOf, type Media, type OpenApi, type Operation } from './tour/schema';
import type { Request, Tour, Visit } from './tour/tour';
import { startTour, walk } from './tour/walk';

const ROOT = join(__dirname, '../..');

/** What every operation may answer, and is tested where it is caused: sizes, limits, broken dependencies. */
const ELSEWHERE = new Set(['PAYLOAD_TOO_LARGE', 'RATE_LIMIT_EXCEEDED']);
/** Need 200,000 rows: tests of the imports. */
const FULL: ReadonlySet<string> = new Set([
  'POST /api/v1/wallets/{address}/import FORBIDDEN',
  'POST /api/v1/exchange-accounts/import FORBIDDEN',
]);

/** Its URL is configured at the payment processor. */
const SIGNED = 'POST /api/v1/checkout/webhook';

let tour: Tour;
let app: TestApp;
let document: OpenApi;
let operations: Map<string, Operation>;
/** `operation code` that was answered. */
const seen = new Set<string>();

beforeAll(async () => {
  document = JSON.parse(builtDocument()) as OpenApi;
  operations = operationsOf(document);
  ({ tour, app } = await startTour());
  await walk(tour);
  for (const { operation, code } of tour.visits) if (code) seen.add(`${operation} ${code}`);
});
afterAll(() => app?.close());

const operation = (name: string): Operation => {
  const found = operations.get(name);
  if (!found) throw new Error(`${name} is not documented`);
  return found;
};
const answered = (): Visit[] => tour.visits.filter(({ code }) => code === null);
const mediaOf = ({ operation: name, status, type }: Visit): Media | undefined =>
  operation(name).responses[String(status)]?.content?.[type];

describe('the document', () => {
  it('shows examples that are values of their fields', () => {
    const wrong = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, schema]) =>
        (schema.examples ?? []).flatMap((value) => flawsOf(value, schema, document, `${name}.${field}`)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('refers to nothing that is not there', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w*)"/g)].map(
      ([, name = '']) => name,
    );
    expect([...new Set(names)].filter((name) => !(name in document.components.schemas))).toEqual([]);
    expect(names.length).toBeGreaterThan(100);
  });

  it('shows the examples the service gives', () => {
    const file = readFileSync(join(ROOT, 'openapi/examples.json'), 'utf8');
    // Written anew by `npm run examples`.
    expect(examplesOf(tour)).toEqual(JSON.parse(file));
  });

  it('shows an example of every success and every failure, and each fits its own schema', () => {
    const wrong = [...operations].flatMap(([name, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.values(content).flatMap((media) => {
          const values = media.examples
            ? Object.values(media.examples).map(({ value }) => value)
            : [media.example];
          return values.flatMap((value) =>
            value === undefined ? [] : flawsOf(value, media.schema ?? {}, document, `${name} ${status}`),
          );
        }),
      ),
    );
    expect(wrong).toEqual([]);
    const bare = [...operations].filter(
      ([, { responses }]) =>
        !Object.entries(responses).some(
          ([status, { content = {} }]) =>
            status.startsWith('2') && Object.values(content).some(({ example }) => example !== undefined),
        ),
    );
    expect(bare.map(([name]) => name)).toEqual([]);
  });
});

describe('every operation', () => {
  it('was visited', () => {
    const visited = new Set(answered().map(({ operation: name }) => name));
    expect([...operations.keys()].filter((name) => !visited.has(name))).toEqual([]);
  });

  it('answers what is documented, with no field more and none less', () => {
    const flaws = answered().flatMap((visit) => {
      const { operation: name, status, type, body } = visit;
      const media = mediaOf(visit);
      if (!media?.schema) return [`${name}: ${status} ${type} is not documented`];
      return flawsOf(body, media.schema, document, name);
    });
    expect(flaws).toEqual([]);
  });

  it('asks for a caller, and for the permission it names', async () => {
    const strange = await keyWithout();
    for (const [name, { responses, security = [] }] of operations) {
      if (security.length === 0 || !codesOf(responses).has('UNAUTHORIZED')) continue;
      const isOpen = security.some((kinds) => Object.keys(kinds).length === 0);
      const unknown = { 'X-API-Key': 'cbk_unknown', 'X-Partner-Key': 'cbp_unknown' };
      await expectCode(name, 'UNAUTHORIZED', { ...base(name), as: isOpen ? unknown : 'nobody' });
      if (codesOf(responses).has('FORBIDDEN') && security.some((kinds) => 'api_key' in kinds))
        await expectCode(name, 'FORBIDDEN', { ...base(name), as: { 'X-API-Key': strange } });
    }
  });

  it('finds nothing under an id that leads nowhere, and no wallet under what is no address', async () => {
    const missing: Record<string, string> = { address: 'INVALID_ADDRESS' };
    const { token } = await account(app);
    for (const name of operations.keys())
      for (const [, id = ''] of name.matchAll(/\{(\w+)\}/g)) {
        const request = base(name);
        const value = id === 'address' ? 'vitalik.eth' : '00000000-0000-4000-8000-000000000000';
        const { body } = await tour.send(name, {
          ...request,
          as: inSession(request, token),
          path: { ...request.path, [id]: value },
        });
        const code = codeIn(body);
        seen.add(`${name} ${code}`);
        expect([name, id, code]).toEqual([
          name,
          id,
          missing[id] ?? expect.stringMatching(/^(RESOURCE|LOT|WEBHOOK)_NOT_FOUND$|^Token '/),
        ]);
        if (code.startsWith("Token '")) seen.add(`${name} RESOURCE_NOT_FOUND`);
      }
  });

  it('refuses a body that is no JSON', async () => {
    const { token } = await account(app);
    for (const [name, { requestBody }] of operations) {
      if (!requestBody?.content['application/json']) continue;
      const { path = {}, ...request } = base(name);
      const as = inSession(request, token) ?? 'partner';
      const url = (name.split(' ')[1] ?? '').replace(/\{(\w+)\}/g, (_all, id: string) => path[id] ?? '');
      const headers = { ...tour.headersOf(as), 'Content-Type': 'application/json' };
      const response = await fetch(app.url + url, { method: name.split(' ')[0], headers, body: '{x' });
      expect([name, response.status]).toEqual([name, url.startsWith('/api/v1/') ? 400 : 422]);
      seen.add(`${name} INVALID_REQUEST`);
    }
  });

  it('takes what its schema says of each field, to the bounds and not beyond', async () => {
    const wrong: string[] = [];
    const known = new Set<string>();
    let count = 0;
    const { token } = await account(app);
    for (const [name, described] of operations)
      for (const probe of probesOf(described, base(name), document, known)) {
        count++;
        tour.clock.advance(name.includes('/auth/login') || name.includes('/cache') ? 11_000 : 0);
        const answer = await tour.send(name, { ...probe.request, as: inSession(probe.request, token) });
        const complaint = complaintOf(answer, probe);
        if (!probe.isGood && complaint === null) seen.add(`${name} VALIDATION_ERROR`);
        if (complaint !== null)
          wrong.push(`${name} ${probe.field}, ${probe.about}: ${complaint} ${answer.text.slice(0, 160)}`);
      }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(500);
  });

  it('refuses a query parameter it does not know', async () => {
    const { token } = await account(app);
    for (const [name, { responses }] of operations) {
      if (name === SIGNED) continue;
      tour.clock.advance(name.includes('/auth/') || name.includes('/cache') ? 11_000 : 0);
      const request = base(name);
      // The sessions of the walk are expired.
      const { status, body } = await tour.send(name, {
        ...request,
        as: inSession({ as: tour.headersOf(request.as ?? 'partner') }, token),
        query: { ...request.query, nonsense: '1' },
      });
      const isEnvelope = name.includes(' /api/v1/');
      const field = isEnvelope ? body.error?.field : body.detail?.[0]?.loc?.[1];
      expect([name, status, field]).toEqual([name, isEnvelope ? 400 : 422, 'nonsense']);
      if (codesOf(responses).has('VALIDATION_ERROR')) seen.add(`${name} VALIDATION_ERROR`);
    }
  });

  it('refuses a field of the body it does not know', async () => {
    const { token } = await account(app);
    for (const [name, { requestBody, responses }] of operations) {
      const request = base(name);
      if (name === SIGNED || request.files || !requestBody?.content['application/json']) continue;
      tour.clock.advance(name.includes('/auth/') || name.includes('/cache') ? 11_000 : 0);
      const { status, body } = await tour.send(name, {
        ...request,
        as: inSession({ as: tour.headersOf(request.as ?? 'partner') }, token),
        body: { ...(request.body as object | undefined), nonsense: 1 },
      });
      const isEnvelope = name.includes(' /api/v1/');
      const field = isEnvelope ? body.error?.field : body.detail?.[0]?.loc?.[1];
      expect([name, status, field]).toEqual([name, isEnvelope ? 400 : 422, 'nonsense']);
      if (codesOf(responses).has('VALIDATION_ERROR')) seen.add(`${name} VALIDATION_ERROR`);
    }
  });

  it('was seen to refuse with every code that is documented, and with no other', () => {
    const documented = [...operations].flatMap(([name, { responses }]) =>
      [...codesOf(responses)]
        .filter((code) => !ELSEWHERE.has(code) && !isKeyConflict(name, code))
        .map((code) => `${name} ${code}`),
    );
    expect(documented.filter((line) => !seen.has(line) && !FULL.has(line))).toEqual([]);
    const surprising = tour.visits.flatMap(({ operation: name, code }) =>
      code !== null && !codesOf(operation(name).responses).has(code) ? [`${name} ${code}`] : [],
    );
    expect(surprising).toEqual([]);
  });
});

/** A good request of an operation: the first that was answered. */
function base(name: string): Request {
  const visit = answered().find((each) => each.operation === name);
  if (!visit) throw new Error(`${name} was not visited`);
  return visit.request;
}

/** The caller of a request; where it is a session that may have ended in the walk, this one. */
const inSession = ({ as }: Pick<Request, 'as'>, token: string): Request['as'] =>
  typeof as === 'object' && 'Authorization' in as ? { ...as, Authorization: `Bearer ${token}` } : as;

/** Codes of the refusals (4xx) an operation documents. */
function codesOf(responses: Operation['responses']): Set<string> {
  return new Set(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('4'))
      .flatMap(([, { content = {} }]) => Object.keys(content['application/json']?.examples ?? {})),
  );
}

async function expectCode(name: string, code: string, request: Request): Promise<void> {
  const { body, status } = await tour.send(name, request);
  expect([name, status, codeIn(body)]).toEqual([name, expect.any(Number), code]);
  seen.add(`${name} ${code}`);
}

/** A code, or the words of a family that has none. */
function codeIn(body: Answer['body']): string {
  if (Array.isArray(body.detail)) return 'VALIDATION_ERROR';
  return String(body.error?.code ?? body.error_code ?? body.detail);
}

/** Another request under the key of an earlier one: tested in `idempotency.e2e-spec`. */
const isKeyConflict = (name: string, code: string): boolean =>
  code === 'CONFLICT' && (operation(name).parameters ?? []).some((each) => each.name === 'Idempotency-Key');

/** A key that opens nothing any route asks for. */
async function keyWithout(): Promise<string> {
  const { body } = await call(app, 'POST', '/api/v1/api-keys', {
    token: tour.ada.token,
    body: { name: 'none', permissions: ['write:webhooks'] },
  });
  return body.data.key as string;
}

/** Null when the answer treats the field as the probe expects. */
function complaintOf({ status, body }: Answer, { field, isGood }: Probe): string | null {
  const named = [
    body?.error?.field,
    ...(Array.isArray(body?.detail) ? body.detail.map(({ loc }: { loc: unknown[] }) => loc[1]) : []),
  ].some((name) => name === field || String(name).startsWith(`${field}.`));
  const isRefused = (status === 400 || status === 422) && named;
  if (isGood) return isRefused || status >= 500 ? `refused with ${status}` : null;
  return isRefused ? null : `taken with ${status}`;
}
