import type { HistoryCursor, HistoryPage, RawRow } from '../../../ports/upstream/history-source';
import { SIGNATURE_PAGE, type Signature, type SolanaClient } from './solana.client';
import { type AddressMark, resume, type SolanaCursor, UNREAD } from './solana.cursor';
import type { Relay } from '../../upstream/relay';
import { RewardReader } from './solana.rewards';
import { type SolanaRow, toSolanaRow } from './solana.schema';
import type { SolanaEndpoint } from './solana.upstreams';

const SOLANA_LIST = 'transactions';
const CHUNK = 50;
const ASK_AGAIN = 20;
/** Most stored signatures: a pruned node can miss most of a history. */
const MAX_LOST = 1_000;

interface Below {
  found: Signature[];
  isFull: boolean;
  /** False when the node may lack the signature to continue below. */
  isSure: boolean;
}

/** Reads token accounts too: transfers to them do not name the owner. Finalized transactions never change. */
export class SolanaReader {
  private readonly cursor: SolanaCursor;
  private readonly rewards: RewardReader;
  private readonly wasInterrupted: boolean;
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
    // Transactions since the interruption have not been read.
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
      const { found, isFull, isSure } = await this.relay.ask(
        'signatures',
        (endpoint) => this.below(endpoint, address, mark),
        (answer) => answer.isSure,
      );
      this.cursor.addresses[address] = { ...mark, top: mark.top ?? found[0]?.signature ?? null };
      for (let start = 0; start < found.length; start += CHUNK) {
        const chunk = found.slice(start, start + CHUNK);
        const rows = await this.fetch(
          chunk.filter((entry) => this.concerns(address, entry)).map((e) => e.signature),
        );
        const known = this.markOf(address);
        const prior = chunk.at(-2)?.signature ?? known.before;
        this.cursor.addresses[address] = { ...known, before: chunk.at(-1)?.signature ?? null, prior };
        if (rows.length > 0) yield this.page(rows);
      }
      if (!isSure) this.cursor.addresses[address] = { ...this.markOf(address), isOpen: true, isDue: false };
      else if (!isFull) this.close(address);
    }
  }

  /**
   * The signatures below the mark. A node without `before` returns none, as at the end. An empty answer is the end
   * only when the node returns `before` itself below the signature above it.
   */
  private async below(endpoint: SolanaEndpoint, address: string, mark: AddressMark): Promise<Below> {
    const { before, prior, until } = mark;
    const ask = (from: string | null) =>
      this.client.signatures(endpoint, address, { before: from, until }, this.signal);
    const found = await ask(before);
    if (found.length > 0 || before === null || prior === null)
      return { found, isFull: mayGoOn(found.length), isSure: true };
    const again = await ask(prior);
    const place = again.findIndex(({ signature }) => signature === before);
    if (place === -1) return { found, isFull: false, isSure: false };
    return {
      found: again.slice(place + 1),
      isFull: again.length > place + 1 && mayGoOn(again.length),
      isSure: true,
    };
  }

  /** A failed transaction moves only its fee, and the list of the sender contains it. */
  private concerns(address: string, { isFailed }: Signature): boolean {
    return !isFailed || address === this.wallet;
  }

  private close(address: string): void {
    const { top, until, amount, isOpen } = this.markOf(address);
    // Above the newest signature of an earlier read that was left open, nothing has been read.
    this.cursor.addresses[address] = { ...UNREAD, until: top ?? until, amount, isDue: isOpen };
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

  /** Touched token accounts, including closed ones, have their own transactions. */
  private note(row: SolanaRow): void {
    this.rewards.note(row);
    for (const { account, owner } of row.tokens)
      if (owner === this.wallet)
        this.cursor.addresses[account] = { ...UNREAD, ...this.cursor.addresses[account], isDue: true };
  }

  /** An account with the same balance and no new transaction is not read again. */
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

  private hasOpenList(): boolean {
    return Object.values(this.cursor.addresses).some(({ isOpen }) => isOpen);
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
      incomplete:
        this.cursor.isLeaky || this.cursor.lost.length > 0 || this.rewards.hasFailed || this.hasOpenList(),
      provider: this.relay.lastProvider,
    };
  }
}

/** Caps are round numbers: a page with a multiple of a hundred entries can be truncated. */
const mayGoOn = (count: number): boolean => count >= SIGNATURE_PAGE || (count > 0 && count % 100 === 0);
