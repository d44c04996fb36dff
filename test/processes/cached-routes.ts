import { RouteAccessTable, type RouteAccess } from '../../src/http/auth/route-access-table';
import type { TestService } from '../app.factory';

/** Parameters of cached routes, beside the address. A route with another one needs a row. */
const VALUES: Record<string, string> = { symbol: 'ETH' };

export interface CachedRoute extends RouteAccess {
  /** The path, for one wallet. */
  url: string;
}

/** Every route of the service whose answers are cached, from its own table: a new one is among them. */
export function cachedRoutes({ app }: Pick<TestService, 'app'>, wallet: string): CachedRoute[] {
  const routes = app
    .get(RouteAccessTable, { strict: false })
    .routes()
    .filter(({ answers }) => answers !== null);
  return routes.map((route) => ({
    ...route,
    url: route.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = name === 'address' ? wallet : VALUES[name];
      if (value === undefined) throw new Error(`${route.path}: no value for ${name}`);
      return value;
    }),
  }));
}
