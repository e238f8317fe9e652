/** Fetches all pages of a wallet. The interface defines neither the page size nor a mark of the last page. */
import type { JsonValue } from '../core/words.ts';
import type { HoldingsPage, TokenHolding } from './envelope.ts';

/** The default limit of the number of pages; a wallet full of spam tokens may have very many. */
const PAGES_MAX = 500;

export interface CollectOptions {
  /** The number of rows to skip. Default 0. */
  readonly offset?: number;
  /** Default `PAGES_MAX`. */
  readonly maxPages?: number;
}

/** How the run over the pages ended. */
export interface CollectResult {
  /** False when the page limit was reached before the last page. */
  readonly isComplete: boolean;
  /** The offset after the last row received, from which to resume. */
  readonly nextOffset: number;
  /** The service's status of the address, from the last page that has one; null if none has. */
  readonly addressStatus: JsonValue;
}

/**
 * Yields the new rows of each page of a wallet and returns how the run ended. The next offset is the previous
 * offset plus the number of rows received. The run ends at a page that is empty or null, or that contains
 * only known rows (a service may ignore the offset). A row that moves to the next page during the run is
 * yielded once.
 */
export async function* collectPages(
  fetchPage: (offset: number) => Promise<HoldingsPage>,
  { offset = 0, maxPages = PAGES_MAX }: CollectOptions = {},
): AsyncGenerator<readonly TokenHolding[], CollectResult> {
  const seen = new Set<string>();
  let nextOffset = offset;
  let addressStatus: JsonValue = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { list, addressStatus: status } = await fetchPage(nextOffset);
    addressStatus = status ?? addressStatus;
    const keys = list.map(keyOf);
    // Two rows of one page may be alike, and both are kept.
    const fresh = list.filter((_, index) => !seen.has(keys[index]!));
    if (fresh.length === 0) return { isComplete: true, nextOffset, addressStatus };
    for (const key of keys) seen.add(key);
    nextOffset += list.length;
    yield fresh;
  }
  return { isComplete: false, nextOffset, addressStatus };
}

/** Returns all rows of a wallet, for sorting and sums, and how the run ended. */
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

/** Returns the text that identifies a token, without its price, which may change between two pages. */
function keyOf({ chainId, contractAddress, symbol, name }: TokenHolding): string {
  return JSON.stringify([chainId, contractAddress, symbol, name]);
}
