/** Following the pages of a wallet. The page size and the last page's signal are not shown in the interface. */
import type { HoldingsPage, TokenHolding } from './envelope.ts';

/** Pages followed where nothing else is said; a wallet of spam tokens may have very many. */
const PAGES_MAX = 500;

export interface CollectOptions {
  /** Rows to skip; 0 where absent. */
  readonly offset?: number;
  /** `PAGES_MAX` where absent. */
  readonly maxPages?: number;
}

/** How the following of pages ended. */
export interface CollectResult {
  /** False when the largest number of pages was reached before the end. */
  readonly isComplete: boolean;
  /** Where to go on: the offset after the last row received. */
  readonly nextOffset: number;
}

/**
 * Yields the new rows of each page and returns how it ended. The next offset is the offset plus the rows received;
 * the end is a page that is empty or null, or that holds only rows already seen, as a service does that ignores
 * the offset. A row that slid from one page to the next meanwhile is yielded once.
 */
export async function* collectPages(
  fetchPage: (offset: number) => Promise<HoldingsPage>,
  { offset = 0, maxPages = PAGES_MAX }: CollectOptions = {},
): AsyncGenerator<readonly TokenHolding[], CollectResult> {
  const seen = new Set<string>();
  let nextOffset = offset;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { list } = await fetchPage(nextOffset);
    const fresh = list.filter((holding) => !seen.has(keyOf(holding)));
    if (fresh.length === 0) return { isComplete: true, nextOffset };
    for (const holding of fresh) seen.add(keyOf(holding));
    nextOffset += list.length;
    yield fresh;
  }
  return { isComplete: false, nextOffset };
}

/** Returns all rows of a wallet at once, for sorting and sums, with how the following of pages ended. */
export async function collectHoldings(
  fetchPage: (offset: number) => Promise<HoldingsPage>,
  options: CollectOptions = {},
): Promise<CollectResult & { readonly holdings: readonly TokenHolding[] }> {
  const holdings: TokenHolding[] = [];
  const pages = collectPages(fetchPage, options);
  for (;;) {
    const next = await pages.next();
    if (next.done) return { ...next.value, holdings };
    holdings.push(...next.value);
  }
}

/** What makes a row the same token of the same wallet, though its price may have moved between two pages. */
function keyOf({ chainId, contractAddress, symbol, name }: TokenHolding): string {
  return JSON.stringify([chainId, contractAddress, symbol, name]);
}
