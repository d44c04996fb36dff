import { inTurns } from '../../../common/turns';
import { formatDecimal } from '../../../domain/kernel/decimal';
import { pairDecisions } from '../../../domain/overlays/transfer-pairings';
import type { LotInNeed } from '../../../domain/portfolio/needs/needs-basis';
import { suggestingTransfers } from '../../../domain/portfolio/transfer-suggestions';
import type { BasisNeed, SuggestedTransfer } from '../../../ports/storage/ledgers/needs';
import type { WalletLedger } from '../wallet-ledger';

/** Possible sources of the units of an inflow, by its transaction. */
export type Suggestions = ReadonlyMap<string, readonly SuggestedTransfer[]>;

/** Of all wallets of the owner. It yields to other requests. */
export async function suggestions({ valued }: WalletLedger['history']): Promise<Suggestions> {
  const { transactions, entries = [] } = valued;
  const found = await inTurns(suggestingTransfers(transactions, pairDecisions(entries)));
  return new Map(
    [...found].map(([id, matches]) => [
      id,
      matches.map((match) => ({ ...match, score: formatDecimal(match.score) })),
    ]),
  );
}

export const withSources = (needs: readonly LotInNeed[], sources: Suggestions): (LotInNeed & BasisNeed)[] =>
  needs.map((need) => ({ ...need, suggestions: sources.get(need.lot.transactionId) ?? [] }));

/** @param shows true for a transaction that the plan shows */
export const withShownSources = (need: BasisNeed, shows: (transactionId: string) => boolean): BasisNeed => ({
  ...need,
  suggestions: need.suggestions.filter(({ out }) => shows(out.transactionId)),
});
