import type { RawRow } from '../../../ports/upstream/history-source';
import { UpstreamFailure } from '../../upstream/upstream-failure';
import type { SolanaClient } from './solana.client';
import type { SolanaCursor, StakeMark } from './solana.cursor';
import type { Relay } from '../../upstream/relay';
import { REWARD_LIST, type RewardRow, type SolanaRow } from './solana.schema';
import type { SolanaEndpoint } from './solana.upstreams';

/** @source Solana cluster parameters */
const EPOCH_SLOTS = 432_000;
const CHUNK = 20;
/** A node can lack the time of a slot: then so many later slots are asked. Each takes half a second. */
const SLOTS_ASKED = 6;
const ACCOUNTS_AT_ONCE = 100;

/** Rewards need no transaction, so epochs are read. Rewards that a node has lost appear at withdrawal. */
export class RewardReader {
  hasFailed = false;
  private readonly times = new Map<number, number | null>();

  constructor(
    private readonly client: SolanaClient,
    private readonly relay: Relay<SolanaEndpoint>,
    private readonly wallet: string,
    private readonly cursor: SolanaCursor,
    private readonly signal: AbortSignal,
  ) {}

  /** Stake accounts controlled by the wallet's own signature belong to it, until it hands them over. */
  note({ isFailed, signers, slot, stakes, accounts, authorized = [] }: SolanaRow): void {
    if (isFailed || !signers.includes(this.wallet)) return;
    const epoch = Math.floor(slot / EPOCH_SLOTS);
    const emptied = new Set(accounts.filter(({ after }) => after === '0').map(({ address }) => address));
    const given = new Set(
      authorized.filter(({ owner }) => owner !== this.wallet).map(({ account }) => account),
    );
    // The reward of an epoch is paid after it: to the next holder, in the epoch in which the account was given.
    const lastOf = (account: string): number | null =>
      given.has(account) ? Math.max(0, epoch - 1) : emptied.has(account) ? epoch : null;
    for (const account of stakes) {
      const known = this.cursor.stakes[account] ?? { next: epoch, until: null, seen: 0 };
      // Transactions arrive newest first: an older one only moves the start back.
      const isNews = slot >= known.seen;
      this.cursor.stakes[account] = {
        // An emptied, fully read account starts again.
        next:
          known.until !== null && known.next > known.until && isNews ? epoch : Math.min(epoch, known.next),
        until: isNews ? lastOf(account) : known.until,
        seen: Math.max(slot, known.seen),
      };
    }
  }

  async *read(): AsyncIterable<RawRow[]> {
    try {
      if (Object.keys(this.cursor.stakes).length === 0) return;
      const current = await this.relay.ask('epoch', (endpoint) => this.client.epoch(endpoint, this.signal));
      for (let epoch = this.first(); epoch < current; epoch = Math.max(epoch, this.first())) {
        const end = Math.min(epoch + CHUNK, current);
        const rows: RawRow[] = [];
        while (epoch < end) rows.push(...(await this.readEpoch(epoch++)));
        yield rows;
      }
    } catch (error) {
      this.signal.throwIfAborted();
      if (!(error instanceof UpstreamFailure)) throw error;
      // A node without this method has no rewards. They appear when the stake is withdrawn.
      this.hasFailed = error.kind !== 'unsupported';
    }
  }

  private first(): number {
    const open = Object.values(this.cursor.stakes).filter(
      ({ next, until }) => until === null || next <= until,
    );
    return Math.min(Infinity, ...open.map(({ next }) => next));
  }

  private async readEpoch(epoch: number): Promise<RawRow[]> {
    const due = Object.entries(this.cursor.stakes).filter(([, mark]) => isDue(mark, epoch));
    const rows: RawRow[] = [];
    for (let start = 0; start < due.length; start += ACCOUNTS_AT_ONCE)
      rows.push(...(await this.readAccounts(epoch, due.slice(start, start + ACCOUNTS_AT_ONCE))));
    for (const [account, mark] of due) this.cursor.stakes[account] = { ...mark, next: epoch + 1 };
    return rows;
  }

  private async readAccounts(epoch: number, due: readonly [string, StakeMark][]): Promise<RawRow[]> {
    const accounts = due.map(([account]) => account);
    const rewards = await this.relay.ask(
      'rewards',
      (endpoint) => this.client.rewards(endpoint, accounts, epoch, this.signal),
      (answer) => answer !== null,
    );
    const rows: RawRow[] = [];
    for (const [i, account] of accounts.entries()) {
      const reward = rewards?.[i];
      if (!reward || reward.lamports === '0') continue;
      const time = await this.timeOf(reward.slot);
      if (time === null) continue;
      const body: RewardRow = { account, epoch, ...reward, time };
      rows.push({ list: REWARD_LIST, key: `${account}|${epoch}`, block: reward.slot, body: { ...body } });
    }
    return rows;
  }

  private async timeOf(slot: number): Promise<number | null> {
    const known = this.times.get(slot);
    if (known !== undefined) return known;
    let time: number | null = null;
    for (let near = slot; time === null && near < slot + SLOTS_ASKED; near++)
      time = await this.blockTime(near);
    this.times.set(slot, time);
    return time;
  }

  private blockTime(slot: number): Promise<number | null> {
    return this.relay.ask(
      'time',
      (endpoint) => this.client.blockTime(endpoint, slot, this.signal),
      (answer) => answer !== null,
    );
  }
}

const isDue = ({ next, until }: StakeMark, epoch: number): boolean =>
  next <= epoch && (until === null || epoch <= until);
