import type { Account } from '../../domain/forms';
import { accountOf, type Address } from '../../domain/kernel/address';
import type { Stated } from './wallet-ledger';

/** The wallet as Form 8949 knows it: an exchange in the US reports the sales of its accounts. @source tax-rules 14.1 */
export function formAccount({ valued }: Stated['history'], { value }: Address): Account {
  const id = accountOf(value);
  const account = (valued.accounts ?? []).find((one) => one.id === id);
  return { wallet: value, kind: account?.kind === 'us_exchange' ? 'us_exchange' : 'self_custody' };
}
