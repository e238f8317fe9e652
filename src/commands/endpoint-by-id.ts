/** Finds an endpoint of another command, such as the query that settles what this one left unclear. */
import type { Endpoint, Product } from '../catalogue/types.ts';

type Part = () => Promise<readonly Endpoint[]>;

/** The parts that commands look into; those that orders need come first, since each is loaded until one has it. */
const PARTS: Readonly<Partial<Record<Product, readonly Part[]>>> = {
  spot: [
    () => import('../catalogue/spot/trading.ts').then((part) => part.spotTrading),
    () => import('../catalogue/spot/lists.ts').then((part) => part.spotLists),
    () => import('../catalogue/spot/account.ts').then((part) => part.spotAccount),
    () => import('../catalogue/spot/server.ts').then((part) => part.spotServer),
    () => import('../catalogue/spot/trades.ts').then((part) => part.spotTrades),
  ],
  usdm: [
    () => import('../catalogue/usdm/trading.ts').then((part) => part.usdmTrading),
    () => import('../catalogue/usdm/account.ts').then((part) => part.usdmAccount),
    () => import('../catalogue/usdm/market.ts').then((part) => part.usdmMarket),
  ],
  coinm: [
    () => import('../catalogue/coinm/trading.ts').then((part) => part.coinmTrading),
    () => import('../catalogue/coinm/account.ts').then((part) => part.coinmAccount),
    () => import('../catalogue/coinm/market.ts').then((part) => part.coinmMarket),
  ],
  options: [
    () => import('../catalogue/options/trading.ts').then((part) => part.optionsTrading),
    () => import('../catalogue/options/market.ts').then((part) => part.optionsMarket),
  ],
  margin: [
    () => import('../catalogue/margin/orders.ts').then((part) => part.marginOrders),
    () => import('../catalogue/margin/account.ts').then((part) => part.marginAccount),
  ],
  earn: [() => import('../catalogue/earn.ts').then((part) => part.earnEndpoints)],
  sub: [() => import('../catalogue/sub-account/accounts.ts').then((part) => part.subAccounts)],
  convert: [() => import('../catalogue/convert.ts').then((part) => part.convertEndpoints)],
  funds: [
    () => import('../catalogue/funds/withdrawals.ts').then((part) => part.fundsWithdrawals),
    () => import('../catalogue/funds/assets.ts').then((part) => part.fundsAssets),
  ],
};

/** Returns the endpoint of an id; asserts that there is one. Loads no more of the catalogue than it has to. */
export async function endpointById(id: string): Promise<Endpoint> {
  const product = id.slice(0, id.indexOf('.')) as Product;
  for (const part of PARTS[product] ?? []) {
    const found = (await part()).find((one) => one.id === id);
    if (found !== undefined) return found;
  }
  throw new RangeError(`the endpoint ${id} is not declared`);
}
