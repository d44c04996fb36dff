export type ExportFormat = 'etherscan_internal' | 'etherscan_erc20' | 'etherscan_normal' | 'generic';

interface Layout {
  format: ExportFormat;
  /** Normalised column names that no other layout has together. */
  needs: readonly string[];
  /** Normalised column names of another kind of table. */
  lacks?: readonly string[];
  renames?: Readonly<Record<string, string>>;
}

/** NFT transfer tables have the columns of fungible transfers plus a token id. */
const NFT = ['tokenid'];

/**
 * LAYOUTS: every supported export table, in order of detection. Explorers have added, renamed and dropped
 * columns over time. A column not listed here is optional.
 * @source providers.md 5 point 7 (exports seen)
 */
const LAYOUTS: readonly Layout[] = [
  { format: 'etherscan_internal', needs: ['hash', 'parenttxfrom', 'txto', 'valuein'] },
  // ERC-20 transfers since 2022. Early files have no block.
  {
    format: 'etherscan_erc20',
    needs: ['hash', 'from', 'to', 'tokenvalue', 'contractaddress', 'tokensymbol'],
    lacks: NFT,
  },
  // ERC-20 transfers until 2021: `Value` for `TokenValue`, without the block.
  {
    format: 'etherscan_erc20',
    needs: ['hash', 'from', 'to', 'value', 'contractaddress', 'tokensymbol'],
    lacks: NFT,
    renames: { value: 'tokenvalue' },
  },
  { format: 'etherscan_normal', needs: ['hash', 'from', 'to', 'valuein', 'valueout', 'txnfee'] },
  { format: 'generic', needs: ['hash', 'timestamp', 'from', 'to', 'quantity'] },
];

const ALIASES: Readonly<Record<string, string>> = {
  transactionhash: 'hash',
  txhash: 'hash',
  blockno: 'block',
  blocknumber: 'block',
};

/** @param header cells of the first line @returns the format and the index of each column by its canonical name */
export function layoutOf(
  header: readonly string[],
): { format: ExportFormat; columns: ReadonlyMap<string, number> } | null {
  const columns = header.map(columnName);
  const layout = LAYOUTS.find(
    ({ needs, lacks = [] }) =>
      needs.every((name) => columns.includes(name)) && !lacks.some((name) => columns.includes(name)),
  );
  if (!layout) return null;
  const { format, renames = {} } = layout;
  const named = columns.map((name, index): [string, number] => [renames[name] ?? name, index]);
  // The first of two columns with one name counts.
  return { format, columns: new Map(named.reverse()) };
}

/** `Value_IN(ETH)`, `DateTime (UTC)` -> `valuein`, `datetime`: units and spelling differ between exports. */
function columnName(given: string): string {
  const plain = given
    .toLowerCase()
    .replace(/\(.*$/, '')
    .replace(/[^a-z0-9]/g, '');
  return ALIASES[plain] ?? plain;
}
