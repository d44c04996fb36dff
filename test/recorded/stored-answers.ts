import { DataSource } from 'typeorm';
import { StoredChanges } from '../../src/common/stored-changes';
import { Metrics } from '../../src/ports/metrics';
import { startApp, type TestApp } from '../app.factory';
import { account, call, type Account } from '../accounts/client';
import { startReplay, type Replay } from '../support/replay';
import { until } from '../support/until';

/** Wallets with trades, fees, income, untracked lots and values that no market gives. */
export const WALLETS = [
  '0x003dc32fe920a4aaeed12dc87e145f030aa753f3',
  '0xa109bc6f8292b52a6f89e8fc5eabf2947ec31bfa',
  '0xafb7ed3bebe50e0b62fa862faba93e7a46e59ca7',
];
/** `ALL_RECORDED=1` reads every recorded wallet: some minutes. */
const isWhole = process.env['ALL_RECORDED'] === '1';

type Reading = (path: string, headers: Record<string, string>) => Promise<string>;

/** A service that reads recorded wallets, and what it answers of them from stored ledgers. */
export class StoredAnswers {
  private constructor(
    private readonly replay: Replay,
    readonly app: TestApp,
    /** A partner, who sees everything, and a user of the free plan. */
    private readonly callers: Record<string, string>[],
  ) {}

  static async start(env: Record<string, string> = {}): Promise<StoredAnswers> {
    const replay = await startReplay();
    const app = await startApp({
      ...replay.env,
      EVM_CHAINS: 'ethereum,base,optimism,polygon,gnosis',
      DEMO_WALLETS: 'false',
      ...env,
    });
    const { token } = await account(app);
    return new StoredAnswers(replay, app, [
      { 'X-Partner-Key': app.partnerKey },
      { Authorization: `Bearer ${token}` },
    ]);
  }

  /** Another caller: a user of a plan. @returns the token */
  async addUser(plan: string): Promise<string> {
    const { token } = await this.user(plan);
    this.callers.push({ Authorization: `Bearer ${token}` });
    return token;
  }

  private async user(plan: string): Promise<Account> {
    const user = await account(this.app);
    await this.sql('UPDATE users SET plan_name = $2 WHERE id = $1', [user.id, plan]);
    return user;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.replay.close();
  }

  /** Expects the data of each path from a computed ledger and from the stored one, byte for byte. */
  async expectSame(
    pathsOf: (wallet: string) => readonly string[] | Promise<string[]>,
    dataOf: Reading = (path, headers) => this.dataOf(path, headers),
  ): Promise<void> {
    let found = 0;
    for (const wallet of isWhole ? await this.recorded() : WALLETS) {
      await until(
        async () => (await this.app.get(`/api/v1/wallets/${wallet}/holdings`)).body.partial === false,
      );
      for (const path of await pathsOf(wallet))
        for (const headers of this.callers) found += await this.same(path, headers, [wallet], dataOf);
    }
    // A wallet some of whose prices are still asked for has no snapshot yet.
    expect(found).toBeGreaterThan(0);
  }

  /** As `expectSame`, of the reports that a route orders for a year. */
  expectSameReports(year: number): Promise<void> {
    const data: Reading = async (path, headers) => {
      const body = { tax_year: year, format: 'json' };
      const { body: started } = await call(this.app, 'POST', path, { body, headers });
      const job = `/api/v1/jobs/${started.data.job_id}`;
      const { body: ended } = await until(
        () => call(this.app, 'GET', job, { headers }),
        (answer) => answer.body.data.finished_at !== null,
      );
      expect(ended.data.status).toBe('completed');
      return (await this.dataOf(`${job}/result`, headers)).replace(/"report_id":"[^"]*"/, '');
    };
    return this.expectSame((wallet) => [`/api/v1/tax-reports/${wallet}/generate`], data);
  }

  /** As `expectSame`, of two wallets of each user of some plans. */
  async expectSameTogether(
    plans: readonly string[],
    pathsOf: (wallets: readonly string[], user: Account) => Promise<readonly string[]>,
  ): Promise<void> {
    const users = await Promise.all(plans.map((plan) => this.user(plan)));
    const all = isWhole ? await this.recorded() : WALLETS;
    let found = 0;
    for (const wallets of all.slice(1).map((wallet, i) => [all[i] ?? wallet, wallet])) {
      for (const wallet of wallets)
        await until(
          async () => (await this.app.get(`/api/v1/wallets/${wallet}/holdings`)).body.partial === false,
        );
      for (const user of users)
        for (const path of await pathsOf(wallets, user))
          found += await this.same(path, { Authorization: `Bearer ${user.token}` }, wallets);
    }
    expect(found).toBeGreaterThan(0);
  }

  /** @returns how often a snapshot was read */
  private async same(
    path: string,
    headers: Record<string, string>,
    wallets: readonly string[],
    dataOf: Reading = (at, who) => this.dataOf(at, who),
  ): Promise<number> {
    await this.sql('DELETE FROM wallet_snapshots');
    const computed = await dataOf(path, headers);
    await this.stored(wallets);
    const before = await this.snapshotReads();
    expect([path, await dataOf(path, headers)]).toEqual([path, computed]);
    return (await this.snapshotReads()) - before;
  }

  private async recorded(): Promise<string[]> {
    const answer = await fetch(`${this.replay.url}/__wallets`);
    const wallets = ((await answer.json()) as { address: string }[]).map(({ address }) => address);
    return [...new Set(wallets.map((address) => address.toLowerCase()))].filter((one) =>
      one.startsWith('0x'),
    );
  }

  private sql<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.app.app.get(DataSource).query<T[]>(text, values);
  }

  /** Waits a moment for the snapshot; some wallets have none. */
  private async stored(wallets: readonly string[]): Promise<void> {
    for (let i = 0; i < 50; i++) {
      const sql = 'SELECT DISTINCT wallet FROM wallet_snapshots WHERE wallet = ANY($1)';
      if ((await this.sql(sql, [wallets])).length === wallets.length) return;
      await new Promise((wake) => setTimeout(wake, 20));
    }
  }

  /**
   * The data of an answer that no cached text gives. The history can be read again meanwhile, and prices each minute.
   */
  private async dataOf(path: string, headers: Record<string, string>): Promise<string> {
    this.app.app.get(StoredChanges, { strict: false }).noteClearing();
    const response = await fetch(this.app.url + path, { headers });
    const text = await response.text();
    expect([path, response.status < 500]).toEqual([path, true]);
    return `${response.status} ${dataIn(text)}`.replace(
      /"(request_id|price_at|read_at|last_indexed_at|generated_at|as_of)":"[^"]*"/g,
      '',
    );
  }

  private async snapshotReads(): Promise<number> {
    const text = (await this.app.app.get(Metrics).text())?.body ?? '';
    return Number(/cost_basis_snapshot_reads_total\{[^}]*result="found"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
  }
}

/** Of JSON, without the status of the history; of other files, the text. */
function dataIn(text: string): string {
  if (!text.startsWith('{')) return text;
  const { meta: _meta, ...data } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(data);
}
