/** How the user data stream of an account is opened, and which calls say what it may have missed. */
import type { UserStreamProduct } from './stream-types.ts';

export interface UserStreamAccess {
  /** Endpoints of the listen key. Where none keeps it alive, creating it again does (public facts, Listen keys). */
  readonly create: string;
  readonly keepAlive?: string;
  readonly close?: string;
  /** Endpoints that tell the account's state. */
  readonly openOrders: string;
  readonly orders: string;
  readonly order: string;
  readonly trades: string;
  readonly account: string;
  /** The member that holds a trade's number in rows of `trades`. */
  readonly tradeId: 'id' | 'tradeId';
  /** The public hosts have no listen keys today: events come over the WebSocket API. */
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
  margin: { create: 'margin.listen-key.create', ...calls('margin') },
  usdm: { ...keyed('usdm'), ...calls('usdm') },
  coinm: { ...keyed('coinm'), ...calls('coinm') },
  options: { ...keyed('options'), ...calls('options'), orders: 'options.order-history', tradeId: 'tradeId' },
};

/** Events that tell balances as they are, and the letter of the time of their change. */
export const ACCOUNT_EVENTS: Readonly<Record<string, string>> = {
  outboundAccountPosition: 'u',
  ACCOUNT_UPDATE: 'T',
};

/** Where an event that tells of orders holds what is needed to follow them: letters of the wire. */
export interface OrderLetters {
  /** The member with the order, or with a list of orders; the event itself where absent. */
  readonly at?: string;
  readonly symbol: string;
  readonly id: string;
  readonly status: string;
  readonly executed: string;
  /** The number of the fill; -1 or 0 where there is none. */
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
