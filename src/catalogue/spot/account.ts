/** The spot account (interface document, Spot trading and account; records from public facts). */

import { DAY_MS } from '../../core/time-units.ts';
import { fillColumns, fillCostColumns } from '../columns/trades.ts';
import { dispute, endpoint, requiredParam } from '../define.ts';
import { endTime, fromId, limit, maxSpanRules, startTime, symbol } from '../params.ts';

export const account = endpoint({
  id: 'spot.account',
  product: 'spot',
  summary: 'Balances, commissions and permissions of the account',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/account',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'account.status',
  weight: 20,
  params: {
    omitZeroBalances: { type: 'BOOLEAN', about: 'Leave out zero balances', default: false },
  },
  view: {
    shape: 'rows',
    rowsAt: 'balances',
    amountColumns: ['free', 'locked'],
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'free', is: 'decimal' },
      { name: 'locked', is: 'decimal' },
    ],
  },
});

export const myTrades = endpoint({
  id: 'spot.my-trades',
  product: 'spot',
  summary: 'Trades of the account on a symbol',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/myTrades',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'myTrades',
  weight: dispute(
    20,
    { by: 'presence', param: 'orderId', present: 5, absent: 20 },
    'first',
    'the first listing gives 20; the second 20 without orderId and 5 with it; the larger is counted',
  ),
  params: {
    symbol: requiredParam(symbol),
    orderId: { type: 'LONG', about: 'Only trades of this order', min: 0 },
    startTime,
    endTime,
    fromId: { ...fromId, about: 'First trade id, inclusive' },
    limit: limit(500, 1000),
  },
  rules: [
    {
      rule: 'combinations',
      of: ['orderId', 'startTime', 'endTime', 'fromId'],
      allowed: [
        [],
        ['orderId'],
        ['startTime'],
        ['endTime'],
        ['fromId'],
        ['startTime', 'endTime'],
        ['orderId', 'fromId'],
      ],
    },
    ...maxSpanRules(DAY_MS),
  ],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'id', title: 'trade', is: 'integer' },
      ...fillColumns,
      { name: 'quoteQty', title: 'quote qty', is: 'decimal' },
      ...fillCostColumns,
      { name: 'orderListId', is: 'integer', hidden: true, noneAt: '-1' },
      { name: 'isBestMatch', is: 'boolean', hidden: true },
    ],
  },
});

export const commission = endpoint({
  id: 'spot.commission',
  product: 'spot',
  summary: 'Commission rates of the account on a symbol',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/account/commission',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'account.commission',
  weight: 20,
  params: { symbol: requiredParam(symbol) },
  listsNoTimestamp: true,
  view: {
    shape: 'record',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'standardCommission', title: 'standard', is: 'text', wire: 'object' },
      { name: 'taxCommission', title: 'tax', is: 'text', wire: 'object' },
      { name: 'discount', is: 'text', wire: 'object' },
    ],
  },
  sourceNotes: [
    'The document lists neither timestamp nor recvWindow for this row; it is signed like the others of its section, so both are sent.',
  ],
});

export const orderLimits = endpoint({
  id: 'spot.order-limits',
  product: 'spot',
  summary: 'How much of the order limits is used',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/rateLimit/order',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'account.rateLimits.orders',
  weight: 40,
  params: {},
  view: {
    shape: 'rows',
    columns: [
      { name: 'rateLimitType', title: 'limit on', is: 'text' },
      { name: 'interval', is: 'text' },
      { name: 'intervalNum', title: 'times', is: 'integer' },
      { name: 'limit', is: 'integer' },
      { name: 'count', title: 'used', is: 'integer' },
    ],
  },
});

export const preventedMatches = endpoint({
  id: 'spot.prevented-matches',
  product: 'spot',
  summary: 'Trades prevented by self-trade prevention',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/myPreventedMatches',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'myPreventedMatches',
  weight: { by: 'presence', param: 'preventedMatchId', present: 2, absent: 20 },
  params: {
    symbol: requiredParam(symbol),
    preventedMatchId: { type: 'LONG', about: 'One prevented match', min: 0 },
    orderId: { type: 'LONG', about: 'Prevented matches of this order', min: 0 },
    fromPreventedMatchId: { ...fromId, about: 'First prevented match id, inclusive; with an order' },
    limit: limit(500, 1000),
  },
  rules: [
    { rule: 'at-least-one', of: ['preventedMatchId', 'orderId'] },
    {
      rule: 'combinations',
      of: ['preventedMatchId', 'orderId', 'fromPreventedMatchId'],
      allowed: [['preventedMatchId'], ['orderId'], ['orderId', 'fromPreventedMatchId']],
    },
  ],
  pages: { by: 'id', from: 'fromPreventedMatchId', limit: 'limit', at: 'preventedMatchId' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'preventedMatchId', title: 'match', is: 'integer' },
      { name: 'transactTime', title: 'time', is: 'time' },
      { name: 'takerOrderId', title: 'taker order', is: 'integer' },
      { name: 'makerOrderId', title: 'maker order', is: 'integer' },
      { name: 'makerSymbol', is: 'text', hidden: true },
      { name: 'tradeGroupId', title: 'group', is: 'integer', hidden: true },
      { name: 'selfTradePreventionMode', title: 'mode', is: 'text' },
      { name: 'price', is: 'decimal' },
      { name: 'takerPreventedQuantity', title: 'taker prevented', is: 'decimal' },
      { name: 'makerPreventedQuantity', title: 'maker prevented', is: 'decimal' },
    ],
  },
});

export const allocations = endpoint({
  id: 'spot.allocations',
  product: 'spot',
  summary: 'SOR allocations of the account',
  origin: 'document',
  method: 'GET',
  path: '/api/v3/myAllocations',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'myAllocations',
  weight: 20,
  params: {
    symbol: requiredParam(symbol),
    startTime,
    endTime,
    fromAllocationId: { type: 'INT', about: 'First allocation id, inclusive', min: 0 },
    limit: limit(500, 1000),
    orderId: { type: 'LONG', about: 'Only allocations of this order', min: 0 },
  },
  rules: maxSpanRules(DAY_MS),
  pages: { by: 'id', from: 'fromAllocationId', limit: 'limit', at: 'allocationId' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'allocationId', title: 'allocation', is: 'integer' },
      ...fillColumns,
      { name: 'quoteQty', title: 'quote qty', is: 'decimal' },
      ...fillCostColumns,
      { name: 'isAllocator', title: 'allocator', is: 'boolean', hidden: true },
      { name: 'allocationType', title: 'type', is: 'text', hidden: true },
      { name: 'orderListId', title: 'list', is: 'integer', hidden: true, noneAt: '-1' },
    ],
  },
});

export const accountFilters = endpoint({
  id: 'spot.account-filters',
  product: 'spot',
  summary: 'Filters that count what the account has on a symbol',
  origin: 'today',
  method: 'GET',
  path: '/api/v3/myFilters',
  security: 'USER_DATA',
  effect: 'read',
  wsMethod: 'myFilters',
  weight: 40,
  params: { symbol: requiredParam(symbol) },
  view: {
    shape: 'rows',
    rowsAt: 'symbolFilters',
    columns: [{ name: 'filterType', title: 'filter', is: 'text' }],
  },
  notes: ['Tables show those of the symbol; JSON has those of the exchange and of assets too.'],
});

export const spotAccount = [
  account,
  myTrades,
  orderLimits,
  preventedMatches,
  allocations,
  commission,
  accountFilters,
] as const;
