import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { askConsole, refresh, service, whenSessionEnds } from './api';
import { WalletCaveats } from './caveats';
import { NeedsAccount, OpenDemo } from './demo';
import { Name, SourcesProvider, useSources } from './sources';
import { AppContext, linkTo, useApp, useRoute, type App, type Route } from './state';
import { Switcher } from './switcher';
import { Toast, type Told } from './toast';
import type { Settings, User } from './types';
import { Action, Failure } from './ui';
import { Account } from './screens/account/account';
import { Exchanges } from './screens/exchanges/exchanges';
import { Home } from './screens/home/home';
import { Inbox } from './screens/inbox/inbox';
import { Lots } from './screens/lots';
import { Portfolios } from './screens/portfolios/portfolios';
import { Taxes } from './screens/taxes/taxes';
import { Transactions } from './screens/transactions/transactions';
import { Transfers } from './screens/transfers';
import { WhatIf } from './screens/what-if';

interface Screen {
  title: string;
  view: FunctionComponent<{ wallet: string }>;
  /** Whose data it shows: of all sources or of one, of one only, of the account, of nobody. */
  of: 'scope' | 'wallet' | 'account' | 'all';
}

/** SCREENS: in the order of the menu. */
const SCREENS: Record<string, Screen> = {
  home: { title: 'Home', view: Home, of: 'scope' },
  inbox: { title: 'Inbox', view: Inbox, of: 'scope' },
  transactions: { title: 'Transactions', view: Transactions, of: 'scope' },
  taxes: { title: 'Taxes', view: Taxes, of: 'scope' },
  lots: { title: 'Lots', view: Lots, of: 'wallet' },
  transfers: { title: 'Transfers', view: Transfers, of: 'account' },
  exchanges: { title: 'Exchanges', view: Exchanges, of: 'account' },
  portfolios: { title: 'Portfolios', view: Portfolios, of: 'account' },
  'what-if': { title: 'What if', view: WhatIf, of: 'wallet' },
  account: { title: 'Account', view: Account, of: 'all' },
};
const isScoped = (screen: Screen | undefined): boolean => screen?.of === 'scope' || screen?.of === 'wallet';

const HIDES = 'hides-amounts';
const THEME = 'theme';

/** Reads who the caller is, then shows the screen of the address bar. */
export function Root() {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [user, setUser] = useState<User | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [told, tell] = useState<Told | null>(null);
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
  const app: App = {
    settings,
    user,
    reload,
    hidesAmounts,
    tell: (text, undo) => tell({ text, undo }),
  };
  return (
    <AppContext.Provider value={app}>
      <SourcesProvider>
        <Shell hide={hide} />
        <Toast told={told} close={() => tell(null)} />
      </SourcesProvider>
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
  const screen = SCREENS[route.screen] ?? SCREENS['home'];
  // Screens of the account keep what the screens before them showed.
  const [kept, keep] = useState<string | null>(route.wallet);
  const wallet = isScoped(screen) ? route.wallet : kept;
  useEffect(() => keep(wallet), [wallet]);
  const title = screen?.title ?? 'Home';
  useEffect(() => {
    document.title = `${title} · Cost basis`;
  }, [title]);
  return (
    <>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <TopBar hide={hide} screen={isScoped(screen) ? route.screen : 'home'} wallet={wallet} />
      <Menu current={route.screen} wallet={wallet} />
      <main id="main" tabIndex={-1}>
        {screen && (
          <Content screen={screen} route={route} wallet={isScoped(screen) ? wallet : route.wallet} />
        )}
      </main>
    </>
  );
}

/** On a phone the first of them are tabs at the bottom, and the others are behind one more. */
const TABS = 4;

function Menu({ current, wallet }: { current: string; wallet: string | null }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [current]);
  const isBehind = Object.keys(SCREENS).indexOf(current) >= TABS;
  return (
    <nav aria-label="Screens" class={isOpen ? 'open' : ''}>
      {Object.entries(SCREENS).map(([name, screen], i) => (
        <a
          key={name}
          class={i < TABS ? '' : 'behind'}
          href={linkTo(name, isScoped(screen) ? wallet : null)}
          aria-current={name === current ? 'page' : undefined}
          onClick={() => setOpen(false)}
        >
          {screen.title}
        </a>
      ))}
      <button
        type="button"
        class={isBehind ? 'more current' : 'more'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isBehind ? (SCREENS[current]?.title ?? 'More') : 'More'}
      </button>
    </nav>
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
  if (isScoped(screen) && wallet !== null && !user && !settings.public_read)
    return <NeedsAccount title={screen.title} />;
  if (
    wallet === null &&
    (screen.of === 'wallet' || (screen.of === 'scope' && !user && route.screen !== 'home'))
  )
    return <ChooseSource title={screen.title} screen={route.screen} />;
  return (
    <>
      <h1>
        {screen.title}
        {isScoped(screen) && (wallet !== null || user) && (
          <small class="address">{wallet === null ? 'All sources' : <Name of={wallet} />}</small>
        )}
      </h1>
      {isScoped(screen) && route.screen !== 'home' && wallet !== null && (
        <WalletCaveats key={`${wallet} ${user?.id ?? ''}`} wallet={wallet} />
      )}
      <View key={`${route.screen} ${wallet ?? ''} ${user?.id ?? ''}`} wallet={wallet ?? ''} />
    </>
  );
}

/** For a screen that shows one source, and none is chosen. */
function ChooseSource({ title, screen }: { title: string; screen: string }) {
  const { settings } = useApp();
  const { data } = useSources();
  const choices =
    data && data.length > 0
      ? data.map(({ id, name, about }) => ({ id, name, about }))
      : settings.demo_wallets.map(({ address, label }) => ({
          id: address,
          name: label,
          about: 'Demo wallet',
        }));
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">Choose whose {title.toLowerCase()} to show.</p>
      <ul class="choices">
        {choices.map(({ id, name, about }) => (
          <li key={id}>
            <a href={linkTo(screen, id)}>
              <strong>{name}</strong>
              <span class="address">{about}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function TopBar({
  hide,
  screen,
  wallet,
}: {
  hide: (hides: boolean) => void;
  screen: string;
  wallet: string | null;
}) {
  const { user, hidesAmounts, reload } = useApp();
  const logOut = async (): Promise<void> => {
    await service.logOut();
    await reload();
  };
  return (
    <header class="top">
      <a class="brand" href={linkTo('home')}>
        Cost basis
      </a>
      <Switcher screen={screen} wallet={wallet} />
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
