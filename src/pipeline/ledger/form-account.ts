import type { Ledger } from '../../domain/engine';
import type { Account, HeldUnit } from '../../domain/forms';
import { accountOf, type Address } from '../../domain/kernel/address';
import { heldUnits } from '../../domain/portfolio/needs/held-units';
import type { ValuedHistory } from '../history/history-reader.service';
import type { WalletHistory } from '../history/wallet-history';

/** The wallet as Form 8949 knows it: an exchange in the US reports the sales of its accounts. @source tax-rules 14.1 */
export function formAccount({ valued }: Pick<WalletHistory, 'valued'>, { value }: Address): Account {
  const id = accountOf(value);
  const account = (valued.accounts ?? []).find((one) => one.id === id);
  return { wallet: value, kind: account?.kind === 'us_exchange' ? 'us_exchange' : 'self_custody' };
}

const KNOWN = new WeakMap<Ledger, readonly HeldUnit[]>();

/** Units that the ledger of an owner holds, of all wallets and years: their other end or their meaning is not known. */
export function heldOf(ledger: Ledger, { transactions }: ValuedHistory): readonly HeldUnit[] {
  let held = KNOWN.get(ledger);
  if (!held) {
    held = heldUnits(ledger, transactions).map(({ cause, tx, leg }) => ({
      cause,
      wallet: tx.wallet,
      at: tx.at,
      value: leg.valueUsd,
    }));
    KNOWN.set(ledger, held);
  }
  return held;
}
