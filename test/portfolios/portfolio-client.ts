import { DataSource } from 'typeorm';
import type { PlanName } from '../../src/domain/plans/plans';
import { PlanLookup } from '../../src/ports/access/plan-lookup';
import { call, post, type Account, type Answer } from '../accounts/client';
import type { TestApp } from '../app.factory';

export const PORTFOLIOS = '/api/v1/portfolios';

/** What one user does with their portfolios. */
export class PortfolioClient {
  constructor(
    private readonly app: TestApp,
    readonly who: Account,
  ) {}

  get = (path: string, query = ''): Promise<Answer> =>
    call(this.app, 'GET', `${PORTFOLIOS}${path}${query}`, { token: this.who.token });
  create = (body: unknown): Promise<Answer> => post(this.app, PORTFOLIOS, body, { token: this.who.token });
  update = (id: string, body?: unknown): Promise<Answer> =>
    call(this.app, 'PUT', `${PORTFOLIOS}/${id}`, { token: this.who.token, body });
  remove = (id: string): Promise<Answer> =>
    call(this.app, 'DELETE', `${PORTFOLIOS}/${id}`, { token: this.who.token });
  add = (id: string, address: unknown, more: object = {}): Promise<Answer> =>
    post(this.app, `${PORTFOLIOS}/${id}/addresses`, { address, ...more }, { token: this.who.token });
  drop = (id: string, address: string): Promise<Answer> =>
    call(this.app, 'DELETE', `${PORTFOLIOS}/${id}/addresses/${address}`, { token: this.who.token });

  /** @returns the id of a new portfolio */
  async made(...addresses: string[]): Promise<string> {
    const { status, body } = await this.create({ name: 'mine', addresses });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.data.id as string;
  }
}

/** As billing does it: the row, and the word that it changed. */
export async function onPlan(app: Pick<TestApp, 'app'>, who: Account, plan: PlanName): Promise<void> {
  await app.app.get(DataSource).query('UPDATE users SET plan_name = $2 WHERE id = $1', [who.id, plan]);
  app.app.get(PlanLookup, { strict: false }).changed(who.id);
}
