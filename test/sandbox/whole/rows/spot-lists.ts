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
    'stopPrice?:d8 trailingDelta?:i trailingTime?:i icebergQty?:d8 strategyId?:i strategyType?:i',
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

export const spotListRows: AnswerRows = {
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
