import { readExchangeTable } from '../src/adapters/exchanges/exchange-table';
import { accountRecords, exchangeTransactions, recordBalances } from '../src/domain/exchanges';
import { ledgerEvents, valueTransactions } from '../src/domain/chain';
import { replay } from '../src/domain/engine';

/**
 * A file of an exchange with many rows: time to read it, and to turn its rows into a ledger. Prints one JSON line.
 * `npm run -s bench:exchanges -- [rows]`
 */
const ROWS = Number(process.argv[2] ?? 100_000);
const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const START = Date.UTC(2020, 0, 1);

function file(rows: number): string {
  const lines = ['"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"'];
  for (let i = 0; lines.length <= rows; i++) {
    const time = new Date(START + (i * HOUR_MS) / 2).toISOString().slice(0, 19).replace('T', ' ');
    const sign = i % 2 === 0 ? '' : '-';
    const other = i % 2 === 0 ? '-' : '';
    const id = i.toString(36).toUpperCase().padStart(6, '0');
    lines.push(`"LA${id}","T${id}","${time}","trade","","currency","XXBT",${sign}0.0100000000,0,0`);
    lines.push(
      `"LB${id}","T${id}","${time}","trade","","currency","ZUSD",${other}${300 + (i % 50)}.1234,0.4321,0`,
    );
  }
  return `${lines.slice(0, rows + 1).join('\n')}\n`;
}

function timed<T>(work: () => T): { result: T; ms: number } {
  const began = performance.now();
  const result = work();
  return { result, ms: Math.round(performance.now() - began) };
}

const text = file(ROWS);
const read = timed(() => readExchangeTable(text, Date.now()));
if ('columns' in read.result) throw new Error('the layout was not recognised');
const { rows, rejected } = read.result;
const records = timed(() => accountRecords(rows).records);
const account = { id: '00000000-0000-4000-8000-000000000001', exchange: 'kraken' } as const;
const transactions = timed(() => exchangeTransactions(account, records.result));
const books = timed(() => {
  const events = ledgerEvents(
    valueTransactions(transactions.result, () => null),
    { gasPolicy: 'dispose', wrapPolicy: 'carry', depositPolicy: 'mixed', owned: new Set() },
  );
  return replay([...events], { method: 'fifo', timezone: 'UTC', washSales: false });
});
process.stdout.write(
  `${JSON.stringify({
    rows: ROWS,
    file_mb: Number((text.length / MIB).toFixed(1)),
    accepted: rows.length,
    rejected: rejected.length,
    read_ms: read.ms,
    records_ms: records.ms,
    transactions_ms: transactions.ms,
    ledger_ms: books.ms,
    transactions: transactions.result.length,
    disposals: books.result.disposals.length,
    balances: Object.fromEntries(recordBalances(records.result)),
    rss_mb: Math.round(process.memoryUsage().rss / MIB),
  })}\n`,
);
