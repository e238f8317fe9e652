/** What whoever draws operations knows of the exchange: prices, and the orders that are open. */
import type { FuturesProduct } from '../../../../src/catalogue/futures-products.ts';
import { listSymbols, type MarketSymbol } from '../../../../src/sandbox/engine/market/symbols.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';
import { engineOf } from '../../../../src/sandbox/handlers/futures/engines.ts';
import type { Chance } from './chance.ts';
import type { OpenOrder, OpenOrders } from './open-orders.ts';
import type { Operation, Params, Sent } from './operation.ts';

export interface Drawing {
  readonly chance: Chance;
  readonly exchange: SandboxExchange;
  readonly orders: OpenOrders;
  /** Who does it. */
  readonly user: string;
}

/** What is done, without when, and by whom where it must be somebody else than was drawn. */
export type Drawn = Pick<Operation, 'kind' | 'calls'> & Partial<Pick<Operation, 'admin' | 'user'>>;

/** Decides on an operation of one kind. */
export type Draw = (drawing: Drawing) => Drawn;

/** A kind of operations and how often it is drawn. */
export type Kind = readonly [weight: number, draw: Draw];

/** Something with a price and the decimals of its prices and quantities. */
export interface Traded {
  readonly name: string;
  readonly price: number;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

const SYMBOLS = new Map(listSymbols().map((symbol) => [symbol.name, symbol]));

/** Returns a spot symbol with its last price. */
export function spotNamed({ exchange }: Drawing, name: string): Traded {
  const symbol = SYMBOLS.get(name)!;
  return tradedAt(name, symbol, exchange.market.lastPrice(symbol, exchange.clock.now()));
}

/** Returns one of a line's contracts of some assets with its last price. */
export function contractOn(
  { exchange, chance }: Drawing,
  line: FuturesProduct,
  pairs: readonly string[],
): Traded {
  const { market } = engineOf({ exchange, endpoint: { product: line } } as never);
  const now = exchange.clock.now();
  const contract = chance.pick(market.tradingContracts(now).filter(({ pair }) => pairs.includes(pair)));
  return tradedAt(contract.name, contract.market, market.lastTicks(contract, now));
}

function tradedAt(name: string, { tickDecimals, lotDecimals }: MarketSymbol, ticks: number): Traded {
  return { name, price: ticks / 10 ** tickDecimals, tickDecimals, lotDecimals };
}

/** Returns a price about the last one: mostly a few ticks from it, where orders meet, at times far away. */
export function priceNear(chance: Chance, { price, tickDecimals }: Traded): string {
  const away = chance.weighted([
    [6, () => chance.whole(-4, 4) / 10 ** tickDecimals],
    [3, () => (price * (chance.next() - 0.5)) / 200],
    [1, () => (price * (chance.next() - 0.5)) / 7],
  ] as const);
  return (price + away()).toFixed(tickDecimals);
}

/** Returns a price so many per cent above the last one, or below it. */
export function priceAt({ price, tickDecimals }: Traded, percent: number): string {
  return (price * (1 + percent / 100)).toFixed(tickDecimals);
}

/** Returns a quantity that is worth about so much, at least one lot. */
export function quantityOf(chance: Chance, { price, lotDecimals }: Traded, worth: number): string {
  const quantity = ((0.2 + chance.next() * 1.6) * worth) / price;
  return Math.max(quantity, 10 ** -lotDecimals).toFixed(lotDecimals);
}

/** Returns an open order of the drawing's user. */
export function openOrder({ chance, orders, user }: Drawing, scope: string): OpenOrder | undefined {
  const own = orders.of(user, scope);
  return own.length === 0 ? undefined : chance.pick(own);
}

export const post = (path: string, params: Params): Sent => ({ method: 'POST', path, params });
export const get = (path: string, params: Params = {}): Sent => ({ method: 'GET', path, params });
export const look = (path: string, params: Params): Sent => ({ ...get(path, params), isOpen: true });
export const remove = (path: string, params: Params): Sent => ({ method: 'DELETE', path, params });

/** One call as an operation. */
export const one = (kind: string, sent: Sent): Drawn => ({ kind, calls: [sent] });
