import type { ElectableMethod } from '../engine';
import type { ExchangeName } from '../kernel/exchanges/exchange';

export interface BrokerOffer {
  name: string;
  /** Lower-case words in account labels that name the broker. For brokers that are no exchange of the service. */
  labels: readonly string[];
  /** Standing methods in the account settings. Null: not known, ask in writing. */
  methods: readonly ElectableMethod[] | null;
  /** Null: not known, ask in writing. */
  namesLots: boolean | null;
  /** Menu path to the setting, or to the lots of an order. Null: not known. */
  menu: string | null;
  /** What an order at this broker does not cover, or does differently. */
  notes: readonly string[];
  /** Page of the broker. Null: none was found. */
  source: string | null;
  readOn: string | null;
}

const UNREAD = { methods: null, namesLots: null, menu: null, notes: [], source: null, readOn: null } as const;

/**
 * BROKER_OFFERS: what brokers in the US offer, by stored copies of their help pages. Read the page again before an
 * order is given. What was not found is not known.
 */
export const BROKER_OFFERS = {
  coinbase: {
    name: 'Coinbase',
    labels: ['coinbase'],
    methods: ['fifo', 'lifo', 'hifo'],
    namesLots: null,
    menu: 'Taxes, then Settings, then Cost-basis method',
    notes: ['A change applies to later transactions only.'],
    source: 'https://help.coinbase.com/en/coinbase/taxes/tools/cost-basis-accounting',
    readOn: '2026-11-28',
  },
  robinhood: {
    name: 'Robinhood',
    labels: ['robinhood'],
    methods: ['fifo'],
    namesLots: true,
    menu: 'Sell order, then Tax lots (orders in coins, not in dollars)',
    notes: [
      'Lots are chosen order by order; there is no standing setting but FIFO.',
      'Lots without a known basis leave before all others.',
      'Stablecoins have no choice of lots.',
    ],
    source: 'https://robinhood.com/us/en/support/articles/crypto-tax-lots',
    readOn: '2026-11-28',
  },
  river: {
    name: 'River',
    labels: ['river'],
    methods: ['fifo', 'lifo', 'hifo'],
    namesLots: null,
    menu: 'Cost basis method of the account',
    notes: [
      'A change applies to later transactions only.',
      'Bitcoin that is sent leaves in another order than bitcoin that is sold: lots without a basis first, then the opposite order of the method. Name the lots of a transfer in writing.',
    ],
    source: 'https://support.river.com/kb/guide/en/what-are-cost-basis-methods-ZxCSH2njWf/Steps/2243507',
    readOn: '2026-11-28',
  },
  fidelity: {
    name: 'Fidelity Crypto',
    labels: ['fidelity'],
    methods: ['fifo'],
    namesLots: null,
    menu: null,
    notes: [
      'One reading of the page has FIFO only, a later one lots that are specified when a sell order is placed: ask in writing.',
    ],
    source: 'https://www.fidelity.com/crypto/help/taxes-ira/cost-basis-lots',
    readOn: '2026-11-28',
  },
  kraken: { name: 'Kraken', labels: ['kraken'], ...UNREAD },
  gemini: { name: 'Gemini', labels: ['gemini'], ...UNREAD },
  binanceus: { name: 'Binance.US', labels: ['binance.us', 'binanceus', 'binance us'], ...UNREAD },
  cryptocom: { name: 'Crypto.com', labels: ['crypto.com'], ...UNREAD },
  cashapp: { name: 'Cash App', labels: ['cash app', 'cashapp'], ...UNREAD },
  strike: { name: 'Strike', labels: ['strike'], ...UNREAD },
} as const satisfies Record<string, BrokerOffer>;

const OFFERS: Readonly<Record<string, BrokerOffer>> = BROKER_OFFERS;

export function offerOf({ exchange, label }: { exchange: ExchangeName; label: string }): BrokerOffer {
  const known = OFFERS[exchange];
  if (known !== undefined) return known;
  const text = label.toLowerCase();
  const named = Object.values(OFFERS).find(({ labels }) => labels.some((word) => hasWord(text, word)));
  return named ?? { name: label, labels: [], ...UNREAD };
}

/** True for the whole word: a label such as "Upriver" names no broker. */
function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word);
  if (at < 0) return false;
  const isLetter = (letter: string | undefined): boolean => letter !== undefined && /[a-z0-9]/.test(letter);
  return !isLetter(text[at - 1]) && !isLetter(text[at + word.length]);
}
