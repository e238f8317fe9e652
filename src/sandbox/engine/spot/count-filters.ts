/** The filters that count what is open: orders, stop orders, icebergs, lists, and what a user would hold. */

import type { User } from '../ledger/accounts.ts';
import { baseAmount } from '../ledger/amounts.ts';
import { filterFailure } from '../refusal.ts';
import type { SpotContext } from './context.ts';
import type { SpotInstrument } from './instrument.ts';
import { isStopType, type OrderRequest, type SpotOrder } from './orders.ts';
import { EXCHANGE_LIMITS, type OpenLimits } from './symbol-filters.ts';

/** Refuses orders that would be one too many; the two of a list count both, and as one list. */
export function assertOpenLimits(
  context: SpotContext,
  instrument: SpotInstrument,
  user: User,
  requests: readonly OrderRequest[],
  isList = false,
): void {
  // A MARKET order is never open.
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

/** What is open is counted only where a limit could be met: of each symbol all, or those of a kind. */
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
    // Of a kind there are no more than there are in all.
    if (newCount === 0 || max === undefined || openCount + newCount <= max) return;
    let count = newCount;
    for (const orders of open.orders) for (const order of orders) if (isCounted(order)) count += 1;
    if (count > max) throw filterFailure(`${prefix}${name}`);
  };
  assertCount('MAX_NUM_ORDERS', limits.orders, () => true);
  assertCount('MAX_NUM_ALGO_ORDERS', limits.algoOrders, ({ type }) => isStopType(type));
  assertCount('MAX_NUM_ICEBERG_ORDERS', limits.icebergOrders, ({ icebergLots: slice }) => slice > 0);
  if (isList && open.lists() >= limits.lists) throw filterFailure(`${prefix}MAX_NUM_ORDER_LISTS`);
}

type LimitedOrder = Pick<OrderRequest, 'type' | 'icebergLots'>;

/** The base asset that is held and that open orders would buy, with the new ones; the two of a list buy once. */
function assertMaxPosition(instrument: SpotInstrument, user: User, requests: readonly OrderRequest[]): void {
  const { positionMax } = instrument.filters;
  const [request] = requests;
  if (positionMax === undefined || request === undefined || !request.isBuy) return;
  const { free, locked } = user.account.balances.get(instrument.symbol.base.name) ?? { free: 0n, locked: 0n };
  let lots = request.lots;
  for (const order of instrument.historyOf(user.id).open) if (order.isBuy) lots += order.remaining;
  if (free + locked + baseAmount(instrument.units, lots) > positionMax) throw filterFailure('MAX_POSITION');
}
