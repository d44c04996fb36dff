import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import type { Settings, User } from './types';

/** What every screen knows. */
export interface App {
  settings: Settings;
  user: User | null;
  /** Reads settings and user again. */
  reload: () => Promise<void>;
  hidesAmounts: boolean;
  /** Says what was done, with the way back. */
  tell: (text: string, undo?: () => Promise<unknown>) => void;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('used outside of the application');
  return app;
}

export interface Loaded<T> {
  data: T | null;
  error: Error | null;
  isLoading: boolean;
  reload: () => void;
}

/** Reads when a dependency changes. The previous data stays until the new data is there. */
export function useData<T>(read: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ data: T | null; error: Error | null; isLoading: boolean }>({
    data: null,
    error: null,
    isLoading: true,
  });
  useEffect(() => {
    const stop = new AbortController();
    setState(({ data }) => ({ data, error: null, isLoading: true }));
    read(stop.signal).then(
      (data) => {
        if (!stop.signal.aborted) setState({ data, error: null, isLoading: false });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        setState({
          data: null,
          error: error instanceof Error ? error : new Error(String(error)),
          isLoading: false,
        });
      },
    );
    return () => stop.abort();
  }, [...inputs, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { ...state, reload };
}

export interface Route {
  screen: string;
  wallet: string | null;
}

/** `#/overview/<address>`. The address stays in the part of the URL that browsers do not send. */
function routeOf(hash: string): Route {
  const [path = ''] = hash.replace(/^#\/?/, '').split('?');
  const [screen = '', wallet = ''] = path.split('/');
  return {
    screen: screen === '' ? 'home' : screen,
    wallet: wallet === '' ? null : decoded(wallet),
  };
}

/** A link that was cut or typed by hand stays what it is, and the service refuses it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const linkTo = (screen: string, wallet: string | null = null): string =>
  screen === 'home' && wallet === null
    ? '#/'
    : `#/${screen}${wallet === null ? '' : `/${encodeURIComponent(wallet)}`}`;

/** A filter or an open row as a part of the address bar: it survives a reload, and can be sent to somebody. */
export function useParam(name: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => paramsOf().get(name) ?? '');
  useEffect(() => {
    const update = (): void => setValue(paramsOf().get(name) ?? '');
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, [name]);
  const write = useCallback(
    (next: string): void => {
      const params = paramsOf();
      if (next === '') params.delete(name);
      else params.set(name, next);
      const [path] = location.hash.split('?');
      const query = params.toString();
      history.replaceState(null, '', `${path === '' ? '#/' : path}${query === '' ? '' : `?${query}`}`);
      setValue(next);
    },
    [name],
  );
  return [value, write];
}

const paramsOf = (): URLSearchParams => new URLSearchParams(location.hash.split('?')[1] ?? '');

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const update = (): void => setRoute(routeOf(location.hash));
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return route;
}
