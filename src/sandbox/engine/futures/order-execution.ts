/** Carries out what an order meets: trades are booked for both sides, and what is left of it rests or ends. */

import type { Plan } from '../matching/order-book.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { FuturesBoard } from './context.ts';
import { bookFill } from './fills.ts';
import type { FuturesDesk } from './instrument.ts';
import type { FuturesOrder } from './orders.ts';
import { overreaching } from './placement.ts';

/** Deliveries are no trades of the market: their ids begin far above all others, so that no two are the same. */
const DELIVERY_ID_FIRST = 4_000_000_000_000;

export class FuturesExecution {
  readonly #board: FuturesBoard;
  #deliveries = 0;

  constructor(board: FuturesBoard) {
    this.#board = board;
  }

  carryOut(desk: FuturesDesk, taker: FuturesOrder, plan: Plan<FuturesOrder>, now: number): void {
    let isPrevented = false;
    const taken: { readonly price: number; readonly lots: number }[] = [];
    for (const { maker, price, lots } of plan.steps) {
      if (maker !== undefined && maker.level === undefined) continue;
      if (lots === 0 && maker !== undefined) {
        if (taker.prevention !== 'EXPIRE_TAKER') this.#board.end(maker, 'EXPIRED_IN_MATCH', now);
        isPrevented ||= taker.prevention !== 'EXPIRE_MAKER';
        continue;
      }
      if (maker === undefined) taken.push({ price, lots });
      else if (maker.left === lots) desk.book.remove(maker);
      this.#book({ taker, maker, price, lots, time: now, as: 'taking' });
    }
    if (taken.length > 0) desk.liquidity.take(taker.isBuy, taken, now);
    if (taker.left === 0) return;
    if (isPrevented) this.#board.end(taker, 'EXPIRED_IN_MATCH', now);
    else if (taker.type === 'MARKET' || taker.timeInForce === 'IOC' || taker.timeInForce === 'FOK') {
      this.#board.end(taker, 'EXPIRED', now);
    } else {
      desk.book.rest(taker);
      desk.watch.restart(now + 1);
    }
  }

  /** A trade of the market fills an order whole and at its own price: it waits in no queue (choice, as on spot). */
  reach(desk: FuturesDesk, order: FuturesOrder, time: number): void {
    desk.book.remove(order);
    const { price, left: lots } = order;
    this.#book({ taker: order, maker: undefined, price, lots, time, as: 'reached' });
  }

  /** Fills an order whole against the exchange itself; a liquidation is a trade for all to see, a delivery is none. */
  byHouse(order: FuturesOrder, price: number, time: number): void {
    const as = order.isForced ? 'forced' : 'delivered';
    this.#book({ taker: order, maker: undefined, price, lots: order.left, time, as });
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#deliveries = checkpointer.value(this.#deliveries);
  }

  /** Books a trade for both sides. */
  #book(match: Match): void {
    const { taker, maker, price, lots, time, as } = match;
    const { books, tell, marketLots } = this.#board;
    const { contract } = taker;
    const tradeId = this.#idOf(match);
    const isForced = as === 'forced' || as === 'delivered';
    const sides = maker === undefined ? [taker] : [maker, taker];
    for (const order of sides) {
      const isMaker = order === maker || as === 'reached';
      tell.fill(bookFill(books, { order, tradeId, price, lots, time, isMaker, isForced }), isForced);
    }
    if (maker === undefined) {
      const held = marketLots.get(contract.name) ?? 0;
      marketLots.set(contract.name, held + (taker.isBuy ? -lots : lots));
    }
    for (const order of sides) {
      for (const one of overreaching(books, order)) this.#board.end(one, 'EXPIRED', time);
      this.#board.changed(order.user, contract, time);
    }
  }

  /** Lets everybody see a trade and returns its id. */
  #idOf({ taker, price, lots, time, as }: Match): number {
    if (as === 'delivered') {
      this.#deliveries += 1;
      return DELIVERY_ID_FIRST + this.#deliveries;
    }
    const isReached = as === 'reached';
    return this.#board.deskOf(taker.contract).tape.print({
      price,
      lots,
      time,
      isBuyerMaker: isReached ? taker.isBuy : !taker.isBuy,
      taker: isReached ? undefined : taker,
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
  readonly as: 'taking' | 'reached' | 'forced' | 'delivered';
}
