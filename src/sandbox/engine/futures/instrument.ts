/**
 * One contract: its resting and conditional orders, and the search for the time at which the simulated market
 * affects them.
 */

import type { AggregateTrade } from '../market/time-span.ts';
import { Liquidity, type LiquiditySource, skipCrossedOffers } from '../matching/liquidity.ts';
import { type ExternalOffers, OrderBook } from '../matching/order-book.ts';
import type { UserActivity } from '../matching/public-market.ts';
import type { TradeTape } from '../matching/trade-tape.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { EventWatch } from '../state/event-search.ts';
import type { Contract } from './contracts.ts';
import { absoluteOf } from './integer-math.ts';
import { PRICE_PROTECT_PERCENT } from './margin-rules.ts';
import { type FuturesMarket, type MarkRange, priceOf } from './market.ts';
import type { FuturesOrder } from './orders.ts';

export class FuturesInstrument {
  readonly contract: Contract;
  readonly book = new OrderBook<FuturesOrder>();
  readonly conditionalOrders = new Set<FuturesOrder>();
  readonly liquidity: Liquidity;
  readonly #liquiditySource: LiquiditySource;
  readonly #index: LiquiditySource;
  readonly #market: FuturesMarket;
  readonly watch: EventWatch;
  /** All trades of users. */
  readonly tape: TradeTape;

  constructor(
    contract: Contract,
    market: FuturesMarket,
    liquiditySource: LiquiditySource,
    index: LiquiditySource,
    tape: TradeTape,
  ) {
    this.contract = contract;
    this.#market = market;
    this.liquidity = new Liquidity(liquiditySource, contract.market);
    this.#liquiditySource = liquiditySource;
    this.#index = index;
    this.watch = new EventWatch(0);
    this.tape = tape;
  }

  /** The users' trades and orders that the public market shows. */
  get userTrading(): UserActivity {
    const { book, liquidity, tape } = this;
    return {
      tape,
      book: {
        changes: book.changes + tape.trades.length,
        levels: (isBids) => book.visibleLevels(isBids),
        consumedLots: (isBids, step) => liquidity.consumedLots(isBids, step),
      },
    };
  }

  /**
   * Returns the offers of the simulated market to a buyer or a seller now, as the public order book shows
   * them.
   */
  offersTo(isBuyer: boolean, now: number): ExternalOffers {
    return skipCrossedOffers(this.liquidity.offersTo(isBuyer, now), isBuyer, this.book.best(isBuyer)?.price);
  }

  /**
   * Returns when the next order is reached by market trades, triggered or expires, if that is at or before
   * `now`.
   */
  nextDueAt(now: number): number | undefined {
    if (this.book.size === 0 && this.conditionalOrders.size === 0) return undefined;
    const touchedTime = this.watch.nextBy(now, (from, to) => this.#hasEventBetween(from, to));
    let earliest = Math.min(
      touchedTime ?? Number.POSITIVE_INFINITY,
      this.contract.deliversAt ?? Number.POSITIVE_INFINITY,
    );
    for (const orders of [this.book.allOrders(), this.conditionalOrders])
      for (const { goodTill } of orders) if (goodTill > 0 && goodTill < earliest) earliest = goodTill;
    return earliest <= now ? earliest : undefined;
  }

  /** Returns the resting orders whose price market trades reach within one ms, the best price first. */
  touchedAt(time: number): readonly FuturesOrder[] {
    const range = this.#liquiditySource.range(this.contract.market, time, time + 1);
    if (range === undefined) return [];
    const reached = (isBuy: boolean) =>
      [...this.book.allOrders()]
        .filter((one) => one.isBuy === isBuy && (isBuy ? range.low <= one.price : range.high >= one.price))
        .sort((a, b) => (isBuy ? b.price - a.price : a.price - b.price));
    return [...reached(true), ...reached(false)];
  }

  /**
   * Returns the simulated market's trades within one ms; undefined if the market model fills an order by the
   * first trade at its price.
   */
  tradesAt(time: number): readonly AggregateTrade[] | undefined {
    return this.#liquiditySource.trades?.(this.contract.market, time, time + 1);
  }

  /** Returns the conditional orders that are triggered within one ms, in order of placement. */
  triggeredAt(time: number): readonly FuturesOrder[] {
    return [...this.conditionalOrders].filter((order) => this.#mayTrigger(order, time, time + 1));
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.book.checkpoint(checkpointer);
    checkpointer.value(this.conditionalOrders);
    this.liquidity.checkpoint(checkpointer);
    this.watch.checkpoint(checkpointer);
    this.tape.checkpoint(checkpointer);
  }

  #hasEventBetween(from: number, to: number): boolean {
    const bid = this.book.best(true)?.price;
    const ask = this.book.best(false)?.price;
    if (bid !== undefined || ask !== undefined) {
      const range = this.#liquiditySource.range(this.contract.market, from, to);
      if (range !== undefined && (range.low <= (bid ?? -1) || (ask !== undefined && range.high >= ask))) {
        return true;
      }
    }
    for (const order of this.conditionalOrders) if (this.#mayTrigger(order, from, to)) return true;
    return false;
  }

  /**
   * Returns whether an order may be triggered within a time span; the answer is exact for a span of one ms.
   */
  #mayTrigger(order: FuturesOrder, from: number, to: number): boolean {
    const range = this.#rangeOf(order, from, to);
    if (range === undefined) return false;
    if (to - from === 1 && order.isProtected && this.#isPriceGapTooWide(from)) return false;
    if (order.type === 'TRAILING_STOP_MARKET') return this.#mayTrailingStopTrigger(order, range, to);
    const triggersAbove = order.isBuy === (order.type === 'STOP' || order.type === 'STOP_MARKET');
    const stop = priceOf(this.contract.market, order.stopPrice);
    return triggersAbove ? range.high >= stop : range.low <= stop;
  }

  /**
   * Returns whether a trailing stop may be triggered within a time span: it is first activated, then
   * triggered at its callback rate from the best price since.
   */
  #mayTrailingStopTrigger(order: FuturesOrder, range: MarkRange, to: number): boolean {
    if (order.trailing === undefined) {
      const activation = priceOf(this.contract.market, order.activation);
      return order.isBuy ? range.low <= activation : range.high >= activation;
    }
    const peak = this.bestPriceSince(order, to);
    if (order.isBuy) return range.high * 10_000n >= peak * BigInt(10_000 + order.callback);
    return range.low * 10_000n <= peak * BigInt(10_000 - order.callback);
  }

  /** Returns the best price (10^-8) since the activation of a trailing stop, up to a time. */
  bestPriceSince(order: FuturesOrder, to: number): bigint {
    const { bestPrice, since } = order.trailing!;
    const startPrice = priceOf(this.contract.market, bestPrice);
    const range = this.#rangeOf(order, since, to);
    if (range === undefined) return startPrice;
    if (order.isBuy) return range.low < startPrice ? range.low : startPrice;
    return range.high > startPrice ? range.high : startPrice;
  }

  #rangeOf({ workingType }: FuturesOrder, from: number, to: number): MarkRange | undefined {
    const { index, market } = this.contract;
    if (workingType === 'MARK_PRICE') {
      const range = this.#index.range(index, from, to);
      return range && this.#market.markRange(this.contract, range, from, to);
    }
    const range = this.#liquiditySource.range(market, from, to);
    return range && { low: priceOf(market, range.low), high: priceOf(market, range.high) };
  }

  /**
   * Returns whether mark price and last price differ so much that price-protected orders are not triggered.
   */
  #isPriceGapTooWide(at: number): boolean {
    const last = priceOf(this.contract.market, this.#liquiditySource.lastPrice(this.contract.market, at));
    const mark = this.#market.markPrice(this.contract, at);
    return absoluteOf(mark - last) * 100n > last * PRICE_PROTECT_PERCENT;
  }
}
