/** Carries out what an order meets: trades are booked for both sides, and what is left of it rests or ends. */

import type { MatchPlan } from '../matching/order-book.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { FuturesContext } from './context.ts';
import { applyFill } from './fills.ts';
import type { FuturesInstrument } from './instrument.ts';
import type { FuturesOrder } from './orders.ts';
import { excessReduceOnlyOrders } from './placement.ts';

/** Deliveries are no trades of the market: their ids begin far above all others, so that no two are the same. */
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
      instrument.watch.restart(now + 1);
    }
  }

  /** A trade of the market fills an order whole and at its own price: it waits in no queue (choice, as on spot). */
  fillTouched(instrument: FuturesInstrument, order: FuturesOrder, time: number): void {
    instrument.book.remove(order);
    const { price, remaining: lots } = order;
    this.#bookTrade({ taker: order, maker: undefined, price, lots, time, kind: 'reached' });
  }

  /** Fills an order whole against the exchange itself; a liquidation is a trade for all to see, a delivery is none. */
  fillAgainstExchange(order: FuturesOrder, price: number, time: number): void {
    const kind = order.isForced ? 'forced' : 'delivered';
    this.#bookTrade({ taker: order, maker: undefined, price, lots: order.remaining, time, kind });
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#deliveryCount = checkpointer.value(this.#deliveryCount);
  }

  /** Books a trade for both sides. */
  #bookTrade(match: Match): void {
    const { taker, maker, price, lots, time, kind: as } = match;
    const { accounts: books, userEvents: tell, marketLots } = this.#context;
    const { contract } = taker;
    const tradeId = this.#printTrade(match);
    const isForced = as === 'forced' || as === 'delivered';
    const sides = maker === undefined ? [taker] : [maker, taker];
    for (const order of sides) {
      const isMaker = order === maker || as === 'reached';
      tell.emitFill(applyFill(books, { order, tradeId, price, lots, time, isMaker, isForced }), isForced);
    }
    if (maker === undefined) {
      const marketPosition = marketLots.get(contract.name) ?? 0;
      marketLots.set(contract.name, marketPosition + (taker.isBuy ? -lots : lots));
    }
    for (const order of sides) {
      for (const excess of excessReduceOnlyOrders(books, order))
        this.#context.closeOrder(excess, 'EXPIRED', time);
      this.#context.refreshMargin(order.user, contract, time);
    }
  }

  /** Lets everybody see a trade and returns its id. */
  #printTrade({ taker, price, lots, time, kind: as }: Match): number {
    if (as === 'delivered') {
      this.#deliveryCount += 1;
      return DELIVERY_ID_FIRST + this.#deliveryCount;
    }
    const isTouched = as === 'reached';
    return this.#context.instrumentOf(taker.contract).tape.record({
      price,
      lots,
      time,
      isBuyerMaker: isTouched ? taker.isBuy : !taker.isBuy,
      taker: isTouched ? undefined : taker,
    });
  }
}

/** A trade that is made. */
interface Match {
  /** The only order of users where there is no maker: the market is the other side. */
  readonly taker: FuturesOrder;
  readonly maker: FuturesOrder | undefined;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
  /** Whether it took, was reached by a trade of the market, or was closed by the exchange. */
  readonly kind: 'taking' | 'reached' | 'forced' | 'delivered';
}
