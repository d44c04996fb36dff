import { COLLECT, DECREASE, INCREASE } from '../../../../domain/chain';
import type { InnerCall } from '../../../../domain/chain/facts/chain-transaction';
import { MOST_CALLS, Words } from './evm.words';

/** The managers of Uniswap V4 and PancakeSwap Infinity take a list of actions at this place of the call data. */
const ACTIONS: Readonly<Record<string, { isInside: boolean }>> = {
  '0xdd46508f': { isInside: true }, // modifyLiquidities(bytes,uint256)
  '0x4afe393c': { isInside: false }, // modifyLiquiditiesWithoutUnlock(bytes,bytes[])
};
const BURN = '0x42966c68';
/** One byte per action whose parameters begin with a position id. @source Uniswap V4, Actions.sol */
const CHANGES: Readonly<Record<string, string>> = { '00': INCREASE, '01': DECREASE, '03': BURN };

export const changesLiquidity = (input: string): boolean =>
  ACTIONS[input.slice(0, 10).toLowerCase()] !== undefined;

/** In the form of single calls. A change that takes no liquidity out collects fees. */
export function liquidityCalls(input: string): InnerCall[] {
  const form = ACTIONS[input.slice(0, 10).toLowerCase()];
  if (!form) return [];
  const outer = new Words(input.slice(10));
  const words = form.isInside ? new Words((outer.bytesAt(0, 0) ?? '0x').slice(2)) : outer;
  const actions = (words.bytesAt(0, 0) ?? '0x').slice(2, 2 + 2 * MOST_CALLS).match(/../g) ?? [];
  return words.items(1).flatMap(({ start, offset }, i): InnerCall[] => {
    const id = CHANGES[actions[i] ?? ''];
    const parameters = new Words((words.bytes(start + offset) ?? '0x').slice(2));
    const [tokenId, liquidity] = [parameters.integer(0), parameters.integer(1)];
    if (id === undefined || tokenId === null) return [];
    const position = { to: null, tokenId: String(tokenId) };
    if (id !== DECREASE) return [{ ...position, id }];
    if (liquidity === null) return [];
    return [liquidity === 0n ? { ...position, id: COLLECT } : { ...position, id, liquidity }];
  });
}
