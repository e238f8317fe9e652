/**
 * The two sets of rate limits that can be in force: those of the interface document, and those of the public
 * hosts today. Both count in fixed time windows.
 */
import type { Interface } from '../environments.ts';
import type { Product } from '../types.ts';
import * as orders from './orders.ts';
import * as requests from './requests.ts';

/** How many orders an account may place in a window; a window without a number is counted, but not limited. */
export interface OrderLimits {
  readonly perSecond?: number;
  readonly perTenSeconds?: number;
  readonly perMinute?: number;
  readonly perDay?: number;
}

/** The products whose orders are counted. */
export type OrderCountedProduct = Extract<Product, 'spot' | 'usdm' | 'coinm' | 'options'>;

/** A set of rate limits that are in force together. */
export interface LimitSet {
  /** Request weight per minute and IP address. */
  readonly spotWeight: number;
  readonly futuresWeight: number;
  readonly optionsWeight: number;
  /** Request weight per minute of each /sapi path, by IP address and by account. */
  readonly sapiAddressWeight: number;
  readonly sapiAccountWeight: number;
  /** Requests in five minutes. */
  readonly futuresDataRequests: number;
  readonly fundingRequests: number;
  readonly orders: Readonly<Record<OrderCountedProduct, OrderLimits>>;
  /** Whether both futures products count weight and orders together. */
  readonly sharesFutures: boolean;
}

const weights = {
  spotWeight: requests.spotWeight.value,
  futuresWeight: requests.futuresWeight.value,
  optionsWeight: requests.optionsWeight.value,
  sapiAddressWeight: requests.sapiAddressWeight.value,
  sapiAccountWeight: requests.sapiAccountWeight.value,
  futuresDataRequests: requests.futuresData.value,
  fundingRequests: requests.fundingRequests.value,
} as const;

const options: OrderLimits = {
  perTenSeconds: orders.optionsOrdersTenSeconds.value,
  perMinute: orders.optionsOrdersMinute.value,
};

const documentFutures: OrderLimits = {
  perSecond: orders.futuresOrdersSecond.value,
  perDay: orders.futuresOrdersDay.value,
};

/** The limits by interface (interface document, Limits; public facts, Limits and headers). */
export const LIMIT_SETS: Readonly<Record<Interface, LimitSet>> = {
  document: {
    ...weights,
    orders: {
      spot: { perSecond: orders.spotOrdersSecond.value, perDay: orders.spotOrdersDay.value },
      usdm: documentFutures,
      coinm: documentFutures,
      options,
    },
    sharesFutures: false,
  },
  today: {
    ...weights,
    orders: {
      spot: { perTenSeconds: orders.spotOrdersTenSeconds.value, perDay: orders.spotOrdersDay.value },
      usdm: {
        perTenSeconds: orders.usdmOrdersTenSeconds.value,
        perMinute: orders.futuresOrdersMinute.value,
      },
      coinm: { perMinute: orders.futuresOrdersMinute.value },
      options,
    },
    sharesFutures: true,
  },
};

/** A rate limit in exchange information: a number of something in a number of intervals. */
export interface RateLimitRow {
  readonly rateLimitType: 'REQUEST_WEIGHT' | 'ORDERS';
  readonly interval: 'SECOND' | 'MINUTE' | 'DAY';
  readonly intervalNum: number;
  readonly limit: number;
}

/** The windows of order counts, as exchange information names them. */
const ORDER_WINDOWS = [
  ['perTenSeconds', 'SECOND', 10],
  ['perSecond', 'SECOND', 1],
  ['perMinute', 'MINUTE', 1],
  ['perDay', 'DAY', 1],
] as const satisfies readonly (readonly [keyof OrderLimits, RateLimitRow['interval'], number])[];

/** Returns the rows of exchange information: the weight limit, then the order limits from the shortest window on. */
export function rateLimitRows(weight: number, limits: OrderLimits): readonly RateLimitRow[] {
  return [
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weight },
    ...ORDER_WINDOWS.flatMap(([name, interval, intervalNum]) => {
      const limit = limits[name];
      return limit === undefined ? [] : [{ rateLimitType: 'ORDERS' as const, interval, intervalNum, limit }];
    }),
  ];
}

/** The limits that a user chooses instead of those of a set. */
export interface LimitChoices {
  /** Weight per minute of spot, of futures and of options; the other request limits change in proportion. */
  readonly weightLimit?: number | undefined;
  /** Orders in each window of up to ten seconds; longer windows allow at least as many. */
  readonly orderLimit?: number | undefined;
}

/** Returns a set with the limits that a user chose. */
export function chosenLimits(set: LimitSet, { weightLimit, orderLimit }: LimitChoices): LimitSet {
  return {
    ...(weightLimit === undefined ? set : withWeight(set, weightLimit)),
    ...(orderLimit === undefined ? {} : { orders: withOrders(set.orders, orderLimit) }),
  };
}

function withWeight(set: LimitSet, weightLimit: number): LimitSet {
  const inProportion = (limit: number) => Math.max(1, Math.floor((limit * weightLimit) / set.spotWeight));
  return {
    ...set,
    spotWeight: weightLimit,
    futuresWeight: weightLimit,
    optionsWeight: weightLimit,
    sapiAddressWeight: inProportion(set.sapiAddressWeight),
    sapiAccountWeight: inProportion(set.sapiAccountWeight),
    futuresDataRequests: inProportion(set.futuresDataRequests),
    fundingRequests: inProportion(set.fundingRequests),
  };
}

function withOrders(sets: LimitSet['orders'], orderLimit: number): LimitSet['orders'] {
  const changed = ({ perSecond, perTenSeconds, perMinute, perDay }: OrderLimits): OrderLimits => ({
    ...(perSecond === undefined ? {} : { perSecond: orderLimit }),
    ...(perTenSeconds === undefined ? {} : { perTenSeconds: orderLimit }),
    ...(perMinute === undefined ? {} : { perMinute: Math.max(perMinute, orderLimit) }),
    ...(perDay === undefined ? {} : { perDay: Math.max(perDay, orderLimit) }),
  });
  const { spot, usdm, coinm, options } = sets;
  return { spot: changed(spot), usdm: changed(usdm), coinm: changed(coinm), options: changed(options) };
}
