import { INCOME_TYPES } from '../../../domain/engine';
import { POSTED_TYPES, type PostedRow, type PostedSelection } from '../../../domain/posted';
import { Rejected, type Flaw } from '../../../http/validation/property';
import { listOf, lowerName, oneOf, text } from '../../../http/validation/readers';
import { unknownFlaws } from '../../../http/validation/unknown-input';
import { LEDGER_LIMITS } from './ledger-limits';
import { contradictions, missingFlaws } from './posted-row-checks';
import { amount, missing, positive, timestamp, type BulkReader } from './posted-values';

/** Readers of posted ledgers. By hand and not by a DTO each: a body has up to fifty thousand rows. */

const MAX_CHOICES = 1_000;
const MAX_NAME = 200;
const MAX_SYMBOL = 64;
const name = text(1, MAX_NAME);
/** Reasons reported of one body: an error repeats over its rows. */
const MAX_FLAWS = 100;

/** One transaction of a body. @source api.md 2 (TxIn); operating.md (transactions in the body) */
const postedRow: BulkReader<PostedRow> = (raw, timezone) => {
  const reader = FieldReader.of(raw, timezone);
  if (reader instanceof Rejected) return reader;
  const row = rowOf(reader);
  reader.refuseOthers(ROW_FIELDS);
  reader.demand(missingFlaws(row));
  const alias = reader.has('quantity') ? reader.optional('amount', positive) : undefined;
  // A refused value has a stand-in, which can contradict nothing.
  if (reader.flaws.length === 0) reader.demand(contradictions(row, alias));
  return reader.flaws.length > 0 ? new Rejected('value_error', 'Input should be valid', reader.flaws) : row;
};

function rowOf(reader: FieldReader): PostedRow {
  const txHash = reader.optional('tx_hash', name);
  return {
    // Rows with only a hash are referred to by it.
    id: reader.optional('id', name) ?? txHash,
    txHash,
    at: reader.required('timestamp', timestamp) ?? 0,
    type: reader.required('type', oneOf(POSTED_TYPES)) ?? 'buy',
    incomeType: reader.optional('income_type', oneOf(INCOME_TYPES)),
    symbol: reader.required('symbol', text(1, MAX_SYMBOL)) ?? '',
    chain: reader.optional('chain', lowerName),
    contract: reader.optional('contract_address', name),
    quantity: reader.required(reader.has('quantity') ? 'quantity' : 'amount', positive, 'quantity') ?? '1',
    priceUsd: reader.optional('price_usd', amount),
    valueUsd: reader.optional('value_usd', amount),
    feeUsd: reader.optional('fee_usd', amount),
    feeSymbol: reader.optional('fee_symbol', text(1, MAX_SYMBOL)),
    feeQuantity: reader.optional('fee_quantity', amount),
    from: reader.optional('from', name),
    to: reader.optional('to', name),
    toSymbol: reader.optional('to_symbol', text(1, MAX_SYMBOL)),
    toQuantity: reader.optional('to_quantity', positive),
    wallet: reader.optional('wallet', name),
    donorBasisUsd: reader.optional('donor_basis_usd', amount),
    donorAcquiredAt: reader.optional('donor_acquired_at', timestamp),
  };
}

/** Reads the fields of one object and gathers what is wrong with them. `null` is as good as absent. */
class FieldReader {
  readonly flaws: Flaw[] = [];

  private constructor(
    private readonly raw: object,
    private readonly timezone: string | undefined,
  ) {}

  static of(raw: unknown, timezone?: string): FieldReader | Rejected {
    if (typeof raw !== 'object' || raw === null || Object.getPrototypeOf(raw) !== Object.prototype)
      return new Rejected('model_attributes_type', 'Input should be a JSON object');
    return new FieldReader(raw, timezone);
  }

  has(field: string): boolean {
    return this.value(field) !== undefined;
  }

  optional<T>(field: string, parse: BulkReader<T>): T | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    const parsed = parse(value, this.timezone);
    if (!(parsed instanceof Rejected)) return parsed;
    this.demand(parsed.flaws.map((flaw) => ({ ...flaw, at: [field, ...flaw.at] })));
    return undefined;
  }

  /** @param label name under which its absence is reported */
  required<T>(field: string, parse: BulkReader<T>, label = field): T | undefined {
    if (this.has(field)) return this.optional(field, parse);
    this.demand([missing(label)]);
    return undefined;
  }

  /** Fields that nothing reads. */
  refuseOthers(known: ReadonlySet<string>): void {
    const unknown = unknownFlaws(this.raw, known, 'body');
    if (unknown.length > 0) this.flaws.unshift(...unknown);
  }

  /** A field already complained about is not complained about again. */
  demand(flaws: Iterable<Flaw>): void {
    for (const flaw of flaws) if (!this.flaws.some(({ at }) => at[0] === flaw.at[0])) this.flaws.push(flaw);
  }

  private value(field: string): unknown {
    return Object.getOwnPropertyDescriptor(this.raw, field)?.value ?? undefined;
  }
}

/** The names of the fields that a function reads, found by letting it read an object without any. */
function fieldsRead(read: (reader: FieldReader) => unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const getOwnPropertyDescriptor = (_: object, field: string | symbol): undefined =>
    void names.add(String(field));
  const reader = FieldReader.of(new Proxy({}, { getOwnPropertyDescriptor }));
  if (reader instanceof FieldReader) read(reader);
  return names;
}

/** At most a hundred reasons: fifty thousand rows with the same slip would make an answer larger than the body. */
export const postedRows: BulkReader<PostedRow[]> = (raw, timezone) =>
  atMost(listOf(postedRow, 1, LEDGER_LIMITS.rows)(raw, timezone));

/** Disposal -> lots. @source tax-rules 4.3 */
export const lotSelections: BulkReader<ReadonlyMap<string, PostedSelection[]>> = (raw, timezone) => {
  if (typeof raw !== 'object' || raw === null || Object.getPrototypeOf(raw) !== Object.prototype)
    return new Rejected('dict_type', 'Input should be a valid dictionary');
  const flaws: Flaw[] = [];
  const selections = new Map<string, PostedSelection[]>();
  for (const [id, choices] of Object.entries(raw as Record<string, unknown>)) {
    if (flaws.length >= MAX_FLAWS) break;
    const parsed = listOf(selection, 1, MAX_CHOICES)(choices, timezone);
    if (parsed instanceof Rejected)
      flaws.push(...parsed.flaws.map((flaw) => ({ ...flaw, at: [id, ...flaw.at] })));
    else selections.set(id, parsed);
  }
  return flaws.length > 0 ? atMost(new Rejected('value_error', 'Input should be valid', flaws)) : selections;
};

const selection: BulkReader<PostedSelection> = (raw, timezone) => {
  const reader = FieldReader.of(raw, timezone);
  if (reader instanceof Rejected) return reader;
  const choice = selectionOf(reader);
  reader.refuseOthers(SELECTION_FIELDS);
  if (reader.has('lot_id') && reader.has('acquired_tx_id')) reader.demand([SECOND_LOT]);
  return reader.flaws.length > 0
    ? new Rejected('value_error', 'Input should be valid', reader.flaws)
    : choice;
};

const SECOND_LOT: Flaw = {
  at: ['acquired_tx_id'],
  type: 'value_error',
  msg: 'Input has no effect beside `lot_id`',
};

function selectionOf(reader: FieldReader): PostedSelection {
  const field = reader.has('lot_id') ? 'lot_id' : 'acquired_tx_id';
  return {
    lot: reader.required(field, name, 'lot_id') ?? '',
    quantity: reader.optional('quantity', positive),
    selectedAt: reader.optional('selected_at', timestamp),
  };
}

function atMost<T>(parsed: T | Rejected): T | Rejected {
  if (!(parsed instanceof Rejected) || parsed.flaws.length <= MAX_FLAWS) return parsed;
  return new Rejected('value_error', 'Input should be valid', parsed.flaws.slice(0, MAX_FLAWS));
}

const MAX_PRICES = 10_000;

/** Name -> USD per unit. @source spec 4.7; reliability.md 2.1 row 36 */
export const currentPrices: BulkReader<ReadonlyMap<string, string>> = (raw) => {
  if (typeof raw !== 'object' || raw === null || Object.getPrototypeOf(raw) !== Object.prototype)
    return new Rejected('dict_type', 'Input should be a valid dictionary');
  const entries = Object.entries(raw as Record<string, unknown>);
  if (entries.length > MAX_PRICES)
    return new Rejected(
      'too_long',
      `Dictionary should have at most ${MAX_PRICES} items, not ${entries.length}`,
    );
  const flaws: Flaw[] = [];
  const prices = new Map<string, string>();
  for (const [key, value] of entries) {
    const price = amount(value);
    if (price instanceof Rejected)
      flaws.push(...price.flaws.map((flaw) => ({ ...flaw, at: [key, ...flaw.at] })));
    else prices.set(key, price);
  }
  return flaws.length > 0 ? atMost(new Rejected('value_error', 'Input should be valid', flaws)) : prices;
};

const ROW_FIELDS = fieldsRead(rowOf);
const SELECTION_FIELDS = fieldsRead(selectionOf);
