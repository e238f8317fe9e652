/** What a trade does to a user's position and money. */
import type { FuturesBooks } from './accounts.ts';
import { RATES } from './order-rules.ts';
import type { FuturesFill, FuturesOrder, Position } from './orders.ts';
import { profit, worthAt } from './valuation.ts';

const WHOLE = 100_000_000n;

/** One user's side of a trade that was made. */
export interface Trading {
  readonly order: FuturesOrder;
  readonly tradeId: number;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
  readonly isMaker: boolean;
  /** A liquidation pays its fee to the insurance fund instead of a commission. */
  readonly isForced: boolean;
}

/** Books a trade: closes what it closes, opens the rest, pays profit and commission, and writes it all down. */
export function bookFill(books: FuturesBooks, trading: Trading): FuturesFill {
  const { order, price, lots, time, tradeId, isMaker, isForced } = trading;
  const { contract, user } = order;
  const { settleAsset: asset } = contract;
  const position = books.positions.of(user, contract, order.positionSide);
  const value = worthAt(contract, price, lots);
  const realized = change(position, order.isBuy, price, lots, value);
  const rate = isMaker ? RATES.maker : RATES.taker;
  const commission = isForced ? 0n : (value * rate) / WHOLE;
  books.purse.settle(user, asset, realized);
  books.purse.payFee(user, asset, commission);
  position.realized += realized;
  position.updateTime = time;
  order.executed += lots;
  order.left -= lots;
  order.value += value;
  order.status = order.left === 0 ? 'FILLED' : 'PARTIALLY_FILLED';
  order.updateTime = time;
  const fill: FuturesFill = {
    id: tradeId,
    order,
    price,
    lots,
    value,
    commission,
    profit: realized,
    time,
    isMaker,
  };
  books.historyOf(user).fills.push(fill);
  books.noteIncome(user, 'REALIZED_PNL', contract, { amount: realized, time, tradeId });
  books.noteIncome(user, 'COMMISSION', contract, { amount: -commission, time, tradeId });
  return fill;
}

/** Changes a position by a trade and returns the profit of what it closed. */
function change(position: Position, isBuy: boolean, price: number, lots: number, value: bigint): bigint {
  const { contract } = position;
  const isLong = position.lots > 0;
  const held = Math.abs(position.lots);
  const closing = position.lots !== 0 && isLong !== isBuy ? Math.min(held, lots) : 0;
  const opening = lots - closing;
  const opened = worthAt(contract, price, opening);
  let realized = 0n;
  if (closing > 0) {
    const cost = (position.cost * BigInt(closing)) / BigInt(held);
    realized = profit(contract, isLong, cost, value - opened);
    position.cost -= cost;
    position.margin -= (position.margin * BigInt(closing)) / BigInt(held);
  }
  position.lots += isBuy ? lots : -lots;
  if (opening > 0) {
    position.cost += opened;
    if (position.settings.isIsolated) position.margin += opened / BigInt(position.settings.leverage);
  }
  return realized;
}
