export type ExportFormat = 'etherscan_internal' | 'etherscan_erc20' | 'etherscan_normal' | 'generic';

interface Layout {
  format: ExportFormat;
  /** Plain names of columns that no other layout has together. */
  needs: readonly string[];
  /** Plain names of columns that make it another kind of table. */
  lacks?: readonly string[];
  /** Plain name in this layout -> the name the format is read by. */
  renames?: Readonly<Record<string, string>>;
}

/** Tables of NFT transfers count tokens as tables of fungible ones do, and name the token beside. */
const NFT = ['tokenid'];

/**
 * LAYOUTS: every table of exported history that is read, in order of trial. Explorers have added, renamed and dropped
 * columns over the years: a column that is not named here may be present or not.
 * @source providers.md 5 point 7 (exports seen)
 */
const LAYOUTS: readonly Layout[] = [
  { format: 'etherscan_internal', needs: ['hash', 'parenttxfrom', 'txto', 'valuein'] },
  // ERC-20 transfers since 2022; at first without the block.
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

/** Spellings of one column, in every layout. */
const ALIASES: Readonly<Record<string, string>> = {
  transactionhash: 'hash',
  txhash: 'hash',
  blockno: 'block',
  blocknumber: 'block',
};

/**
 * @param header cells of the first line
 * @returns the format, and the name by which it reads each column; null for columns of no known layout
 */
export function layoutOf(header: readonly string[]): { format: ExportFormat; columns: string[] } | null {
  const columns = header.map(columnName);
  const layout = LAYOUTS.find(
    ({ needs, lacks = [] }) =>
      needs.every((name) => columns.includes(name)) && !lacks.some((name) => columns.includes(name)),
  );
  if (!layout) return null;
  const { format, renames = {} } = layout;
  return { format, columns: columns.map((name) => renames[name] ?? name) };
}

/** `Value_IN(ETH)`, `DateTime (UTC)` -> `valuein`, `datetime`: units and spelling differ from export to export. */
function columnName(given: string): string {
  const plain = given
    .toLowerCase()
    .replace(/\(.*$/, '')
    .replace(/[^a-z0-9]/g, '');
  return ALIASES[plain] ?? plain;
}
