import type { HistoryCursor, HistoryPage, RawRow } from '../../../ports/upstream/history-source';
import { SIGNATURE_PAGE, type Signature, type SolanaClient } from './solana.client';
import { type AddressMark, resume, type SolanaCursor, UNREAD } from './solana.cursor';
import type { Relay } from '../../upstream/relay';
import { RewardReader } from './solana.rewards';
import { type SolanaRow, toSolanaRow } from './solana.schema';
import type { SolanaEndpoint } from './solana.upstreams';

export const SOLANA_LIST = 'transactions';
/** Transactions asked for between two storings. */
const CHUNK = 50;
/** Lost transactions asked for again in each pass. */
const ASK_AGAIN = 20;
/** A node that prunes may lose most of a history: more than this are not remembered one by one. */
const MAX_LOST = 1_000;

/**
 * Reads the wallet's transactions and those of every token account it has or had: tokens sent to an account that
 * exists do not name its owner. Only finalized ones, so nothing is ever replaced.
 */
export class SolanaReader {
  private readonly cursor: SolanaCursor;
  private readonly rewards: RewardReader;
  private readonly wasInterrupted: boolean;
  /** Asked for in this reading. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly client: SolanaClient,
    private readonly relay: Relay<SolanaEndpoint>,
    private readonly wallet: string,
    stored: HistoryCursor | null,
    private readonly signal: AbortSignal,
  ) {
    this.cursor = resume(stored, wallet);
    this.rewards = new RewardReader(client, relay, wallet, this.cursor, signal);
    this.wasInterrupted = stored?.['isFinished'] === false;
  }

  async *read(): AsyncIterable<HistoryPage> {
    const again = await this.fetch(this.cursor.lost.splice(0, ASK_AGAIN));
    if (again.length > 0) yield this.page(again);
    yield* this.pass();
    // What has come in since the interruption has not been looked at.
    if (this.wasInterrupted) {
      this.cursor.addresses[this.wallet] = { ...this.markOf(this.wallet), isDue: true };
      yield* this.pass();
    }
    for await (const rows of this.rewards.read()) yield this.page(rows);
    this.cursor.isFinished = true;
    yield { ...this.page([]), done: true };
  }

  private async *pass(): AsyncIterable<HistoryPage> {
    yield* this.readAddress(this.wallet);
    await this.listTokenAccounts();
    for (let address = this.nextDue(); address !== undefined; address = this.nextDue())
      yield* this.readAddress(address);
  }

  private nextDue(): string | undefined {
    return Object.keys(this.cursor.addresses).find((address) => this.markOf(address).isDue);
  }

  private async *readAddress(address: string): AsyncIterable<HistoryPage> {
    for (let mark = this.markOf(address); mark.isDue; mark = this.markOf(address)) {
      const { before, until } = mark;
      const found = await this.relay.ask('signatures', (endpoint) =>
        this.client.signatures(endpoint, address, { before, until }, this.signal),
      );
      this.cursor.addresses[address] = { ...mark, top: mark.top ?? found[0]?.signature ?? null };
      for (let start = 0; start < found.length; start += CHUNK) {
        const chunk = found.slice(start, start + CHUNK);
        const rows = await this.fetch(
          chunk.filter((entry) => this.concerns(address, entry)).map((e) => e.signature),
        );
        this.cursor.addresses[address] = { ...this.markOf(address), before: chunk.at(-1)?.signature ?? null };
        if (rows.length > 0) yield this.page(rows);
      }
      if (!mayGoOn(found.length)) this.close(address);
    }
  }

  /** A failed transaction moves nothing but the fee of its sender, whose own list names it. */
  private concerns(address: string, { isFailed }: Signature): boolean {
    return !isFailed || address === this.wallet;
  }

  private close(address: string): void {
    const { top, until, amount } = this.markOf(address);
    this.cursor.addresses[address] = { ...UNREAD, until: top ?? until, amount, isDue: false };
  }

  private async fetch(signatures: readonly string[]): Promise<RawRow[]> {
    const unseen = signatures.filter((signature) => !this.seen.has(signature));
    const found = await Promise.all(unseen.map((signature) => this.transaction(signature)));
    return found.flatMap((row, i) => {
      const signature = unseen[i] ?? '';
      this.seen.add(signature);
      if (row === null) this.noteLost(signature);
      else this.note(row);
      return row === null
        ? []
        : [{ list: SOLANA_LIST, key: row.signature, block: row.slot, body: { ...row } }];
    });
  }

  private noteLost(signature: string): void {
    if (this.cursor.lost.length < MAX_LOST) this.cursor.lost.push(signature);
    else this.cursor.isLeaky = true;
  }

  private async transaction(signature: string): Promise<SolanaRow | null> {
    const tx = await this.relay.ask(
      'transaction',
      (endpoint) => this.client.transaction(endpoint, signature, this.signal),
      (answer) => answer !== null,
    );
    return tx && toSolanaRow(tx, this.wallet, new Set(Object.keys(this.cursor.addresses)));
  }

  /** Token accounts of the wallet that a transaction touched, closed ones too, have something to tell themselves. */
  private note(row: SolanaRow): void {
    this.rewards.note(row);
    for (const { account, owner } of row.tokens)
      if (owner === this.wallet)
        this.cursor.addresses[account] = { ...UNREAD, ...this.cursor.addresses[account], isDue: true };
  }

  /** One that holds what it held, and that no new transaction touched, is not read again. */
  private async listTokenAccounts(): Promise<void> {
    const open = await this.relay.ask('accounts', (endpoint) =>
      this.client.tokenAccounts(endpoint, this.wallet, 'background', this.signal),
    );
    for (const { address, amount } of open) {
      const known = this.cursor.addresses[address];
      const isDue = !known || known.isDue || known.amount !== String(amount);
      this.cursor.addresses[address] = { ...UNREAD, ...known, amount: String(amount), isDue };
    }
  }

  private markOf(address: string): AddressMark {
    return this.cursor.addresses[address] ?? UNREAD;
  }

  private page(rows: RawRow[]): HistoryPage {
    return {
      rows,
      replacesFrom: {},
      cursor: structuredClone(this.cursor),
      done: false,
      truncated: false,
      incomplete: this.cursor.isLeaky || this.cursor.lost.length > 0 || this.rewards.hasFailed,
      provider: this.relay.lastProvider,
    };
  }
}

/** Caps are round numbers: a page of exactly n hundred may have been cut below what was asked for. */
const mayGoOn = (count: number): boolean => count >= SIGNATURE_PAGE || (count > 0 && count % 100 === 0);
