/**
 * The simulated market's side of the orders of users: liquidity for incoming orders, and trades that fill
 * resting ones. Orders of users do not change the simulated prices; the lots that they take are missing until
 * the next step of the order book.
 */
import { MINUTE_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import { BOOK_STEP_MS, bookStep, type MarketLevel } from '../market/book.ts';
import type { Market } from '../market/market.ts';
import { quoteValue } from '../market/number-text.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { AggregateTrade } from '../market/time-span.ts';
import type { PriceRange } from '../market/trade-summary.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { ExternalOffers, OrderBook, RestingOrder } from './order-book.ts';

/** The market that supplies an engine with liquidity and prices; tests supply one of their own. */
export interface LiquiditySource {
  isTrading(symbol: MarketSymbol, at: number): boolean;
  /** Returns up to `levels` price levels of one side of the order book, best first. */
  side(symbol: MarketSymbol, isBids: boolean, levels: number, at: number): readonly MarketLevel[];
  /**
   * Returns the volume traded during a number of minutes before `at`; `value` is in ticks times lots, and
   * `lots` may be 0.
   */
  tradedAverage(
    symbol: MarketSymbol,
    minutes: number,
    at: number,
  ): { readonly value: bigint; readonly lots: number };
  /** Returns the price of the last trade in ticks. */
  lastPrice(symbol: MarketSymbol, at: number): number;
  /**
   * Returns the lowest and highest price traded from `from` (inclusive) to `to` (exclusive), or undefined
   * without a trade.
   */
  range(symbol: MarketSymbol, from: number, to: number): PriceRange | undefined;
  /**
   * Returns the trades from `from` (inclusive) to `to` (exclusive), by whose volume resting orders are
   * filled. Absent in market model 1, in which the first trade at its price fills an order completely.
   */
  trades?(symbol: MarketSymbol, from: number, to: number): readonly AggregateTrade[];
  /**
   * Returns the lots at a price on one side of the order book, behind which a new order queues. Absent in
   * market model 1.
   */
  lotsAtPrice?(symbol: MarketSymbol, isBids: boolean, price: number, at: number): number;
}

/** Returns the lowest and highest price that the market of one symbol traded in a time span. */
export type PriceRangeLookup = (from: number, to: number) => PriceRange | undefined;

/**
 * The number of levels that are requested at first and at most. Most orders are filled within the first
 * request.
 */
const LEVELS_FIRST = 20;
const LEVELS_MAX = 5000;

/** Returns the simulated market as a source of liquidity. */
export function createMarketLiquidity(market: Market): LiquiditySource {
  return { ...createLiquidity(market), ...(market.model === 1 ? {} : createVolume(market)) };
}

/** Returns the trades and queues by whose volume orders are filled since market model 2. */
function createVolume(market: Market): Required<Pick<LiquiditySource, 'trades' | 'lotsAtPrice'>> {
  return {
    trades(symbol, from, to) {
      const { firstId, count } = market.summary(symbol, from, to);
      return count === 0 ? [] : market.aggregateTrades(symbol, firstId, firstId + count);
    },
    lotsAtPrice: (symbol, isBids, price, at) => market.lotsAtPrice(symbol, isBids, price, at as UnixMs),
  };
}

function createLiquidity(market: Market): LiquiditySource {
  return {
    isTrading: (symbol, at) => market.isTrading(symbol, at as UnixMs),
    side(symbol, isBids, levels, at) {
      const book = market.book(symbol, levels, at as UnixMs);
      return isBids ? book.bids : book.asks;
    },
    tradedAverage(symbol, minutes, at) {
      const { quote, lots } = market.summary(symbol, at - minutes * MINUTE_MS, at + 1);
      return { value: quoteValue(symbol, quote), lots };
    },
    lastPrice: (symbol, at) => market.lastPrice(symbol, at as UnixMs),
    range: (symbol, from, to) => (from >= to ? undefined : market.priceRange(symbol, from, to)),
  };
}

/**
 * The offers of the simulated market in one symbol, less the lots that users took in the current step of the
 * order book.
 */
export class Liquidity {
  readonly #source: LiquiditySource;
  readonly #symbol: MarketSymbol;
  #step = -1;
  #bids = createSide();
  #asks = createSide();

  constructor(source: LiquiditySource, symbol: MarketSymbol) {
    this.#source = source;
    this.#symbol = symbol;
  }

  /** Returns the offers to a buyer or a seller at a time. */
  offersTo(isBuyer: boolean, at: number): ExternalOffers {
    const side = this.#side(isBuyer, at);
    return (index) => {
      while (index >= side.remaining.length && !side.isComplete) this.#deepen(side, isBuyer, at);
      return side.remaining[index];
    };
  }

  /** Removes the lots that an order took at each price from the offers. */
  consume(isBuyer: boolean, levels: readonly MarketLevel[], at: number): void {
    const side = this.#side(isBuyer, at);
    for (const { price, lots } of levels) side.consumed.set(price, (side.consumed.get(price) ?? 0) + lots);
    side.remaining = remainingLevels(side);
  }

  /**
   * Places a resting order in the queue behind the lots that the simulated order book has at its price. Does
   * nothing for a liquidity source without queues.
   */
  joinQueue<O extends RestingOrder<O>>(book: OrderBook<O>, order: O, at: number): void {
    const { isBuy, price } = order;
    const offered = this.#source.lotsAtPrice?.(this.#symbol, isBuy, price, at);
    if (offered === undefined) return;
    const lots = Math.max(0, offered - (this.consumedLots(isBuy, bookStep(at)).get(price) ?? 0));
    if (lots > 0) book.setQueuePosition(order, { lots, since: at, joinedBehind: lots });
  }

  /** Returns the lots that users took from the bids or the asks in a step of the order book, by price. */
  consumedLots(isBids: boolean, step: number): ReadonlyMap<number, number> {
    if (step !== this.#step) return NONE_CONSUMED;
    return (isBids ? this.#bids : this.#asks).consumed;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#step = checkpointer.value(this.#step);
    this.#bids = checkpointer.value(this.#bids);
    this.#asks = checkpointer.value(this.#asks);
  }

  #side(isBuyer: boolean, at: number): Side {
    const step = bookStep(at);
    if (step !== this.#step) {
      this.#step = step;
      this.#bids = createSide();
      this.#asks = createSide();
    }
    return isBuyer ? this.#asks : this.#bids;
  }

  #deepen(side: Side, isBuyer: boolean, at: number): void {
    const requested =
      side.requestedLevels === 0 ? LEVELS_FIRST : Math.min(side.requestedLevels * 4, LEVELS_MAX);
    side.levels = this.#source.side(this.#symbol, !isBuyer, requested, at);
    side.requestedLevels = requested;
    side.isComplete = side.levels.length < requested || requested === LEVELS_MAX;
    side.remaining = remainingLevels(side);
  }
}

const NONE_CONSUMED: ReadonlyMap<number, number> = new Map();

/**
 * Returns the offers that do not cross a resting order on the taker's own side. Where the simulated book
 * moves across a resting order, the crossed levels are neither shown nor matched.
 */
export function skipCrossedOffers(
  offers: ExternalOffers,
  isBuyer: boolean,
  bestPrice: number | undefined,
): ExternalOffers {
  if (bestPrice === undefined) return offers;
  let hiddenCount = 0;
  for (let offer = offers(0); offer !== undefined; offer = offers(hiddenCount)) {
    if (isBuyer ? offer.price > bestPrice : offer.price < bestPrice) break;
    hiddenCount += 1;
  }
  return (index) => offers(index + hiddenCount);
}

interface Side {
  levels: readonly MarketLevel[];
  /** The price levels with the lots that users have not taken. */
  remaining: readonly MarketLevel[];
  readonly consumed: Map<number, number>;
  requestedLevels: number;
  /** Whether the liquidity source has no levels beyond these. */
  isComplete: boolean;
}

function createSide(): Side {
  return { levels: [], remaining: [], consumed: new Map(), requestedLevels: 0, isComplete: false };
}

function remainingLevels({ levels, consumed: taken }: Side): readonly MarketLevel[] {
  if (taken.size === 0) return levels;
  return levels
    .map(({ price, lots }) => ({ price, lots: lots - (taken.get(price) ?? 0) }))
    .filter(({ lots }) => lots > 0);
}

/**
 * Returns the first ms after the start of the order book's step at a time. The order book of that step
 * contains no later trade.
 */
export function afterStepStart(at: number): number {
  return bookStep(at) * BOOK_STEP_MS + 1;
}

/** The lengths of the first time spans that a search examines, in ms; then it examines the rest. */
const NEAR_SPANS_MS = [64, 2000, 60_000] as const;

/**
 * Returns the first ms from `from` (inclusive) to `to` (exclusive) with a trade at or below the highest bid,
 * or at or above the lowest ask; undefined if there is none. The same search finds trades that reach the stop
 * prices of orders.
 */
export function findFirstTouch(
  source: LiquiditySource,
  symbol: MarketSymbol,
  bestPrice: { readonly bid: number | undefined; readonly ask: number | undefined },
  from: number,
  to: number,
): number | undefined {
  const touches = (start: number, end: number) => {
    const range = source.range(symbol, start, end);
    if (range === undefined) return false;
    return (
      (bestPrice.bid !== undefined && range.low <= bestPrice.bid) ||
      (bestPrice.ask !== undefined && range.high >= bestPrice.ask)
    );
  };
  // At a price that trades often, the next trade is near, so short time spans are examined first.
  let start = from;
  let end = to;
  for (const spanMs of NEAR_SPANS_MS) {
    end = Math.min(start + spanMs, to);
    if (touches(start, end)) break;
    start = end;
    end = to;
    if (start === to) return undefined;
  }
  if (end === to && !touches(start, end)) return undefined;
  while (end - start > 1) {
    const middle = start + Math.floor((end - start) / 2);
    if (touches(start, middle)) end = middle;
    else start = middle;
  }
  return start;
}
