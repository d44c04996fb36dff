import { unpackRows } from '../../../common/row-batches';
import {
  within,
  type Ledger,
  type LedgerEvent,
  type ReplayOptions,
  type WashSale,
} from '../../../domain/engine';
import { assetGroup } from '../../../domain/chain';
import { replayChosen } from '../../../domain/overlays/apply-entries';
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
  /** A list of `WashSaleResponse` as JSON in UTF-8. */
  json: Uint8Array;
  isApproximate: boolean;
}

/** Events of a wallet -> the losses that the wash-sale rule would disallow. */
export const task: ComputeTask<SimulationInput, Simulation> = {
  name: 'simulated_wash_sales',
  file: __filename,
  run: ({ events, options, tokenKeys, wallet, year, shown }) => {
    const simulated = { ...options, washSales: true, groupOf: assetGroup };
    const ledger = replayChosen(unpackRows<LedgerEvent>(events), simulated);
    const isWithin = within({ wallet, year, timezone: options.timezone });
    const sales = ownSales(ledger, isWithin, (id) => shown === null || shown.has(id));
    const rows = sales.map((sale) => toWashSale(sale, tokenKeys));
    return { json: new TextEncoder().encode(JSON.stringify(rows)), isApproximate: ledger.isApproximate };
  },
};

/** The wash sales of admitted disposals that the plan shows. */
export function ownSales(
  ledger: Pick<Ledger, 'disposals' | 'washSales'>,
  isWithin: ReturnType<typeof within>,
  shows: (transactionId: string) => boolean,
): WashSale[] {
  const { washSales } = ledger;
  if (washSales.length === 0) return [];
  const own = new Set<string>();
  for (const one of ledger.disposals)
    if (one.washSaleDisallowed !== 0n && isWithin(one.wallet, one.disposedAt) && shows(one.transactionId))
      own.add(one.id);
  return washSales.filter(({ disposalId }) => own.has(disposalId));
}
