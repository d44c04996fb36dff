import { Injectable } from '@nestjs/common';
import { inTurns } from '../../common/turns';
import { userOf } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import type { ChainTransaction } from '../../domain/chain/facts/chain-transaction';
import type { UploadedFile } from '../../http/body/multipart';
import { computeCaller } from '../../http/compute-order';
import type { RequestContext } from '../../http/request-context';
import { Clock } from '../../ports/clock';
import { HistoryFiles, UnreadableFile, type FileReading } from '../../ports/upstream/history-files';
import { HistorySource, type RawRow } from '../../ports/upstream/history-source';
import type { ComputeCaller } from '../../ports/work/compute';
import { Overlays } from '../../ports/storage/overlays';
import type { ImportRequest } from './imports.dto';
import { toImportResult } from './imports.presenter';
import type { ImportResultResponse } from './imports.shapes.dto';

/** Adds rows of the user's own beside what the chain reports. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly files: HistoryFiles,
    private readonly overlays: Overlays,
    private readonly source: HistorySource,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError VALIDATION_ERROR for an unknown chain or a file that cannot be read; FORBIDDEN beyond the rows
   * of the plan
   */
  async import(
    address: Address,
    { file, chain: name, dry_run: isDryRun }: ImportRequest,
    context: RequestContext,
  ): Promise<ImportResultResponse> {
    const user = userOf(context.principal);
    const chain = this.chainOf(name, address);
    const readings: FileReading[] = [];
    const caller = computeCaller(context);
    for (const [index, one] of file.entries())
      readings.push(await this.read(chain, address, one, { index, caller }));
    const rows = readings.flatMap((reading) => reading.rows);
    const add = (onlyCounts: boolean) => this.overlays.addRows(user, chain, address.value, rows, onlyCounts);
    // Rows beyond the plan are refused before they are interpreted, and unreadable ones before they are stored.
    const counted = await add(true);
    const transactions = await this.interpret(chain, address, rows, context.signal);
    const counts = isDryRun ? counted : await add(false);
    const times = transactions.map(({ at }) => at);
    return toImportResult(this.clock.newId(), isDryRun, readings, counts, times);
  }

  /** Rows of a demo wallet differ in form from rows of files. */
  private async interpret(
    chain: ChainName,
    address: Address,
    rows: readonly RawRow[],
    signal: AbortSignal,
  ): Promise<ChainTransaction[]> {
    try {
      return await inTurns(this.source.interpreting(chain, address, rows), signal);
    } catch {
      signal.throwIfAborted();
      throw invalid(
        'address',
        'The history of a demo wallet is bundled with the service and takes no files. Import into another wallet',
      );
    }
  }

  private chainOf(name: string, address: Address): ChainName {
    const chain = this.files.chains.find((candidate) => candidate === name);
    if (chain === undefined) throw invalid('chain', `Input should be one of ${this.files.chains.join(', ')}`);
    if (address.family !== 'evm') throw invalid('chain', `The address is one of ${address.family}`);
    return chain;
  }

  private async read(
    chain: ChainName,
    address: Address,
    { bytes }: UploadedFile,
    { index, caller }: { index: number; caller: ComputeCaller },
  ): Promise<FileReading> {
    const reading = await this.files
      .read(chain, address, bytes, this.clock.now(), caller)
      .catch((error: unknown) => {
        throw error instanceof UnreadableFile ? invalid(`file.${index}`, error.message) : error;
      });
    if (reading) return reading;
    throw invalid(
      `file.${index}`,
      'The columns are those of no known export: Etherscan transactions, internal transactions or ERC-20 transfers, or the generic format',
    );
  }
}

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { field, message: `${field}: ${message}` });
