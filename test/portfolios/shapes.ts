import { decimal, flag, integer, list, moment, object, only, orNull, text, type Shape } from '../tax/shape';
import { reportSummary, taxSummary } from '../tax/shapes';

/** What portfolio and batch routes answer, word for word, when nothing is missing. @source spec 2.6; api.md 1.5, 1.6, 2 */

const amounts = {
  quantity: decimal,
  current_value: decimal,
  cost_basis: decimal,
  unrealized_gl: decimal,
  unrealized_gl_percent: decimal,
  lot_count: integer,
  has_untracked: flag,
};

const holdingFields = {
  ...amounts,
  symbol: text,
  chain: text,
  token_key: text,
  contract_address: orNull(text),
  name: text,
  decimals: integer,
  current_price: orNull(decimal),
  price_source: orNull(text),
  price_at: orNull(moment),
  protocol: only(null),
  position_type: only('wallet'),
};
export const holding = object(holdingFields);
export const portfolioHolding = object({
  ...holdingFields,
  by_address: list(object({ address: text, ...amounts })),
});

/** Both have the fields of a summary. */
export const portfolioTaxSummary: Shape = (value, path) => {
  const { by_address: parts, portfolio_id: id, ...own } = value as Record<string, unknown>;
  return [
    ...text(id, `${path}.portfolio_id`),
    ...reportSummary(own, path),
    ...list(taxSummary)(parts, `${path}.by_address`),
  ];
};

export const deposited = list(object({ token_key: text, quantity: decimal, cost_basis: decimal }));
