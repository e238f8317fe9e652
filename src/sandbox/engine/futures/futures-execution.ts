/** Carries out what an order meets: trades are booked for both sides, and what is left of it rests or ends. */
import type { Plan } from '../matching.ts';
import type { FuturesDesk } from './futures-desk.ts';
import type { FuturesEngine } from './futures-engine.ts';
import { bookFill } from './futures-fills.ts';
import type { FuturesOrder } from './futures-orders.ts';
import { overreaching } from './futures-placement.ts';

/** Trade ids of users begin far above those of the market, so that no two trades have the same. */
const TRADE_ID_FIRST = 4_000_000_000_000;

export class FuturesExecution {
  readonly #engine: FuturesEngine;
  #trades = 0;

  constructor(engine: FuturesEngine) {
    this.#engine = engine;
  }

  carryOut(desk: FuturesDesk, taker: FuturesOrder, plan: Plan<FuturesOrder>, now: number): void {
    let isPrevented = false;
    const taken: { readonly price: number; readonly lots: number }[] = [];
    for (const { maker, price, lots } of plan.steps) {
      if (maker !== undefined && maker.level === undefined) continue;
      if (lots === 0 && maker !== undefined) {
        if (taker.prevention !== 'EXPIRE_TAKER') this.#engine.end(maker, 'EXPIRED_IN_MATCH', now);
        isPrevented ||= taker.prevention !== 'EXPIRE_MAKER';
        continue;
      }
      if (maker === undefined) taken.push({ price, lots });
      else if (maker.left === lots) desk.book.remove(maker);
      this.#book(taker, maker, price, lots, now, false);
    }
    if (taken.length > 0) desk.liquidity.take(taker.isBuy, taken, now);
    if (taker.left === 0) return;
    if (isPrevented) this.#engine.end(taker, 'EXPIRED_IN_MATCH', now);
    else if (taker.type === 'MARKET' || taker.timeInForce === 'IOC' || taker.timeInForce === 'FOK') {
      this.#engine.end(taker, 'EXPIRED', now);
    } else {
      desk.book.rest(taker);
      desk.watch.restart(now + 1);
    }
  }

  /** A trade of the market fills an order whole and at its own price: it waits in no queue (choice, as on spot). */
  reach(desk: FuturesDesk, order: FuturesOrder, time: number): void {
    desk.book.remove(order);
    this.#book(order, undefined, order.price, order.left, time, false, true);
  }

  /** Fills an order whole against the exchange itself. */
  byHouse(order: FuturesOrder, price: number, time: number): void {
    this.#book(order, undefined, price, order.left, time, true);
  }

  /** Books a trade for both sides; without a maker the other side is the market. */
  #book(
    taker: FuturesOrder,
    maker: FuturesOrder | undefined,
    price: number,
    lots: number,
    time: number,
    isForced: boolean,
    isMaker = false,
  ): void {
    this.#trades += 1;
    const tradeId = TRADE_ID_FIRST + this.#trades;
    const { books, tell, marketLots } = this.#engine;
    const { contract } = taker;
    for (const order of maker === undefined ? [taker] : [maker, taker]) {
      const fill = bookFill(books, {
        order,
        tradeId,
        price,
        lots,
        time,
        isMaker: order === maker || isMaker,
        isForced,
      });
      tell.fill(fill, isForced);
    }
    if (maker === undefined) {
      const held = marketLots.get(contract.name) ?? 0;
      marketLots.set(contract.name, held + (taker.isBuy ? -lots : lots));
    }
    for (const order of maker === undefined ? [taker] : [maker, taker]) {
      for (const one of overreaching(books, order)) this.#engine.end(one, 'EXPIRED', time);
      this.#engine.changed(order.user, contract, time);
    }
  }
}
