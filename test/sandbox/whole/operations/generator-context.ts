/** What the operation generators share: prices, quantities, open orders and calls. */
import type { FuturesProduct } from '../../../../src/catalogue/futures-products.ts';
import { listSymbols, type MarketSymbol } from '../../../../src/sandbox/engine/market/symbols.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';
import { engineOf } from '../../../../src/sandbox/handlers/futures/engines.ts';
import type { OpenOrder, OpenOrders } from './open-orders.ts';
import type { Operation, OperationCall, Params } from './operation.ts';
import type { RandomSource } from './random-source.ts';

export interface GeneratorContext {
  readonly chance: RandomSource;
  readonly exchange: SandboxExchange;
  readonly orders: OpenOrders;
  /** The user of the operation. */
  readonly user: string;
}

/** A generated operation without its time; `user` is set where it must differ from the context's. */
export type GeneratedOperation = Pick<Operation, 'kind' | 'calls'> &
  Partial<Pick<Operation, 'admin' | 'user'>>;

/** Generates an operation of one kind. */
export type Generator = (drawing: GeneratorContext) => GeneratedOperation;

/** A generator with its relative frequency. */
export type WeightedGenerator = readonly [weight: number, draw: Generator];

/** A symbol or contract with its last price and the decimals of prices and quantities. */
export interface PricedMarket {
  readonly name: string;
  readonly price: number;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

const SYMBOLS = new Map(listSymbols().map((symbol) => [symbol.name, symbol]));

/** Returns a spot symbol with its last price. */
export function spotMarket({ exchange }: GeneratorContext, name: string): PricedMarket {
  const symbol = SYMBOLS.get(name)!;
  return pricedMarket(name, symbol, exchange.market.lastPrice(symbol, exchange.clock.now()));
}

/** Returns a random contract of the given pairs with its last price. */
export function randomContract(
  { exchange, chance }: GeneratorContext,
  product: FuturesProduct,
  pairs: readonly string[],
): PricedMarket {
  const { market } = engineOf({ exchange, endpoint: { product: product } } as never);
  const now = exchange.clock.now();
  const contract = chance.pick(market.tradingContracts(now).filter(({ pair }) => pairs.includes(pair)));
  return pricedMarket(contract.name, contract.market, market.lastTicks(contract, now));
}

function pricedMarket(
  name: string,
  { tickDecimals, lotDecimals }: MarketSymbol,
  ticks: number,
): PricedMarket {
  return { name, price: ticks / 10 ** tickDecimals, tickDecimals, lotDecimals };
}

/**
 * Returns a price near the last price: usually within a few ticks, so that orders match, and sometimes far
 * away.
 */
export function priceNear(chance: RandomSource, { price, tickDecimals }: PricedMarket): string {
  const offset = chance.pickWeighted([
    [6, () => chance.integer(-4, 4) / 10 ** tickDecimals],
    [3, () => (price * (chance.next() - 0.5)) / 200],
    [1, () => (price * (chance.next() - 0.5)) / 7],
  ] as const);
  return (price + offset()).toFixed(tickDecimals);
}

/** Returns the last price moved by a percentage. */
export function priceAtPercent({ price, tickDecimals }: PricedMarket, percent: number): string {
  return (price * (1 + percent / 100)).toFixed(tickDecimals);
}

/** Returns a random quantity of about this notional, at least one lot. */
export function quantityOf(
  chance: RandomSource,
  { price, lotDecimals }: PricedMarket,
  notional: number,
): string {
  const quantity = ((0.2 + chance.next() * 1.6) * notional) / price;
  return Math.max(quantity, 10 ** -lotDecimals).toFixed(lotDecimals);
}

/** Returns a random open order of the user. */
export function randomOpenOrder(
  { chance, orders, user }: GeneratorContext,
  scope: string,
): OpenOrder | undefined {
  const own = orders.ordersOf(user, scope);
  return own.length === 0 ? undefined : chance.pick(own);
}

export const post = (path: string, params: Params): OperationCall => ({ method: 'POST', path, params });
export const get = (path: string, params: Params = {}): OperationCall => ({ method: 'GET', path, params });
export const publicGet = (path: string, params: Params): OperationCall => ({
  ...get(path, params),
  isPublic: true,
});
export const del = (path: string, params: Params): OperationCall => ({ method: 'DELETE', path, params });

/** Returns an operation of a single call. */
export const singleCall = (kind: string, call: OperationCall): GeneratedOperation => ({
  kind,
  calls: [call],
});
