import { emptyBrokerRow, type BrokerRow, type OwnSale } from '../../../domain/broker';
import { centsText, toCents } from '../../../domain/forms';
import { formatDecimal, type Decimal } from '../../../domain/kernel/decimal';
import { money } from '../../../domain/kernel/units';
import type { BrokerRowInput, OwnSaleInput } from '../broker-forms.dto';

const UNIT_DECIMALS = 18;

const cents = (usd: Decimal) => toCents(money(usd), 'cents');
const amount = (usd: Decimal | undefined): string | null =>
  usd === undefined ? null : centsText(cents(usd));
const text = (value: string | undefined): string | null =>
  value === undefined || value === '' ? null : value;

export const brokerRowOf = (input: BrokerRowInput): BrokerRow => ({
  ...emptyBrokerRow({
    box1c: formatDecimal(input.box_1c, UNIT_DECIMALS),
    box1e: input.box_1e,
    box1f: centsText(cents(input.box_1f)),
  }),
  box8949: input.box_8949 ?? null,
  cusip: text(input.cusip),
  box1a: text(input.box_1a),
  box1b: text(input.box_1b),
  box1d: text(input.box_1d),
  box1g: amount(input.box_1g),
  box1h: amount(input.box_1h),
  box1i: amount(input.box_1i),
  box2: input.box_2,
  box3a: input.box_3a ?? null,
  box3b: input.box_3b,
  box4: amount(input.box_4),
  box5: input.box_5,
  box6: input.box_6 ?? null,
  box7: input.box_7,
  box8: input.box_8,
  box9: input.box_9,
  box11a: input.box_11a ?? null,
  box11b: text(input.box_11b),
  box11c: text(input.box_11c),
  box12a: text(input.box_12a),
  box12b: text(input.box_12b),
  box14: text(input.box_14),
  box15: text(input.box_15),
  box16: text(input.box_16),
  symbol: text(input.symbol),
  accountNumber: text(input.account_number),
  transactionId: text(input.transaction_id),
});

export const ownSaleOf = (input: OwnSaleInput): OwnSale => ({
  id: input.id,
  asset: input.asset,
  units: formatDecimal(input.units, UNIT_DECIMALS),
  acquiredOn: text(input.date_acquired),
  soldOn: input.date_sold,
  proceeds: cents(input.proceeds),
  fees: input.fees === undefined ? 0n : cents(input.fees),
  basis: cents(input.cost_basis),
  term: input.term,
  isTransferredIn: input.transferred_in,
  isNft: input.is_nft,
});
