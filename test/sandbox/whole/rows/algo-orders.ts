/** Algo orders of USD-M and COIN-M futures (public facts, Algo orders). */
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const TERMS = {
  ...record('algoId:i clientAlgoId:s symbol:s timeInForce:s quantity:d triggerPrice:d price:d'),
  ...record(
    'closePosition:b priceProtect:b reduceOnly:b createTime:t updateTime:t triggerTime:i goodTillDate:i',
  ),
  algoType: '=CONDITIONAL',
  orderType: '=STOP|STOP_MARKET|TAKE_PROFIT|TAKE_PROFIT_MARKET|TRAILING_STOP_MARKET',
  side: '=BUY|SELL',
  positionSide: '=BOTH|LONG|SHORT',
  algoStatus: '=NEW|TRIGGERING|TRIGGERED|FINISHED|CANCELED|REJECTED|EXPIRED',
  icebergQuantity: '0',
  selfTradePreventionMode: 's',
  workingType: '=CONTRACT_PRICE|MARK_PRICE',
  priceMatch: 's',
} as const;
const PLACED: Shape = { ...TERMS, activatePrice: 's', callbackRate: 's' };
const QUERIED = { ...TERMS, ...record('actualOrderId:s actualPrice:d') };
const FOUND: Shape = { ...QUERIED, ...record('actualType:s actualQty:d tpOrderType:s') };
const LISTED: Shape = {
  ...QUERIED,
  ...record('tpTriggerPrice:d tpPrice:d slTriggerPrice:d slPrice:d tpOrderType:s'),
};

function rowsOf(
  name: 'usdm' | 'coinm',
  symbol: string,
  quantity: string,
  priceNear: (tradingWeek: TradingWeek, percent: number) => string,
): AnswerRows {
  const order = { algoType: 'CONDITIONAL', symbol, side: 'SELL', positionSide: 'BOTH' } as const;
  return {
    [`${name}.algo-order.new`]: [
      {
        params: (tradingWeek) => ({
          ...order,
          type: 'STOP_MARKET',
          quantity,
          triggerPrice: priceNear(tradingWeek, -10),
          workingType: 'MARK_PRICE',
          priceProtect: 'true',
          reduceOnly: 'true',
          clientAlgoId: 'stop-1',
          newOrderRespType: 'RESULT',
          selfTradePreventionMode: 'EXPIRE_MAKER',
        }),
        shape: PLACED,
      },
      {
        params: (tradingWeek) => ({
          ...order,
          type: 'TAKE_PROFIT',
          quantity,
          triggerPrice: priceNear(tradingWeek, 10),
          price: priceNear(tradingWeek, 9),
          timeInForce: 'GTD',
          goodTillDate: Math.ceil(tradingWeek.clock.now() / 1000) * 1000 + 3_600_000,
        }),
        shape: PLACED,
      },
      {
        params: (tradingWeek) => ({
          ...order,
          type: 'STOP',
          quantity,
          triggerPrice: priceNear(tradingWeek, -10),
          priceMatch: 'QUEUE',
          clientAlgoId: 'stop-2',
        }),
        shape: PLACED,
      },
      {
        params: (tradingWeek) => ({
          ...order,
          type: 'STOP_MARKET',
          closePosition: 'true',
          triggerPrice: priceNear(tradingWeek, -20),
        }),
        shape: PLACED,
      },
      {
        params: (tradingWeek) => ({
          ...order,
          type: 'TRAILING_STOP_MARKET',
          quantity,
          activatePrice: priceNear(tradingWeek, 10),
          callbackRate: '1.5',
        }),
        shape: PLACED,
      },
    ],
    [`${name}.algo-orders.open`]: [
      { params: { symbol, algoType: 'CONDITIONAL' }, shape: [LISTED] },
      { params: { algoId: 1 }, shape: [LISTED] },
    ],
    [`${name}.algo-order.get`]: [
      { params: { algoId: 1 }, shape: FOUND },
      { params: { clientAlgoId: 'stop-1' }, shape: FOUND },
    ],
    [`${name}.algo-orders.all`]: [
      { params: { symbol, algoId: 1, limit: 3 }, shape: [LISTED] },
      {
        params: (tradingWeek) => ({
          symbol,
          startTime: tradingWeek.clock.now() - 86_400_000,
          endTime: tradingWeek.clock.now(),
        }),
        shape: [LISTED],
      },
    ],
    [`${name}.algo-order.cancel`]: [
      {
        params: { algoId: 1 },
        shape: { ...record('algoId:i clientAlgoId:s'), code: '=200', msg: '=success' },
      },
      {
        params: { clientAlgoId: 'stop-2' },
        shape: { ...record('algoId:i clientAlgoId:s'), code: '=200', msg: '=success' },
      },
    ],
    [`${name}.algo-orders.cancel`]: [
      {
        params: { symbol },
        shape: { code: 'i', msg: '=The operation of cancel all open order is done.' },
      },
    ],
  };
}

export const algoOrderRows: AnswerRows = {
  ...rowsOf('usdm', 'BTCUSDT', '0.01', ({ futuresPriceNear }, percent) =>
    futuresPriceNear('BTCUSDT', percent),
  ),
  ...rowsOf('coinm', 'BTCUSD_PERP', '10', ({ coinmPriceNear }, percent) =>
    coinmPriceNear('BTCUSD_PERP', percent),
  ),
};
