/** Opens an exchange on the saved public view of a product: it has the market and what users traded, and no accounts. */
import type { Product } from '../../catalogue/types.ts';
import { type OpenExchangeOptions, openExchange, type SandboxExchange } from '../exchange/open-exchange.ts';
import { readPublicView } from '../storage/public-view.ts';
import { journalPath, viewPath } from '../storage/state-folder.ts';

/** An exchange on a public view, and the exchange time (ms) before which its answers are right. */
export interface ViewedExchange {
  readonly exchange: SandboxExchange;
  readonly until: number;
}

/** Returns the exchange, or undefined if there is no view of the product that counts at the exchange's time. */
export async function openView(
  folder: string,
  product: Product,
  options: OpenExchangeOptions,
): Promise<ViewedExchange | undefined> {
  const { seed } = options;
  const view = readPublicView(viewPath(folder, seed), journalPath(folder, seed), options, product);
  if (view === undefined) return undefined;
  const { activityOf, advancedMs, takenAt, until } = view;
  const exchange = openExchange({
    ...options,
    ...(product === 'spot' ? { userActivityOf: activityOf } : {}),
  });
  if (advancedMs !== 0) exchange.clock.advance(advancedMs);
  const now = exchange.clock.now();
  if (now < takenAt || now >= until) return undefined;
  if (product === 'usdm' || product === 'coinm') {
    const { futuresMarketOf } = await import('../engine/futures/market.ts');
    futuresMarketOf(product, exchange.market).setUserTrading(activityOf);
  }
  return { exchange, until };
}
