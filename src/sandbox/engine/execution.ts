/** What a match does: money changes hands, fees are paid, and the orders know of it. */
import type { Accounts } from './accounts.ts';
import { baseOf, commissionOn, quoteAt } from './amounts.ts';
import type { Desk } from './desk.ts';
import type { Happening } from './execution-reports.ts';
import type { OrderCounts } from './order-counts.ts';
import type { Fill, OrderStatus, SpotOrder } from './orders.ts';
import type { SpotNotices } from './spot-notices.ts';

/** What executions act upon. */
export interface Floor {
  readonly accounts: Accounts;
  readonly counts: OrderCounts;
  readonly notices: SpotNotices;
}

/** One match. At least one side is a user's order; the other may be the procedural market's. */
export interface Match {
  readonly taker: SpotOrder | undefined;
  readonly maker: SpotOrder | undefined;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
}

/** Returns what of an order must be set aside, for so many of its lots: quote to buy with, base to sell. */
export function lockFor(desk: Desk, order: SpotOrder, lots: number): [asset: string, amount: bigint] {
  return order.isBuy
    ? [desk.symbol.quote.name, quoteAt(desk.units, order.price, lots)]
    : [desk.symbol.base.name, baseOf(desk.units, lots)];
}

/** How an order ends that is not filled, and as what its user is told. */
export interface Ending {
  readonly status: OrderStatus;
  readonly as: Happening;
  readonly time: number;
}

/** Carries a match out and returns the taker's side of it, or the maker's where the market took. */
export function execute(floor: Floor, desk: Desk, match: Match): Fill {
  const { taker, maker, price, lots } = match;
  const { accounts } = floor;
  const { ledger } = accounts;
  const takerBuys = taker?.isBuy ?? !maker!.isBuy;
  const takerAccount = taker?.user.account ?? accounts.market;
  const makerAccount = maker?.user.account ?? accounts.market;
  for (const order of [taker, maker]) if (order !== undefined) unlock(floor, desk, order, lots);
  const [buyer, seller] = takerBuys ? [takerAccount, makerAccount] : [makerAccount, takerAccount];
  ledger.pay(desk.symbol.quote.name, quoteAt(desk.units, price, lots), buyer, seller);
  ledger.pay(desk.symbol.base.name, baseOf(desk.units, lots), seller, buyer);
  const id = desk.tape.print({ price, lots, time: match.time, isBuyerMaker: !takerBuys, taker });
  const made = maker === undefined ? undefined : noteFill(floor, desk, match, maker, id, true);
  return taker === undefined ? made! : noteFill(floor, desk, match, taker, id, false);
}

/** Ends an order that is not filled: what is set aside is free again. It must be off the book. */
export function end(floor: Floor, desk: Desk, order: SpotOrder, { status, time, as }: Ending): void {
  unlock(floor, desk, order, order.left);
  order.left = 0;
  order.status = status;
  order.updateTime = time;
  order.user.updateTime = time;
  floor.notices.tell(order, as, time);
}

/** Market orders set nothing aside: they are matched at once or not at all. */
function unlock({ accounts, notices }: Floor, desk: Desk, order: SpotOrder, lots: number): void {
  if (order.type === 'MARKET') return;
  const [asset, amount] = lockFor(desk, order, lots);
  notices.touch(order.user, asset);
  accounts.ledger.unlock(asset, amount, order.user.account);
}

function noteFill(
  { accounts, counts, notices }: Floor,
  desk: Desk,
  { price, lots, time }: Match,
  order: SpotOrder,
  id: number,
  isMaker: boolean,
): Fill {
  const { symbol, units } = desk;
  const quote = quoteAt(units, price, lots);
  const received = order.isBuy ? baseOf(units, lots) : quote;
  const commission = commissionOn(received);
  const commissionAsset = order.isBuy ? symbol.base.name : symbol.quote.name;
  accounts.ledger.pay(commissionAsset, commission, order.user.account, accounts.fees);
  if (order.executed === 0) counts.giveBack(order.user.id, isMaker ? 'maker' : 'taker', time);
  order.executed += lots;
  order.left -= lots;
  order.quote += quote;
  order.status = order.left === 0 ? 'FILLED' : 'PARTIALLY_FILLED';
  order.updateTime = time;
  order.user.updateTime = time;
  const fill: Fill = { id, order, price, lots, quote, commission, commissionAsset, time, isMaker };
  desk.historyOf(order.user.id).fills.push(fill);
  notices.touch(order.user, symbol.base.name);
  notices.touch(order.user, symbol.quote.name);
  notices.tell(order, { type: 'TRADE', fill }, time);
  return fill;
}
