/** Executes match plans: books trades for both sides, and rests or expires the remaining lots. */

import type { MatchPlan } from '../matching/order-book.ts';
import { fillByTrades } from '../matching/queue-fills.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { FuturesContext } from './context.ts';
import { applyFill } from './fills.ts';
import type { FuturesInstrument } from './instrument.ts';
import type { FuturesOrder } from './orders.ts';
import { excessReduceOnlyOrders } from './placement.ts';

/** The first trade id of deliveries, which are not public trades; it is far above all other trade ids. */
const DELIVERY_ID_FIRST = 4_000_000_000_000;

export class FuturesExecution {
  readonly #context: FuturesContext;
  #deliveryCount = 0;

  constructor(context: FuturesContext) {
    this.#context = context;
  }

  executePlan(
    instrument: FuturesInstrument,
    taker: FuturesOrder,
    plan: MatchPlan<FuturesOrder>,
    now: number,
  ): void {
    let isPrevented = false;
    const marketFills: { readonly price: number; readonly lots: number }[] = [];
    for (const { maker, price, lots } of plan.steps) {
      if (maker !== undefined && maker.level === undefined) continue;
      if (lots === 0 && maker !== undefined) {
        if (taker.prevention !== 'EXPIRE_TAKER') this.#context.closeOrder(maker, 'EXPIRED_IN_MATCH', now);
        isPrevented ||= taker.prevention !== 'EXPIRE_MAKER';
        continue;
      }
      if (maker === undefined) marketFills.push({ price, lots });
      else if (maker.remaining === lots) instrument.book.remove(maker);
      this.#bookTrade({ taker, maker, price, lots, time: now, kind: 'taking' });
    }
    if (marketFills.length > 0) instrument.liquidity.consume(taker.isBuy, marketFills, now);
    if (taker.remaining === 0) return;
    if (isPrevented) this.#context.closeOrder(taker, 'EXPIRED_IN_MATCH', now);
    else if (taker.type === 'MARKET' || taker.timeInForce === 'IOC' || taker.timeInForce === 'FOK') {
      this.#context.closeOrder(taker, 'EXPIRED', now);
    } else {
      instrument.book.rest(taker);
      instrument.liquidity.joinQueue(instrument.book, taker, now);
      instrument.watch.restart(now + 1);
    }
  }

  /**
   * Fills the orders whose prices market trades reach, at the orders' own prices: by the traded volume behind
   * the queue, or in market model 1 each in full.
   */
  fillTouchedOrders(instrument: FuturesInstrument, time: number): void {
    const fill = (order: FuturesOrder, lots: number) => {
      instrument.book.fillMaker(order, lots);
      const { price } = order;
      this.#bookTrade({ taker: order, maker: undefined, price, lots, time, kind: 'reached' });
    };
    const touched = instrument.touchedAt(time);
    const trades = touched.length === 0 ? [] : instrument.tradesAt(time);
    if (trades !== undefined) fillByTrades(instrument.book, touched, trades, fill);
    else for (const order of touched) if (order.level !== undefined) fill(order, order.remaining);
  }

  /** Fills an order completely against the exchange; a liquidation is a public trade, a delivery is not. */
  fillAgainstExchange(order: FuturesOrder, price: number, time: number): void {
    const kind = order.isForced ? 'forced' : 'delivered';
    this.#bookTrade({ taker: order, maker: undefined, price, lots: order.remaining, time, kind });
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#deliveryCount = checkpointer.value(this.#deliveryCount);
  }

  /** Books a trade for the orders of both sides. */
  #bookTrade(match: Match): void {
    const { taker, maker, price, lots, time, kind } = match;
    const { accounts, userEvents, marketLots, algoOrders } = this.#context;
    const { contract } = taker;
    const tradeId = this.#printTrade(match);
    const isForced = kind === 'forced' || kind === 'delivered';
    const sides = maker === undefined ? [taker] : [maker, taker];
    for (const order of sides) {
      const isMaker = order === maker || kind === 'reached';
      userEvents.emitFill(
        applyFill(accounts, { order, tradeId, price, lots, time, isMaker, isForced }),
        isForced,
      );
    }
    if (maker === undefined) {
      const marketPosition = marketLots.get(contract.name) ?? 0;
      marketLots.set(contract.name, marketPosition + (taker.isBuy ? -lots : lots));
    }
    for (const order of sides) {
      for (const excess of excessReduceOnlyOrders(accounts, order))
        this.#context.closeOrder(excess, 'EXPIRED', time);
      this.#context.refreshMargin(order.user, contract, time);
      algoOrders.recordChange(order, time);
      algoOrders.expireWithoutPosition(
        accounts.positions.getOrCreate(order.user, contract, order.positionSide),
        time,
      );
    }
  }

  /** Adds a trade to the public trades and returns the id of the trade. */
  #printTrade({ taker, price, lots, time, kind }: Match): number {
    if (kind === 'delivered') {
      this.#deliveryCount += 1;
      return DELIVERY_ID_FIRST + this.#deliveryCount;
    }
    const isTouched = kind === 'reached';
    return this.#context.instrumentOf(taker.contract).tape.record({
      price,
      lots,
      time,
      isBuyerMaker: isTouched ? taker.isBuy : !taker.isBuy,
      taker: isTouched ? undefined : taker,
    });
  }
}

/** A trade that is being executed. */
interface Match {
  /**
   * The order that takes; if there is no maker, it is the only user's order of the trade, and the simulated
   * market is the counterparty.
   */
  readonly taker: FuturesOrder;
  readonly maker: FuturesOrder | undefined;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
  /** Whether the order was the taker, was touched by a market trade, or was placed by the exchange. */
  readonly kind: 'taking' | 'reached' | 'forced' | 'delivered';
}
