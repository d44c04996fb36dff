import { HOUR_MS } from '../../../domain/kernel/durations';
import type { Clock } from '../../../ports/clock';
import type { HistoryCursor, HistoryPage, RawRow, StoredKeys } from '../../../ports/upstream/history-source';
import { Relay } from '../../upstream/relay';
import type { Patience } from '../../upstream/upstream-client';
import { type AccountCursor, resumeAccount } from './bitcoin-account.cursor';
import type { AddressTotals, BitcoinClient } from './bitcoin.client';
import { branchesOf, GAP_LIMIT } from './bitcoin.derivation';
import { BITCOIN_LIST, BitcoinReader } from './bitcoin.reader';
import type { BitcoinRow } from './bitcoin.schema';
import type { BitcoinEndpoint } from './bitcoin.upstreams';

/** Each page stores the whole cursor, so a page collects so many rows or addresses. */
const ROWS_PER_PAGE = 500;
const ADDRESSES_PER_PAGE = 20;
/** An unchanged address is read again for this long after its last change, because of reorganisations. */
const SETTLED_MS = 6 * HOUR_MS;

const listOf = (address: string): string => `${BITCOIN_LIST}:${address}`;

interface Batch {
  rows: RawRow[];
  replacesFrom: Record<string, number>;
  addresses: number;
}
const emptyBatch = (): Batch => ({ rows: [], replacesFrom: {}, addresses: 0 });

/**
 * Reads every used address of an account. Each branch is read by index up to `GAP_LIMIT` consecutive unused
 * addresses, so two reads of the same state find the same addresses.
 */
export class BitcoinAccountReader {
  private readonly cursor: AccountCursor;
  private batch = emptyBatch();
  private provider: string;

  constructor(
    private readonly client: BitcoinClient,
    private readonly endpoints: readonly [BitcoinEndpoint, ...BitcoinEndpoint[]],
    private readonly key: string,
    stored: HistoryCursor | null,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
    private readonly storedKeys?: StoredKeys,
  ) {
    this.cursor = resumeAccount(stored);
    this.provider = endpoints[0].provider;
  }

  async *read(): AsyncIterable<HistoryPage> {
    const relay = new Relay(this.endpoints, this.signal);
    const used = usedAddresses(this.client, relay, this.key, 'background', this.signal);
    for await (const { address, totals } of used) {
      if (!this.isDue(address, totals)) continue;
      yield* this.readAddress(address, totals);
    }
    this.cursor.isFinished = true;
    yield { ...this.page(), done: true };
  }

  private isDue(address: string, { count, balance }: AddressTotals): boolean {
    const known = this.cursor.addresses[address];
    if (!known) return true;
    if (known.pass === this.cursor.pass) return false;
    if (known.truncated || known.incomplete || typeof known.cursor.immatureFrom === 'number') return true;
    const isSame = known.count === count && known.balance === String(balance);
    return !isSame || this.clock.now() - known.changedAt < SETTLED_MS;
  }

  private async *readAddress(address: string, totals: AddressTotals): AsyncIterable<HistoryPage> {
    const { pass, addresses } = this.cursor;
    const known = addresses[address];
    const { count } = totals;
    const balance = String(totals.balance);
    const isSame = known?.count === count && known.balance === balance;
    const changedAt = isSame ? known.changedAt : this.clock.now();
    const reader = new BitcoinReader(
      this.client,
      this.endpoints,
      address,
      known?.cursor ?? null,
      () => this.clock.now(),
      this.signal,
      this.storedKeys &&
        ((_, from, to) => this.storedKeys?.(listOf(address), from, to) ?? Promise.resolve([])),
    );
    this.batch.addresses++;
    for await (const page of reader.read()) {
      // Until its last page is stored, the address belongs to an earlier pass.
      const { cursor, truncated, incomplete } = page;
      const readIn = page.done ? pass : pass - 1;
      addresses[address] = { cursor, count, balance, changedAt, pass: readIn, truncated, incomplete };
      this.add(address, page);
      if (this.batch.rows.length >= ROWS_PER_PAGE) yield this.page();
    }
    if (this.batch.addresses >= ADDRESSES_PER_PAGE) yield this.page();
  }

  private add(address: string, page: HistoryPage): void {
    const list = listOf(address);
    this.provider = page.provider;
    this.batch.rows.push(...page.rows.map((row) => ({ ...row, list })));
    for (const floor of Object.values(page.replacesFrom)) this.batch.replacesFrom[list] = floor;
  }

  private page(): HistoryPage {
    const { rows, replacesFrom } = this.batch;
    this.batch = emptyBatch();
    const known = Object.values(this.cursor.addresses);
    return {
      rows,
      replacesFrom,
      cursor: structuredClone(this.cursor),
      done: false,
      truncated: known.some(({ truncated }) => truncated),
      incomplete: known.some(({ incomplete }) => incomplete),
      provider: this.provider,
    };
  }
}

/** In the order of the branches. @throws UpstreamFailure when every endpoint fails */
export async function* usedAddresses(
  client: BitcoinClient,
  relay: Relay<BitcoinEndpoint>,
  key: string,
  patience: Patience,
  signal: AbortSignal,
): AsyncIterable<{ address: string; totals: AddressTotals }> {
  for (const { addressAt, isRanged } of branchesOf(key)) {
    for (let index = 0, unused = 0; unused < GAP_LIMIT && (isRanged || index === 0); index++) {
      const address = addressAt(index);
      const totals = await relay.ask('balance', (endpoint) =>
        client.totals(endpoint, address, patience, signal),
      );
      unused = totals.count === 0 ? unused + 1 : 0;
      if (totals.count > 0) yield { address, totals };
    }
  }
}

/**
 * Merges the rows of an account into one address: change returns to it, so change is no movement. A transaction of
 * two addresses is stored twice and returned once.
 */
export function asOneWallet(key: string, rows: readonly RawRow[]): RawRow[] {
  const own = new Set(rows.map(addressOfRow));
  const rename = <T extends { address: string | null }>(place: T): T =>
    place.address !== null && own.has(place.address) ? { ...place, address: key } : place;
  const byId = new Map(rows.map((row) => [row.key, row]));
  return [...byId.values()].map((row) => {
    const body = row.body as unknown as BitcoinRow;
    return {
      ...row,
      body: { ...body, inputs: body.inputs.map(rename), outputs: body.outputs.map(rename) },
    };
  });
}

export const addressOfRow = ({ list }: RawRow): string => list.slice(listOf('').length);

export const readAddresses = (cursor: HistoryCursor | null): string[] =>
  Object.keys(resumeAccount(cursor).addresses);
