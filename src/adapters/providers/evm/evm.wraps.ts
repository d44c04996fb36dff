import type { Asset } from '../../../domain/kernel/asset';
import type { Movement } from '../../../domain/chain/facts/chain-transaction';
import type { EvmRows } from './evm.schema';

type Draft = Omit<Movement, 'logIndex'>;

interface Wrapping {
  native: Asset;
  wrapped: Asset;
  wallet: string;
  parent: EvmRows['txlist'] | null;
  /** The wrapped token logs a Transfer for deposits and withdrawals, and can pay others than the caller. */
  logsWraps: boolean;
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';
/** deposit() and withdraw(uint256) of WETH9. */
const DEPOSIT = /^0x($|d0e30db0)/i;
const WITHDRAW = /^0x2e1a7d4d([0-9a-f]{64})/i;

/**
 * WETH9-style wrapped natives log a deposit or withdrawal but no Transfer. Providers list no token row, or one,
 * sometimes with the wrong direction. The native movement decides: native coin sent to the contract mints, and native
 * coin paid from it to the wallet burns (only the caller of withdraw is paid).
 * @returns all movements of the wallet: one burn or mint for each native movement
 * @source providers.md 2.7c
 */
export function withWraps(wrapping: Wrapping, own: readonly Draft[]): Draft[] {
  const { native, wrapped, wallet, logsWraps } = wrapping;
  const contract = wrapped.contract;
  const unseen = unseenWithdrawal(wrapping, own);
  const drafts = unseen ? [...own, unseen] : [...own];
  const open = drafts.filter((d) => d.asset.id === wrapped.id && isMintOrBurn(d, contract));
  const take = (quantity: bigint, direction: 'from' | 'to'): Draft | undefined => {
    const at = open.findIndex((d) => d.quantity === quantity && d[direction] === wallet);
    return at < 0 ? undefined : open.splice(at, 1)[0];
  };
  const replaced = new Map<Draft, Draft>();
  const added: Draft[] = [];
  for (const { asset, from, to, quantity } of drafts) {
    if (asset.id !== native.id) continue;
    const isMint = to === contract && from === wallet;
    if (!isMint && !(from === contract && to === wallet)) continue;
    const row: Draft = {
      ...{ asset: wrapped, kind: 'token', quantity },
      ...(isMint ? { from: contract, to: wallet } : { from: wallet, to: contract }),
    };
    if (take(quantity, isMint ? 'to' : 'from')) continue;
    const inverted = take(quantity, isMint ? 'from' : 'to');
    if (inverted) replaced.set(inverted, row);
    else if (!logsWraps || isDirect(wrapping, isMint)) added.push(row);
  }
  return [...drafts.map((draft) => replaced.get(draft) ?? draft), ...added];
}

const isMintOrBurn = ({ from, to }: Draft, contract: string | null): boolean =>
  [from, to].some((side) => side === contract || side === ZERO_ADDRESS);

const isDirect = ({ wallet, wrapped, parent }: Wrapping, isMint: boolean): boolean =>
  parent?.from === wallet &&
  parent.to === wrapped.contract &&
  (isMint ? DEPOSIT : WITHDRAW).test(parent.input);

/** A direct withdraw whose internal payment is not listed (yet): the call data states the amount. */
function unseenWithdrawal(wrapping: Wrapping, own: readonly Draft[]): Draft | null {
  const { native, wrapped, wallet, parent } = wrapping;
  if (parent === null || !isDirect(wrapping, false)) return null;
  const amount = WITHDRAW.exec(parent.input)?.[1];
  if (!amount || own.some((d) => d.kind === 'internal' && d.from === wrapped.contract)) return null;
  const quantity = BigInt(`0x${amount}`);
  return quantity === 0n
    ? null
    : { asset: native, kind: 'internal', from: wrapped.contract, to: wallet, quantity };
}
