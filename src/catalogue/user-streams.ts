/** How the user data stream of an account is opened, and which calls return what the stream may have missed. */
import type { UserStreamProduct } from './stream-types.ts';

export interface UserStreamAccess {
  /** Endpoints of the listen key. Without `keepAlive`, creating the key again extends it (public facts, Listen keys). */
  readonly create: string;
  readonly keepAlive?: string;
  readonly close?: string;
  /** Endpoints that return the state of the account. */
  readonly openOrders: string;
  readonly orders: string;
  readonly order: string;
  readonly trades: string;
  readonly account: string;
  /** The field with the trade id in rows of `trades`. */
  readonly tradeId: 'id' | 'tradeId';
  /** The prefix in front of /ws in today's interface. */
  readonly routeToday?: 'private';
  /** Endpoint of the token that opens the stream over the WebSocket API; a signature opens it where absent. */
  readonly token?: string;
  /** Public hosts no longer have listen keys: events come over the WebSocket API. */
  readonly isRetiredToday?: true;
}

function keyed(product: UserStreamProduct) {
  return {
    create: `${product}.listen-key.create`,
    keepAlive: `${product}.listen-key.keep-alive`,
    close: `${product}.listen-key.close`,
  };
}

function calls(product: UserStreamProduct) {
  return {
    openOrders: `${product}.open-orders`,
    orders: `${product}.all-orders`,
    order: `${product}.order.get`,
    trades: `${product}.my-trades`,
    account: `${product}.account`,
    tradeId: 'id',
  } as const;
}

export const USER_STREAM_ACCESS: Readonly<Record<UserStreamProduct, UserStreamAccess>> = {
  spot: { ...keyed('spot'), ...calls('spot'), isRetiredToday: true },
  margin: {
    create: 'margin.listen-key.create',
    ...calls('margin'),
    token: 'margin.listen-token.create',
    isRetiredToday: true,
  },
  usdm: { ...keyed('usdm'), ...calls('usdm'), routeToday: 'private' },
  coinm: { ...keyed('coinm'), ...calls('coinm') },
  options: {
    ...keyed('options'),
    ...calls('options'),
    orders: 'options.order-history',
    tradeId: 'tradeId',
    routeToday: 'private',
  },
};

/** Events that contain the balances after a change, and the field with the time of the change. */
export const ACCOUNT_EVENTS: Readonly<Record<string, string>> = {
  outboundAccountPosition: 'u',
  ACCOUNT_UPDATE: 'T',
};

/** The fields of an order event that are needed to follow orders, by their letters on the wire. */
export interface OrderLetters {
  /** The field with the order or list of orders; the event itself if absent. */
  readonly at?: string;
  readonly symbol: string;
  readonly id: string;
  readonly status: string;
  readonly executed: string;
  /** The trade id; -1 or 0 without a fill. */
  readonly trade?: string;
}

/** By event name; options list their orders under the same name as futures. */
export const ORDER_EVENTS: Readonly<
  Record<string, Readonly<Partial<Record<UserStreamProduct, OrderLetters>>>>
> = {
  executionReport: {
    spot: { symbol: 's', id: 'i', status: 'X', executed: 'z', trade: 't' },
    margin: { symbol: 's', id: 'i', status: 'X', executed: 'z', trade: 't' },
  },
  ORDER_TRADE_UPDATE: {
    usdm: { at: 'o', symbol: 's', id: 'i', status: 'X', executed: 'z', trade: 't' },
    coinm: { at: 'o', symbol: 's', id: 'i', status: 'X', executed: 'z', trade: 't' },
    options: { at: 'o', symbol: 's', id: 'oid', status: 'S', executed: 'e' },
  },
};
