import type { Schema } from './schemas';

/**
 * FORMATS: names of text fields -> the format of their value. A name means the same in every schema; `EXCEPT` lists
 * the fields that have another meaning.
 */
const FORMATS: readonly { format: string; names: RegExp }[] = [
  {
    format: 'date-time',
    names:
      /_at$|^(timestamp|updated_until|hour|start|end|as_of|effective_from|holding_start)$|^(acquisition|disposal|gift|received|replacement|reporting)_date$/,
  },
  {
    format: 'date',
    names:
      /^(date_acquired|date_sold|long_term_on|safe_rebuy_after|law_as_of|read_on|own_date|their_date|date)$/,
  },
  {
    format: 'uuid',
    names:
      /^((allocation|assignment|disposal|entry|form|from_lot|import|income|issue|job|key|link|lot|match|parent_lot|portfolio|replacement_lot|report|request|session|space|to_lot|user|api_key|wash_sale|webhook)_id|id|invited_by)$/,
  },
  {
    format: 'decimal',
    names:
      /(^|_)(adjustments?|amount|basis|cost|difference|effect|exclusion|fees|gains?|gl|income|interest|loss(es)?|percent|per_unit|price|proceeds|quantity|rate|reward|score|total|usd|value)(_(affected|after|at_receipt|before|consumed|held|ytd))?$/,
  },
  {
    format: 'decimal',
    names:
      /^(airdrop|computed|filed|high|line_18|low|on_chain|other|stated|wash_sale_disallowed|((net|realized)_)?(short|long)(_term)?|(law|bill)_of_unknown_kind)$/,
  },
];

/** `Schema.field` of text with one of these names and another meaning. */
const EXCEPT: ReadonlySet<string> = new Set([
  // An address, or the id of an exchange account.
  'SourceResponse.id',
  'SourceShareResponse.id',
  'SourceTotalResponse.id',
  'SourceTaxResponse.id',
  // Of the register of law: names, and dates without a time.
  'LawRecordResponse.id',
  'LawRecordResponse.effective_from',
  // Numbers, dates and lists.
  'LawParameterResponse.value',
  'UsedParameterResponse.value',
  // Of the payment processor.
  'CheckoutResponse.session_id',
  'OpenedCheckoutResponse.session_id',
  // The caller chooses it.
  'TxInResponse.id',
]);

/** Fractions on the wire: figures of tokenized assets, which the interface has as JSON numbers. @source spec 2.11 to 2.14 */
const FRACTIONS =
  /_usd$|_pct$|^(balance|quantity|current_balance|current_nav|nav|apy|annualized_yield|annualized_rate|yield_vs_cost)$/;

/** Adds formats to the fields of named schemas, and turns numbers that are always whole into integers. */
export function addFormats(schemas: Readonly<Record<string, Schema>>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if ('$ref' in schema) continue;
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      if ('$ref' in property) continue;
      addFormat(property, field, `${name}.${field}`);
      const { items } = property;
      if (items && !('$ref' in items) && /_ids$/.test(field)) addFormat(items, singular(field), '');
      const further = property.additionalProperties;
      if (typeof further === 'object' && !('$ref' in further) && field.startsWith('by_'))
        addFormat(further, field, '');
    }
  }
}

function addFormat(property: Exclude<Schema, { $ref: string }>, field: string, place: string): void {
  const [type, orNull] = [property.type].flat();
  if (type === 'number' && !FRACTIONS.test(field)) property.type = orNull ? ['integer', orNull] : 'integer';
  const isPlain = type === 'string' && !property.format && !property.enum && !property.pattern;
  if (!isPlain || property.maxLength !== undefined || EXCEPT.has(place)) return;
  const row = FORMATS.find(({ names }) => names.test(field));
  if (row) property.format = row.format;
}

const singular = (field: string): string => field.replace(/s$/, '');
