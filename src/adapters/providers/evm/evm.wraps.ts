import type { Asset } from '../../../domain/kernel/asset';
import type { Movement } from '../../../domain/normalise/facts/chain-transaction';
import type { EvmRows } from './evm.schema';

type Draft = Omit<Movement, 'logIndex'>;

interface Wrapping {
  native: Asset;
  wrapped: Asset;
  wallet: string;
  parent: EvmRows['txlist'] | null;
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';
/** withdraw(uint256) of WETH9. */
const WITHDRAW = /^0x2e1a7d4d([0-9a-f]{64})/i;

/**
 * WETH9-style wrapped natives log a deposit or withdrawal but no Transfer, so token lists omit them. Native
 * coin sent to the contract mints, and native coin paid from it to the wallet burns (only the caller of
 * withdraw is paid). When a provider lists token rows, they are used and nothing is added.
 * @source providers.md 2.7c
 */
export function wrapMovements(wrapping: Wrapping, own: readonly Draft[]): Draft[] {
  const { native, wrapped, wallet } = wrapping;
  const contract = wrapped.contract;
  const shown = own.filter((d) => d.asset.id === wrapped.id && isMintOrBurn(d, contract));
  const isShown = (quantity: bigint, direction: 'from' | 'to'): boolean => {
    const at = shown.findIndex((d) => d.quantity === quantity && d[direction] === wallet);
    if (at >= 0) shown.splice(at, 1);
    return at >= 0;
  };
  const unseen = unseenWithdrawal(wrapping, own);
  const added: Draft[] = unseen ? [unseen] : [];
  for (const { asset, from, to, quantity } of [...own, ...added]) {
    if (asset.id !== native.id) continue;
    const draft = { asset: wrapped, kind: 'token', quantity } as const;
    if (to === contract && from === wallet && !isShown(quantity, 'to'))
      added.push({ ...draft, from: contract, to: wallet });
    if (from === contract && to === wallet && !isShown(quantity, 'from'))
      added.push({ ...draft, from: wallet, to: contract });
  }
  return added;
}

const isMintOrBurn = ({ from, to }: Draft, contract: string | null): boolean =>
  [from, to].some((side) => side === contract || side === ZERO_ADDRESS);

/** A direct withdraw whose internal payment is not listed (yet): the call data states the amount. */
function unseenWithdrawal(
  { native, wrapped, wallet, parent }: Wrapping,
  own: readonly Draft[],
): Draft | null {
  if (parent?.from !== wallet || parent.to !== wrapped.contract) return null;
  const amount = WITHDRAW.exec(parent.input)?.[1];
  if (!amount || own.some((d) => d.kind === 'internal' && d.from === wrapped.contract)) return null;
  const quantity = BigInt(`0x${amount}`);
  return quantity === 0n
    ? null
    : { asset: native, kind: 'internal', from: wrapped.contract, to: wallet, quantity };
}
