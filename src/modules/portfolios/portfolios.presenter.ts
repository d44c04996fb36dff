import { asUser, type Principal } from '../../domain/access/principal';
import type { SpaceRole } from '../../domain/access/spaces';
import type { StatedSummary } from '../../domain/forms';
import { tryParseAddress } from '../../domain/kernel/address';
import type { HeldBy, JointHolding } from '../../domain/portfolio/joint-holdings';
import { toTime } from '../../presenters/sync-status.presenter';
import { toHolding } from '../../presenters/holdings.presenter';
import { toTaxSummary } from '../../presenters/tax-summary.presenter';
import type {
  HoldingShareResponse,
  PortfolioResponse,
  PortfolioHoldingResponse,
  PortfolioTaxSummaryResponse,
} from './portfolios.shapes.dto';

interface Portfolio {
  id: string;
  name: string;
  description: string;
  /** JSON. */
  metadata: string;
  addresses: readonly { given: string; label: string; addedAt: Date }[];
  isSpace: boolean;
  role?: SpaceRole;
  createdAt: Date;
  updatedAt: Date;
}

/** @source api.md 2, Portfolio */
export const toPortfolio = (portfolio: Portfolio, reader?: Principal): PortfolioResponse => ({
  id: portfolio.id,
  portfolio_id: portfolio.id,
  name: portfolio.name,
  description: portfolio.description,
  metadata: JSON.parse(portfolio.metadata) as PortfolioResponse['metadata'],
  addresses: portfolio.addresses.map(({ given, label, addedAt }) => ({
    address: given,
    chain_type: tryParseAddress(given)?.family ?? 'evm',
    label,
    added_at: toTime(addedAt.getTime()),
  })),
  address_count: portfolio.addresses.length,
  ...(portfolio.isSpace && { is_space: true as const, role: roleOf(portfolio, reader) }),
  created_at: toTime(portfolio.createdAt.getTime()),
  updated_at: toTime(portfolio.updatedAt.getTime()),
});

const roleOf = ({ role }: Portfolio, reader?: Principal): SpaceRole =>
  role ?? (reader && asUser(reader)?.space?.role) ?? 'owner';

/** @source api.md 1.6 (Get Portfolio Holdings) */
export const toPortfolioHolding = (holding: JointHolding): PortfolioHoldingResponse => ({
  ...toHolding(holding),
  by_address: holding.by.map(toShare),
});

/** What differs between the wallets; the rest is stated once. */
function toShare({ address, holding }: HeldBy): HoldingShareResponse {
  const body = toHolding(holding);
  const { quantity, current_value, cost_basis, unrealized_gl, unrealized_gl_percent } = body;
  return {
    address,
    quantity,
    current_value,
    cost_basis,
    unrealized_gl,
    unrealized_gl_percent,
    lot_count: body.lot_count,
    has_untracked: body.has_untracked,
    ...(body.price_missing && { price_missing: true as const }),
    ...(body.basis_pending && { basis_pending: true as const }),
  };
}

/** @source integrators.md 5 (names) */
export const withPortfolioId = <T extends { address: string }>({ address, ...report }: T) => ({
  address,
  portfolio_id: address,
  ...report,
});

/** @param wallets in the order of the portfolio @source api.md 1.6 (Get Portfolio Tax Summary) */
export const toPortfolioTaxSummary = (
  portfolioId: string,
  taxYear: number | null,
  whole: StatedSummary,
  wallets: readonly { address: string; summary: StatedSummary }[],
  historyGaps: readonly string[],
): Omit<PortfolioTaxSummaryResponse, 'assumptions'> => ({
  ...withPortfolioId(toTaxSummary(portfolioId, taxYear, whole, historyGaps)),
  by_address: wallets.map(({ address, summary }) => toTaxSummary(address, taxYear, summary, historyGaps)),
});
