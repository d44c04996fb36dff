import type { Attacked } from './attacked';
import { ask } from './catalogue.ask';
import { send } from './connections';
import * as hostile from './hostile-bodies';

/** What an account, which costs nothing, makes the service compute. */

const WALLET = '0x1111111111111111111111111111111111111111';
const HEADER = 'tx_hash,timestamp,block_number,from,to,contract_address,symbol,quantity,fee';

/** So many payments of one wallet, in the generic layout. */
const payments = (count: number): string =>
  [
    HEADER,
    ...Array.from(
      { length: count },
      (_, i) =>
        `0x${i.toString(16).padStart(64, '0')},2020-09-13T12:26:40Z,${i},0x${'b2'.repeat(20)},${WALLET},,ETH,1,`,
    ),
  ].join('\n');

export function describeUsers({ target, size, endure: endureFor }: Attacked): void {
  const endure = (attack: () => Promise<void>): Promise<void> => endureFor(attack, { isSignedIn: true });
  const post = (path: string, { bytes, headers }: hostile.HostileBody, token: string) =>
    send(target().url, path, { bytes, headers: { ...headers, Authorization: `Bearer ${token}` } });

  describe('work that an account orders', () => {
    it('a form of many equal rows is read, and compared with as many sales', async () => {
      const { token } = await target().account();
      const rows = Math.min(10_000, size.rows / 5);
      await endure(async () => {
        const path = '/api/v1/broker-forms';
        const { status } = await post(path, hostile.equalBrokerRows(rows), token);
        expect(status).toBe(201);
        const compared = await ask(target().url, token, {
          path: `${path}/reconciliation?tax_year=2025`,
          as: 'user',
        });
        expect(compared.status).toBe(200);
        expect((JSON.parse(compared.text) as { data: object }).data).toMatchObject({
          difference_count: rows,
        });
      });
    });

    it('a file of many payments is imported', async () => {
      const { token } = await target().account();
      const form = new FormData();
      form.append('file', new Blob([payments(Math.min(19_000, size.rows))]), 'rows.csv');
      await endure(async () => {
        const { status } = await fetch(`${target().url}/api/v1/wallets/${WALLET}/import`, {
          method: 'POST',
          body: form,
          headers: { Authorization: `Bearer ${token}` },
        });
        expect(status).toBe(200);
      });
    });

    it('the first reads of a wallet with many payments of one moment leave the process', async () => {
      const { token } = await target().account();
      const form = new FormData();
      form.append('file', new Blob([payments(Math.min(19_000, size.rows))]), 'rows.csv');
      const path = `/api/v1/wallets/${WALLET}`;
      const headers = { Authorization: `Bearer ${token}` };
      const file = await fetch(`${target().url}${path}/import`, { method: 'POST', body: form, headers });
      expect(file.status).toBe(200);
      await endure(async () => {
        for (const view of ['lots?status=all', 'holdings', 'transactions', 'dashboard']) {
          const { status } = await ask(target().url, token, { path: `${path}/${view}`, as: 'user' });
          expect([view, status]).toEqual([view, 200]);
        }
      });
    });

    it('a ledger of many equal transfers is answered, or refused', async () => {
      const { token } = await target().account();
      await endure(async () => {
        const body = hostile.equalTransfers(size.rows / 2);
        const { status } = await post('/api/calculate/cost-basis', body, token);
        expect([200, 413, 503]).toContain(status);
      });
    });
  });
}
