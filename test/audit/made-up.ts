import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../../src/domain/audit/record';

/** An entry like those of requests. */
export const entryAt = (at: number, change: Partial<AuditEntry> = {}): AuditEntry => ({
  id: randomUUID(),
  at,
  requestId: randomUUID(),
  method: 'GET',
  path: '/api/v1/wallets/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045/holdings',
  route: '/api/v1/wallets/:address/holdings',
  status: 200,
  errorCode: null,
  durationMs: 12,
  authType: 'api_key',
  userId: randomUUID(),
  apiKeyId: randomUUID(),
  keyPrefix: 'cbk_0aB1cD2e',
  partnerId: null,
  ip: '203.0.113.9',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
  missed: 0,
  ...change,
});

export const entriesAt = (at: number, count: number): AuditEntry[] =>
  Array.from({ length: count }, (_, i) => entryAt(at + i));
