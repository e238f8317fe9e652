/** What a match does: money changes hands, fees are paid, and the orders know of it. */

import { baseAmount, quoteAmount } from '../ledger/amounts.ts';
import { commissionFor } from './commissions.ts';
import type { Floor } from './context.ts';
import type { Desk } from './instrument.ts';
import { endListOf, expireOther } from './order-ends.ts';
import type { Fill, SpotOrder } from './orders.ts';
import { release } from './reserves.ts';

/** One match. At least one side is a user's order; the other may be the procedural market's. */
export interface Match {
  readonly taker: SpotOrder | undefined;
  readonly maker: SpotOrder | undefined;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
}

/** Carries a match out and returns the taker's side of it, or the maker's where the market took. */
export function execute(floor: Floor, desk: Desk, match: Match): Fill {
  const { taker, maker, price, lots, time } = match;
  const { accounts } = floor;
  const { ledger } = accounts;
  const takerBuys = taker?.isBuy ?? !maker!.isBuy;
  const takerAccount = taker?.user.account ?? accounts.market;
  const makerAccount = maker?.user.account ?? accounts.market;
  if (maker !== undefined) {
    desk.book.take(maker, lots);
    expireOther(floor, desk, maker, time);
    release(floor, desk, maker, lots);
  }
  if (taker !== undefined) release(floor, desk, taker, lots);
  const [buyer, seller] = takerBuys ? [takerAccount, makerAccount] : [makerAccount, takerAccount];
  ledger.transfer(desk.symbol.quote.name, quoteAmount(desk.units, price, lots), buyer, seller);
  ledger.transfer(desk.symbol.base.name, baseAmount(desk.units, lots), seller, buyer);
  const id = desk.tape.print({ price, lots, time, isBuyerMaker: !takerBuys, taker });
  const made = maker === undefined ? undefined : noteFill(floor, desk, match, maker, id, true);
  const fill = taker === undefined ? made! : noteFill(floor, desk, match, taker, id, false);
  for (const order of [maker, taker]) {
    if (order?.left === 0 && order.list !== undefined) endListOf(floor, order, time);
  }
  // The market's own trades are on its path, where stop prices are watched for.
  if (taker !== undefined) desk.stops.note(price, time);
  return fill;
}

function noteFill(
  { accounts, counts, notices, priceOf }: Floor,
  desk: Desk,
  { price, lots, time }: Match,
  order: SpotOrder,
  id: number,
  isMaker: boolean,
): Fill {
  const { symbol, units } = desk;
  const { user } = order;
  const quote = quoteAmount(units, price, lots);
  const exchanged = { isBuy: order.isBuy, base: baseAmount(units, lots), quote, time };
  const { amount: commission, asset: commissionAsset } = commissionFor(desk, user, exchanged, priceOf);
  accounts.ledger.transfer(commissionAsset, commission, user.account, accounts.fees);
  if (order.executed === 0) counts.giveBack(user.id, isMaker ? 'maker' : 'taker', time);
  order.executed += lots;
  order.left -= lots;
  order.quote += quote;
  order.status = order.left === 0 ? 'FILLED' : 'PARTIALLY_FILLED';
  order.updateTime = time;
  user.updateTime = time;
  const fill: Fill = { id, order, price, lots, quote, commission, commissionAsset, time, isMaker };
  const history = desk.historyOf(user.id);
  history.fills.push(fill);
  if (order.left === 0) history.open.delete(order);
  notices.touch(user, symbol.base.name);
  notices.touch(user, symbol.quote.name);
  notices.touch(user, commissionAsset);
  notices.tell(order, { type: 'TRADE', fill }, time);
  return fill;
}
