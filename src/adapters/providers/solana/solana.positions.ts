import type { Asset } from '../../../domain/kernel/asset';
import { COLLECT, DECREASE, INCREASE, isPosition, POSITION_DECIMALS } from '../../../domain/chain';
import type {
  ChainTransaction,
  InnerCall,
  PositionDecrease,
} from '../../../domain/chain/facts/chain-transaction';
import { splAsset } from './solana.assets';
import { programName } from './solana.programs';
import type { SolanaRow } from './solana.schema';

interface Taken extends Pick<PositionDecrease, 'manager' | 'tokenId' | 'removed'> {
  liquidity: bigint | null;
  paid: NonNullable<PositionDecrease['paid']> | null;
}

/**
 * Positions of concentrated liquidity: a program mints a token with one piece for each. Found from the history,
 * oldest first.
 * @source coverage.md 2.1
 */
export class Positions {
  private readonly programs = new Map<string, string>();
  /** Mint -> liquidity. Null: a change is unknown. */
  private readonly liquidity = new Map<string, bigint | null>();

  /** @param rows of the whole history: later calls identify a position that arrives */
  constructor(
    private readonly wallet: string,
    rows: readonly SolanaRow[],
  ) {
    for (const row of rows) this.learn(row);
  }

  private learn(row: SolanaRow): void {
    const { isFailed, calls, positions = [] } = row;
    if (isFailed) return;
    for (const { program, mint } of positions) if (mint !== null) this.programs.set(mint, program);
    const program = calls.map((call) => call.program).find((one) => isPosition('solana', one));
    if (program !== undefined) for (const mint of this.mintedBy(row)) this.programs.set(mint, program);
  }

  /** Mints of single pieces that the wallet gets from no other account. */
  private mintedBy({ tokens }: SolanaRow): string[] {
    return tokens.flatMap(({ mint, owner, decimals, before, after }) => {
      const isMinted =
        before === '0' && after === '1' && tokens.every((one) => one.mint !== mint || one.after === '1');
      return owner === this.wallet && decimals === 0 && isMinted ? [mint] : [];
    });
  }

  assetOf(mint: string, decimals: number): Asset {
    const program = this.programs.get(mint);
    if (program === undefined) return splAsset(mint, decimals);
    const symbol = splAsset(mint, decimals).symbol;
    return {
      id: `solana:${program}#${mint}`,
      ...{ chain: 'solana', contract: program, symbol, name: programName(program) ?? symbol },
      decimals: POSITION_DECIMALS,
    };
  }

  /** Call it once per row, oldest first. */
  changesOf(row: SolanaRow): Pick<ChainTransaction, 'calls' | 'decreases'> {
    if (row.isFailed) return {};
    const { calls, decreases } = this.decreasesOf(row);
    const all = [...this.increasesOf(row), ...calls];
    return { ...(all.length > 0 && { calls: all }), ...(decreases.length > 0 && { decreases }) };
  }

  /** A call that takes no liquidity out pays fees and rewards only. */
  private decreasesOf(row: SolanaRow): { calls: InnerCall[]; decreases: PositionDecrease[] } {
    const taken = this.follow(row);
    const changes = taken.filter(({ removed }) => removed > 0n);
    if (changes.length === 0) {
      const calls = taken.map(({ manager, tokenId }) => ({ to: manager, id: COLLECT, tokenId }));
      return { calls: this.increasesOf(row).length > 0 ? [] : calls, decreases: [] };
    }
    return {
      calls: changes.map(({ manager: to, tokenId, removed: liquidity }) => ({
        to,
        id: DECREASE,
        tokenId,
        liquidity,
      })),
      decreases: changes.flatMap(({ manager, tokenId, liquidity, removed, paid }) =>
        liquidity !== null && liquidity >= removed && paid !== null
          ? [{ manager, tokenId, liquidity, removed, drawn: [0n, 0n] as const, paid }]
          : [],
      ),
    };
  }

  private follow(row: SolanaRow): Taken[] {
    const taken = new Map<string, Taken>();
    const [minted] = this.mintedBy(row).filter((mint) => this.programs.has(mint));
    if (minted !== undefined) this.liquidity.set(minted, 0n);
    // Rows of an earlier version state no changes.
    if (row.positions === undefined)
      for (const { mint } of row.tokens) if (this.changesUnseen(row, mint)) this.liquidity.set(mint, null);
    for (const { program, mint, kind, liquidity, drawn } of row.positions ?? []) {
      const tokenId = mint ?? minted;
      if (tokenId === undefined) continue;
      const before = this.liquidity.get(tokenId) ?? null;
      const units = liquidity === null ? null : BigInt(liquidity);
      const after =
        before === null || units === null ? null : kind === 'in' ? before + units : before - units;
      this.liquidity.set(tokenId, after);
      if (kind === 'in') continue;
      const one = taken.get(tokenId) ?? {
        ...{ manager: program, tokenId, liquidity: before, removed: 0n, paid: [] },
      };
      const isPaid = one.paid !== null && (drawn !== undefined || units === 0n);
      taken.set(tokenId, {
        ...one,
        removed: one.removed + (units ?? 0n),
        paid: isPaid
          ? [...(one.paid ?? []), ...(drawn ?? []).map((p) => [`solana:${p.mint}`, BigInt(p.units)] as const)]
          : null,
      });
    }
    return [...taken.values()];
  }

  private changesUnseen({ calls }: SolanaRow, mint: string): boolean {
    const program = this.programs.get(mint);
    return (
      program !== undefined &&
      calls.some((call) => call.program === program && /liquidity|openposition/i.test(call.name ?? ''))
    );
  }

  /** Calls that add units to a position of the wallet: its token is in the transaction and stays. */
  private increasesOf({ calls, tokens }: SolanaRow): InnerCall[] {
    return calls.flatMap(({ program, name }) => {
      if (!/^increaseliquidity/i.test(name ?? '')) return [];
      const held = tokens.filter(
        ({ mint, owner, before, after }) =>
          owner === this.wallet && before === '1' && after === '1' && this.programs.get(mint) === program,
      );
      const [token] = held;
      return token && held.length === 1 ? [{ to: program, id: INCREASE, tokenId: token.mint }] : [];
    });
  }
}
