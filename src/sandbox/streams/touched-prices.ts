/**
 * Finds the prices at which users change a book: an order that comes and goes between two ticks is visible only in the
 * user events of its owner.
 */
import type { Contract } from '../engine/futures/contracts.ts';
import type { UserEventScope, UserEvents } from '../engine/ledger/user-events.ts';
import type { MarketSymbol } from '../engine/market/symbols.ts';
import type { OptionContract } from '../engine/options/contracts.ts';

/** An order as the user events of spot and of futures contain it. */
interface OrderEvent {
  readonly s: string;
  readonly S: 'BUY' | 'SELL';
  /** The price of the order, and the price of its last trade. */
  readonly p: string;
  readonly L: string;
  /** Whether the order was the maker of the last trade. */
  readonly m: boolean;
}

type OnTouch = (isBids: boolean, price: number) => void;

/** The user events that contain the orders of one order book. */
interface OrderEventSource {
  readonly name: string;
  readonly isOf: (scope: UserEventScope) => boolean;
  readonly event: string;
  readonly ordersIn: (event: never) => readonly OrderEvent[];
  /** The number of price decimals in the event, and the number of decimals of a tick. */
  readonly decimals: number;
  readonly tickDecimals: number;
}

/** Decimals of prices in events of spot. */
const SPOT_DECIMALS = 8;

/**
 * Calls a function with each price of a spot order book that a user's order touches; returns a function that
 * ends this.
 */
export function listenForPrices(
  notices: UserEvents,
  { name, tickDecimals }: MarketSymbol,
  onTouch: OnTouch,
): () => void {
  const isOf = (scope: UserEventScope) => scope === 'spot' || scope.startsWith('margin');
  const ordersIn = (event: OrderEvent) => [event];
  return listen(
    notices,
    { name, isOf, event: 'executionReport', ordersIn, decimals: SPOT_DECIMALS, tickDecimals },
    onTouch,
  );
}

/**
 * Calls a function with each price of a futures order book that a user's order touches; returns a function
 * that ends this.
 */
export function listenForContractPrices(
  notices: UserEvents,
  { name, product, market: { tickDecimals } }: Contract,
  onTouch: OnTouch,
): () => void {
  const isOf = (scope: UserEventScope) => scope === product;
  const ordersIn = ({ o }: { readonly o: OrderEvent }) => [o];
  return listen(
    notices,
    { name, isOf, event: 'ORDER_TRADE_UPDATE', ordersIn, decimals: tickDecimals, tickDecimals },
    onTouch,
  );
}

/** An order as the user events of options contain it, with its fills. */
interface OptionOrderEvent {
  readonly s: string;
  /** The quantity, below 0 if the order sells. */
  readonly q: string;
  readonly p: string;
  readonly fi: readonly { readonly p: string; readonly m: string }[];
}

/**
 * Calls a function with each price of an option's order book that a user's order touches; returns a function
 * that ends this.
 */
export function listenForOptionPrices(
  notices: UserEvents,
  { symbol, underlying: { priceDecimals } }: OptionContract,
  onTouch: OnTouch,
): () => void {
  const isOf = (scope: UserEventScope) => scope === 'options';
  const ordersIn = ({ o }: { readonly o: readonly OptionOrderEvent[] }) =>
    o.flatMap(({ s, q, p, fi }): readonly OrderEvent[] => {
      const order = { s, S: q.startsWith('-') ? 'SELL' : 'BUY', p, L: '0', m: true } as const;
      return [order, ...fi.map((fill) => ({ ...order, L: fill.p, m: fill.m === 'MAKER' }))];
    });
  return listen(
    notices,
    {
      name: symbol,
      isOf,
      event: 'ORDER_TRADE_UPDATE',
      ordersIn,
      decimals: priceDecimals,
      tickDecimals: priceDecimals,
    },
    onTouch,
  );
}

function listen(notices: UserEvents, source: OrderEventSource, onTouch: OnTouch): () => void {
  const { name, isOf, event, ordersIn, decimals, tickDecimals } = source;
  const ticks = (text: string) => Number(text.replace('.', '')) / 10 ** (decimals - tickDecimals);
  return notices.subscribe(({ scope, payload }) => {
    if (!isOf(scope)) return;
    const text = payload();
    if (!text.startsWith(`{"e":"${event}"`) || !text.includes(`"s":"${name}"`)) return;
    for (const { s, S, p, L, m } of ordersIn(JSON.parse(text) as never)) {
      if (s !== name) continue;
      const isBuy = S === 'BUY';
      if (ticks(p) > 0) onTouch(isBuy, ticks(p));
      if (ticks(L) > 0) onTouch(m ? isBuy : !isBuy, ticks(L));
    }
  });
}
