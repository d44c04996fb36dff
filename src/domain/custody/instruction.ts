import type { ElectableMethod, OutflowKind } from '../engine';
import type { BrokerOffer } from './offers';

export interface Order {
  /** Null: the order names lots. */
  method: ElectableMethod | null;
  /** Null: all coins of the account. Set only for an order that names lots. */
  symbol: string | null;
  appliesTo: readonly OutflowKind[];
  validFrom: string;
  /** Null for a standing order. */
  transaction: string | null;
}

const METHOD_NAMES = {
  fifo: 'first in, first out (FIFO)',
  lifo: 'last in, first out (LIFO)',
  hifo: 'highest cost first (HIFO)',
} as const satisfies Record<ElectableMethod, string>;

const OUTFLOW_NAMES = {
  disposals: 'sales and other dispositions',
  transfers: 'transfers out of the account',
  fees: 'units taken for fees',
} as const satisfies Record<OutflowKind, string>;

export function wordsOf({ method, symbol, appliesTo, validFrom, transaction }: Order): string {
  if (method !== null)
    return (
      `From ${validFrom} on, please identify the units that leave this account by sale, other disposition or transfer ` +
      `by the method ${METHOD_NAMES[method]}. This is a standing order.`
    );
  if (transaction !== null)
    return `For the transaction ${transaction} of ${validFrom}, please take the ${symbol ?? ''} units of the lots below, in this order.`;
  const what = appliesTo.map((kind) => OUTFLOW_NAMES[kind]).join(', ');
  return (
    `From ${validFrom} on, please take the ${symbol ?? ''} units of the lots below first, in this order, for ${what}. ` +
    'This is a standing order until these units are gone or I give another.'
  );
}

/** CONFIRMATIONS: what the broker is asked to confirm. */
export const CONFIRMATIONS = [
  'The day and time at which you received this order.',
  'From when on it applies, and that it applies to sales and to transfers out of the account.',
  'That the identifiers above are sufficient for you to identify the units (26 CFR 1.1012-1(j)(3)(ii)).',
  'That Form 1099-DA will report the date and the basis of these units in boxes 1d and 1g.',
] as const;

/** True when the broker may not take such an order: the sheet is then a letter. */
export const asksInWriting = ({ method }: Pick<Order, 'method'>, offer: BrokerOffer): boolean =>
  method === null ? offer.namesLots !== true : offer.methods === null;
