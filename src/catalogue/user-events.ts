/**
 * Events of user data streams. The document shows one message in full (User data stream) and leaves the other
 * messages and their names open; those come from public facts (Spot user data stream, USD-M streams and user
 * data, COIN-M, Options, Margin).
 */

import {
  assetChangeView,
  liabilityView,
  marginLevelView,
  orderListView,
  spotBalancesView,
  spotOrderView,
  streamEndView,
} from './columns/user-event-views.ts';
import { futuresUserEvents } from './futures-user-events.ts';
import { decimal, flag, integer, list, optional, text, time, today, type UserEvent } from './stream-types.ts';

const SPOT = ['spot', 'margin'] as const;
/**
 * The interface document lists the risk events of cross margin among the events of the margin stream; today
 * they have a stream of their own.
 */
const RISK = ['margin', 'margin-risk'] as const;

/** The fields of an order event on spot and margin, by their one-letter names. */
const executionReport = {
  e: text('event type'),
  E: time('event time'),
  s: text('symbol'),
  c: text('client order id; of a cancellation, its own id'),
  S: text('side'),
  o: text('order type'),
  f: text('time in force'),
  q: decimal('quantity'),
  p: decimal('price'),
  P: decimal('stop price'),
  d: optional(integer('trailing delta')),
  F: decimal('iceberg quantity'),
  g: integer('order list id, -1 when there is none'),
  C: text('client order id of the order that is cancelled or replaced', 'originalClientOrderId'),
  x: text('execution type'),
  X: text('order status'),
  r: text('reject reason, NONE when there is none'),
  i: integer('order id'),
  l: decimal('last executed quantity'),
  z: decimal('executed quantity'),
  L: decimal('last executed price'),
  n: decimal('commission'),
  N: optional(text('commission asset')),
  T: time('transaction time'),
  t: integer('trade id, -1 when there is none'),
  v: optional(integer('prevented match id')),
  I: integer('execution id'),
  w: flag('whether the order is on the book', 'isOnBook'),
  m: flag('whether this side is the maker', 'isMaker'),
  M: flag('ignored'),
  O: time('time the order was made', 'orderTime'),
  Z: decimal('executed quote quantity'),
  Y: decimal('last executed quote quantity'),
  Q: decimal('quote order quantity'),
  D: optional(time('trailing time')),
  j: optional(integer('strategy id')),
  J: optional(integer('strategy type')),
  W: optional(time('working since', 'workingTime')),
  V: text('self-trade prevention mode'),
  u: optional(integer('trade group id')),
  U: optional(integer('order id of the counterpart', 'counterOrderId')),
  Cs: optional(text('symbol of the counterpart', 'counterSymbol')),
  pl: optional(decimal('prevented execution quantity')),
  pL: optional(decimal('prevented execution price')),
  pY: optional(decimal('prevented execution quote quantity', 'preventedQuoteQuantity')),
  A: optional(decimal('prevented quantity')),
  B: optional(decimal('last prevented quantity')),
  b: optional(text('match type')),
  a: optional(integer('allocation id')),
  k: optional(text('working floor')),
  uS: optional(flag('whether smart order routing was used', 'usedSor')),
  gP: today(text('pegged price type')),
  gOT: today(text('pegged offset type')),
  gOV: today(integer('pegged offset value')),
  gp: today(decimal('pegged price')),
  eR: today(text('expiry reason')),
} as const;

export const spotUserEvents = [
  {
    event: 'outboundAccountPosition',
    products: SPOT,
    summary: 'Balances changed by one event',
    origin: 'document',
    fields: {
      e: text('event type'),
      E: time('event time'),
      u: time('time of the last account update', 'accountUpdateTime'),
      B: list('balances', { a: text('asset'), f: decimal('free'), l: decimal('locked') }),
    },
    view: spotBalancesView,
    notes: ['Two of one ms may differ: only one that is the same throughout is a duplicate.'],
  },
  {
    event: 'balanceUpdate',
    products: SPOT,
    summary: 'A deposit, withdrawal or transfer; trades send none',
    origin: 'facts',
    fields: {
      e: text('event type'),
      E: time('event time'),
      a: text('asset'),
      d: decimal('change, with its sign'),
      T: time('clear time'),
    },
    view: assetChangeView('balance'),
    identity: ['a', 'd', 'T'],
  },
  {
    event: 'executionReport',
    products: SPOT,
    summary: 'A change of an order',
    origin: 'facts',
    fields: executionReport,
    view: spotOrderView,
    identity: ['I'],
    notes: ['I ascends over the whole account; t is the trade id of the symbol.'],
  },
  {
    event: 'listStatus',
    products: SPOT,
    summary: 'A change of an order list',
    origin: 'facts',
    fields: {
      e: text('event type'),
      E: time('event time'),
      s: text('symbol'),
      g: integer('order list id'),
      c: text('contingency type, OCO or OTO'),
      l: text('list status type'),
      L: text('list order status'),
      r: text('reject reason, NONE when there is none'),
      C: text('client id of the list', 'listClientOrderId'),
      T: time('transaction time'),
      O: list('orders', { s: text('symbol'), i: integer('order id'), c: text('client order id') }),
    },
    view: orderListView,
    identity: ['g', 'l', 'L', 'T'],
  },
  {
    event: 'listenKeyExpired',
    products: ['spot', 'margin', 'margin-risk', 'usdm', 'coinm', 'options'],
    summary: 'The listen key has ended; the stream closes',
    origin: 'facts',
    fields: { e: text('event type'), E: time('event time'), listenKey: text('listen key') },
    view: streamEndView,
  },
  {
    event: 'externalLockUpdate',
    products: SPOT,
    summary: 'An amount was locked or freed by another system',
    origin: 'today',
    fields: {
      e: text('event type'),
      E: time('event time'),
      a: text('asset'),
      d: decimal('change, with its sign'),
      T: time('transaction time'),
    },
    view: assetChangeView('lock'),
    identity: ['a', 'd', 'T'],
  },
  {
    event: 'eventStreamTerminated',
    products: SPOT,
    summary: 'The subscription of the WebSocket API has ended',
    origin: 'facts',
    fields: { e: text('event type'), E: time('event time') },
    view: streamEndView,
  },
  {
    event: 'USER_LIABILITY_CHANGE',
    products: RISK,
    summary: 'A loan was taken, repaid or grew by interest',
    origin: 'facts',
    fields: {
      e: text('event type'),
      E: time('event time'),
      a: text('asset'),
      t: text('kind, such as BORROW'),
      p: decimal('principal'),
      i: decimal('interest'),
    },
    view: liabilityView,
  },
  {
    event: 'MARGIN_LEVEL_STATUS_CHANGE',
    products: RISK,
    summary: 'The margin level crossed a threshold',
    origin: 'facts',
    fields: {
      e: text('event type'),
      E: time('event time'),
      l: decimal('margin level'),
      s: text('status, such as MARGIN_CALL'),
    },
    view: marginLevelView,
  },
] as const satisfies readonly UserEvent[];

export const USER_EVENTS: readonly UserEvent[] = [...spotUserEvents, ...futuresUserEvents];
