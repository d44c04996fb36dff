import { randomUUID } from 'node:crypto';
import { examplesOf } from './tour/recording';
import type { Visit } from './tour/tour';

const START = Date.UTC(2026, 5, 15, 12);
const MINUTE_MS = 60_000;
const at = (ms: number): string => new Date(START + ms).toISOString();

/** A walk of one visit a second; each answer shows the key that the first one made. */
function walk(operations: readonly string[]): Visit[] {
  const key = randomUUID();
  return operations.map((operation, index) => ({
    operation,
    request: { path: { id: key } },
    status: 200,
    type: 'application/json',
    body: {
      data: { id: key, created_at: at(0), expires_at: at(index * 1_000 + 15 * MINUTE_MS) },
      seen: Math.floor(START / 1_000) + index,
      block_time: '2024-01-02T03:04:05.678Z',
      meta: { request_id: randomUUID(), timestamp: at(index * 1_000) },
    },
    code: null,
  }));
}

describe('examples of a walk', () => {
  const before = ['POST /keys', 'GET /keys', 'GET /users'];
  const after = ['POST /keys', 'POST /added', 'GET /added', 'GET /keys', 'GET /users'];

  it('change only for the operations that are visited in addition', () => {
    const { 'POST /added': _post, 'GET /added': _get, ...rest } = examplesOf({ visits: walk(after) });
    expect(rest).toEqual(examplesOf({ visits: walk(before) }));
  });

  it('keep the order of times, equal ids, and times before the walk', () => {
    const { 'GET /users': example } = examplesOf({ visits: walk(after) });
    expect(example).toMatchObject({
      request: { path: { id: '00000000-0000-4000-8000-000000000001' } },
      body: {
        data: {
          id: '00000000-0000-4000-8000-000000000001',
          created_at: '2026-06-15T12:00:00.000Z',
          expires_at: '2026-06-15T12:15:00.000Z',
        },
        seen: START / 1_000,
        block_time: '2024-01-02T03:04:05.678Z',
        meta: {
          request_id: '00000000-0000-4000-8000-000000000002',
          timestamp: '2026-06-15T12:00:01.000Z',
        },
      },
    });
  });
});
