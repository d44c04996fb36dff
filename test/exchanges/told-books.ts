import { readExchangeTable } from '../../src/adapters/exchanges/exchange-table';
import { replay } from '../../src/domain/engine';
import {
  accountRecords,
  exchangeTransactions,
  type ExchangeName,
  type ExchangeRow,
} from '../../src/domain/exchanges';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { ledgerEvents, valueTransactions } from '../../src/domain/chain';

const NOW = Date.UTC(2026, 0, 1);
const ID = '00000000-0000-4000-8000-0000000000aa';

const dayOf = (at: number | null): string =>
  at === null ? 'unknown' : new Date(at).toISOString().slice(0, 10);

/** @param prices USD by symbol, at all times */
export function booksOf(
  exchange: ExchangeName,
  rows: readonly ExchangeRow[],
  prices: Record<string, string> = {},
) {
  const { records, unknown } = accountRecords(rows);
  const read = exchangeTransactions({ id: ID, exchange }, records);
  const symbols = new Map(
    read.flatMap(({ legs, fee }) =>
      [...legs, ...(fee ? [fee] : [])].map(({ asset }) => [asset.id, asset.symbol]),
    ),
  );
  const transactions = valueTransactions(read, (assetId, at) => {
    const usd = prices[symbols.get(assetId) ?? ''];
    return usd === undefined ? null : { usd, source: 'market', at };
  });
  const ledger = replay(
    [
      ...ledgerEvents(transactions, {
        gasPolicy: 'dispose',
        wrapPolicy: 'carry',
        depositPolicy: 'mixed',
        owned: new Set(),
      }),
    ],
    { method: 'fifo', timezone: 'UTC', washSales: false },
  );
  const held = new Map<string, { units: bigint; decimals: number; cost: bigint }>();
  for (const { asset, remaining, cost } of ledger.lots) {
    if (remaining === 0n) continue;
    const known = held.get(asset.symbol) ?? { units: 0n, decimals: asset.decimals, cost: 0n };
    held.set(asset.symbol, { ...known, units: known.units + remaining, cost: known.cost + cost });
  }
  return {
    unknown: [...unknown.keys()],
    transactions,
    /** `day type units coin value source` */
    income: ledger.income.map(
      ({ receivedAt, type, quantity, asset, fairMarketValue, priceSource, valueStatus }) =>
        [
          dayOf(receivedAt),
          type,
          formatUnits(quantity, asset.decimals),
          asset.symbol,
          valueStatus === 'missing' ? 'missing' : formatMoney(fairMarketValue),
          priceSource,
        ].join(' '),
    ),
    /** `day type units coin proceeds basis`, in cents */
    sales: ledger.disposals.map(({ disposedAt, type, quantity, asset, proceeds, costBasis }) =>
      [
        dayOf(disposedAt),
        type,
        formatUnits(quantity, asset.decimals),
        asset.symbol,
        ...[proceeds, costBasis].map((amount) => Number(formatMoney(amount)).toFixed(2)),
      ].join(' '),
    ),
    /** `units coin for basis` */
    held: [...held]
      .map(
        ([symbol, { units, decimals, cost }]) =>
          `${formatUnits(units, decimals)} ${symbol} for ${Number(formatMoney(cost)).toFixed(2)}`,
      )
      .toSorted(),
  };
}

/** What a file of an exchange comes to. */
export function fileBooks(exchange: ExchangeName, lines: readonly string[], prices?: Record<string, string>) {
  const reading = readExchangeTable(`${lines.join('\n')}\n`, NOW, '', 'mdy');
  if ('columns' in reading) throw new Error(`unknown columns: ${reading.columns.join()}`);
  return {
    ...booksOf(exchange, reading.rows, prices),
    rows: reading.rows,
    keys: reading.rows.map(({ key }) => key),
    rejected: reading.rejected.map(({ reason }) => reason),
  };
}

/** Headers of the files of each exchange. */
export const HEADERS = {
  coinbase:
    'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
  coinbase2020:
    'Timestamp,Transaction Type,Asset,Quantity Transacted,USD Spot Price at Transaction,USD Subtotal,USD Total (inclusive of fees),USD Fees,Notes',
  kraken: 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance',
  binance: 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark',
  binanceus:
    'User_Id,Time,Category,Operation,Order_Id,Transaction_Id,Primary_Asset,Realized_Amount_For_Primary_Asset,Realized_Amount_For_Primary_Asset_In_USD_Value,Base_Asset,Realized_Amount_For_Base_Asset,Realized_Amount_For_Base_Asset_In_USD_Value,Quote_Asset,Realized_Amount_For_Quote_Asset,Realized_Amount_For_Quote_Asset_In_USD_Value,Fee_Asset,Realized_Amount_For_Fee_Asset,Realized_Amount_For_Fee_Asset_In_USD_Value,Payment_Method,Withdrawal_Method,Additional_Note',
  cryptocom:
    'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash',
  gemini:
    'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Tx Hash,BTC Amount BTC,USD Amount USD',
  kucoin: 'UID,Account Type,Currency,Side,Amount,Fee,Time(UTC),Remark',
  other: 'timestamp,kind,asset,amount,sent_asset,sent_amount,id,address,value_usd',
} as const;
