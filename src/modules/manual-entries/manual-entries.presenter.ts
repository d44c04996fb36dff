import { formatMoney, formatUnits } from '../../domain/kernel/units';
import type { Impact } from '../../domain/overlays/impact';
import type { BasisAssignment } from '../../domain/overlays/manual-entry';
import { toTime } from '../../http/presenters/freshness.presenter';
import type { BasisAssignmentShape, ImpactBody } from './manual-entries.shapes.dto';

/** Manual entries on the wire. Pure. */
interface Stored {
  id: string;
  entry: BasisAssignment;
  shown: Readonly<Record<string, unknown>>;
  createdAt: Date;
  deactivatedAt: Date | null;
}

/** What an entry is shown with: it need not be looked up in the books again. */
export interface Shown {
  given: string;
  txHash: string | null;
  tokenKey: string;
  decimals: number;
  note: string;
}

export const toImpact = ({ before, after, years }: Impact): ImpactBody => ({
  realized_gl_before: formatMoney(before),
  realized_gl_after: formatMoney(after),
  years_affected: years,
});

export function toBasisAssignment({
  id,
  entry,
  shown,
  createdAt,
  deactivatedAt,
}: Stored): BasisAssignmentShape {
  const { given, txHash, tokenKey, decimals, note } = shown as unknown as Shown;
  return {
    id,
    kind: entry.kind,
    address: given,
    lot_id: entry.lotId,
    tx_hash: txHash,
    token_key: tokenKey,
    parts: entry.parts.map(({ quantity, cost, acquiredAt }) => ({
      quantity: formatUnits(quantity, decimals),
      cost_basis: formatMoney(cost),
      acquisition_date: toTime(acquiredAt),
    })),
    basis_type: entry.basisType,
    note,
    is_active: deactivatedAt === null,
    created_at: createdAt.toISOString(),
    deactivated_at: deactivatedAt?.toISOString() ?? null,
  };
}
