/** USD-M endpoints of the live exchange that the interface document lacks (today's interface, USD-M rows). */

import { record, type Shape } from '../../response-shape.ts';
import { requestJson } from '../../signed-calls.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const BTC = { symbol: 'BTCUSDT' } as const;
const PAIR = { fromAsset: 'USDT', toAsset: 'USDC' } as const;
const RISK = record('symbol:s adlRisk:=low updateTime:t');
const INSURANCE: Shape = { symbols: ['s'], assets: [record('asset:s marginBalance:d updateTime:t')] };
const QUOTE = record('quoteId:s ratio:d inverseRatio:d validTimestamp:t toAmount:d fromAmount:d');
const CONVERSION = record(
  'quoteId:s orderId:i orderStatus:=PROCESS|SUCCESS fromAsset:s fromAmount:d toAsset:s toAmount:d ratio:d inverseRatio:d createTime:t',
);

function quoteOf({ exchange }: TradingWeek): string {
  return requestJson(exchange, 'POST', '/fapi/v1/convert/getQuote', { ...PAIR, fromAmount: '10' }).quoteId;
}

export const usdmTodayRows: AnswerRows = {
  'usdm.rpi-depth': [
    {
      params: { ...BTC, limit: 1000 },
      shape: { ...record('lastUpdateId:i E:t T:t'), bids: [['d', 'd']], asks: [['d', 'd']] },
    },
  ],
  'usdm.adl-risk': [{ params: BTC, shape: RISK }, { shape: [RISK] }],
  'usdm.insurance': [{ params: BTC, shape: INSURANCE }, { shape: [INSURANCE] }],
  'usdm.delivery-price': [{ params: { pair: 'BTCUSDT' }, shape: [record('deliveryTime:t deliveryPrice:n')] }],
  'usdm.order-limits': [
    { shape: [record('rateLimitType:=ORDERS interval:=SECOND|DAY intervalNum:i limit:i')] },
  ],
  'usdm.convert.pairs': [
    {
      params: PAIR,
      shape: [
        record(
          'fromAsset:s toAsset:s fromAssetMinAmount:d fromAssetMaxAmount:d toAssetMinAmount:d toAssetMaxAmount:d',
        ),
      ],
    },
  ],
  'usdm.convert.quote': [
    { params: { ...PAIR, fromAmount: '10', validTime: '10s' }, shape: QUOTE },
    { params: { ...PAIR, toAmount: '10' }, shape: QUOTE },
  ],
  'usdm.convert.accept': [
    {
      params: (tradingWeek) => ({ quoteId: quoteOf(tradingWeek) }),
      shape: record('orderId:s createTime:t orderStatus:=PROCESS'),
    },
  ],
  'usdm.convert.status': [
    {
      params: (tradingWeek) => {
        const quoteId = quoteOf(tradingWeek);
        requestJson(tradingWeek.exchange, 'POST', '/fapi/v1/convert/acceptQuote', { quoteId });
        return { quoteId };
      },
      shape: CONVERSION,
    },
    {
      params: (tradingWeek) => {
        const quoteId = quoteOf(tradingWeek);
        return {
          orderId: requestJson(tradingWeek.exchange, 'POST', '/fapi/v1/convert/acceptQuote', { quoteId })
            .orderId,
        };
      },
      shape: CONVERSION,
    },
  ],
};
