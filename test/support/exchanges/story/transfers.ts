import { VENUES, type Movement, type VenueName } from './deeds';
import { addressOf, at, BITCOIN_WALLET, depositAddress, ETHEREUM_WALLET, hashOf, MINUTE } from './names';
import { movement } from './own-deeds';

export type Place = VenueName | 'ethereum' | 'bitcoin';

/** Units that went from one own place to another. */
export interface OwnTransfer {
  name: string;
  from: Place;
  to: Place;
  coin: string;
  /** That arrived. */
  units: string;
  fee: string;
  left: number;
  arrived: number;
  /** What the exchange that sent states. */
  knows: 'hash' | 'address';
  isPending?: true;
  /** Name of the transaction that has other withdrawals too. */
  batch?: string;
}

const own = (
  name: string,
  [from, to]: readonly [Place, Place],
  [coin, amount, fee]: readonly [string, string, string],
  when: string,
  minutes: number,
  more: Partial<OwnTransfer> = {},
): OwnTransfer => ({
  ...{ name, from, to, coin, units: amount, fee },
  left: at(when),
  arrived: at(when) + minutes * MINUTE,
  knows: 'hash',
  ...more,
});

export const OWN_TRANSFERS: readonly OwnTransfer[] = [
  own('t01', ['bitcoin', 'kraken'], ['BTC', '0.5', '0'], '2022-03-01T10:00:00', 40),
  own('t02', ['kraken', 'bitcoin'], ['BTC', '0.123', '0.0002'], '2022-05-02T10:00:00', 20),
  own('t03', ['ethereum', 'coinbase'], ['ETH', '1.25', '0'], '2022-04-03T10:00:00', 8),
  own('t04', ['gemini', 'ethereum'], ['ETH', '0.4', '0.002'], '2022-09-04T10:00:00', 5),
  own('t05', ['kraken', 'coinbase'], ['ETH', '0.3', '0.0035'], '2022-10-05T10:00:00', 12),
  own('t06', ['coinbase', 'gemini'], ['BTC', '0.02', '0.00003'], '2023-01-06T10:00:00', 55),
  own('t07', ['gemini', 'kraken'], ['ETH', '0.25', '0.001'], '2023-06-07T10:00:00', 9),
  own('t08', ['binanceus', 'kraken'], ['ETH', '0.2', '0.0012'], '2023-07-08T10:00:00', 7),
  own('t09', ['kraken', 'binanceus'], ['USDT', '1500', '2.5'], '2023-08-21T09:30:00', 12, {
    knows: 'address',
  }),
  own('t10', ['coinbase', 'okx'], ['BTC', '0.031', '0.00002'], '2025-07-25T10:00:00', 35),
  own('t11', ['okx', 'coinbase'], ['BTC', '0.0111', '0.0001'], '2025-08-02T10:00:00', 45, { batch: 'b1' }),
  own('t12', ['okx', 'gemini'], ['BTC', '0.0122', '0.0001'], '2025-08-02T10:00:00', 50, { batch: 'b1' }),
  own('t13', ['binanceus', 'bitcoin'], ['BTC', '0.1', '0.0005'], '2024-02-13T10:00:00', 30),
  own('t14', ['kraken', 'coinbase'], ['ETH', '0.4', '0.0018'], '2025-09-05T18:00:00', 20, {
    isPending: true,
  }),
];

/** Two withdrawals without a hash, and two deposits that fit both: a person decides. */
const AMBIGUOUS = { coin: 'BTC', units: '0.05', fee: '0.00002' } as const;
export const AMBIGUOUS_TIMES = {
  left: [at('2024-09-17T09:00:00'), at('2024-09-17T09:20:00')],
  arrived: [at('2024-09-17T09:55:00'), at('2024-09-17T10:05:00')],
} as const;

/** Withdrawals that look like one of the foreign deposits above. */
const DECOYS: readonly Movement[] = [
  movement('withdrawal', '2022-06-03T11:00:00', 'ETH', '0.75', {
    ...{ fee: '0.0035', address: addressOf('a lender'), hash: hashOf('a loan') },
  }),
  // The deposit of links came five hours before.
  movement('withdrawal', '2024-01-24T14:00:00', 'DOT', '4', {
    ...{ fee: '0.05', address: addressOf('a market'), hash: hashOf('dots') },
  }),
];

const isVenue = (place: Place): place is VenueName => (VENUES as readonly string[]).includes(place);

const transferHash = ({ name, batch }: Pick<OwnTransfer, 'name' | 'batch'>): string =>
  hashOf(`transfer ${batch ?? name}`);

export const addressAt = (place: Place, coin: string): string =>
  place === 'ethereum' ? ETHEREUM_WALLET : place === 'bitcoin' ? BITCOIN_WALLET : depositAddress(place, coin);

export function transfersOf(venue: VenueName): Movement[] {
  const rows = OWN_TRANSFERS.flatMap((one): Movement[] => {
    const shared = { coin: one.coin, units: one.units, address: addressAt(one.to, one.coin) };
    const end = one.isPending ? ('pending' as const) : ('done' as const);
    const hash = transferHash(one);
    const sent = one.knows === 'hash' ? hash : null;
    return [
      ...(one.from === venue
        ? [{ kind: 'withdrawal' as const, at: one.left, ...shared, fee: one.fee, hash: sent, end }]
        : []),
      ...(one.to === venue
        ? [{ kind: 'deposit' as const, at: one.arrived, ...shared, fee: '0', hash, end }]
        : []),
    ];
  });
  const { left, arrived } = AMBIGUOUS_TIMES;
  const address = depositAddress('gemini', 'BTC');
  const both =
    venue === 'kraken'
      ? left.map((when): Movement => ({
          kind: 'withdrawal',
          at: when,
          ...AMBIGUOUS,
          address,
          hash: null,
          end: 'done',
        }))
      : venue === 'gemini'
        ? arrived.map((when, n): Movement => ({
            ...{ kind: 'deposit', at: when, ...AMBIGUOUS, fee: '0', address, end: 'done' },
            hash: hashOf(`ambiguous ${n}`),
          }))
        : [];
  return [...rows, ...both, ...(venue === 'kraken' ? DECOYS : [])];
}

/** Movements of the two wallets. */
export const walletMovements = (): (OwnTransfer & { hash: string })[] =>
  OWN_TRANSFERS.filter(({ from, to }) => !isVenue(from) || !isVenue(to)).map((one) => ({
    ...one,
    hash: transferHash(one),
  }));
