import { isBundled } from '../../../domain/chain';
import type { ChainTransaction, InnerCall } from '../../../domain/chain/facts/chain-transaction';
import { callsOfAccount, directCalls, innerCalls } from './evm.calls';
import { Words } from './batches/evm.words';
import { wrapperOf } from './batches/evm.wrappers';

/**
 * Bundles of operations of smart accounts. The first word of an operation is the account, `data` points to its call
 * data, `paymaster` to the contract that pays.
 * @source ERC-4337; EntryPoint 0.6 and 0.7, UserOperation and PackedUserOperation
 */
const BUNDLES: Readonly<Record<string, { data: number; paymaster: number }>> = {
  '0x1fad948c': { data: 3, paymaster: 9 },
  '0x765e827f': { data: 3, paymaster: 7 },
};

/** executeUserOp(...): the account passes on the data after the selector. @source EntryPoint 0.7, IAccountExecute */
const PASSES_ON = '0x8dd7712f';
const ADDRESS = 2 + 40;

/** @source ERC-4337: EntryPoint 0.6, 0.7, 0.8 and 0.9 */
const ENTRY_POINTS: ReadonlySet<string> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
]);

interface Row {
  input: string;
  to?: string;
}

interface Operation {
  account: string;
  paymaster: string | null;
  calls: InnerCall[];
}

export interface OwnOperations {
  calls: InnerCall[];
  /** Contracts that pay the gas, and can charge the account for it. */
  paymasters: ReadonlySet<string>;
}

/** Depth of account calls inside other calls: a relayer, a module, a contract that makes several calls. */
const DEEPEST = 3;

/** Calls of a bundle, or of another contract. @returns null when no call belongs to the account */
export function operationsOf({ input, to }: Row, account: string): OwnOperations | null {
  const own = operationsIn(input).filter((one) => one.account === account);
  if (own.length > 0)
    return {
      calls: own.flatMap(({ calls }) => calls),
      paymasters: new Set(own.flatMap(({ paymaster }) => paymaster ?? [])),
    };
  const calls = to === account ? null : relayedTo(account, input);
  return calls && { calls, paymasters: new Set() };
}

function relayedTo(account: string, input: string, depth = 0): InnerCall[] | null {
  const wrapper = wrapperOf(input);
  if (!wrapper || depth >= DEEPEST) return null;
  if (wrapper.account !== undefined && new Words(input.slice(10)).address(wrapper.account) === account)
    return innerCalls({ input });
  for (const { to, data } of directCalls(input)) {
    if (to === account) return callsOfAccount(data);
    const calls = relayedTo(account, data, depth + 1);
    if (calls) return calls;
  }
  return null;
}

/** A module makes calls of an account that the call does not name. Then only the account itself gives its units. */
export const isOfModule = (
  { input }: Row,
  { from, to, wallet, movements }: Pick<ChainTransaction, 'from' | 'to' | 'wallet' | 'movements'>,
): boolean =>
  from !== wallet &&
  to !== wallet &&
  wrapperOf(input)?.ofAccount === true &&
  movements.some((movement) => movement.from === wallet);

/** Own operations of a bundle. Its only operation can belong to an account that works for the wallet. */
export function callsOf(row: Row, wallet: string): InnerCall[] {
  const own = operationsOf(row, wallet)?.calls;
  if (own) return own;
  if (!BUNDLES[row.input.slice(0, 10).toLowerCase()])
    return row.to === wallet ? callsOfAccount(row.input) : innerCalls(row);
  const [only, ...more] = operationsIn(row.input);
  return only && more.length === 0 ? only.calls : [];
}

function operationsIn(input: string): Operation[] {
  const layout = BUNDLES[input.slice(0, 10).toLowerCase()];
  if (!layout) return [];
  const words = new Words(input.slice(10));
  return words.items(0).flatMap(({ start, offset }) => {
    const tuple = start + offset;
    const account = words.address(tuple);
    const data = words.bytesAt(tuple, layout.data);
    if (account === null || data === null) return [];
    const paid = words.bytesAt(tuple, layout.paymaster) ?? '0x';
    const paymaster = paid.length >= ADDRESS ? paid.slice(0, ADDRESS).toLowerCase() : null;
    return [{ account, paymaster, calls: callsIn(data) }];
  });
}

function callsIn(data: string): InnerCall[] {
  const input = data.toLowerCase().startsWith(PASSES_ON) ? `0x${data.slice(PASSES_ON.length)}` : data;
  return callsOfAccount(input);
}

/**
 * Payments of a smart account for its operation are a cost: native coin to the EntryPoint, or a token to its
 * paymaster, less refunds. Nothing else of the bundle pays for the operation. A deposit that the operation itself
 * makes there is no cost.
 */
export function withOperationFee(tx: ChainTransaction, operations: OwnOperations | null): ChainTransaction {
  if (tx.fee !== null || !isBundled(tx.method) || (tx.to !== null && operations === null)) return tx;
  const isPayee = (at: string | null, isCoin: boolean): boolean =>
    at !== null && (isCoin ? ENTRY_POINTS.has(at) : operations?.paymasters.has(at) === true);
  if (tx.calls?.some(({ to }) => isPayee(to, true) || isPayee(to, false))) return tx;
  const paid = tx.movements.filter(
    ({ asset, kind, from, to }) =>
      kind !== 'nft' && (isPayee(to, asset.contract === null) || isPayee(from, asset.contract === null)),
  );
  const [asset] = paid.map((movement) => movement.asset);
  const quantity = paid.reduce(
    (sum, one) => sum + (one.from === tx.wallet ? one.quantity : -one.quantity),
    0n,
  );
  if (!asset || quantity <= 0n || paid.some((one) => one.asset.id !== asset.id)) return tx;
  const payee = paid.find(({ from }) => from === tx.wallet)?.to ?? null;
  return {
    ...tx,
    fee: { asset, quantity, payee },
    movements: tx.movements.filter((one) => !paid.includes(one)),
  };
}
