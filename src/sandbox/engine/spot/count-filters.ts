/**
 * The filters that limit how much a user has open on a symbol: orders, stop orders, icebergs, order lists,
 * and the maximum position.
 */

import type { User } from '../ledger/accounts.ts';
import { baseAmount } from '../ledger/amounts.ts';
import { filterFailure } from '../refusal.ts';
import type { SpotContext } from './context.ts';
import type { SpotInstrument } from './instrument.ts';
import { isStopType, type OrderRequest, type SpotOrder } from './orders.ts';
import { EXCHANGE_LIMITS, type OpenLimits } from './symbol-filters.ts';

/**
 * Rejects orders that would exceed a limit of open orders. Each order of a list counts, and the list itself
 * counts once.
 */
export function assertOpenLimits(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  requests: readonly OrderRequest[],
  isList = false,
): void {
  // MARKET orders are not counted, because they never rest.
  const restingRequests = requests.filter(({ type }) => type !== 'MARKET');
  assertLimits('', instrument.filters.open, restingRequests, isList, {
    orders: [instrument.historyOf(user.id).open],
    lists: () => context.lists.openOf(user).filter((list) => list.symbol === instrument.symbol).length,
  });
  assertLimits('EXCHANGE_', EXCHANGE_LIMITS, restingRequests, isList, {
    orders: Array.from(context.instruments(), (other) => other.historyOf(user.id).open),
    lists: () => context.lists.openOf(user).length,
  });
  assertMaxPosition(instrument, user, requests);
}

/**
 * Compares a limit with the number of all open orders first, and counts the orders of the limited kind only
 * if that number could exceed the limit.
 */
function assertLimits(
  prefix: string,
  limits: OpenLimits,
  requests: readonly OrderRequest[],
  isList: boolean,
  open: { readonly orders: readonly ReadonlySet<SpotOrder>[]; readonly lists: () => number },
): void {
  const assertCount = (
    name: string,
    max: number | undefined,
    isCounted: (other: LimitedOrder) => boolean,
  ) => {
    const newCount = requests.filter(isCounted).length;
    const openCount = open.orders.reduce((sum, { size }) => sum + size, 0);
    // If all open orders together stay within the limit, so do the orders of one kind.
    if (newCount === 0 || max === undefined || openCount + newCount <= max) return;
    let count = newCount;
    for (const orders of open.orders) for (const order of orders) if (isCounted(order)) count += 1;
    if (count > max) throw filterFailure(`${prefix}${name}`);
  };
  assertCount('MAX_NUM_ORDERS', limits.orders, () => true);
  assertCount('MAX_NUM_ALGO_ORDERS', limits.algoOrders, ({ type }) => isStopType(type));
  assertCount('MAX_NUM_ICEBERG_ORDERS', limits.icebergOrders, ({ icebergLots }) => icebergLots > 0);
  if (isList && open.lists() >= limits.lists) throw filterFailure(`${prefix}MAX_NUM_ORDER_LISTS`);
}

type LimitedOrder = Pick<OrderRequest, 'type' | 'icebergLots'>;

/**
 * Rejects buy orders that could raise the position above its maximum: the balance of the base asset plus the
 * open buy quantity, the new orders included. The two orders of a list count once.
 */
function assertMaxPosition(instrument: SpotInstrument, user: User, requests: readonly OrderRequest[]): void {
  const { positionMax } = instrument.filters;
  const [request] = requests;
  if (positionMax === undefined || request === undefined || !request.isBuy) return;
  const { free, locked } = user.account.balances.get(instrument.symbol.base.name) ?? { free: 0n, locked: 0n };
  let lots = request.lots;
  for (const order of instrument.historyOf(user.id).open) if (order.isBuy) lots += order.remaining;
  if (free + locked + baseAmount(instrument.units, lots) > positionMax) throw filterFailure('MAX_POSITION');
}
