import { asksInWriting, CONFIRMATIONS, wordsOf, type BrokerOffer, type Order } from '../../../domain/custody';
import type { Lot } from '../../../domain/engine';
import { formatMoney, formatUnits, mulDiv, type Quantity } from '../../../domain/kernel/units';
import { csvText, type CsvColumn } from '../../../domain/kernel/csv';
import { toTime, toTimeOrNull } from '../../../presenters/sync-status.presenter';
import type {
  BrokerInstructionsResponse,
  BrokerOfferResponse,
  InstructionLotResponse,
} from './broker-instructions.shapes.dto';

export interface OrderedUnits {
  lot: Lot;
  quantity: Quantity;
  brokerLotId: string | null;
}

export const toOffer = ({
  name,
  methods,
  namesLots,
  menu,
  notes,
  source,
  readOn,
}: BrokerOffer): BrokerOfferResponse => ({
  name,
  methods: methods === null ? null : [...methods],
  names_lots: namesLots,
  menu,
  notes: [...notes],
  source,
  read_on: readOn,
});

export function toOrderedLot(
  { lot, quantity, brokerLotId }: OrderedUnits,
  index: number,
): InstructionLotResponse {
  const isKnown = !lot.isUntracked && lot.valueStatus === 'known';
  const cost = lot.originalQuantity === 0n ? 0n : mulDiv(lot.originalCost, quantity, lot.originalQuantity);
  return {
    position: index + 1,
    lot_id: lot.id,
    broker_lot_id: brokerLotId,
    symbol: lot.asset.symbol,
    acquired_at: toTimeOrNull(lot.acquiredAt),
    received_at: toTime(lot.receivedAt),
    units: formatUnits(quantity, lot.asset.decimals),
    cost_basis: isKnown ? formatMoney(cost) : null,
  };
}

export const toOrderWords = (order: Order, offer: BrokerOffer) => ({
  broker: toOffer(offer),
  method: order.method,
  symbol: order.symbol,
  effective_from: order.validFrom,
  words: wordsOf(order),
  ask_in_writing: asksInWriting(order, offer),
  confirm: [...CONFIRMATIONS],
  signature_line: 'Signature, date: ______________________________',
});

const COLUMNS: readonly CsvColumn<InstructionLotResponse>[] = [
  { header: 'Position', kind: 'number', of: ({ position }) => String(position) },
  { header: 'Asset', kind: 'text', of: ({ symbol }) => symbol },
  { header: 'Acquired', kind: 'text', of: ({ acquired_at: at }) => at ?? 'unknown' },
  { header: 'Received', kind: 'text', of: ({ received_at: at }) => at },
  { header: 'Units', kind: 'number', of: ({ units }) => units },
  { header: 'Cost basis USD', kind: 'text', of: ({ cost_basis: cost }) => cost ?? 'unknown' },
  { header: 'Broker lot id', kind: 'text', of: ({ broker_lot_id: id }) => id ?? '' },
  { header: 'Lot id', kind: 'text', of: ({ lot_id: id }) => id },
];

export const instructionCsv = ({ lots }: BrokerInstructionsResponse): string => csvText(COLUMNS, lots);

const BLANK = '\u00a0';

export function instructionLines(sheet: BrokerInstructionsResponse): string[] {
  const { broker, lots } = sheet;
  const told = sheet.communicated_to_broker_at;
  return [
    `To: ${broker.name}`,
    `Account: ${sheet.account_label} (${sheet.account_id}). Order ${sheet.id}.`,
    BLANK,
    sheet.words,
    BLANK,
    ...lots.map(
      (lot) =>
        `${lot.position}. ${lot.units} ${lot.symbol}, acquired ${lot.acquired_at ?? 'at an unknown time'}, ` +
        `cost ${lot.cost_basis === null ? 'unknown' : `${lot.cost_basis} USD`}, ` +
        `broker lot ${lot.broker_lot_id ?? '____________'}, own lot ${lot.lot_id}`,
    ),
    ...(sheet.lots_total > lots.length ? [`and ${sheet.lots_total - lots.length} more lots.`] : []),
    BLANK,
    ...(broker.menu === null ? [] : [`In the account: ${broker.menu}.`]),
    ...(sheet.ask_in_writing
      ? ['It is not known that this broker takes such an order: send it in writing, and keep the answer.']
      : []),
    ...broker.notes,
    broker.source === null
      ? 'No page of the broker about such orders was found.'
      : `Page of the broker, read on ${broker.read_on ?? ''}: ${broker.source}. Read it again before you order.`,
    BLANK,
    'Please confirm:',
    ...sheet.confirm.map((line, index) => `${index + 1}. ${line}`),
    BLANK,
    told === null
      ? 'Give this order before the sale or transfer. Then record when the broker was told, with evidence.'
      : `The broker was told at ${told}, as stated by the taxpayer.`,
    BLANK,
    sheet.signature_line,
    'For the broker, received at: ______________________________',
  ];
}
