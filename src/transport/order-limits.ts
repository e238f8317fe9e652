/** The limits on the number of orders of an account (interface document, Limits; today's by exchange information). */
import type { Interface } from '../catalogue/environments.ts';
import { LIMIT_SETS, type OrderCountedProduct, type OrderLimits } from '../catalogue/limits/sets.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../core/time-units.ts';
import type { PreparedRequest } from '../request/types.ts';
import type { Meter } from '../state/budget-window.ts';
import type { LimitDemand } from './limit-demand.ts';

/** The windows in which orders are counted: the name of each in `Usage.orders`, and the name of its limit. */
const WINDOWS = {
  '1s': { windowMs: SECOND_MS, limit: 'perSecond' },
  '10s': { windowMs: 10 * SECOND_MS, limit: 'perTenSeconds' },
  '1m': { windowMs: MINUTE_MS, limit: 'perMinute' },
  '1d': { windowMs: DAY_MS, limit: 'perDay' },
} as const satisfies Readonly<
  Record<string, { readonly windowMs: number; readonly limit: keyof OrderLimits }>
>;

const TITLES: Readonly<Record<OrderCountedProduct, string>> = {
  spot: 'spot',
  usdm: 'USD-margined futures',
  coinm: 'coin-margined futures',
  options: 'options',
};

/** Returns the order limits that a request counts towards; none if it places no order. */
export function orderDemandsOf(
  { orders, product }: PreparedRequest,
  account: string,
  served: Interface,
): readonly LimitDemand[] {
  if (orders === undefined || orders === 0) return [];
  const { orders: limits, sharesFutures } = LIMIT_SETS[served];
  const counted = sharesFutures && product === 'coinm' ? 'usdm' : product;
  if (!(counted in limits)) return [];
  const limitsOf = limits[counted as OrderCountedProduct];
  return Object.entries(WINDOWS).flatMap(([name, { limit, windowMs }]) => {
    const cap = limitsOf[limit];
    if (cap === undefined) return [];
    const key = orderKey(counted, account, name);
    const meter = orderMeter(key, cap, windowMs);
    return [{ meter, weight: orders, reportedIn: ({ usage }) => usage.orders[name] } satisfies LimitDemand];
  });
}

/**
 * Returns the limit on the number of orders with a key, as the catalogue lists it; undefined if no order limit has
 * the key.
 */
export function orderMeterOf(key: string, windowMs: number): Meter | undefined {
  const [, product, , name = ''] = ORDER_KEY.exec(key) ?? [];
  if (!(name in WINDOWS)) return undefined;
  const { limit } = WINDOWS[name as keyof typeof WINDOWS];
  const caps = (['today', 'document'] as const).map(
    (served) => LIMIT_SETS[served].orders[product as OrderCountedProduct]?.[limit],
  );
  return orderMeter(key, caps.find((cap) => cap !== undefined) ?? 0, windowMs);
}

const ORDER_KEY = /^orders ([a-z]+) (\S+) (\d+[smd])$/;

function orderKey(product: string, account: string, window: string): string {
  return `orders ${product} ${account} ${window}`;
}

function orderMeter(key: string, cap: number, windowMs: number): Meter {
  const [, product = '', , window = ''] = ORDER_KEY.exec(key) ?? [];
  const title = `${TITLES[product as OrderCountedProduct] ?? product} orders in ${window}`;
  // Filled orders reduce the order count again (public facts), so the report of the exchange counts alone.
  return { key, title, cap, windowMs, isReported: true, givesBack: true };
}
