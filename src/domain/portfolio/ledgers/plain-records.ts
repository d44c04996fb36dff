import type { Disposal, Income, Issue, LedgerLot, LineageLink, WashSale } from '../../engine';

/**
 * Copies of ledger records without the replay that they read from: its records are views with getters. A copy has every
 * property of its type (checked below), and nothing else.
 */
const copying =
  <T>() =>
  <K extends keyof T>(...names: K[]) =>
  (...complete: [Exclude<keyof T, K>] extends [never] ? [record: T] : never): T => {
    const [record] = complete as [T];
    const copy = {} as Pick<T, K>;
    for (const name of names) copy[name] = record[name];
    return copy as unknown as T;
  };

const LOT = [
  'id',
  'wallet',
  'asset',
  'originalQuantity',
  'remaining',
  'originalCost',
  'cost',
  'acquiredAt',
  'receivedAt',
  'holdingStartAt',
  'source',
  'basisSource',
  'incomeType',
  'isUntracked',
  'valueStatus',
  'parentId',
  'transactionId',
  'txHash',
  'washSaleAdjustment',
  'priceSource',
  'isInherited',
  'isPurchase',
  'isReplacement',
  'orderId',
  'holdings',
  'lossCost',
  'givenAt',
  'lacksLossBasis',
] as const;

export const plainLot: (lot: LedgerLot) => LedgerLot = copying<LedgerLot>()(...LOT);

export const plainDisposal: (disposal: Disposal) => Disposal = copying<Disposal>()(
  'id',
  'lotId',
  'wallet',
  'asset',
  'quantity',
  'proceeds',
  'costBasis',
  'gain',
  'fees',
  'acquiredAt',
  'isInherited',
  'disposedAt',
  'isLongTerm',
  'type',
  'valueStatus',
  'valueGiven',
  'knownProceeds',
  'lacksProceeds',
  'lossSide',
  'isUntracked',
  'washSaleDisallowed',
  'transactionId',
  'txHash',
  'priceSource',
  'identifiedGain',
  'flags',
);

export const plainIncome: (income: Income) => Income = copying<Income>()(
  'id',
  'type',
  'wallet',
  'asset',
  'quantity',
  'fairMarketValue',
  'valueStatus',
  'priceSource',
  'receivedAt',
  'lotId',
  'transactionId',
  'txHash',
  'flags',
);

export const plainLink: (link: LineageLink) => LineageLink = copying<LineageLink>()(
  'id',
  'fromLotId',
  'toLotId',
  'disposalId',
  'relation',
  'quantity',
  'cost',
  'txHash',
  'at',
);

export const plainIssue: (issue: Issue) => Issue = copying<Issue>()(
  'kind',
  'wallet',
  'assetId',
  'chain',
  'lotId',
  'transactionId',
  'txHash',
  'at',
  'quantity',
  'proceeds',
  'reason',
  'count',
);

export const plainWashSale: (sale: WashSale) => WashSale = copying<WashSale>()(
  'id',
  'asset',
  'disposalId',
  'disposedAt',
  'loss',
  'disallowed',
  'quantity',
  'replacementLotId',
  'replacedAt',
  'daysApart',
);
