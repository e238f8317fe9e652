/**
 * How the user data stream of an account is opened, and which calls return the changes whose events may have
 * been missed.
 */
import type { UserStreamProduct } from './stream-types.ts';

export interface UserStreamAccess {
  /**
   * The endpoints of the listen key. Without `keepAlive`, creating the listen key again extends its life
   * (public facts, Listen keys).
   */
  readonly create: string;
  readonly keepAlive?: string;
  readonly close?: string;
  /** The endpoint that returns the account's balances. */
  readonly account: string;
  /**
   * The endpoint that returns the balances of isolated margin accounts, and its parameter for the symbols.
   */
  readonly isolatedAccount?: { readonly endpoint: string; readonly symbols: string };
  /**
   * The endpoints that return the account's orders and fills; absent where the user data stream has no order
   * events.
   */
  readonly queries?: OrderQueries;
  /** The prefix in front of /ws in the address of the user data stream in today's interface. */
  readonly routeToday?: 'private';
  /**
   * The endpoint of the token that opens the user data stream over the WebSocket API; if absent, a signature
   * opens the stream.
   */
  readonly token?: string;
  /**
   * Set if public hosts no longer have listen keys for this account: its events come over the WebSocket API.
   */
  readonly isRetiredToday?: true;
}

/** The endpoints that return an account's orders and fills. */
export interface OrderQueries {
  readonly openOrders: string;
  readonly orders: string;
  readonly order: string;
  readonly trades: string;
  /** The name of the field with the trade id in rows of `trades`. */
  readonly tradeId: 'id' | 'tradeId';
}

function keyed(product: UserStreamProduct) {
  return {
    create: `${product}.listen-key.create`,
    keepAlive: `${product}.listen-key.keep-alive`,
    close: `${product}.listen-key.close`,
  };
}

function calls(product: UserStreamProduct, changed: Partial<OrderQueries> = {}) {
  return {
    account: `${product}.account`,
    queries: {
      openOrders: `${product}.open-orders`,
      orders: `${product}.all-orders`,
      order: `${product}.order.get`,
      trades: `${product}.my-trades`,
      tradeId: 'id',
      ...changed,
    },
  } as const;
}

export const USER_STREAM_ACCESS: Readonly<Record<UserStreamProduct, UserStreamAccess>> = {
  spot: { ...keyed('spot'), ...calls('spot'), isRetiredToday: true },
  margin: {
    create: 'margin.listen-key.create',
    ...calls('margin'),
    isolatedAccount: { endpoint: 'margin.isolated.accounts', symbols: 'symbols' },
    token: 'margin.listen-token.create',
    isRetiredToday: true,
  },
  'margin-risk': {
    create: 'margin.risk-key.create',
    keepAlive: 'margin.risk-key.keep-alive',
    close: 'margin.risk-key.close',
    account: 'margin.account',
  },
  usdm: { ...keyed('usdm'), ...calls('usdm'), routeToday: 'private' },
  coinm: { ...keyed('coinm'), ...calls('coinm') },
  options: {
    ...keyed('options'),
    ...calls('options', { orders: 'options.order-history', tradeId: 'tradeId' }),
    routeToday: 'private',
  },
};

/**
 * The user events that contain balances after a change, and for each the field with the time of the change.
 */
export const ACCOUNT_EVENTS: Readonly<Record<string, string>> = {
  outboundAccountPosition: 'u',
  ACCOUNT_UPDATE: 'T',
};

/** The one-letter names of the fields of an order event that are needed to follow orders. */
export interface OrderLetters {
  /**
   * The field of the event that holds the order or the list of orders; if absent, the event itself is the
   * order.
   */
  readonly at?: string;
  readonly symbol: string;
  readonly id: string;
  readonly status: string;
  readonly executed: string;
  /** The field with the trade id; the id is -1 or 0 if the event is not a fill. */
  readonly trade?: string;
}

/** The order events by their names; options list their orders under the same event name as futures. */
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
