import { statementKey, type OwnerDecisions } from '../chain';
import type { ManualEntry, ReadingDecision } from './manual-entry';

const KINDS: ReadonlySet<ManualEntry['kind']> = new Set<ReadingDecision['kind']>([
  'transaction_classification',
  'transfer_pairing',
  'token_visibility',
]);

const isReadingDecision = (entry: ManualEntry): entry is ReadingDecision => KINDS.has(entry.kind);

export const readingDecisions = (entries: readonly ManualEntry[]): ReadingDecision[] =>
  entries.filter(isReadingDecision);

export function ownerDecisions(entries: readonly ManualEntry[], wallet: string): OwnerDecisions {
  const own = entries.filter((entry) => entry.wallet === wallet);
  return {
    statements: new Map(
      own.flatMap((entry) =>
        entry.kind === 'transaction_classification'
          ? [[statementKey(entry.chain, entry.txHash), entry] as const]
          : [],
      ),
    ),
    spam: new Map(
      own.flatMap((entry) =>
        entry.kind === 'token_visibility' ? [[entry.assetId, entry.isSpam] as const] : [],
      ),
    ),
  };
}
