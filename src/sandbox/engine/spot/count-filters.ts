/** The filters that count what is open: orders, stop orders, icebergs, lists, and what a user would hold. */

import type { User } from '../ledger/accounts.ts';
import { baseAmount } from '../ledger/amounts.ts';
import { filterFailure } from '../refusal.ts';
import type { Floor } from './context.ts';
import type { Desk } from './instrument.ts';
import { isStopType, type OrderRequest, type SpotOrder } from './orders.ts';
import { EXCHANGE_LIMITS, type OpenLimits } from './symbol-filters.ts';

/** Refuses orders that would be one too many; the two of a list count both, and as one list. */
export function assertCounts(
  floor: Floor,
  desk: Desk,
  user: User,
  requests: readonly OrderRequest[],
  isList = false,
): void {
  // A MARKET order is never open.
  const resting = requests.filter(({ type }) => type !== 'MARKET');
  assertLimits('', desk.filters.open, resting, isList, {
    orders: [desk.historyOf(user.id).open],
    lists: () => floor.lists.openOf(user).filter((list) => list.symbol === desk.symbol).length,
  });
  assertLimits('EXCHANGE_', EXCHANGE_LIMITS, resting, isList, {
    orders: Array.from(floor.desks(), (one) => one.historyOf(user.id).open),
    lists: () => floor.lists.openOf(user).length,
  });
  assertPosition(desk, user, requests);
}

/** What is open is counted only where a limit could be met: of each symbol all, or those of a kind. */
function assertLimits(
  prefix: string,
  limits: OpenLimits,
  requests: readonly OrderRequest[],
  isList: boolean,
  open: { readonly orders: readonly ReadonlySet<SpotOrder>[]; readonly lists: () => number },
): void {
  const assertCount = (name: string, max: number | undefined, counts: (one: Counted) => boolean) => {
    const added = requests.filter(counts).length;
    const all = open.orders.reduce((sum, { size }) => sum + size, 0);
    // Of a kind there are no more than there are in all.
    if (added === 0 || max === undefined || all + added <= max) return;
    let found = added;
    for (const orders of open.orders) for (const order of orders) if (counts(order)) found += 1;
    if (found > max) throw filterFailure(`${prefix}${name}`);
  };
  assertCount('MAX_NUM_ORDERS', limits.orders, () => true);
  assertCount('MAX_NUM_ALGO_ORDERS', limits.algoOrders, ({ type }) => isStopType(type));
  assertCount('MAX_NUM_ICEBERG_ORDERS', limits.icebergOrders, ({ slice }) => slice > 0);
  if (isList && open.lists() >= limits.lists) throw filterFailure(`${prefix}MAX_NUM_ORDER_LISTS`);
}

type Counted = Pick<OrderRequest, 'type' | 'slice'>;

/** The base asset that is held and that open orders would buy, with the new ones; the two of a list buy once. */
function assertPosition(desk: Desk, user: User, requests: readonly OrderRequest[]): void {
  const { positionMax } = desk.filters;
  const [request] = requests;
  if (positionMax === undefined || request === undefined || !request.isBuy) return;
  const { free, locked } = user.account.balances.get(desk.symbol.base.name) ?? { free: 0n, locked: 0n };
  let lots = request.lots;
  for (const order of desk.historyOf(user.id).open) if (order.isBuy) lots += order.left;
  if (free + locked + baseAmount(desk.units, lots) > positionMax) throw filterFailure('MAX_POSITION');
}
