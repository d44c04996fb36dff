import { AuditChainRepository } from '../../src/modules/audit/audit-chain.repository';
import { asOwner } from '../../src/adapters/persistence/data-source';
import { prunableBefore } from '../../src/domain/audit/retention';
import { Run } from '../launcher/run';
import { createMigratedDatabase, type MigratedDatabase } from '../support/postgres';
import { withClient } from './entries';
import { entriesAt } from './made-up';

/** `npm run cli -- audit …`, as an operator has it: what is printed, and the exit code. */

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
  await asOwner(database.config, async (owner) => {
    const chain = new AuditChainRepository(owner);
    await chain.append(entriesAt(prunableBefore(Date.now()) - 1_000, 30), false);
    await chain.append(entriesAt(Date.now(), 20), false);
  });
});
afterAll(() => database?.drop());

interface Said {
  code: number | string | null;
  said: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what commands print has many shapes
  body: any;
}

async function audit(...args: string[]): Promise<Said> {
  const { code, stdout, stderr } = await new Run('cli', ['audit', ...args], {
    DATABASE_URL: database.serviceUrl,
    DATABASE_MIGRATION_URL: database.url,
  }).finished;
  return { code, said: stderr, body: stdout === '' ? null : JSON.parse(stdout) };
}

it('verify, prune, and verify what is left; then say what was tampered with, and that it is not pruned', async () => {
  const whole = await audit('verify');
  expect(whole.code).toBe(0);
  expect(whole.body).toEqual({
    valid: true,
    entries: 50,
    missed: 0,
    erased: 0,
    place_only: 0,
    head: expect.stringMatching(/^50:[0-9a-f]{64}$/),
    checkpoint: null,
    total_findings: 0,
    findings: [],
  });
  const pruned = await audit('prune');
  expect(pruned).toMatchObject({ code: 0, body: { valid: true, dropped: 30, findings: [] } });
  expect(pruned.body.checkpoint.at).toMatch(/^30:/);
  const left = await audit('verify', whole.body.head);
  expect(left).toMatchObject({ code: 0, body: { valid: true, entries: 20, head: whole.body.head } });
  expect(left.body.checkpoint.at).toBe(pruned.body.checkpoint.at);

  await withClient(database.url, async (client) => {
    await client.query('ALTER TABLE audit_logs DISABLE TRIGGER ALL');
    await client.query(`UPDATE audit_logs SET status = 204, at = '2001-01-01' WHERE seq = 33`);
    await client.query('DELETE FROM audit_logs WHERE seq > 48');
    await client.query('ALTER TABLE audit_logs ENABLE TRIGGER ALL');
  });
  const broken = await audit('verify');
  expect(broken.code).toBe(1);
  expect(broken.body).toMatchObject({
    valid: false,
    total_findings: 2,
    findings: [
      {
        kind: 'changed',
        entries: '33',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        says: 'its content is not what was written',
      },
      { kind: 'truncated', entries: '49-50', id: null, says: 'entries at the end are gone' },
    ],
  });
});

it.each([
  [['verify', '50']],
  [['verify', `50:${'x'.repeat(64)}`]],
  [['verify', 'a', 'b']],
  [['prune', 'all']],
])('what is not understood: %j', async (args) => {
  const { code, said, body } = await audit(...args);
  expect([code, body]).toEqual([2, null]);
  expect(said).toContain(`Usage: npm run -s cli -- audit ${args[0]}`);
});
