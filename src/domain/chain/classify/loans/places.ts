import type { ChainTransaction } from '../../facts/chain-transaction';
import { methodsOf } from '../../facts/facts';
import { METHOD_KINDS, methodName } from '../../facts/methods';

/**
 * Contracts that a transaction calls and that may keep collateral: not the account of the wallet itself, nor a bundler of
 * operations, nor a token whose allowance is set.
 */
export function marketsOf({ to, wallet, isOperation, calls = [] }: ChainTransaction): string[] {
  const inner = calls
    .filter(({ id }) => !METHOD_KINDS.approval.test(methodName({ id, name: null })))
    .flatMap((call) => call.to ?? []);
  return [...new Set([...(to === null || isOperation ? [] : [to]), ...inner])].filter((at) => at !== wallet);
}

/** Calls that give one asset for another one. `execute` is that of the routers of Uniswap: its commands are no calls. */
const TRADES =
  /swap|exchange|trade|buy|sell|purchase|order|fill|convert|exact(in|out)put|^(execute$|transformerc20|zap|portal|migrate|upgrade|bridge|mint|redeem|wrap|unwrap|add_?liquidity|remove_?liquidity)/;

export const isTradeCall = (tx: ChainTransaction): boolean =>
  methodsOf(tx).some((method) => TRADES.test(method));

/** True for a payment without call data: no market can know what is wanted. */
export const isBare = (tx: ChainTransaction): boolean => methodsOf(tx).every((method) => method === '');
