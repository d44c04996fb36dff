import { account, call, signIn, type Account, type Answer, type Target } from '../accounts/client';
import type { Oracle, TransferOracle } from '../support/exchanges/oracle';
import type { StandIn } from '../support/exchanges/stand-in';
import { VENUES, type Stage, type VenueName } from '../support/exchanges/story/deeds';
import { Sums } from '../support/exchanges/story/exact';
import { BITCOIN_WALLET, ETHEREUM_WALLET } from '../support/exchanges/story/names';
import type { Role } from '../support/exchanges/venues/venue';
import { until } from '../support/until';

const LIST = '/api/v1/exchange-accounts';
const WALLETS = { [ETHEREUM_WALLET]: 'ethereum', [BITCOIN_WALLET]: 'bitcoin' } as const;
const MOVING = new Set(['queued', 'running', 'never']);

/** What an account states, in the form of the oracle. */
interface AccountFacts {
  rows: Record<string, number>;
  transactions: number;
  balances: Record<string, string>;
  fees: Record<string, string>;
}

type Data = Record<string, unknown>;

/** The owner of the story at the service under test. */
export class Visitor {
  readonly ids = {} as Record<VenueName, string>;
  private constructor(
    private readonly target: Target,
    private who: Account,
    private readonly standIn: StandIn,
  ) {}

  /** @param upgrade puts the account on a plan without limits */
  static async arrive(
    target: Target,
    standIn: StandIn,
    upgrade: (who: Account) => Promise<void>,
  ): Promise<Visitor> {
    const who = await account(target);
    await upgrade(who);
    return new Visitor(target, who, standIn);
  }

  async ask(method: string, path: string, body?: object): Promise<Answer> {
    const send = () => call(this.target, method, path, { token: this.who.token, ...(body ? { body } : {}) });
    const answer = await send();
    if (answer.status !== 401) return answer;
    // A long run outlives the token.
    this.who = await signIn(this.target, this.who.email);
    return send();
  }

  private async data(path: string): Promise<Data> {
    const { status, body, text } = await this.ask('GET', path);
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return body.data as Data;
  }

  private async all(path: string): Promise<Data[]> {
    const found: Data[] = [];
    for (let page = 1; ; page++) {
      const joint = path.includes('?') ? '&' : '?';
      const { status, body, text } = await this.ask('GET', `${path}${joint}per_page=100&page=${page}`);
      if (status !== 200) throw new Error(`${path}: ${text}`);
      found.push(...(body.data as Data[]));
      if (!body.pagination.has_more) return found;
    }
  }

  connect(venue: VenueName, role: Role = 'readonly'): Promise<Answer> {
    const { apiKey, apiSecret, passphrase } = this.standIn.venues[venue].keys[role];
    const secrets = { api_key: apiKey, api_secret: apiSecret, ...(passphrase ? { passphrase } : {}) };
    return this.ask('POST', LIST, { exchange: venue, ...secrets });
  }

  /** Connects an account and waits for its first sync. @returns its sync status */
  async open(venue: VenueName): Promise<Data> {
    const { status, body, text } = await this.connect(venue);
    if (status !== 201) throw new Error(`${venue}: ${text}`);
    this.ids[venue] = body.data.id as string;
    return this.synced(venue);
  }

  async synced(venue: VenueName): Promise<Data> {
    return until(
      () => this.data(`${LIST}/${this.ids[venue]}/sync-status`),
      (state) => !MOVING.has(String(state['status'])),
    );
  }

  /** @returns the finished job, with what it wrote when it is complete */
  async sync(venue: VenueName, full = false): Promise<{ job: Data; result: Data | null }> {
    const { status, body, text } = await this.ask('POST', `${LIST}/${this.ids[venue]}/sync`, { full });
    if (status !== 202) throw new Error(`${venue}: ${text}`);
    const path = `/api/v1/jobs/${body.data.job_id}`;
    const job = await until(
      () => this.data(path),
      ({ status }) => ['completed', 'failed', 'cancelled'].includes(String(status)),
    );
    return { job, result: job['status'] === 'completed' ? await this.data(`${path}/result`) : null };
  }

  async link(): Promise<void> {
    for (const address of Object.keys(WALLETS)) {
      const { status, text } = await this.ask('POST', '/api/v1/linked-wallets', { address });
      if (status !== 201) throw new Error(text);
    }
    await until(
      () => this.data('/api/v1/unified/summary'),
      (summary) => summary['still_indexing'] === false,
    );
  }

  /** Also compares the balances that the exchange states with the computed ones. */
  async factsOf(venue: VenueName): Promise<AccountFacts> {
    const id = this.ids[venue];
    const { parts } = (await this.data(`${LIST}/${id}/sync-status`)) as {
      parts: Record<string, { count: number }>;
    };
    const compared = (await this.data(`${LIST}/${id}/reconciliation`)) as {
      balances: { symbol: string; stated: string; computed: string }[];
    };
    const transactions = await this.all(`/api/v1/wallets/${id}/transactions`);
    const fees = new Sums();
    for (const { fee } of transactions as { fee: { symbol: string; quantity: string } | null }[])
      if (fee) fees.add(fee.symbol, fee.quantity);
    const counts = Object.entries(parts).filter(([part, { count }]) => part !== 'balances' && count > 0);
    const differing = compared.balances.filter(({ stated, computed }) => stated !== computed);
    if (differing.length > 0) throw new Error(`${venue}: ${JSON.stringify(differing)}`);
    return {
      rows: Object.fromEntries(counts.map(([part, { count }]) => [part, count])),
      transactions: transactions.length,
      balances: Object.fromEntries(
        compared.balances
          .filter(({ computed }) => computed !== '0')
          .map(({ symbol, computed }): [string, string] => [symbol, computed])
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      fees: fees.get(),
    };
  }

  /** Pairs that the service decided itself, and the number of those that it only suggests. */
  async matches(): Promise<{ confirmed: string[]; suggested: number }> {
    const found = (await this.all('/api/v1/unified/transfer-matches?status=all')) as unknown as Match[];
    const places = new Map<string, string>([
      ...VENUES.map((venue): [string, string] => [this.ids[venue], venue]),
      ...Object.entries(WALLETS),
    ]);
    const placeOf = ({ source }: MatchEnd): string => places.get(source.id) ?? source.id;
    return {
      confirmed: found
        .filter(({ status }) => status === 'confirmed')
        .map((match) =>
          nameOf({
            from: placeOf(match.out),
            to: placeOf(match.in),
            coin: match.in.symbol,
            units: match.in.quantity,
            left: match.out.timestamp,
            arrived: match.in.timestamp,
          }),
        )
        .sort(),
      suggested: found.filter(({ status }) => status === 'suggested').length,
    };
  }
}

interface MatchEnd {
  source: { id: string };
  symbol: string;
  quantity: string;
  timestamp: string;
}
interface Match {
  status: string;
  out: MatchEnd;
  in: MatchEnd;
}

const nameOf = (one: Record<'from' | 'to' | 'coin' | 'units' | 'left' | 'arrived', string>): string =>
  `${one.left} ${one.from} > ${one.to} ${one.units} ${one.coin} ${one.arrived}`;

/** The pairs that are known at a stage. */
export const knownMatches = ({ matches }: Pick<Oracle, 'matches'>, stage: Stage): string[] =>
  matches
    .filter((one: TransferOracle) => one.stage <= stage)
    .map(nameOf)
    .sort();
