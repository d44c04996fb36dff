import type { SolanaRow } from '../solana.schema';
import type { OpenedAccount } from './solana.transfers';

interface Known {
  mint: string | null;
  owner: string | null;
}

export interface ReadRow {
  row: SolanaRow;
  /** Calls moved units that nothing identifies. */
  isIncomplete: boolean;
}

/**
 * Nodes did not record token balances before 2021, and later without owners. Then the calls state the units, and any
 * other transaction the mint and owner of an account.
 * @source Solana RPC, getTransaction: preTokenBalances
 */
export class TokenAccounts {
  private readonly known = new Map<string, Known>();
  private readonly decimals = new Map<string, number>();

  constructor(
    private readonly wallet: string,
    rows: readonly SolanaRow[],
  ) {
    for (const { tokens, transfers = [], opened = [] } of rows) {
      for (const { account, mint, owner, decimals } of tokens) {
        this.learn({ account, mint, owner });
        this.decimals.set(mint, decimals);
      }
      opened.forEach((one) => this.learn(one));
      for (const { from, to, mint, decimals } of transfers) {
        if (mint === null) continue;
        for (const account of [from, to]) if (account !== null) this.learn({ account, mint, owner: null });
        if (decimals !== null) this.decimals.set(mint, decimals);
      }
    }
    // The owner usually signs: a delegate is rare.
    for (const { transfers = [] } of rows)
      for (const { from, authority } of transfers) {
        const account = from === null ? undefined : this.known.get(from);
        if (from !== null && authority === wallet && !account?.owner)
          this.known.set(from, { mint: account?.mint ?? null, owner: wallet });
      }
  }

  read(stored: SolanaRow): ReadRow {
    const row = this.withOwners(stored);
    const { transfers, isUnread = false } = row;
    if (row.isFailed || row.tokens.length > 0 || (transfers === undefined && !isUnread))
      return { row, isIncomplete: false };
    const changes = new Map<string, bigint>();
    let isIncomplete = isUnread;
    const add = (account: string, mint: string, units: bigint): void => {
      const key = `${account} ${mint}`;
      changes.set(key, (changes.get(key) ?? 0n) + units);
    };
    for (const { from, to, units, mint: stated } of transfers ?? []) {
      const [source, target] = [this.of(from), this.of(to)];
      const mint = stated ?? source.mint ?? target.mint;
      const isOwn = source.owner === this.wallet || target.owner === this.wallet;
      // The account may belong to the wallet: the transaction is in its list.
      const isDoubtful =
        !isOwn && ((from !== null && source.owner === null) || (to !== null && target.owner === null));
      if (!isOwn && !isDoubtful) continue;
      if (isDoubtful || mint === null || !this.decimals.has(mint)) {
        isIncomplete = true;
        continue;
      }
      if (from !== null) add(from, mint, -BigInt(units));
      if (to !== null) add(to, mint, BigInt(units));
    }
    const tokens = [...changes].map(([key, units]): SolanaRow['tokens'][number] => {
      const [account = '', mint = ''] = key.split(' ');
      const [before, after] = units < 0n ? [-units, 0n] : [0n, units];
      return {
        ...{ account, mint, owner: this.of(account).owner },
        ...{ decimals: this.decimals.get(mint) ?? 0, before: String(before), after: String(after) },
      };
    });
    return { row: { ...row, tokens }, isIncomplete };
  }

  /** Balances of early transactions name no owners. */
  private withOwners(row: SolanaRow): SolanaRow {
    if (row.tokens.every(({ owner }) => owner !== null)) return row;
    const tokens = row.tokens.map((one) => ({ ...one, owner: one.owner ?? this.of(one.account).owner }));
    return { ...row, tokens };
  }

  private of(account: string | null): Known {
    return this.known.get(account ?? '') ?? { mint: null, owner: null };
  }

  private learn({ account, mint, owner }: OpenedAccount): void {
    const before = this.known.get(account);
    this.known.set(account, { mint, owner: owner ?? before?.owner ?? null });
  }
}
