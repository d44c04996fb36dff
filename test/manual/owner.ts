import { dec } from '../../src/domain/kernel/decimal';
import { account, call, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { startReplay } from '../support/replay';

/** Its history is recorded. */
export const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';

interface Position {
  token_key: string;
  quantity: string;
  cost_basis: string;
}
interface Spent {
  tx_hash: string;
  token_key: string;
  quantity: string;
  gain_loss: string;
  proceeds: string;
  disposal_date: string;
}

/** The service over recorded chains. */
export async function startRecorded(): Promise<TestApp> {
  const replay = await startReplay();
  try {
    const app = await startApp({ ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' });
    const close = async () => {
      await app.close();
      await replay.close();
    };
    return { ...app, close };
  } catch (error) {
    await replay.close();
    throw error;
  }
}

/** A user who owns the wallet: what they see of it, and their manual entries. */
export class Owner {
  private constructor(
    private readonly app: TestApp,
    private readonly who: Account,
    private readonly list: string,
  ) {}

  /** Two of them, who both find the wallet read. @param list the route of their entries */
  static async two(app: TestApp, list: string): Promise<[Owner, Owner]> {
    const one = async () => {
      const who = await account(app);
      await onPlan(app, who, 'defi');
      return new Owner(app, who, list);
    };
    const owners: [Owner, Owner] = [await one(), await one()];
    await owners[0].wallet('cost-basis');
    return owners;
  }

  private async get(path: string): Promise<Answer['body']> {
    const answer = await call(this.app, 'GET', path, { token: this.who.token });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  }
  put = (path: string, body: object): Promise<Answer> =>
    call(this.app, 'PUT', path, { token: this.who.token, body });
  /** Stores an entry. */
  post = (body: object): Promise<Answer> =>
    call(this.app, 'POST', this.list, { token: this.who.token, body: { address: WALLET, ...body } });
  /** The data of any answer. */
  report = async (path: string): Promise<unknown> => (await this.get(path)).data;
  /** Drops everything that was read of the wallet. */
  forget = (): Promise<Answer> =>
    call(this.app, 'DELETE', `/api/v1/wallets/${WALLET}/cache?scope=all`, { token: this.who.token });
  /** Takes it back. */
  drop = (id: string): Promise<Answer> =>
    call(this.app, 'DELETE', `${this.list}/${id}`, { token: this.who.token });
  /** The entries so far. */
  said = async (query = ''): Promise<Answer['body']> => (await this.get(this.list + query)).data;

  /** The data of an answer about the wallet. */
  wallet = async (path: string): Promise<Answer['body']> =>
    (await this.get(`/api/v1/wallets/${WALLET}/${path}`)).data;
  realized = async (): Promise<string> => (await this.wallet('dashboard')).tax_summary.total_realized_gl;
  positions = (): Promise<Position[]> => this.wallet('positions');

  /** A transfer to an unknown address, a spend until its owner states otherwise. */
  async spent(): Promise<Spent> {
    const sent: { transaction_id: string }[] = await this.wallet(
      'transactions?type=transfer_out&per_page=100',
    );
    for (const { transaction_id: id } of sent) {
      const { disposals }: { disposals: (Spent & { type: string })[] } = await this.wallet(
        `transactions/${id}`,
      );
      const [only, ...more] = disposals.filter(({ type }) => type === 'spend');
      if (only && more.length === 0 && !dec(only.gain_loss).isZero()) return only;
    }
    throw new Error('the wallet has paid no stranger');
  }
}
