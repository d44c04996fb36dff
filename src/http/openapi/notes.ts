import type { Schema } from './schemas';

/** Fields that stand beside the data of an answer, and which of them are always there. */
interface Note {
  /** In the envelope itself rather than in its `meta`. */
  isSibling?: boolean;
  required: readonly string[];
  properties: Readonly<Record<string, Schema>>;
}

const CHAIN: Readonly<Record<string, Schema>> = {
  chain: { type: 'string' },
  address: { type: 'string', description: 'of another wallet of the same owner' },
};

const chains = (
  description: string,
  more: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema => ({
  type: 'array',
  description,
  items: {
    type: 'object',
    required: ['chain', ...Object.keys(more)],
    properties: { ...CHAIN, ...more, ...optional },
  },
});

const onlyTrue = (description: string): Schema => ({ type: 'boolean', enum: [true], description });

const PROGRESS: Schema = {
  type: 'object',
  description: 'how far indexing has come; present while it runs',
  required: ['rows_read', 'chains_done', 'chains_total', 'chain', 'eta_seconds'],
  properties: {
    rows_read: { type: 'integer', description: 'rows of upstream providers stored so far' },
    chains_done: { type: 'integer', description: 'chains read to their end, or given up' },
    chains_total: { type: 'integer' },
    chain: {
      type: ['string', 'null'],
      description: 'a chain that is still being read; null when all are read',
    },
    eta_seconds: { type: ['integer', 'null'], description: 'estimated; null while it is unknown' },
  },
};

const limit = (isLimited: string, txLimit: string): Record<string, Schema> => ({
  is_limited: { type: 'boolean', description: isLimited },
  tx_limit: { type: ['integer', 'null'], description: txLimit },
  tx_total: { type: 'integer', description: 'present when `is_limited` is true' },
});

/** NOTES: what answers report about themselves. @source api.md 0 (lists, several chains), 2; spec 2.1, 8 */
const NOTES = {
  partial: {
    isSibling: true,
    required: ['partial', 'still_indexing'],
    properties: {
      partial: {
        type: 'boolean',
        description: 'true when the basis or the history was not available within the time budget; retry',
      },
      still_indexing: { type: 'boolean', description: 'the same: work goes on in the background' },
    },
  },
  syncStatus: {
    required: [],
    properties: {
      unavailable_chains: chains(
        'chains that could not be read',
        { code: { type: 'string' } },
        { reason: { type: 'string', description: 'what the operator of the service can do' } },
      ),
      stale_chains: chains('chains of which an older reading is shown', {
        code: { type: ['string', 'null'], description: 'null when reading on has not finished' },
        indexed_at: { type: 'string', format: 'date-time' },
      }),
      balances_pending: onlyTrue('there while the history is still being read'),
      prices_pending: onlyTrue('there while prices are still being asked for'),
      history_truncated: onlyTrue('there when the upstream did not give the whole history'),
      history_incomplete: onlyTrue(
        'there when a kind of rows could not be read, when a key may not read a list of an exchange account, when a chain states another balance than its rows, and while a long list of new rows is read',
      ),
      wash_sales_approximate: onlyTrue(
        'there when a history has so many wash sales that the sale that recognises a loss may differ',
      ),
      recomputing: onlyTrue(
        'there while figures that an earlier release of the service computed are being computed again',
      ),
      progress: PROGRESS,
    },
  },
  limit: {
    required: ['is_limited', 'tx_limit'],
    properties: limit('true when the plan shows only part of the transactions', 'null for unlimited'),
  },
  /** Only where the history of an address was read. */
  addressLimit: {
    required: [],
    properties: limit(
      'with `address`: true when the plan shows only part of it',
      'with `address`: null for unlimited',
    ),
  },
  /** Only of a report. */
  reportLimit: {
    required: [],
    properties: limit(
      'of a report: true when the plan shows only part of the transactions',
      'of a report: null for unlimited',
    ),
  },
  /** Only with `updated_since`. */
  changes: {
    required: [],
    properties: {
      updated_until: {
        type: ['string', 'null'],
        format: 'date-time',
        description:
          'with `updated_since`: the `updated_since` of the next poll; null when another page follows',
      },
      deleted_ids: {
        type: 'array',
        items: { type: 'string' },
        description: 'with `updated_since`: entries that are no longer in the list',
      },
      is_whole_list: {
        type: 'boolean',
        description:
          'with `updated_since`: true when the pages are the whole list, as for a first poll. Entries that they do not name are gone',
      },
    },
  },
  deposits: {
    required: [],
    properties: {
      deposited: {
        type: 'array',
        description: 'given to a contract without a receipt, and still owned; absent when nothing is',
        items: {
          type: 'object',
          required: ['token_key', 'quantity', 'cost_basis'],
          properties: {
            token_key: { type: 'string' },
            quantity: { type: 'string' },
            cost_basis: { type: 'string' },
          },
        },
      },
    },
  },
  /** Of a list with a bound. */
  bound: {
    required: ['truncated'],
    properties: {
      truncated: { type: 'boolean', description: 'true when a wallet has more entries than are listed' },
    },
  },
  /** A list on one page, whatever its length. */
  page: { isSibling: true, required: [], properties: {} },
} as const satisfies Record<string, Note>;

export type NoteName = keyof typeof NOTES;

/** The notes of a kind as one object schema; null when there are none. */
export function notesSchema(names: readonly NoteName[], where: 'sibling' | 'meta' | 'any') {
  const notes: Note[] = names
    .map((name): Note => NOTES[name])
    .filter(({ isSibling = false }) => where === 'any' || isSibling === (where === 'sibling'));
  const properties = Object.fromEntries(notes.flatMap((note) => Object.entries(note.properties)));
  if (Object.keys(properties).length === 0) return null;
  const required = notes.flatMap((note) => note.required);
  return { type: 'object' as const, ...(required.length > 0 && { required }), properties };
}
