/** The routes of the sandbox: one for each endpoint of the catalogue. */
import type { Endpoint } from '../../catalogue/types.ts';

/** The endpoint by path, then by method. */
export type Routes = ReadonlyMap<string, ReadonlyMap<string, Endpoint>>;

/**
 * Returns the routes of the endpoints, also at their paths of today's interface. Throws if two endpoints have the same
 * method and path.
 */
export function buildRoutes(endpoints: readonly Endpoint[]): Routes {
  const routes = new Map<string, Map<string, Endpoint>>();
  for (const endpoint of endpoints) {
    for (const path of new Set([endpoint.path, endpoint.today?.path ?? endpoint.path])) {
      const methods = routes.get(path) ?? new Map<string, Endpoint>();
      const other = methods.get(endpoint.method);
      if (other !== undefined) {
        throw new Error(`${endpoint.id} and ${other.id} are both declared as ${endpoint.method} ${path}`);
      }
      methods.set(endpoint.method, endpoint);
      routes.set(path, methods);
    }
  }
  return routes;
}

/** Splits a request target such as "/api/v3/klines?symbol=BTCUSDT" at its first question mark. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const queryMark = target.indexOf('?');
  return queryMark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, queryMark), query: target.slice(queryMark + 1) };
}
