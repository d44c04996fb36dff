import {
  carriesDeposit,
  type DepositPolicy,
  type TransactionType,
  type WalletTransaction,
} from '../normalise';

/** The tax treatment of one kind of transaction, as text that a reader can verify. */
export interface Treatment {
  text: string;
  /** The legal source of the rule. */
  authority: string;
}

/** Policies that change the treatment. */
export interface TreatmentPolicies {
  wrapPolicy: 'carry' | 'taxable';
  depositPolicy: DepositPolicy;
}

const TRADE: Treatment = {
  text: 'What was given is disposed of for the fair value of what was received, less the costs of the transaction; what was received has that value as its basis.',
  authority: 'IRC 1001, 26 CFR 1.1001-7, 1.1012-1(h)',
};
const CARRY: Treatment = {
  text: 'No disposal: the lots go on with their basis and acquisition dates in the new form.',
  authority: 'most accepted view; no guidance by the IRS',
};
const OWN: Treatment = {
  text: 'No disposal and no income: the lots move with their basis and acquisition dates.',
  authority: 'Notice 2014-21; IRS digital asset FAQ on transfers between own wallets',
};
const DEPOSIT: Treatment = {
  text: 'A deposit without a receipt stays the depositor’s: no disposal. What comes back beyond it is ordinary income; a receipt for one asset carries basis and date, a share of a pool counts as received in a trade (`DEPOSIT_POLICY`).',
  authority: 'IRC 1001; Rev. Rul. 2023-14',
};
const GAS_ONLY: Treatment = {
  text: 'Nothing but the network fee: the coin it was paid in is disposed of at its fair value.',
  authority: '26 CFR 1.1001-7(b)(1)(ii)',
};
const UNKNOWN_ORIGIN: Treatment = {
  text: 'No income. Without a known purchase the lot has a basis of zero and is listed as untracked until a basis is given or its origin is found.',
  authority: 'IRC 1012; conservative default',
};

/**
 * TREATMENTS: transaction type -> its effect on lots, gains and income.
 * @source tax-rules 6 to 10
 */
const TREATMENTS = {
  buy: {
    text: 'A purchase: a lot with the price and the fees as its basis.',
    authority: 'IRC 1012, 26 CFR 1.1012-1(h)',
  },
  sell: {
    text: 'A sale: the proceeds less the fees, minus the basis of the lots consumed, is gain or loss.',
    authority: 'IRC 1001',
  },
  swap: TRADE,
  transfer_in: UNKNOWN_ORIGIN,
  transfer_out: {
    text: 'Sent to an address that is not known as the owner’s: a disposal at fair value, until it is marked as an own wallet or a gift.',
    authority: 'IRC 1001; conservative default',
  },
  internal_transfer: OWN,
  bridge: OWN,
  wrap: CARRY,
  unwrap: CARRY,
  income: {
    text: 'Ordinary income at fair value when received; that value is the basis of the lot, and its holding period starts then.',
    authority: 'IRC 61; Rev. Rul. 2023-14, 2019-24',
  },
  stake: DEPOSIT,
  unstake: DEPOSIT,
  lp_add: TRADE,
  lp_remove: TRADE,
  borrow: {
    text: 'A loan is no income; the units borrowed have their fair value as basis.',
    authority: 'IRC 61, 1012',
  },
  repay: {
    text: 'Units that settle a loan are given for the value of the units at borrowing; the difference to their basis is a short-term gain or loss. Units beyond the loan are interest: a disposal at fair value.',
    authority: 'IRC 1001; closest rule IRC 1233, 26 CFR 1.1233-1(a); no guidance by the IRS',
  },
  approve: GAS_ONLY,
  spend: {
    text: 'A disposal at fair value of what was given away; without gain or loss where it was destroyed.',
    authority: 'IRC 1001; Notice 2014-21',
  },
  fee_only: GAS_ONLY,
  failed: GAS_ONLY,
  unknown: {
    text: 'Not recognised: what came in is untracked, what went out is a disposal at fair value, both marked for review.',
    authority: 'conservative default',
  },
} as const satisfies Record<TransactionType, Treatment>;

/** Manual entry rules without gain or loss. @source tax-rules 10.8 */
const GAINLESS_RULES = new Set(['manual_gift', 'manual_donation', 'manual_lost', 'manual_stolen']);
const GAINLESS: Treatment = {
  text: 'Given away, lost or stolen, as the owner states: the lots leave without gain or loss.',
  authority: 'IRC 102, 170, 1015; conservative default for losses',
};

const SPAM: Treatment = {
  text: 'Unsolicited and worthless: no income, no gain, and in no sum.',
  authority: 'IRC 61; conservative default',
};

export function treatmentOf(
  transaction: WalletTransaction,
  { wrapPolicy, depositPolicy }: TreatmentPolicies,
): Treatment {
  const { type, isSpam, rule } = transaction;
  if (isSpam) return SPAM;
  if (GAINLESS_RULES.has(rule)) return GAINLESS;
  if (wrapPolicy === 'taxable' && (type === 'wrap' || type === 'unwrap')) return TRADE;
  if (carriesDeposit(transaction, depositPolicy)) return CARRY;
  return TREATMENTS[type];
}
