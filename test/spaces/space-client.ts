import { DataSource } from 'typeorm';
import type { SpaceRole } from '../../src/domain/access/spaces';
import { account, call, type Account, type Answer } from '../accounts/client';
import type { TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';

/** One account in one of its spaces, or in none. */
export class SpaceClient {
  constructor(
    readonly app: TestApp,
    readonly who: Account,
    readonly spaceId: string | null = null,
  ) {}

  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(this.app, method, this.pathOf(path), { token: this.who.token, body });
  }

  /** @returns the data of a success */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of any shape
  async data(method: string, path: string, body?: unknown): Promise<any> {
    const { status, text, body: answer } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
    return answer.data;
  }

  /** @returns the id of the exchange account with these rows */
  async imported(exchange: string, rows: string): Promise<string> {
    const form = new FormData();
    form.set('exchange', exchange);
    form.append('file', new Blob([`timestamp,kind,asset,amount,id,tx_hash\n${rows}\n`]), 'history.csv');
    const response = await fetch(this.app.url + this.pathOf('/api/v1/exchange-accounts/import'), {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.who.token}` },
      body: form,
    });
    const { data } = (await response.json()) as { data?: { account_id: string } };
    if (!data) throw new Error(`${response.status}`);
    return data.account_id;
  }

  in = (spaceId: string): SpaceClient => new SpaceClient(this.app, this.who, spaceId);

  /** @returns a client in a new space of this account */
  async opened(...addresses: string[]): Promise<SpaceClient> {
    const { id } = await this.data('POST', '/api/v1/portfolios', {
      name: 'client',
      is_space: true,
      metadata: { user: 'u-1' },
      addresses,
    });
    return this.in(id as string);
  }

  private pathOf(path: string): string {
    if (this.spaceId === null) return path;
    return `${path}${path.includes('?') ? '&' : '?'}space_id=${this.spaceId}`;
  }
}

export async function someone(app: TestApp): Promise<SpaceClient> {
  const who = await account(app);
  await onPlan(app, who, 'defi');
  return new SpaceClient(app, who);
}

/** Somebody with a role in the space of another account. */
export async function memberOf({ app, spaceId }: SpaceClient, role: SpaceRole): Promise<SpaceClient> {
  const member = await someone(app);
  await app.app
    .get(DataSource)
    .query('INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, $3, now())', [
      spaceId,
      member.who.id,
      role,
    ]);
  return member.in(spaceId as string);
}
