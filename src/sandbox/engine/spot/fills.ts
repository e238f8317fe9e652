/** Executes matches: posts both amounts and the commissions, and updates the orders. */

import { baseAmount, quoteAmount } from '../ledger/amounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import { commissionFor, DISCOUNT_ASSET } from './commissions.ts';
import type { SpotContext } from './context.ts';
import type { SpotInstrument } from './instrument.ts';
import { completeList, expireLinkedOrders } from './order-closing.ts';
import { type Fill, pendingOrders, type SpotOrder } from './orders.ts';
import { addToReserve, releaseReserve } from './reserves.ts';

/**
 * A trade between two orders. At least one is a user's; if an order is missing, the simulated market is on
 * its side.
 */
export interface Match {
  readonly taker: SpotOrder | undefined;
  readonly maker: SpotOrder | undefined;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
}

/** Executes a match and returns the taker's fill, or the maker's if the simulated market was the taker. */
export function executeMatch(context: SpotContext, instrument: SpotInstrument, match: Match): Fill {
  const { taker, maker, price, lots, time } = match;
  const { accounts } = context;
  const { ledger } = accounts;
  const takerBuys = taker?.isBuy ?? !maker!.isBuy;
  const takerAccount = taker?.user.account ?? accounts.market;
  const makerAccount = maker?.user.account ?? accounts.market;
  if (maker !== undefined) {
    instrument.book.fillMaker(maker, lots);
    expireLinkedOrders(context, instrument, maker, time);
    releaseReserve(context, instrument, maker, lots);
  }
  if (taker !== undefined) releaseReserve(context, instrument, taker, lots);
  const [buyer, seller] = takerBuys ? [takerAccount, makerAccount] : [makerAccount, takerAccount];
  ledger.transfer(instrument.symbol.quote.name, quoteAmount(instrument.units, price, lots), buyer, seller);
  ledger.transfer(instrument.symbol.base.name, baseAmount(instrument.units, lots), seller, buyer);
  const id = instrument.tape.record({ price, lots, time, isBuyerMaker: !takerBuys, taker });
  const makerFill = maker === undefined ? undefined : recordFill(context, instrument, match, maker, id, true);
  const fill = taker === undefined ? makerFill! : recordFill(context, instrument, match, taker, id, false);
  for (const order of [maker, taker]) {
    if (order?.remaining !== 0 || order.list === undefined) continue;
    if (isWorkingOrder(order)) instrument.release(order, time);
    completeList(context, order, time);
  }
  // Trades whose taker is the simulated market need no check here: the search for touched stop prices covers
  // them.
  if (taker !== undefined) instrument.stops.applyUserTrade(price, time);
  return fill;
}

/** A part of an order that smart order routing fills from another symbol. */
interface Allocation {
  readonly order: SpotOrder;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
}

/**
 * Allocates lots to an order at a price: assets move between the user and the simulated market, and nothing is traded on
 * the symbol of the order.
 */
export function executeAllocation(
  context: SpotContext,
  instrument: SpotInstrument,
  allocation: Allocation,
): Fill {
  const { order, price, lots, time } = allocation;
  const { accounts } = context;
  const { account } = order.user;
  releaseReserve(context, instrument, order, lots);
  const [buyer, seller] = order.isBuy ? [account, accounts.market] : [accounts.market, account];
  const { quote, base } = instrument.symbol;
  accounts.ledger.transfer(quote.name, quoteAmount(instrument.units, price, lots), buyer, seller);
  accounts.ledger.transfer(base.name, baseAmount(instrument.units, lots), seller, buyer);
  const match = { taker: order, maker: undefined, price, lots, time };
  return recordFill(context, instrument, match, order, instrument.takeAllocationId(), false, true);
}

/** Returns whether an order is the working order of a list with pending orders. */
function isWorkingOrder({ list, orderId }: SpotOrder): boolean {
  return list?.contingency === 'OTO' && list.orders[0]!.orderId === orderId;
}

/**
 * Locks the amount that the working order of an OPO bought for the pending orders of the list: all of it if
 * the commission is paid from other free funds that are not BNB, otherwise what was received after commission
 * (spot API documentation, "One pays the other").
 */
function lockReceived(context: SpotContext, pending: SpotOrder, bought: bigint, received: bigint): void {
  const { asset } = pending.reserve;
  const isPaidByOthers = asset !== DISCOUNT_ASSET && freeBalance(pending.user.account, asset) >= bought;
  addToReserve(context, pending, isPaidByOthers ? bought : received);
}

function recordFill(
  context: SpotContext,
  instrument: SpotInstrument,
  { price, lots, time }: Match,
  order: SpotOrder,
  id: number,
  isMaker: boolean,
  isAllocation = false,
): Fill {
  const { accounts, counts, userEvents, priceOf } = context;
  const { symbol, units } = instrument;
  const { user } = order;
  const quote = quoteAmount(units, price, lots);
  const traded = { isBuy: order.isBuy, base: baseAmount(units, lots), quote, time };
  const { amount: commission, asset: commissionAsset } = commissionFor(instrument, user, traded, priceOf);
  accounts.ledger.transfer(commissionAsset, commission, user.account, accounts.fees);
  if (order.list?.isPaidByWorking === true && isWorkingOrder(order)) {
    const received = commissionAsset === symbol.base.name ? traded.base - commission : traded.base;
    lockReceived(context, pendingOrders(order.list)[0]!, traded.base, received);
  }
  if (order.executedLots === 0) counts.releaseForFill(user.id, isMaker ? 'maker' : 'taker', time);
  order.executedLots += lots;
  order.remaining -= lots;
  order.quoteFilled += quote;
  order.status = order.remaining === 0 ? 'FILLED' : 'PARTIALLY_FILLED';
  order.updateTime = time;
  user.updateTime = time;
  const fill: Fill = {
    id,
    order,
    price,
    lots,
    quoteFilled: quote,
    commission,
    commissionAsset,
    time,
    isMaker,
    ...(isAllocation ? { isAllocation } : {}),
  };
  if (order.routing !== undefined) order.routing.lastAt = isAllocation ? 'SOR' : 'EXCHANGE';
  const history = instrument.historyOf(user.id);
  (isAllocation ? history.allocations : history.fills).push(fill);
  if (order.remaining === 0) history.open.delete(order);
  userEvents.markBalance(user, symbol.base.name);
  userEvents.markBalance(user, symbol.quote.name);
  userEvents.markBalance(user, commissionAsset);
  userEvents.emitExecution(order, { type: 'TRADE', fill }, time);
  return fill;
}
