import { Injectable } from '@nestjs/common';
import type { Address } from '../../../../domain/kernel/address';
import { KNOWN_CHAINS } from '../../../../config/evm-chains';
import type { ChainName } from '../../../../domain/kernel/chain';
import { HistoryFiles, type FileReading, type RowsOfOwner } from '../../../../ports/upstream/history-files';
import type { RawRow } from '../../../../ports/upstream/history-source';
import { mergeExports, readExport } from './evm.exports.mapper';

/** Exports of explorers in Etherscan's file format. */
@Injectable()
export class EvmHistoryFiles extends HistoryFiles {
  override readonly chains = KNOWN_CHAINS;

  override read(chain: ChainName, wallet: Address, text: string, now: number): FileReading | null {
    return readExport(chain, wallet.value, text, now);
  }

  override merge(stored: readonly RawRow[], imported: readonly RawRow[], others: RowsOfOwner): RawRow[] {
    return mergeExports(stored, imported, others);
  }
}
