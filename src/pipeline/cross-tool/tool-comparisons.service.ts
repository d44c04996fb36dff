import { Injectable } from '@nestjs/common';
import { packInTurns } from '../../common/row-batches';
import type { PlanWindow } from '../../domain/access/plan-window';
import { KNOWN_EXPORTS, type ListedToolComparison, type Tool, type ToolRow } from '../../domain/cross-tool';
import { AppError } from '../../domain/kernel/errors';
import type { ExchangeFile } from '../../ports/exchanges/exchange-files';
import { ToolFiles, type ToolFileReading } from '../../ports/exchanges/tool-files';
import { UnreadableFile } from '../../ports/upstream/history-files';
import { Compute, type ComputeCaller } from '../../ports/work/compute';
import type { WalletLedger } from '../ledger/wallet-ledger';
import { WalletLedgerService } from '../ledger/wallet-ledger.service';
import { task } from './tool-comparison.task';

/** A comparison reads the history of a taxpayer once more for each setting that a tool may have. */
const COMPARED_SLICES = 3_000_000;
const SETTINGS_TRIED = 9;
const MOST_ROWS = 100_000;

export type ToolTable = ToolFileReading & { file: number };

export interface ComparedTool {
  tool: Tool;
  tables: readonly ToolTable[];
  comparison: ListedToolComparison;
}

/** Ledger of record and the export of another tool -> each difference and its reason. It stores nothing. */
@Injectable()
export class ToolComparisons {
  constructor(
    private readonly files: ToolFiles,
    private readonly ledgers: WalletLedgerService,
    private readonly compute: Compute,
  ) {}

  /**
   * @throws AppError VALIDATION_ERROR for a file that nobody can read, of two tools, or without rows; PAYLOAD_TOO_LARGE
   * for too many rows
   */
  async read(files: readonly ExchangeFile[], caller: ComputeCaller): Promise<ToolTable[]> {
    const tables: ToolTable[] = [];
    for (const [index, file] of files.entries()) {
      const read = await this.files.read(file, index + 1, caller).catch((error: unknown) => {
        throw error instanceof UnreadableFile ? invalid(`file.${index}`, error.message) : error;
      });
      if ('columns' in read)
        throw invalid(
          `file.${index}`,
          `The columns are those of no known export. Send one of these: ${KNOWN_EXPORTS}`,
          { columns: read.columns },
        );
      tables.push(...read.map((table) => ({ ...table, file: index + 1 })));
    }
    const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
    if (rows === 0) throw invalid('file', 'The files have no row that can be read', rejectedOf(tables));
    if (rows > MOST_ROWS)
      throw new AppError('PAYLOAD_TOO_LARGE', { resource: 'rows', limit: MOST_ROWS, current: rows });
    toolOf(tables);
    return tables;
  }

  /** @param wallets of one ledger @throws AppError PAYLOAD_TOO_LARGE above the limit of slices */
  async of(
    wallets: readonly WalletLedger[],
    tables: readonly ToolTable[],
    { year, window, caller }: { year?: number; window: PlanWindow; caller: ComputeCaller },
  ): Promise<ComparedTool> {
    const [first] = wallets;
    const events = first ? await this.ledgers.events(first) : [];
    const { groupOf: _groupOf, ...options } = this.ledgers.recordOptions(
      first ?? { history: { valued: {} } },
    );
    const rows: ToolRow[] = tables.flatMap((table) => table.rows);
    const shown = (): string[] =>
      wallets.flatMap(({ transactions }) =>
        transactions.filter(({ id }) => window.shows(id)).map(({ id }) => id),
      );
    const input = {
      events: await packInTurns(events, caller.signal),
      options: { ...options, maxSlices: COMPARED_SLICES },
      wallets: wallets.map(({ subject }) => subject.value),
      year,
      kinds: [...new Set(tables.flatMap(({ kind }) => kind ?? []))],
      spam: spamOf(wallets),
      rows: await packInTurns(rows, caller.signal),
      shown: window.isLimited ? new Set(shown()) : null,
    };
    const size = events.length * SETTINGS_TRIED + rows.length;
    return {
      tool: toolOf(tables),
      tables,
      comparison: await this.compute.run(task, input, { ...caller, size }),
    };
  }
}

/** @throws AppError VALIDATION_ERROR for several tools: they state the same sales, which would count twice */
function toolOf(tables: readonly ToolTable[]): Tool {
  const [tool, ...others] = new Set(tables.flatMap((table) => table.tool ?? []));
  if (tool === undefined || others.length > 0)
    throw invalid(
      'file',
      `Send the files of one tool at a time: these are of ${[tool, ...others].join(' and ')}`,
    );
  return tool;
}

const spamOf = (wallets: readonly WalletLedger[]): string[] => [
  ...new Set(
    wallets.flatMap(({ transactions }) =>
      transactions.flatMap(({ isSpam, legs, hidden = [] }) =>
        [...hidden, ...(isSpam ? legs.map(({ asset }) => asset) : [])].map(({ symbol }) => symbol),
      ),
    ),
  ),
];

const rejectedOf = (tables: readonly ToolTable[]) => ({
  rejected: tables.flatMap(({ rejected }) => rejected).slice(0, 5),
});

const invalid = (field: string, message: string, details?: Record<string, unknown>): AppError =>
  new AppError('VALIDATION_ERROR', details, { field, message: `${field}: ${message}` });
