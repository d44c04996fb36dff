import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { askConsole, refresh, service, whenSessionEnds } from './api';
import { WalletCaveats } from './caveats';
import { NeedsAccount, OpenDemo } from './demo';
import { short } from './format';
import { AppContext, linkTo, useApp, useRoute, type App, type Route } from './state';
import type { Settings, User } from './types';
import { Action, Failure } from './ui';
import { Account } from './screens/account/account';
import { Exchanges } from './screens/exchanges/exchanges';
import { Inbox } from './screens/inbox/inbox';
import { Lots } from './screens/lots';
import { Overview } from './screens/overview/overview';
import { Portfolios } from './screens/portfolios/portfolios';
import { Start } from './screens/start';
import { Taxes } from './screens/taxes';
import { Transactions } from './screens/transactions';
import { Transfers } from './screens/transfers';
import { WhatIf } from './screens/what-if';

interface Screen {
  title: string;
  view: FunctionComponent<{ wallet: string }>;
  /** Whose data it shows. */
  of: 'all' | 'wallet' | 'account';
}

/** SCREENS: in the order of the menu. */
const SCREENS: Record<string, Screen> = {
  start: { title: 'Start', view: Start, of: 'all' },
  overview: { title: 'Overview', view: Overview, of: 'wallet' },
  inbox: { title: 'Inbox', view: Inbox, of: 'wallet' },
  lots: { title: 'Lots', view: Lots, of: 'wallet' },
  transactions: { title: 'Transactions', view: Transactions, of: 'wallet' },
  taxes: { title: 'Taxes', view: Taxes, of: 'wallet' },
  'what-if': { title: 'What if', view: WhatIf, of: 'wallet' },
  portfolios: { title: 'Portfolios', view: Portfolios, of: 'account' },
  transfers: { title: 'Transfers', view: Transfers, of: 'account' },
  exchanges: { title: 'Exchanges', view: Exchanges, of: 'account' },
  account: { title: 'Account', view: Account, of: 'all' },
};

const HIDES = 'hides-amounts';
const THEME = 'theme';

/** Reads who the caller is, then shows the screen of the address bar. */
export function Root() {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [user, setUser] = useState<User | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [hidesAmounts, setHides] = useState(() => localStorage.getItem(HIDES) === 'true');
  const reload = async (): Promise<void> => {
    try {
      const data = await askConsole<Settings>('GET');
      const found = data.has_session ? await currentUser() : null;
      setSettings(found ? { ...data, timezone: await ownZone(data.timezone) } : data);
      setUser(found);
      setError(null);
    } catch (failed) {
      setError(failed instanceof Error ? failed : new Error(String(failed)));
    }
  };
  useEffect(() => {
    whenSessionEnds(() => setUser(null));
    void reload();
  }, []);
  const hide = (hides: boolean): void => {
    localStorage.setItem(HIDES, String(hides));
    setHides(hides);
  };
  if (error) return <Failure error={error} retry={() => void reload()} />;
  if (!settings)
    return (
      <p class="loading" role="status">
        Loading…
      </p>
    );
  const app: App = { settings, user, reload, hidesAmounts };
  return (
    <AppContext.Provider value={app}>
      <Shell hide={hide} />
    </AppContext.Provider>
  );
}

async function currentUser(): Promise<User | null> {
  const read = async (): Promise<User | null> =>
    service.getCurrentUser().then(
      ({ data }) => data,
      () => null,
    );
  return (await read()) ?? ((await refresh()) ? read() : null);
}

/** The zone of the taxpayer, else that of the service. */
const ownZone = (zone: string): Promise<string> =>
  service.getTaxSettings().then(
    ({ data }) => data.timezone,
    () => zone,
  );

function Shell({ hide }: { hide: (hides: boolean) => void }) {
  const route = useRoute();
  const [wallet, setWallet] = useState<string | null>(route.wallet);
  useEffect(() => {
    if (route.wallet !== null) setWallet(route.wallet);
  }, [route.wallet]);
  const screen = SCREENS[route.screen] ?? SCREENS['start'];
  const title = screen?.title ?? 'Start';
  useEffect(() => {
    document.title = `${title} · Cost basis`;
  }, [title]);
  return (
    <>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <TopBar hide={hide} />
      <nav aria-label="Screens">
        {Object.entries(SCREENS).map(([name, { title: text, of }]) => (
          <a
            key={name}
            href={linkTo(name, of === 'wallet' ? (route.wallet ?? wallet) : null)}
            aria-current={name === route.screen ? 'page' : undefined}
          >
            {text}
          </a>
        ))}
      </nav>
      <main id="main" tabIndex={-1}>
        {screen && <Content screen={screen} route={route} wallet={route.wallet ?? wallet} />}
      </main>
    </>
  );
}

function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function Content({ screen, route, wallet }: { screen: Screen; route: Route; wallet: string | null }) {
  const { user, settings } = useApp();
  const View = screen.view;
  if (screen.of === 'account' && !user) return <NeedsAccount title={screen.title} />;
  if (screen.of === 'wallet') {
    if (wallet === null)
      return (
        <>
          <h1>{screen.title}</h1>
          <p class="empty">
            No wallet is open. <a href={linkTo('start')}>Paste an address or choose a wallet</a>.
          </p>
        </>
      );
    if (!user && !settings.public_read) return <NeedsAccount title={screen.title} />;
  }
  return (
    <>
      <h1>
        {screen.title}
        {screen.of === 'wallet' && wallet !== null && (
          <small class="address" title={wallet}>
            {settings.demo_wallets.find(({ address }) => address === wallet)?.label ?? short(wallet)}
          </small>
        )}
      </h1>
      {screen.of === 'wallet' && route.screen !== 'overview' && wallet !== null && (
        <WalletCaveats key={`${wallet} ${user?.id ?? ''}`} wallet={wallet} />
      )}
      <View key={`${route.screen} ${wallet ?? ''} ${user?.id ?? ''}`} wallet={wallet ?? ''} />
    </>
  );
}

function TopBar({ hide }: { hide: (hides: boolean) => void }) {
  const { user, hidesAmounts, reload } = useApp();
  const logOut = async (): Promise<void> => {
    await service.logOut();
    await reload();
  };
  return (
    <header class="top">
      <a class="brand" href={linkTo('start')}>
        Cost basis
      </a>
      <div class="row">
        <label class="switch">
          <input
            type="checkbox"
            checked={hidesAmounts}
            onChange={(event) => hide(event.currentTarget.checked)}
          />
          <span>Hide amounts</span>
        </label>
        <ThemeButton />
        {user ? (
          <>
            <span class="who">{user.email}</span>
            <Action run={logOut}>Log out</Action>
          </>
        ) : (
          <>
            <OpenDemo />
            <a class="button" href={linkTo('account')}>
              Log in
            </a>
          </>
        )}
      </div>
    </header>
  );
}

const THEMES = ['auto', 'light', 'dark'] as const;

function ThemeButton() {
  const [theme, setTheme] = useState<string>(() => localStorage.getItem(THEME) ?? 'auto');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(THEME, theme);
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme as (typeof THEMES)[number]) + 1) % THEMES.length] ?? 'auto';
  return (
    <button type="button" onClick={() => setTheme(next)} aria-label={`Theme: ${theme}. Change to ${next}.`}>
      {theme === 'auto' ? 'Auto' : theme === 'light' ? 'Light' : 'Dark'}
    </button>
  );
}
