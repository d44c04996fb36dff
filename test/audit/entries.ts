import { Client } from 'pg';
import { until } from '../support/until';

/** The audit log as it lies in the database. */

export interface StoredEntry {
  seq: string;
  id: string;
  at: Date;
  request_id: string;
  method: string;
  path: string;
  route: string;
  status: number;
  error_code: string | null;
  duration_ms: number;
  auth_type: string;
  user_id: string | null;
  api_key_id: string | null;
  key_prefix: string | null;
  partner_id: string | null;
  ip: string;
  user_agent: string;
  missed: number;
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const sql = <T extends object>(url: string, text: string, values: unknown[] = []): Promise<T[]> =>
  withClient(url, async (client) => (await client.query<T>(text, values)).rows);

/** Waits until so many entries are written. @returns them all, in the order of the chain */
export async function entries(url: string, atLeast: number): Promise<StoredEntry[]> {
  return withClient(url, async (client) => {
    const count = async (): Promise<number> => {
      const { rows } = await client.query<{ n: number }>('SELECT count(*)::integer AS n FROM audit_logs');
      return rows[0]?.n ?? 0;
    };
    await until(count, (n) => n >= atLeast);
    return (await client.query<StoredEntry>('SELECT * FROM audit_logs ORDER BY seq')).rows;
  });
}
