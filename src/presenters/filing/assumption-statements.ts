import { centsText, type Form8949, type Mark } from '../../domain/forms';
import type {
  AllocationAssumption,
  AssumptionsResponse,
  ElectionResponse,
  StandingSelectionAssumption,
} from '../shapes.dto';

const MOST_LOTS = 20;

/** A method without words of its own is named. */
const METHODS: Readonly<Partial<Record<string, string>>> = {
  fifo: 'first in, first out',
  lifo: 'last in, first out',
  hifo: 'highest cost first',
  specific_id: 'as the taxpayer identified them, the rest first in, first out',
};

const GAS = { dispose: 'a disposal of the gas', capitalize: 'added to the basis of what moved' } as const;
const WRAPS = { carry: 'basis and date carry', taxable: 'an exchange' } as const;
const DEPOSITS = {
  mixed: 'a receipt for one asset carries basis and date, a share of a pool is an exchange',
  carry: 'basis and date carry',
  taxable: 'an exchange',
} as const;

/**
 * Sentences for documents: orders of the taxpayer first.
 * @param form whose rows the default rules count. Absent: a document without sales
 * @source tax-rules 4.1, 14.7
 */
export const assumptionStatements = (
  assumptions: AssumptionsResponse,
  form?: Pick<Form8949, 'year' | 'reasons'>,
): string[] => [
  `Lots leave ${METHODS[assumptions.method] ?? `by ${assumptions.method}`}, unless an order below states another way.`,
  ...(assumptions.is_comparison ? ['This is a comparison with another method. Do not file it.'] : []),
  ...(assumptions.elections.length + assumptions.standing_selections.length === 0
    ? ['No election of another method and no standing order is recorded.']
    : []),
  ...assumptions.elections.map(electionOf),
  ...assumptions.standing_selections.map(orderOf),
  'Each wallet and each account has its own lots.',
  ...(assumptions.allocations.length === 0
    ? [
        'Basis at the start of 2025: lots are where they were. No allocation (Rev. Proc. 2024-28) is recorded.',
      ]
    : assumptions.allocations.map(allocationOf)),
  `Tax days and years are those of the zone ${assumptions.timezone}.`,
  `Wash sales (section 1091): ${assumptions.wash_sales ? 'applied to digital assets' : 'not applied to digital assets'}.` +
    (assumptions.wash_sales_approximate ? ' Their distribution over later sales is approximate.' : ''),
  `Gas of transfers between own wallets: ${GAS[assumptions.gas_policy]}.`,
  `Wrapped coins: ${WRAPS[assumptions.wrap_policy]}.`,
  `Deposits with a receipt: ${DEPOSITS[assumptions.deposit_policy]}.`,
  `Units of unknown basis have the basis 0${countOf('unknown_basis', 'rows', form)}.`,
  `An outflow of a wallet without a known other end counts as sold at its value${countOf('sold_without_other_end', 'rows', form)}.`,
  `What entered a bridge or left an exchange account without its other end is held, and in no row${countOf('held_without_other_end', 'outflows', form)}.`,
  'Income is valued at the market price at its receipt.',
  `Rules of ${assumptions.law_as_of}, engine ${assumptions.engine_version}. This is not tax advice.`,
];

function countOf(mark: Mark, what: string, form: Pick<Form8949, 'year' | 'reasons'> | undefined): string {
  if (form === undefined) return '';
  const found = form.reasons.find((reason) => reason.mark === mark);
  if (!found) return `: 0 ${what} in ${form.year}`;
  const amount = found.amount === null ? 'value unknown' : `${centsText(found.amount)} USD`;
  return `: ${found.count} ${found.count === 1 ? what.slice(0, -1) : what} in ${form.year}, ${amount}`;
}

const electionOf = (election: ElectionResponse): string =>
  `Election of ${election.method.toUpperCase()} for ${election.wallet_address ?? 'all wallets and accounts'} ${spanOf(election)}.`;

const orderOf = (order: StandingSelectionAssumption): string =>
  `Standing order for ${order.wallet_address} ${spanOf(order)}: ${order.applies_to.join(', ')} take these lots first: ` +
  `${order.lots.slice(0, MOST_LOTS).join(', ')}` +
  `${order.lots.length > MOST_LOTS ? ` and ${order.lots.length - MOST_LOTS} more` : ''}.`;

const allocationOf = ({ symbol, chain, ...allocation }: AllocationAssumption): string =>
  `Basis of ${symbol} (${chain}) at the start of 2025: allocated to wallets by the taxpayer, ` +
  `${allocation.method === 'global' ? 'by one rule' : 'unit by unit'}; sales before 2025: ` +
  `${allocation.pre_2025_pool === 'universal' ? 'one pool' : 'each wallet has its own lots'}; in the own records since ` +
  `${allocation.stated_recorded_at}, as stated by the taxpayer.`;

const spanOf = ({
  effective_from: from,
  ended_at: ended,
  stated_recorded_at: stated,
  communicated_to_broker_at: told,
}: Pick<
  ElectionResponse,
  'effective_from' | 'ended_at' | 'stated_recorded_at' | 'communicated_to_broker_at'
>): string =>
  [
    `from ${from}${ended === null ? '' : ` to ${ended}`}`,
    stated === null
      ? 'recorded here before'
      : `in the own records since ${stated}, as stated by the taxpayer`,
    ...(told === null ? [] : [`told to the broker at ${told}, as stated by the taxpayer`]),
  ].join(', ');
