import { accountOf } from '../../../domain/kernel/bitcoin/descriptor';
import type { RawRow } from '../../../ports/upstream/history-source';
import { addressOfRow } from './bitcoin-account.reader';
import type { BitcoinRow } from './bitcoin.schema';

interface Rows {
  wallet: string;
  rows: readonly RawRow[];
}

/**
 * Joins wallets of one owner, including accounts. A derived address that two accounts share counts for the first one.
 * A payment between two wallets names the wallets, so that both sides recognise it as internal.
 * @returns the rows of each wallet
 */
export function joinedRows(wallets: readonly Rows[]): (readonly RawRow[])[] {
  if (!wallets.some(({ wallet }) => isAccount(wallet))) return wallets.map(({ rows }) => rows);
  const owners = new Map<string, string>();
  for (const { wallet, rows } of wallets)
    for (const address of isAccount(wallet) ? rows.map(addressOfRow) : [wallet])
      if (!owners.has(address)) owners.set(address, wallet);
  return wallets.map(({ wallet, rows }) =>
    rows
      .filter((row) => !isAccount(wallet) || owners.get(addressOfRow(row)) === wallet)
      .map((row) => withOwners(row, wallet, owners)),
  );
}

const isAccount = (wallet: string): boolean => accountOf(wallet) !== null;

function withOwners(row: RawRow, wallet: string, owners: ReadonlyMap<string, string>): RawRow {
  const body = row.body as unknown as BitcoinRow;
  const rename = <T extends { address: string | null }>(place: T): T => {
    const owner = place.address === null ? undefined : owners.get(place.address);
    return owner === undefined || owner === wallet ? place : { ...place, address: owner };
  };
  return { ...row, body: { ...body, inputs: body.inputs.map(rename), outputs: body.outputs.map(rename) } };
}
