/**
 * Smart order routing: an order takes the best prices of several symbols with the same base asset and
 * interchangeable quote assets (spot API documentation, Smart order routing). The quantity that other symbols
 * fill is allocated to the user.
 */

import type { User } from '../ledger/accounts.ts';
import { afterStepStart, skipCrossedOffers } from '../matching/liquidity.ts';
import type { ExternalOffers } from '../matching/order-book.ts';
import { orderRejected } from '../refusal.ts';
import type { SpotContext } from './context.ts';
import { assertOpenLimits } from './count-filters.ts';
import { executeAllocation, executeMatch } from './fills.ts';
import type { SpotInstrument } from './instrument.ts';
import { isKilled, restOrExpire } from './order-execution.ts';
import type { Fill, OrderRequest, SpotOrder } from './orders.ts';
import { createOrder, openOrders, type PlacedOrder } from './placement.ts';
import { assertExecutable, assertFunds, assertOrderRate, assertUniqueIds } from './placement-checks.ts';
import { createReserve } from './reserves.ts';
import { preventSelfTrade } from './self-trades.ts';

/**
 * The groups of symbols among which smart order routing chooses (our choice); their ticks and lots are the
 * same.
 */
export const SMART_ORDER_ROUTINGS = [{ baseAsset: 'BTC', symbols: ['BTCUSDT', 'BTCUSDC'] }] as const;

/**
 * Returns the other symbols that smart order routing uses for a symbol. Rejects a symbol without routing (our
 * choice of text).
 */
export function routedWith(symbol: string): readonly string[] {
  const routing = SMART_ORDER_ROUTINGS.find(({ symbols }) => (symbols as readonly string[]).includes(symbol));
  if (routing === undefined) throw orderRejected('Smart order routing is not supported for this symbol.');
  return routing.symbols.filter((name) => name !== symbol);
}

/** An offer of the simulated market on one of the routed symbols. */
interface RoutedOffer {
  readonly price: number;
  readonly lots: number;
  readonly instrument: SpotInstrument;
}

/**
 * Places an order that uses the order book of its own symbol and the simulated market's offers on the other
 * symbols; users' orders on the other symbols are left alone (our choice). Rejects like `placeOrder`.
 */
export function placeRoutedOrder(
  context: SpotContext,
  instrument: SpotInstrument,
  others: readonly SpotInstrument[],
  user: User,
  request: OrderRequest,
  now: number,
): PlacedOrder {
  assertOpenLimits(context, instrument, user, [request]);
  assertOrderRate(context, user, 1, now);
  const { isBuy, price, lots, type, selfTradePrevention } = request;
  const offers = new RoutedOffers([instrument, ...others], isBuy, now);
  const limit = type === 'MARKET' ? undefined : price;
  const incoming = { owner: user.id, isBuy, limit, lots, budget: undefined, selfTradePrevention };
  const plan = instrument.book.planMatch(incoming, offers.at);
  assertFunds(instrument, user, request, plan, now);
  assertUniqueIds(instrument, user, [request]);
  assertExecutable(request, plan);
  // All checks have passed: from here on the order is accepted.
  const order = createOrder(context, instrument, user, request, {
    reserve: createReserve(instrument, isBuy),
    now,
  });
  const external = plan.steps.filter(({ maker }) => maker === undefined);
  const sources = external.map((_, index) => offers.at(index)!);
  const usesOthers = sources.some((source) => source.instrument !== instrument);
  order.routing = { isUsed: usesOthers, lastAt: 'EXCHANGE' };
  openOrders(context, instrument, user, [order], now);
  const fills: Fill[] = [];
  let index = 0;
  for (const step of isKilled(order, plan) ? [] : plan.steps) {
    const { maker, price: at, lots: filled } = step;
    if (filled === 0) preventSelfTrade(context, instrument, order, step, now);
    else if (maker !== undefined || !usesOthers)
      fills.push(
        executeMatch(context, instrument, { taker: order, maker, price: at, lots: filled, time: now }),
      );
    else fills.push(executeAllocation(context, instrument, { order, price: at, lots: filled, time: now }));
    if (maker === undefined && filled > 0) {
      takeFrom(sources[index]!.instrument, instrument, order, { price: at, lots: filled }, now);
      index += 1;
    }
  }
  restOrExpire(context, instrument, order, plan, { now, pathFrom: afterStepStart(now) });
  return { order, fills };
}

/** Removes an offer that the order took. On another symbol the trade is public there. */
function takeFrom(
  source: SpotInstrument,
  own: SpotInstrument,
  order: SpotOrder,
  taken: { readonly price: number; readonly lots: number },
  time: number,
): void {
  source.liquidity.consume(order.isBuy, [taken], time);
  if (source === own) return;
  source.tape.record({ ...taken, time, isBuyerMaker: !order.isBuy, taker: order });
  source.stops.applyUserTrade(taken.price, time);
}

/**
 * The simulated market's offers on several symbols, best price first; at equal prices those of the order's
 * own symbol first.
 */
class RoutedOffers {
  readonly #instruments: readonly SpotInstrument[];
  readonly #sides: readonly ExternalOffers[];
  readonly #next: number[];
  readonly #isBuy: boolean;
  readonly #merged: RoutedOffer[] = [];

  constructor(instruments: readonly SpotInstrument[], isBuy: boolean, now: number) {
    this.#instruments = instruments;
    this.#isBuy = isBuy;
    this.#next = instruments.map(() => 0);
    this.#sides = instruments.map(({ liquidity, book }) =>
      skipCrossedOffers(liquidity.offersTo(isBuy, now), isBuy, book.best(isBuy)?.price),
    );
  }

  /** Returns an offer by its rank; undefined beyond the last. */
  readonly at = (rank: number): RoutedOffer | undefined => {
    while (this.#merged.length <= rank) {
      const best = this.#takeBest();
      if (best === undefined) return undefined;
      this.#merged.push(best);
    }
    return this.#merged[rank];
  };

  #takeBest(): RoutedOffer | undefined {
    let best: { readonly offer: RoutedOffer; readonly index: number } | undefined;
    for (const [index, side] of this.#sides.entries()) {
      const found = side(this.#next[index]!);
      if (found === undefined) continue;
      const isBetter =
        best === undefined || (this.#isBuy ? found.price < best.offer.price : found.price > best.offer.price);
      if (isBetter) best = { offer: { ...found, instrument: this.#instruments[index]! }, index };
    }
    if (best === undefined) return undefined;
    this.#next[best.index]! += 1;
    return best.offer;
  }
}
