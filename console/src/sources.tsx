import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { listAll } from './api';
import { short, words } from './format';
import { nameOf as nameOfExchange, type Account } from './exchange-names';
import { useApp, useData, type Loaded } from './state';

type Linked = Awaited<ReturnType<typeof listAll<'listLinkedWallets'>>>[number];

/** A wallet or an account of the user, by the name that they gave. */
export interface Source {
  id: string;
  name: string;
  kind: 'wallet' | 'exchange';
  /** What kind of wallet, or which exchange. */
  about: string;
  state: 'ready' | 'reading' | 'failed';
  /** Null: not yet. */
  readAt: string | null;
  wallet?: Linked;
  account?: Account;
}

export interface Sources extends Loaded<Source[]> {
  portfolios: { id: string; name: string }[];
  /** A name for an address or the id of an account. */
  nameOf: (id: string) => string;
  find: (id: string) => Source | undefined;
}

const SourcesContext = createContext<Sources | null>(null);

export function useSources(): Sources {
  const sources = useContext(SourcesContext);
  if (!sources) throw new Error('used outside of the application');
  return sources;
}

const STATES = {
  ready: 'ready',
  connected: 'ready',
  pending: 'reading',
  indexing: 'reading',
  syncing: 'reading',
  error: 'failed',
} as const;
const FAMILIES = { evm: 'EVM wallet', bitcoin: 'Bitcoin wallet', solana: 'Solana wallet' } as const;

const ofWallet = (wallet: Linked): Source => ({
  id: wallet.address,
  name: wallet.label === '' ? short(wallet.address) : wallet.label,
  kind: 'wallet',
  about: FAMILIES[wallet.chain_type],
  state: STATES[wallet.status],
  readAt: wallet.last_indexed_at,
  wallet,
});

const ofAccount = (account: Account): Source => ({
  id: account.id,
  name: account.label === '' ? nameOfExchange(account.exchange) : account.label,
  kind: 'exchange',
  about: `${nameOfExchange(account.exchange)}, ${account.source === 'api' ? 'read by key' : 'from files'}`,
  state: STATES[account.status],
  readAt: account.last_sync_at,
  account,
});

/** Between reads of the list while a source is read: longer each time, since requests are counted. */
const [FIRST_POLL_MS, LAST_POLL_MS] = [2000, 30_000];

export function SourcesProvider({ children }: { children: preact.ComponentChildren }) {
  const { user, settings } = useApp();
  const list = useData(async () => {
    if (!user) return { sources: [], portfolios: [] };
    const [wallets, accounts, portfolios] = await Promise.all([
      listAll('listLinkedWallets', {}),
      listAll('listExchangeAccounts', {}),
      listAll('listPortfolios', {}),
    ]);
    return { sources: [...wallets.map(ofWallet), ...accounts.map(ofAccount)], portfolios };
  }, [user?.id]);
  const sources = list.data?.sources ?? null;
  const isReading = sources?.some(({ state }) => state === 'reading') === true;
  const [wait, setWait] = useState(FIRST_POLL_MS);
  useEffect(() => {
    if (!isReading) return setWait(FIRST_POLL_MS);
    const timer = setTimeout(() => {
      setWait(Math.min(LAST_POLL_MS, wait * 1.5));
      list.reload();
    }, wait);
    return () => clearTimeout(timer);
  }, [list.data]);
  const find = (id: string): Source | undefined =>
    sources?.find((one) => one.id.toLowerCase() === id.toLowerCase());
  const nameOf = (id: string): string =>
    find(id)?.name ??
    settings.demo_wallets.find(({ address }) => address.toLowerCase() === id.toLowerCase())?.label ??
    (isAccount(id) ? 'Exchange account' : short(id));
  return (
    <SourcesContext.Provider
      value={{ ...list, data: sources, portfolios: list.data?.portfolios ?? [], nameOf, find }}
    >
      {children}
    </SourcesContext.Provider>
  );
}

/** True for the id of an exchange account, which takes the place of an address. */
export const isAccount = (id: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);

/** The name of a source, with the whole address for who points at it. */
export function Name({ of: id }: { of: string }) {
  const { nameOf } = useSources();
  return <span title={isAccount(id) ? undefined : id}>{nameOf(id)}</span>;
}

export const stateOf = ({ state }: Source): string => words(state);
