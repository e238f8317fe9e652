/** The routes of the sandbox: one for each endpoint of the catalogue. */
import type { HostName } from '../../catalogue/hosts.ts';
import type { Endpoint, Method, Product } from '../../catalogue/types.ts';

/**
 * The products that have an address of their own, because both serve /futures/data, each for its own
 * contracts.
 */
export const PRODUCTS_WITH_OWN_ADDRESS = ['usdm', 'coinm'] as const satisfies readonly (Product & HostName)[];

/** A product with an address of its own. */
export type OwnAddress = (typeof PRODUCTS_WITH_OWN_ADDRESS)[number];

/**
 * The endpoints with the same path and method: one, or one for each product that serves the path at its own
 * address.
 */
type RouteEndpoints = readonly Endpoint[];

/** The endpoints by path and method. */
export class Routes {
  readonly #endpoints = new Map<string, Map<string, RouteEndpoints>>();

  /**
   * Adds the endpoints at their paths, also those of today's interface. Throws if two endpoints have the same method
   * and path at the same address.
   */
  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      const { path, today } = endpoint;
      for (const served of new Set([path, today?.path ?? path])) this.#add(endpoint, served);
    }
  }

  /**
   * Returns the endpoint of a call, or undefined. `address` is the product under whose address the call came,
   * which serves the endpoints of that product only; the common address serves all endpoints, and for a path
   * that products share the first product's.
   */
  find(method: string, path: string, address?: OwnAddress): Endpoint | undefined {
    return endpointAt(this.#endpoints.get(path)?.get(method), address);
  }

  /** Returns the methods of a path; none if the path does not exist. */
  methodsOf(path: string, address?: OwnAddress): readonly Method[] {
    return [...(this.#endpoints.get(path)?.values() ?? [])].flatMap((endpoints) => {
      const endpoint = endpointAt(endpoints, address);
      return endpoint === undefined ? [] : [endpoint.method];
    });
  }

  #add(endpoint: Endpoint, path: string): void {
    const { method } = endpoint;
    const methods = this.#endpoints.get(path) ?? new Map<string, RouteEndpoints>();
    this.#endpoints.set(path, methods);
    const others = methods.get(method) ?? [];
    const other = others.find((one) => addressOf(one) === addressOf(endpoint));
    if (other !== undefined) {
      throw new Error(`${endpoint.id} and ${other.id} are both declared as ${method} ${path}`);
    }
    methods.set(method, [...others, endpoint]);
  }
}

function endpointAt(endpoints: RouteEndpoints = [], address?: OwnAddress): Endpoint | undefined {
  return address === undefined ? endpoints[0] : endpoints.find(({ product }) => product === address);
}

/** Returns the product under whose own address an endpoint is served; undefined for the common address. */
function addressOf({ product }: Endpoint): OwnAddress | undefined {
  return ownAddressOf(product);
}

/** Returns the product whose own address is this host, or undefined. */
export function ownAddressOf(host: Product | HostName): OwnAddress | undefined {
  return PRODUCTS_WITH_OWN_ADDRESS.find((product) => product === host);
}

/** Splits a request target such as "/api/v3/klines?symbol=BTCUSDT" at its first question mark. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const queryMark = target.indexOf('?');
  return queryMark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, queryMark), query: target.slice(queryMark + 1) };
}
