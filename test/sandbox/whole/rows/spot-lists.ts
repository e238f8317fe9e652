/** Order lists whose orders have parameters of their own (spot API documentation, Order lists). */
import { type Fields, record } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const SYMBOL = { symbol: 'ETHUSDT' } as const;
/** A symbol takes five stop orders, so that a second one is needed. */
const OTHER = 'BNBUSDT';
const ACK = 'symbol:s orderId:i orderListId:i clientOrderId:s transactTime:t';
const PLACED = record(
  `${ACK} price:d8 origQty?:d8 executedQty:d8 origQuoteOrderQty:d8 cummulativeQuoteQty:d8 ` +
    'status:s timeInForce:s type:s side:=BUY|SELL workingTime:i selfTradePreventionMode:s ' +
    'stopPrice?:d8 trailingDelta?:i trailingTime?:i icebergQty?:d8 strategyId?:i strategyType?:i ' +
    'pegPriceType?:s pegOffsetType?:s pegOffsetValue?:i peggedPrice?:d8',
);
const listOf = (contingencyType: 'OCO' | 'OTO', reports: Fields) =>
  ({
    ...record(`orderListId:i contingencyType:=${contingencyType} listStatusType:s listOrderStatus:s`),
    ...record('listClientOrderId:s transactionTime:t symbol:s'),
    orders: [record('symbol:s orderId:i clientOrderId:s')],
    orderReports: [reports],
  }) as const;
const placed = (contingencyType: 'OCO' | 'OTO') => listOf(contingencyType, PLACED);
const acknowledged = (contingencyType: 'OCO' | 'OTO') => listOf(contingencyType, record(ACK));

/** Returns the parameters of a pegged order of a list. */
function pegOf(prefix: string) {
  return {
    [`${prefix}PegPriceType`]: 'PRIMARY_PEG',
    [`${prefix}PegOffsetType`]: 'PRICE_LEVEL',
    [`${prefix}PegOffsetValue`]: 20,
  };
}

/** Returns every parameter of an order of a list that waits for a trigger. */
function stopOrder(prefix: string, type: string, stopPrice: string, price: string, id: number) {
  return {
    [`${prefix}Type`]: type,
    [`${prefix}ClientOrderId`]: `${prefix}-${id}`,
    [`${prefix}Price`]: price,
    [`${prefix}StopPrice`]: stopPrice,
    [`${prefix}TrailingDelta`]: 100,
    [`${prefix}IcebergQty`]: '0.1',
    [`${prefix}TimeInForce`]: 'GTC',
    [`${prefix}StrategyId`]: id,
    [`${prefix}StrategyType`]: 1_000_000,
    ...pegOf(prefix),
  };
}

const named = (name: string) => ({
  listClientOrderId: name,
  newOrderRespType: 'RESULT',
  selfTradePreventionMode: 'EXPIRE_BOTH',
});

const working = ({ priceNear }: TradingWeek, id: number, symbol: string = SYMBOL.symbol) => ({
  symbol,
  workingType: 'LIMIT',
  workingClientOrderId: `working-${id}`,
  workingSide: 'BUY',
  workingPrice: priceNear(symbol, -6),
  workingQuantity: '0.2',
  workingIcebergQty: '0.1',
  workingTimeInForce: 'GTC',
  workingStrategyId: id,
  workingStrategyType: 1_000_000,
  ...pegOf('working'),
  pendingSide: 'SELL',
});

const pair = (
  { priceNear }: TradingWeek,
  above: string,
  below: string,
  id: number,
  symbol: string = SYMBOL.symbol,
) => ({
  ...stopOrder(above, 'TAKE_PROFIT_LIMIT', priceNear(symbol, 6), priceNear(symbol, 5), id),
  ...stopOrder(below, 'STOP_LOSS_LIMIT', priceNear(symbol, -8), priceNear(symbol, -9), id),
});

const pending = ({ priceNear }: TradingWeek, id: number) =>
  stopOrder('pending', 'STOP_LOSS_LIMIT', priceNear('ETHUSDT', -8), priceNear('ETHUSDT', -9), id);

const CANCELLED = record(
  'symbol:s origClientOrderId:s orderId:i orderListId:i clientOrderId:s transactTime:t price:d8 origQty:d8 ' +
    'executedQty:d8 origQuoteOrderQty:d8 cummulativeQuoteQty:d8 status:=CANCELED timeInForce:s type:s side:s ' +
    'selfTradePreventionMode:s stopPrice?:d8 trailingDelta?:i trailingTime?:i icebergQty?:d8 strategyId?:i strategyType?:i ' +
    'pegPriceType?:s pegOffsetType?:s pegOffsetValue?:i peggedPrice?:d8',
);
const REPLACED = record('cancelResult:=SUCCESS newOrderResult:=SUCCESS');

/** Places an order to be replaced and returns its id. */
function toReplace({ post, priceNear }: TradingWeek, newClientOrderId: string): number {
  const price = priceNear(OTHER, -8);
  const order = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.2', price } as const;
  return post('/api/v3/order', { symbol: OTHER, ...order, newClientOrderId }).orderId;
}

const ROUTED = {
  symbol: 'BTCUSDT',
  ...{ side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '2', icebergQty: '0.5', strategyId: 1 },
  ...{ strategyType: 1_000_000, selfTradePreventionMode: 'EXPIRE_BOTH' },
} as const;
const ALLOCATED = record(
  'matchType:=ONE_PARTY_TRADE_REPORT price:d8 qty:d8 commission:d8 commissionAsset:s tradeId:i allocId:i',
);

export const spotListRows: AnswerRows = {
  'spot.sor.new': [
    {
      params: ({ priceNear }) => ({
        ...ROUTED,
        price: priceNear('BTCUSDT', 1),
        newClientOrderId: 'routed',
        newOrderRespType: 'FULL',
      }),
      shape: { ...PLACED, ...record('workingFloor:=SOR usedSor:b'), fills: [ALLOCATED] },
    },
  ],
  'spot.sor.test': [
    {
      params: ({ priceNear }) => ({
        ...ROUTED,
        price: priceNear('BTCUSDT', 1),
        newClientOrderId: 'routed-test',
        newOrderRespType: 'ACK',
      }),
      shape: {},
    },
    {
      params: {
        symbol: 'BTCUSDT',
        side: 'SELL',
        type: 'MARKET',
        quantity: '0.1',
        computeCommissionRates: 'true',
      },
      shape: {
        standardCommissionForOrder: record('maker:d8 taker:d8'),
        specialCommissionForOrder: record('maker:d8 taker:d8'),
        taxCommissionForOrder: record('maker:d8 taker:d8'),
        discount: record('enabledForAccount:b enabledForSymbol:b discountAsset:s discount:d8'),
      },
    },
  ],
  'spot.order.cancel-replace': [
    {
      params: (week) => ({
        ...{ symbol: OTHER, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.2' },
        price: week.priceNear(OTHER, -7),
        icebergQty: '0.1',
        ...{ pegPriceType: 'PRIMARY_PEG', pegOffsetType: 'PRICE_LEVEL', pegOffsetValue: 20 },
        strategyId: 1,
        strategyType: 1_000_000,
        newClientOrderId: 'replacement',
        newOrderRespType: 'RESULT',
        selfTradePreventionMode: 'EXPIRE_BOTH',
        cancelReplaceMode: 'STOP_ON_FAILURE',
        cancelOrderId: toReplace(week, 'replaced'),
        cancelOrigClientOrderId: 'replaced',
        cancelNewClientOrderId: 'replacing',
        cancelRestrictions: 'ONLY_NEW',
        orderRateLimitExceededMode: 'CANCEL_ONLY',
      }),
      shape: { ...REPLACED, cancelResponse: CANCELLED, newOrderResponse: PLACED },
    },
    {
      params: (week) => ({
        ...{
          symbol: OTHER,
          side: 'SELL',
          type: 'STOP_LOSS',
          quantity: '0.2',
          cancelReplaceMode: 'ALLOW_FAILURE',
        },
        stopPrice: week.priceNear(OTHER, -7),
        trailingDelta: 100,
        cancelOrderId: toReplace(week, 'replaced-too'),
      }),
      shape: { ...REPLACED, cancelResponse: CANCELLED, newOrderResponse: record(ACK) },
    },
    {
      params: (week) => ({
        ...{
          symbol: OTHER,
          side: 'BUY',
          type: 'MARKET',
          quoteOrderQty: '100',
          cancelReplaceMode: 'ALLOW_FAILURE',
        },
        cancelOrderId: toReplace(week, 'replaced-last'),
      }),
      shape: { ...REPLACED, cancelResponse: CANCELLED, newOrderResponse: record(ACK) },
    },
  ],
  'spot.order-list.oco': [
    {
      params: (week) => ({
        ...SYMBOL,
        ...named('oco'),
        side: 'SELL',
        quantity: '0.2',
        ...pair(week, 'above', 'below', 1),
      }),
      shape: placed('OCO'),
    },
    {
      params: (week) => ({
        ...SYMBOL,
        side: 'SELL',
        quantity: '0.2',
        aboveType: 'LIMIT_MAKER',
        abovePrice: week.priceNear('ETHUSDT', 6),
        belowType: 'STOP_LOSS',
        belowStopPrice: week.priceNear('ETHUSDT', -6),
      }),
      shape: acknowledged('OCO'),
    },
  ],
  'spot.order-list.oto': [
    {
      params: (week) => ({
        ...working(week, 3),
        ...named('oto'),
        ...pending(week, 3),
        pendingQuantity: '0.2',
      }),
      shape: placed('OTO'),
    },
  ],
  'spot.order-list.otoco': [
    {
      params: (week) => ({
        ...working(week, 4, OTHER),
        ...named('otoco'),
        ...pair(week, 'pendingAbove', 'pendingBelow', 4, OTHER),
        pendingQuantity: '0.2',
      }),
      shape: placed('OTO'),
    },
  ],
  'spot.order-list.opo': [
    {
      params: (week) => ({ ...working(week, 5), ...named('opo'), ...pending(week, 5) }),
      shape: placed('OTO'),
    },
  ],
  'spot.order-list.opoco': [
    {
      params: (week) => ({
        ...working(week, 6, OTHER),
        ...named('opoco'),
        ...pair(week, 'pendingAbove', 'pendingBelow', 6, OTHER),
      }),
      shape: placed('OTO'),
    },
  ],
};
