/** The endpoints of a group that stands on several products, loaded by product. */
import type { Endpoint, Product } from '../catalogue/types.ts';

/** How each product's part is loaded. */
export type EndpointParts = Readonly<Partial<Record<Product, () => Promise<readonly Endpoint[]>>>>;

/** Returns a loader of one product's part, so that a run pays for no other; of all parts where none is named. */
export function byProduct(parts: EndpointParts): (product?: Product) => Promise<readonly Endpoint[]> {
  return async (product) => {
    if (product !== undefined) return (await parts[product]?.()) ?? [];
    const all = await Promise.all(Object.values(parts).map((load) => load()));
    return all.flat();
  };
}
