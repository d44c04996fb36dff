import { Injectable } from '@nestjs/common';
import { userOf } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import type { ChainName } from '../../domain/kernel/chain';
import { AppError } from '../../domain/kernel/errors';
import type { ChainTransaction } from '../../domain/normalise/facts/chain-transaction';
import type { UploadedFile } from '../../http/body/multipart';
import type { RequestContext } from '../../http/request-context';
import { breathe } from '../../config/turns';
import { Clock } from '../../ports/clock';
import { HistoryFiles, UnreadableFile, type FileReading } from '../../ports/upstream/history-files';
import { HistorySource, type RawRow } from '../../ports/upstream/history-source';
import { Overlays } from '../../ports/storage/overlays';
import type { ImportRequest } from './imports.dto';
import { toImportResult } from './imports.presenter';
import type { ImportResultResponse } from './imports.shapes.dto';

/** Files -> rows of the user's own beside what the chain reports. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly files: HistoryFiles,
    private readonly overlays: Overlays,
    private readonly source: HistorySource,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError VALIDATION_ERROR for an unknown chain or a file that cannot be read; FORBIDDEN beyond the
   *   rows of the plan
   */
  async import(
    address: Address,
    { file, chain: name, dry_run: isDryRun }: ImportRequest,
    { principal }: RequestContext,
  ): Promise<ImportResultResponse> {
    const user = userOf(principal);
    const chain = this.chainOf(name, address);
    const readings: FileReading[] = [];
    for (const [index, one] of file.entries()) {
      await breathe();
      readings.push(this.read(chain, address, one, index));
    }
    const rows = readings.flatMap((reading) => reading.rows);
    const transactions = this.interpret(chain, address, rows);
    const counts = await this.overlays.addRows(user, chain, address.value, rows, isDryRun);
    const times = transactions.map(({ at }) => at);
    return toImportResult(this.clock.newId(), isDryRun, readings, counts, times);
  }

  /** The rows of a demo wallet have a form of their own, which the rows of files do not have. */
  private interpret(chain: ChainName, address: Address, rows: readonly RawRow[]): ChainTransaction[] {
    try {
      return this.source.interpret(chain, address, rows);
    } catch {
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

  private read(chain: ChainName, address: Address, file: UploadedFile, index: number): FileReading {
    const text = textOf(file, index);
    const reading = readOrRefuse(() => this.files.read(chain, address, text, this.clock.now()), index);
    if (reading) return reading;
    throw invalid(
      `file.${index}`,
      'The columns are those of no known export: Etherscan transactions, internal transactions or ERC-20 transfers, or the generic format',
    );
  }
}

function readOrRefuse<T>(read: () => T, index: number): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalid(`file.${index}`, error.message);
    throw error;
  }
}

function textOf({ bytes }: UploadedFile, index: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(`file.${index}`, 'The file is not UTF-8 text');
  }
}

const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { field, message: `${field}: ${message}` });
