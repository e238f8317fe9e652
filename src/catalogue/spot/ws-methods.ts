/**
 * The methods of the WebSocket API of spot. The document describes the calls without naming the methods; all
 * declarations are public facts (WebSocket API).
 */

import { factsParam } from '../params.ts';
import type { WsMethod } from '../stream-types.ts';
import { methodLike } from '../ws-method-like.ts';
import {
  account,
  accountFilters,
  allocations,
  commission,
  myTrades,
  orderLimits,
  preventedMatches,
} from './account.ts';
import { orderAmendments } from './amendments.ts';
import { orderReplace, replacedOrder } from './cancel-replace.ts';
import { klines, uiKlines } from './candles.ts';
import { listOco, listOpo, listOpoco, listOto, listOtoco } from './list-placements.ts';
import { allLists, listCancel, listGet, ocoNew, openLists } from './lists.ts';
import { orderParams } from './orders.ts';
import { blockTrades, executionRules, referencePrice, referencePriceCalculation } from './references.ts';
import { exchangeInfo, ping, time } from './server.ts';
import { sorNew, sorTest } from './sor.ts';
import { ticker24hr, tickerBook, tickerPrice, tickerRolling, tickerTradingDay } from './tickers.ts';
import { aggTrades, avgPrice, depth, historicalTrades, trades } from './trades.ts';
import {
  allOrders,
  openOrders,
  openOrdersCancel,
  orderAmend,
  orderCancel,
  orderGet,
  orderNew,
  orderTest,
} from './trading.ts';

const like = methodLike('spot');

const showPermissionSets = {
  type: 'BOOLEAN',
  about: 'Whether to include the permission sets of symbols',
  default: true,
} as const;

const market = [
  like('ping', ping, 'NONE'),
  like('time', time, 'NONE'),
  like('exchangeInfo', exchangeInfo, 'NONE', {
    params: { ...exchangeInfo.params, showPermissionSets: factsParam(showPermissionSets) },
  }),
  like('depth', depth, 'NONE'),
  like('trades.recent', trades, 'NONE', { weight: 25 }),
  like('trades.historical', historicalTrades, 'NONE', { weight: 25 }),
  like('trades.aggregate', aggTrades, 'NONE', { weight: 4 }),
  like('klines', klines, 'NONE'),
  like('uiKlines', uiKlines, 'NONE'),
  like('avgPrice', avgPrice, 'NONE'),
  like('ticker.24hr', ticker24hr, 'NONE'),
  like('ticker.tradingDay', tickerTradingDay, 'NONE', {
    weight: { by: 'each', param: 'symbols', single: 'symbol', each: 4, cap: 200 },
  }),
  like('ticker', tickerRolling, 'NONE'),
  like('ticker.price', tickerPrice, 'NONE'),
  like('ticker.book', tickerBook, 'NONE'),
  like('executionRules', executionRules, 'NONE', { origin: 'today' }),
  like('referencePrice', referencePrice, 'NONE', { origin: 'today' }),
  like('referencePrice.calculation', referencePriceCalculation, 'NONE', { origin: 'today' }),
  like('blockTrades.historical', blockTrades, 'NONE', { origin: 'today' }),
] as const;

const trading = [
  like('order.place', orderNew, 'SIGNED'),
  like('order.test', orderTest, 'SIGNED'),
  like('order.status', orderGet, 'SIGNED'),
  like('order.cancel', orderCancel, 'SIGNED'),
  {
    api: 'spot',
    method: 'order.cancelReplace',
    summary: 'Cancel an order and replace it with another',
    inWords:
      'Cancel order {cancelOrderId|cancelOrigClientOrderId} of {symbol}, then {side}[ {quantity}][ for {quoteOrderQty} of the quote asset][ at {price}], {type}[ triggered at {stopPrice}][ trailing by {trailingDelta} bps][, {timeInForce}], {cancelReplaceMode}',
    origin: 'facts',
    security: 'SIGNED',
    effect: 'write',
    endpoint: orderReplace,
    weight: orderReplace.weight,
    params: { ...orderParams, ...orderReplace.params },
    rules: orderReplace.rules ?? [],
    cancelReplace: { cancels: 'order.cancel', places: 'order.place', ...replacedOrder },
  },
  like('order.amend.keepPriority', orderAmend, 'SIGNED', { weight: 4 }),
  like('openOrders.status', openOrders, 'SIGNED'),
  like('openOrders.cancelAll', openOrdersCancel, 'SIGNED'),
  like('orderList.place', ocoNew, 'SIGNED'),
  like('orderList.place.oco', listOco, 'SIGNED', { origin: 'today' }),
  like('orderList.place.oto', listOto, 'SIGNED', { origin: 'today' }),
  like('orderList.place.otoco', listOtoco, 'SIGNED', { origin: 'today' }),
  like('orderList.place.opo', listOpo, 'SIGNED', { origin: 'today' }),
  like('orderList.place.opoco', listOpoco, 'SIGNED', { origin: 'today' }),
  like('orderList.status', listGet, 'SIGNED'),
  like('orderList.cancel', listCancel, 'SIGNED'),
  like('openOrderLists.status', openLists, 'SIGNED', { weight: 6 }),
  like('sor.order.place', sorNew, 'SIGNED'),
  like('sor.order.test', sorTest, 'SIGNED'),
] as const satisfies readonly WsMethod[];

const history = [
  like('account.status', account, 'SIGNED', { weight: 20 }),
  like('account.rateLimits.orders', orderLimits, 'SIGNED', { weight: 40 }),
  like('allOrders', allOrders, 'SIGNED', { weight: 20 }),
  like('allOrderLists', allLists, 'SIGNED', { weight: 20 }),
  like('myTrades', myTrades, 'SIGNED'),
  like('myPreventedMatches', preventedMatches, 'SIGNED'),
  like('myAllocations', allocations, 'SIGNED'),
  like('account.commission', commission, 'SIGNED', { weight: 20 }),
  like('order.amendments', orderAmendments, 'SIGNED', { origin: 'today' }),
  like('myFilters', accountFilters, 'SIGNED', { origin: 'today' }),
] as const satisfies readonly WsMethod[];

const listenKey = { type: 'STRING', about: 'The listen key', required: true } as const;
const session = { api: 'spot', origin: 'facts', effect: 'read', weight: 2, params: {} } as const;

const sessions = [
  { ...session, method: 'session.logon', summary: 'Log the connection on with a key', security: 'SIGNED' },
  {
    ...session,
    method: 'session.status',
    summary: 'Show which key is logged on to the connection',
    security: 'NONE',
  },
  { ...session, method: 'session.logout', summary: 'Log the connection off', security: 'NONE' },
  {
    ...session,
    method: 'session.subscriptions',
    summary: 'List the user data streams of the connection',
    security: 'NONE',
  },
  {
    ...session,
    method: 'userDataStream.start',
    summary: 'Create a listen key',
    security: 'KEY',
    restEndpoint: 'spot.listen-key.create',
  },
  {
    ...session,
    method: 'userDataStream.ping',
    summary: 'Keep a listen key alive',
    security: 'KEY',
    restEndpoint: 'spot.listen-key.keep-alive',
    params: { listenKey: factsParam(listenKey) },
  },
  {
    ...session,
    method: 'userDataStream.stop',
    summary: 'Close a listen key',
    security: 'KEY',
    restEndpoint: 'spot.listen-key.close',
    params: { listenKey: factsParam(listenKey) },
  },
  {
    ...session,
    method: 'userDataStream.subscribe',
    summary: "Receive the account's events on this connection",
    security: 'SESSION',
  },
  {
    ...session,
    method: 'userDataStream.subscribe.signature',
    summary: 'Receive the events of the account that signs this call',
    security: 'SIGNED',
  },
  {
    ...session,
    origin: 'today',
    method: 'userDataStream.subscribe.listenToken',
    summary: 'Receive the events of the margin account of a listen token',
    security: 'NONE',
    params: { listenToken: { type: 'STRING', about: 'The listen token', required: true, origin: 'today' } },
  },
  {
    ...session,
    method: 'userDataStream.unsubscribe',
    summary: 'End a subscription, or all if none is named',
    security: 'NONE',
    params: { subscriptionId: { type: 'INT', about: 'Number of the subscription', min: 0 } },
  },
] as const satisfies readonly WsMethod[];

export const spotMethods: readonly WsMethod[] = [...market, ...trading, ...history, ...sessions];
