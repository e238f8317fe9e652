/** The endpoints of a group that stands on several products, loaded by product and part. */
import type { Endpoint, Product } from '../catalogue/types.ts';

type Load = () => Promise<readonly Endpoint[]>;

/** How each product's parts are loaded; the part that is asked for most comes first. */
export type EndpointParts = Readonly<Partial<Record<Product, readonly Load[]>>>;

/**
 * Returns a loader, so that a run pays for no more than it needs: of the first parts of a product up to the one that
 * has the endpoint of an id, of all its parts where no id is given, of all products where none is named.
 */
export function byProduct(
  parts: EndpointParts,
): (product?: Product, id?: string) => Promise<readonly Endpoint[]> {
  return async (product, id) => {
    const loads = product === undefined ? Object.values(parts).flat() : (parts[product] ?? []);
    if (id === undefined) return (await Promise.all(loads.map((load) => load()))).flat();
    for (const load of loads) {
      const endpoints = await load();
      if (endpoints.some((one) => one.id === id)) return endpoints;
    }
    return [];
  };
}
