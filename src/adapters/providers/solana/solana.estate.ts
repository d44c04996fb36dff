import { CHAINS } from '../../../domain/kernel/chain';
import { holdsOrders, rentOf, STAKE, SYSTEM, TOKEN_PROGRAMS } from './solana.programs';
import type { SolanaRow } from './solana.schema';

const WRAPPED = CHAINS.solana.wrapped;
/** Owners of accounts that hold more than rent, or that are identified in another way. */
const NOT_DEPOSITS: ReadonlySet<string> = new Set([SYSTEM, STAKE, ...TOKEN_PROGRAMS]);

export interface Holdings {
  partyOf: (account: string, owner: string | null) => string;
  /** Stake accounts that change hands: the party before and after. */
  turned: ReadonlyMap<string, { before: string; after: string }>;
  /** Correction of the wallet's lamports for rent that others paid for its accounts. Negative: not yet its own. */
  gifts: bigint;
}

/**
 * Finds the other accounts with assets of the wallet from its history, oldest first: token accounts, program accounts
 * whose rent it paid (returned on close), open orders, stake. All stake is assigned to the stake program, for any
 * split or merge.
 */
export class Estate {
  private readonly deposits = new Set<string>();
  private readonly orders = new Set<string>();
  private readonly stakes = new Set<string>();
  /** Token account -> rent paid by another party. It belongs to the wallet only after the account is closed. */
  private readonly gifts = new Map<string, bigint>();
  private readonly opened = new Set<string>();

  constructor(private readonly wallet: string) {}

  read(row: SolanaRow): Holdings {
    const turned = row.isFailed ? new Map<never, never>() : this.turnedBy(row);
    this.learn(row);
    const acting = this.actingOrder(row);
    const isOwn = (address: string | null) =>
      address !== null && (address === this.wallet || this.orders.has(address) || address === acting);
    const partyOf = (account: string, owner: string | null): string => {
      if (isOwn(account) || isOwn(owner) || this.deposits.has(account)) return this.wallet;
      return this.stakes.has(account) ? STAKE : (owner ?? account);
    };
    const gifts = row.isFailed ? 0n : this.giftsOf(row);
    if (!row.isFailed)
      for (const { address, before, after } of row.accounts)
        if (before === '0' && after !== '0') this.opened.add(address);
    return { partyOf, turned, gifts };
  }

  /** An account that the wallet hands over was its own, also without an earlier record. */
  private turnedBy({ authorized = [] }: SolanaRow): Holdings['turned'] {
    return new Map(
      authorized.map(({ account, owner, from = account }) =>
        owner === this.wallet
          ? [
              account,
              {
                before: this.stakes.has(account) ? STAKE : from === this.wallet ? account : from,
                after: STAKE,
              },
            ]
          : [account, { before: STAKE, after: owner }],
      ),
    );
  }

  private learn(row: SolanaRow): void {
    if (row.isFailed) return;
    for (const account of row.stakes) this.stakes.add(account);
    for (const { account, owner } of row.authorized ?? [])
      if (owner !== this.wallet) this.stakes.delete(account);
    for (const { account, payer, owner, lamports, space } of row.created) {
      if (payer !== this.wallet || lamports === '' || space === '') continue;
      if (NOT_DEPOSITS.has(owner) && !(owner === TOKEN_PROGRAMS[1] && this.isPiece(account, row))) continue;
      if (BigInt(lamports) > rentOf(BigInt(space))) continue;
      this.deposits.add(account);
      if (holdsOrders(owner)) this.orders.add(account);
    }
  }

  /** The mint of a single piece that the wallet gets. A program that burns the piece returns its rent. */
  private isPiece(account: string, { tokens }: SolanaRow): boolean {
    return tokens.some(
      ({ mint, owner, decimals, before, after }) =>
        mint === account && owner === this.wallet && decimals === 0 && before === '0' && after === '1',
    );
  }

  /** An order opened before the start of the history: one party only gave, and the wallet only received. */
  private actingOrder(row: SolanaRow): string | null {
    if (row.signers.includes(this.wallet) || !row.calls.some(({ program }) => holdsOrders(program)))
      return null;
    const gave = new Set<string>();
    const got = new Set<string>();
    for (const { owner, before, after } of row.tokens) {
      if (owner === null || before === after) continue;
      (BigInt(after) > BigInt(before) ? got : gave).add(owner);
    }
    const givers = [...gave].filter((owner) => !got.has(owner) && !row.signers.includes(owner));
    const isReceiver = got.has(this.wallet) && !gave.has(this.wallet);
    return isReceiver && givers.length === 1 ? (givers[0] ?? null) : null;
  }

  /**
   * Rent received without a payment is no receipt before the account is closed. The same holds for an account opened
   * outside of the history: nobody knows who paid its rent.
   * @source tax-rules 9.2
   */
  private giftsOf(row: SolanaRow): bigint {
    if (!row.tokens.some(({ owner }) => owner === this.wallet)) return 0n;
    const balances = new Map(row.accounts.map((account) => [account.address, account]));
    const isPaidByWallet = new Set(
      row.created.filter(({ payer }) => payer === this.wallet).map(({ account }) => account),
    );
    let correction = 0n;
    for (const { account, owner, mint, before, after } of row.tokens) {
      const lamports = balances.get(account);
      if (owner !== this.wallet || !lamports) continue;
      if (lamports.before === '0' && lamports.after !== '0') {
        if (isPaidByWallet.has(account) || row.signers.includes(this.wallet)) continue;
        const rent = BigInt(lamports.after) - (mint === WRAPPED ? BigInt(after) : 0n);
        this.gifts.set(account, rent);
        correction -= rent;
      } else if (lamports.after === '0') {
        const rent = BigInt(lamports.before) - (mint === WRAPPED ? BigInt(before) : 0n);
        const unknown = this.opened.has(account) ? 0n : rent;
        correction += this.gifts.get(account) ?? unknown;
        this.gifts.delete(account);
      }
    }
    return correction;
  }
}
