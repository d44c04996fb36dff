import type { Asset } from '../kernel/asset';
import { CHAINS, isChainName, isNativeAlias } from '../kernel/chain';
import { dec } from '../kernel/decimal';
import { toUnits, type Quantity } from '../kernel/units';
import type { PostedRow, PostedSelection } from './row';

const DEFAULT_CHAIN = 'unknown';
const MIN_DECIMALS = 8;

/** Cash is not an asset and has no lots. @source tax-rules 7.5 */
export const isCash = (symbol: string | undefined): boolean => symbol?.toUpperCase() === 'USD';

/** Callers send no decimals: an asset gets as many as its longest amount has, so that all amounts are integers. */
export class PostedAssets {
  private readonly assets = new Map<string, Asset>();

  constructor(rows: readonly PostedRow[], selections: ReadonlyMap<string, readonly PostedSelection[]>) {
    for (const row of rows) {
      const chosen = (row.id === undefined ? undefined : selections.get(row.id)) ?? [];
      this.note(row, row.symbol, this.contractOf(row, row.symbol), [
        row.quantity,
        ...chosen.map(({ quantity }) => quantity),
      ]);
      const target = row.toSymbol ?? (row.type === 'internal_transfer' ? row.symbol : undefined);
      if (target !== undefined) this.note(row, target, this.contractOf(row, target), [row.toQuantity]);
      if (row.feeSymbol !== undefined)
        this.note(row, row.feeSymbol, this.contractOf(row, row.feeSymbol), [row.feeQuantity]);
    }
  }

  /** The row's contract applies only to the row's own symbol. */
  of(row: PostedRow, symbol: string): Asset {
    const asset = this.assets.get(idOf(row, symbol, this.contractOf(row, symbol)));
    if (!asset) throw new Error(`Asset not noted: ${symbol}`);
    return asset;
  }

  units(asset: Asset, amount: string): Quantity {
    return toUnits(amount, asset.decimals);
  }

  /** The address of a native alias names the coin, as no contract does. */
  private contractOf(row: PostedRow, symbol: string): string | undefined {
    const { contract } = row;
    if (contract === undefined || symbol.toLowerCase() !== row.symbol.toLowerCase()) return undefined;
    const chain = chainOf(row);
    return isChainName(chain) && isNativeAlias(chain, contract.toLowerCase()) ? undefined : contract;
  }

  private note(
    row: PostedRow,
    symbol: string,
    contract: string | undefined,
    amounts: readonly (string | undefined)[],
  ): void {
    const id = idOf(row, symbol, contract);
    const needed = Math.max(
      MIN_DECIMALS,
      ...amounts.map((amount) => (amount === undefined ? 0 : placesOf(amount))),
    );
    const known = this.assets.get(id);
    if (known) known.decimals = Math.max(known.decimals, needed);
    else this.assets.set(id, { ...identity(row, symbol, contract), decimals: needed });
  }
}

const chainOf = (row: PostedRow): string => (row.chain ?? DEFAULT_CHAIN).toLowerCase();

function identity(row: PostedRow, symbol: string, contract: string | undefined): Omit<Asset, 'decimals'> {
  return {
    id: idOf(row, symbol, contract),
    chain: chainOf(row),
    contract: contract === undefined ? null : normalised(row, contract),
    symbol,
    name: symbol,
  };
}

function placesOf(amount: string): number {
  const [, fraction] = /^\d+(?:\.(\d*[1-9]))?$/.exec(amount) ?? [];
  return fraction?.length ?? dec(amount).decimalPlaces();
}

/** By contract if there is one, else by symbol in any letter case. */
function idOf(row: PostedRow, symbol: string, contract: string | undefined): string {
  const chain = chainOf(row);
  if (contract !== undefined) return `${chain}:${normalised(row, contract)}`;
  return `${chain}:symbol:${symbol.toUpperCase()}`;
}

export function symbolIn(assetId: string): { chain: string | null; symbol: string } | null {
  const [, chain, symbol] = /^(.*?):symbol:(.*)$/s.exec(assetId) ?? [];
  if (chain === undefined || symbol === undefined) return null;
  return { chain: chain === DEFAULT_CHAIN ? null : chain, symbol };
}

/** EVM contracts in lower case. Other chains are case-sensitive. @source tax-rules 2.1 */
function normalised(row: PostedRow, contract: string): string {
  const chain = chainOf(row);
  const isEvm = /^0x[0-9a-f]{40}$/i.test(contract) || (isChainName(chain) && CHAINS[chain].family === 'evm');
  return isEvm ? contract.toLowerCase() : contract;
}
