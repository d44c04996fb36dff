import type { Asset } from '../../../domain/kernel/asset';
import { INCREASE, isPosition, POSITION_DECIMALS } from '../../../domain/normalise';
import type { InnerCall } from '../../../domain/normalise/facts/chain-transaction';
import { splAsset } from './solana.assets';
import { programName } from './solana.programs';
import type { SolanaRow } from './solana.schema';

/**
 * Positions of pools with concentrated liquidity: a program mints one piece of a token of its own for each. Found from
 * the history, oldest first.
 * @source coverage.md 2.1
 */
export class Positions {
  /** Mint -> program. */
  private readonly programs = new Map<string, string>();

  constructor(private readonly wallet: string) {}

  learn({ isFailed, calls, tokens }: SolanaRow): void {
    const program = calls.map((call) => call.program).find((one) => isPosition('solana', one));
    if (isFailed || program === undefined) return;
    for (const { mint, owner, decimals, before, after } of tokens) {
      const isMinted =
        before === '0' && after === '1' && tokens.every((one) => one.mint !== mint || one.after === '1');
      if (owner === this.wallet && decimals === 0 && isMinted) this.programs.set(mint, program);
    }
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

  /** Calls that put more units into a position of the wallet: its token is in the transaction and stays. */
  increasesOf({ calls, tokens }: SolanaRow): InnerCall[] {
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
