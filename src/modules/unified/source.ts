import { accountOf } from '../../domain/kernel/address';

/** A wallet or an exchange account of the user. */
export interface Source {
  type: 'wallet' | 'exchange';
  /** Address as it was linked, or id of the account. */
  id: string;
  label: string;
}

/** By wallet in normal form. */
export type Sources = ReadonlyMap<string, Source>;

/** @param wallet in normal form */
export const sourceOf = (sources: Sources, wallet: string): Source =>
  sources.get(wallet) ?? {
    type: accountOf(wallet) === null ? 'wallet' : 'exchange',
    id: accountOf(wallet) ?? wallet,
    label: '',
  };
