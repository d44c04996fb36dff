import { packRows, unpackRows } from '../../../common/row-batches';
import {
  replay,
  within,
  type Ledger,
  type LedgerEvent,
  type ReplayOptions,
  type WashSale,
} from '../../../domain/engine';
import { AppError } from '../../../domain/kernel/errors';
import { assetGroup } from '../../../domain/normalise';
import { hasChoices, withoutChoice } from '../../../domain/overlays/apply-entries';
import type { ComputeTask } from '../../../ports/work/compute';
import { toWashSale } from './wash-sales.presenter';

/** A wallet's history, and which of its losses are listed. */
export interface SimulationInput {
  /** Ledger events of all wallets of the owner, packed. */
  events: Uint8Array[];
  options: Omit<ReplayOptions, 'washSales' | 'groupOf'>;
  /** By asset id. */
  tokenKeys: ReadonlyMap<string, string>;
  /** The wallet whose sales are listed. */
  wallet: string;
  year?: number;
  /** Transactions that the plan shows. Null for all. */
  shown: ReadonlySet<string> | null;
}

export interface Simulation {
  /** `WashSaleResponse`, packed. */
  sales: Uint8Array[];
  isApproximate: boolean;
}

/** Events of a wallet -> the losses that the wash-sale rule would disallow. */
export const task: ComputeTask<SimulationInput, Simulation> = {
  name: 'simulated_wash_sales',
  file: __filename,
  run: ({ events, options, tokenKeys, wallet, year, shown }) => {
    const ledger = washed(unpackRows<LedgerEvent>(events), options);
    const isWithin = within({ wallet, year, timezone: options.timezone });
    const sales = ownSales(ledger, isWithin, (id) => shown === null || shown.has(id));
    const rows = sales.map((sale) => toWashSale(sale, tokenKeys));
    return { sales: [...packRows(rows)], isApproximate: ledger.isApproximate };
  },
};

/** A selection of lots that the present history makes invalid has no effect. */
function washed(events: readonly LedgerEvent[], options: SimulationInput['options']): Ledger {
  const method = hasChoices(events) ? 'specific_id' : options.method;
  try {
    return replay(events, { ...options, method, washSales: true, groupOf: assetGroup });
  } catch (error) {
    const refused = error instanceof AppError ? error.details?.['transaction_id'] : undefined;
    if (typeof refused !== 'string') throw error;
    return washed(withoutChoice(events, refused), options);
  }
}

/** The wash sales of admitted disposals that the plan shows. */
export function ownSales(
  { disposals, washSales }: Ledger,
  isWithin: ReturnType<typeof within>,
  shows: (transactionId: string) => boolean,
): WashSale[] {
  if (washSales.length === 0) return [];
  const own = new Set<string>();
  for (const one of disposals)
    if (one.washSaleDisallowed !== 0n && isWithin(one.wallet, one.disposedAt) && shows(one.transactionId))
      own.add(one.id);
  return washSales.filter(({ disposalId }) => own.has(disposalId));
}
