/**
 * What befalls positions by itself: funding every eight hours, delivery, and liquidation when the margin is gone.
 * Cross positions of one settle asset stand together, an isolated one for itself (public facts, Futures mechanics).
 */

import type { User } from '../ledger/accounts.ts';
import type { Venue } from '../matching/liquidity.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { FuturesBooks } from './accounts.ts';
import type { FuturesBoard } from './context.ts';
import type { Contract } from './contracts.ts';
import { smaller } from './integer-math.ts';
import { type Pot, Pots } from './margin-pools.ts';
import { averageOf, FUNDING_MS } from './market.ts';
import { RATES } from './order-rules.ts';
import type { FuturesOrder, Position } from './orders.ts';

const WHOLE = 100_000_000n;

/** A delivery settles at the average index of its last hour. */
const DELIVERY_AVERAGE_MS = 3_600_000;

export class Hazards {
  readonly #board: FuturesBoard;
  readonly #pots: Pots;
  #fundingAt: number | undefined;

  constructor(board: FuturesBoard, index: Venue) {
    this.#board = board;
    this.#pots = new Pots(board.books, index);
  }

  /** Begins to watch what a user holds of a contract, anew after each change. */
  watch(user: User, contract: Contract, time: number): void {
    // A funding that passed while nothing was held is nobody's.
    if (this.#fundingAt === undefined || this.#fundingAt < time) {
      this.#fundingAt = (Math.floor(time / FUNDING_MS) + 1) * FUNDING_MS;
    }
    this.#pots.watch(user, contract, time);
  }

  /** Hears that an asset came into a wallet or left it. */
  moved(user: User, asset: string, time: number): void {
    this.#pots.watch(user, asset, time);
  }

  /** Returns when a position is next funded, delivered, called for margin or liquidated, if that is by `now`. */
  next(now: number): number | undefined {
    const held = this.#held();
    let soonest = this.#pots.next(now) ?? Number.POSITIVE_INFINITY;
    if (held.length > 0) soonest = Math.min(soonest, this.#fundingAt ?? soonest);
    for (const { contract } of held) soonest = Math.min(soonest, contract.deliversAt ?? soonest);
    return soonest <= now ? soonest : undefined;
  }

  happen(time: number): void {
    if (this.#fundingAt !== undefined && this.#fundingAt <= time) {
      this.#fundingAt += FUNDING_MS;
      this.#fund(time);
    }
    for (const position of this.#held()) {
      if ((position.contract.deliversAt ?? Number.POSITIVE_INFINITY) <= time) this.#deliver(position, time);
    }
    for (const { pot, isBankrupt } of this.#pots.shortAt(time)) {
      if (!pot.isCalled) this.#board.tell.marginCall(pot.user, pot.asset, this.#pots.positionsOf(pot), time);
      pot.isCalled = true;
      if (isBankrupt) this.#liquidate(pot, time);
    }
    if (this.#held().length === 0) this.#fundingAt = undefined;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#pots.checkpoint(checkpointer);
    this.#fundingAt = checkpointer.value(this.#fundingAt);
  }

  #held(): readonly Position[] {
    return [...this.#board.books.positions].filter(({ lots }) => lots !== 0);
  }

  /** Longs pay shorts where the rate is above 0; what does not meet is the market's. */
  #fund(time: number): void {
    const { books, market, tell } = this.#board;
    const rates = new Map<Contract, bigint>();
    for (const position of this.#held()) {
      const { user, contract, lots } = position;
      if (contract.deliversAt !== undefined) continue;
      const rate = rates.get(contract) ?? market.fundingRate(contract, time);
      rates.set(contract, rate);
      const paid = (books.valued(position, time).notional * rate) / WHOLE;
      const amount = lots > 0 ? -paid : paid;
      books.purse.settle(user, contract.settleAsset, amount);
      const { isIsolated } = position.settings;
      if (isIsolated) position.margin += amount;
      books.noteIncome(user, 'FUNDING_FEE', contract, { amount, time });
      tell.account(user, 'FUNDING_FEE', contract.settleAsset, isIsolated ? [position] : [], time, amount);
      this.#board.changed(user, contract, time);
    }
  }

  #deliver(position: Position, time: number): void {
    const { market } = this.#board;
    const { contract } = position;
    const average = averageOf(
      contract.index,
      market.spot.summary(contract.index, time - DELIVERY_AVERAGE_MS, time),
    );
    const ticks = Number(average / 10n ** BigInt(8 - contract.market.tickDecimals));
    const name = contract.isInverse ? 'delivery_autoclose' : 'settlement_autoclose';
    const order = this.#board.closingOrder(
      position,
      { clientOrderId: `${name}-${time}`, price: ticks, isForced: false },
      time,
    );
    this.#board.fillByHouse(order, ticks, time);
  }

  /** Ends the orders of a pot and hands its positions at the mark price to the exchange, whose fund bears the rest. */
  #liquidate(pot: Pot, time: number): void {
    const { user, asset } = pot;
    const { books, tell } = this.#board;
    const positions = this.#pots.positionsOf(pot);
    const orders =
      pot.isolated === undefined
        ? books.openOrders(user).filter((order) => isCrossIn(order, asset, books))
        : books.ordersOf(pot.isolated);
    for (const order of orders) this.#board.end(order, 'EXPIRED', time);
    let left = pot.margin;
    let fee = 0n;
    for (const position of positions) {
      const { contract } = position;
      const ticks = this.#board.markTicksOf(contract, time);
      const order = this.#board.closingOrder(
        position,
        { clientOrderId: `autoclose-${time}-${contract.name}`, price: ticks, isForced: true },
        time,
      );
      this.#board.fillByHouse(order, ticks, time);
      left += books.historyOf(user).fills.last!.profit;
      fee += (order.value * RATES.liquidation) / WHOLE;
    }
    const { contract } = positions[0]!;
    const amount = left < 0n ? -left : -smaller(fee, left);
    books.purse.insure(user, asset, amount);
    books.noteIncome(user, 'INSURANCE_CLEAR', contract, { amount, time });
    tell.account(user, 'INSURANCE_CLEAR', asset, [], time, amount);
    this.#board.changed(user, contract, time);
  }
}

/** Whether an order would change a cross position of an asset: those of isolated ones stand for themselves. */
function isCrossIn(
  { user, contract, positionSide }: FuturesOrder,
  asset: string,
  books: FuturesBooks,
): boolean {
  return (
    contract.settleAsset === asset && !books.positions.seen(user, contract, positionSide).settings.isIsolated
  );
}
