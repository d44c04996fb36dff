import { RETURNED_RULE } from '../exchanges';
import {
  carriesDeposit,
  heldCause,
  isTaxedWrap,
  type DepositPolicy,
  type TransactionType,
  type WalletTransaction,
} from '../chain';

export interface Treatment {
  text: string;
  authority: string;
}

export interface TreatmentPolicies {
  wrapPolicy: 'carry' | 'taxable';
  depositPolicy: DepositPolicy;
}

const treatment = (text: string, authority: string): Treatment => ({ text, authority });

const TRADE = treatment(
  'What was given is disposed of for the fair value of what was received, less the costs of the transaction; what was received has that value as its basis.',
  'IRC 1001, 26 CFR 1.1001-7, 1.1012-1(h)',
);
const CARRY = treatment(
  'No disposal: the lots go on with their basis and acquisition dates in the new form.',
  'most accepted view; no guidance by the IRS',
);
const OWN = treatment(
  'No disposal and no income: the lots move with their basis and acquisition dates.',
  'Notice 2014-21; IRS digital asset FAQ on transfers between own wallets',
);
const DEPOSIT = treatment(
  'A deposit without a receipt stays the depositor’s: no disposal. What comes back beyond it is ordinary income; a receipt for one asset carries basis and date, a share of a pool counts as received in a trade (`DEPOSIT_POLICY`).',
  'IRC 1001; Rev. Rul. 2023-14',
);
const GAS_ONLY = treatment(
  'Nothing but the network fee: the coin it was paid in is disposed of at its fair value.',
  '26 CFR 1.1001-7(b)(1)(ii)',
);
const UNKNOWN_ORIGIN = treatment(
  'No income. Without a known purchase the lot has a basis of zero and is listed as untracked until a basis is given or its origin is found.',
  'IRC 1012; conservative default',
);

/** TREATMENTS: transaction type -> its effect on lots, gains and income. @source tax-rules 6 to 10 */
const TREATMENTS = {
  buy: treatment(
    'A purchase: a lot with the price and the fees as its basis.',
    'IRC 1012, 26 CFR 1.1012-1(h)',
  ),
  sell: treatment(
    'A sale: the proceeds less the fees, minus the basis of the lots consumed, is gain or loss.',
    'IRC 1001',
  ),
  swap: TRADE,
  transfer_in: UNKNOWN_ORIGIN,
  transfer_out: treatment(
    'Sent to an address that is not known as the owner’s: a disposal at fair value, until it is marked as an own wallet or a gift.',
    'IRC 1001; conservative default',
  ),
  internal_transfer: OWN,
  bridge: OWN,
  wrap: CARRY,
  unwrap: CARRY,
  income: treatment(
    'Ordinary income at fair value when received; that value is the basis of the lot, and its holding period starts then.',
    'IRC 61; Rev. Rul. 2023-14, 2019-24',
  ),
  stake: DEPOSIT,
  unstake: DEPOSIT,
  lp_add: TRADE,
  lp_remove: TRADE,
  borrow: treatment(
    'A loan is no income; the units borrowed have their fair value as basis.',
    'IRC 61, 1012',
  ),
  repay: treatment(
    'Units that settle a loan are given for the value of the units at borrowing; the difference to their basis is a short-term gain or loss. Units beyond the loan are interest: a disposal at fair value.',
    'IRC 1001; closest rule IRC 1233, 26 CFR 1.1233-1(a); no guidance by the IRS',
  ),
  approve: GAS_ONLY,
  spend: treatment(
    'A disposal at fair value of what was given away; without gain or loss where it was destroyed.',
    'IRC 1001; Notice 2014-21',
  ),
  fee_only: GAS_ONLY,
  failed: GAS_ONLY,
  unknown: treatment(
    'Not recognised: what came in is untracked, what went out is a disposal at fair value, both marked for review.',
    'conservative default',
  ),
} as const satisfies Record<TransactionType, Treatment>;

/** @source tax-rules 10.8 */
const GAINLESS_RULES = new Set(['manual_gift', 'manual_donation', 'manual_lost', 'manual_stolen']);
const GAINLESS = treatment(
  'Given away, lost or stolen, as the owner states: the lots leave without gain or loss.',
  'IRC 102, 170, 1015; conservative default for losses',
);

const LESS_RETURNED = treatment(
  'Ordinary income less what the exchange took back in the same year, or a payment less what came back of it: what is left is income, or a disposal, at its value.',
  'IRC 61, 451; right to income lost in the year of receipt',
);

const SPAM = treatment(
  'Unsolicited and worthless: no income, no gain, and in no sum.',
  'IRC 61; conservative default',
);

const HELD = treatment(
  'No disposal for now: the other end is not known, or nobody said what the operation was. The lots wait with their basis and acquisition dates until it is decided.',
  'Notice 2014-21; IRS digital asset FAQ on transfers between own wallets; open until stated',
);
/** Out of an exchange account. A bridge stays a transfer of the owner. */
const waits = (tx: WalletTransaction): boolean =>
  tx.type !== 'bridge' && tx.legs.some((leg) => heldCause(tx, leg) !== null);

/** Sent to a place of the owner, or back from it. For other types such places belong to the type. */
const isHeld = ({ type, legs }: WalletTransaction): boolean =>
  (type === 'transfer_out' || type === 'transfer_in') && legs.some(({ escrow }) => escrow !== undefined);

export function treatmentOf(
  transaction: WalletTransaction,
  { wrapPolicy, depositPolicy }: TreatmentPolicies,
): Treatment {
  const { type, isSpam, rule } = transaction;
  if (isSpam) return SPAM;
  if (GAINLESS_RULES.has(rule)) return GAINLESS;
  if (rule === RETURNED_RULE) return LESS_RETURNED;
  if (isTaxedWrap(transaction, wrapPolicy)) return TRADE;
  if (carriesDeposit(transaction, depositPolicy)) return CARRY;
  if (waits(transaction)) return HELD;
  if (isHeld(transaction)) return OWN;
  return TREATMENTS[type];
}
