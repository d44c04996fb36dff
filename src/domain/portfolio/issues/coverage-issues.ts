import { dayOf, dayText } from '../../kernel/calendar';
import type { ChainProblem } from '../sync-status';
import { openIssue, type OpenIssue } from './issue';

export interface HistoryGaps {
  unavailable: readonly ChainProblem[];
  chains: readonly { chain: string; truncated: boolean; incomplete: boolean }[];
  contradicted?: readonly string[];
  stale?: readonly { chain: string; code: string | null; indexedAt: number }[];
  isPartial?: boolean;
}

/** One issue for each chain with a gap. Its effect is not known. */
export const coverageIssues = (
  wallet: string,
  address: string,
  { unavailable, chains, contradicted = [], stale = [], isPartial = false }: HistoryGaps,
): OpenIssue[] => {
  const issue = (chain: string, message: string): OpenIssue =>
    openIssue(wallet, [chain], { type: 'history_incomplete', address, chain, message });
  return [
    ...(isPartial
      ? [
          openIssue(wallet, [], {
            type: 'history_incomplete',
            address,
            message: 'The exchange gave only a part of the history: lists of this account are missing.',
          }),
        ]
      : []),
    ...unavailable.map(({ chain, code, reason }) =>
      issue(chain, `The history of ${chain} cannot be read (${code})${reason ? `: ${reason}` : '.'}`),
    ),
    ...stale.flatMap(({ chain, code, indexedAt }) =>
      code === null
        ? []
        : issue(
            chain,
            `The history of ${chain} is known until ${dayText(dayOf(indexedAt, 'UTC'))} only: the last reading failed (${code}).`,
          ),
    ),
    ...chains.flatMap(({ chain, truncated, incomplete }) => {
      if (truncated) return issue(chain, `The provider of ${chain} returned only a part of the history.`);
      if (incomplete) return issue(chain, `The provider of ${chain} reports missing rows.`);
      return contradicted.includes(chain)
        ? issue(chain, `${chain} states another balance than its rows: rows are missing, or count twice.`)
        : [];
    }),
  ];
};

export const unreadWallet = (wallet: string, address: string): OpenIssue =>
  openIssue(wallet, [], {
    type: 'history_incomplete',
    address,
    message: 'The wallet has not been read yet.',
  });
