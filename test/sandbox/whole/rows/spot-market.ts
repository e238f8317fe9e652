/** Spot market data (interface document; public facts, Spot market data records). */
import { HOUR_MS } from '../../../../src/core/time-units.ts';
import { type Fields, record, type Shape } from '../../response-shape.ts';
import type { AnswerRows, EndpointCall } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const BTC = { symbol: 'BTCUSDT' } as const;
const BOTH = { symbols: '["BTCUSDT","ETHUSDT"]' } as const;

export const LIMIT = record('rateLimitType:=REQUEST_WEIGHT|ORDERS interval:s intervalNum:i limit:i');
const TRADE = record('id:i price:d8 qty:d8 quoteQty:d8 time:t isBuyerMaker:b isBestMatch:b');
const AGGREGATE = record('a:i p:d8 q:d8 f:i l:i T:t m:b M:b');
const CANDLE = 't d8 d8 d8 d8 d8 t d8 i d8 d8 =0';

const FILTERS: Readonly<Record<string, Fields>> = {
  PRICE_FILTER: record('minPrice:d8 maxPrice:d8 tickSize:d8'),
  LOT_SIZE: record('minQty:d8 maxQty:d8 stepSize:d8'),
  ICEBERG_PARTS: record('limit:i'),
  MARKET_LOT_SIZE: record('minQty:d8 maxQty:d8 stepSize:d8'),
  TRAILING_DELTA: record(
    'minTrailingAboveDelta:i maxTrailingAboveDelta:i minTrailingBelowDelta:i maxTrailingBelowDelta:i',
  ),
  PERCENT_PRICE: record('multiplierUp:d multiplierDown:d avgPriceMins:i'),
  PERCENT_PRICE_BY_SIDE: record(
    'bidMultiplierUp:d bidMultiplierDown:d askMultiplierUp:d askMultiplierDown:d avgPriceMins:i',
  ),
  MIN_NOTIONAL: record('minNotional:d8 applyToMarket:b avgPriceMins:i'),
  NOTIONAL: record('minNotional:d8 applyMinToMarket:b maxNotional:d8 applyMaxToMarket:b avgPriceMins:i'),
  MAX_NUM_ORDERS: record('maxNumOrders:i'),
  MAX_NUM_ORDER_LISTS: record('maxNumOrderLists:i'),
  MAX_NUM_ALGO_ORDERS: record('maxNumAlgoOrders:i'),
  MAX_NUM_ORDER_AMENDS: record('maxNumOrderAmends:i'),
  MAX_POSITION: record('maxPosition:d8'),
  MAX_NUM_ICEBERG_ORDERS: record('maxNumIcebergOrders:i'),
  EXCHANGE_MAX_NUM_ORDERS: record('maxNumOrders:i'),
  EXCHANGE_MAX_NUM_ALGO_ORDERS: record('maxNumAlgoOrders:i'),
  EXCHANGE_MAX_NUM_ICEBERG_ORDERS: record('maxNumIcebergOrders:i'),
  EXCHANGE_MAX_NUM_ORDER_LISTS: record('maxNumOrderLists:i'),
};
const filter: Shape = ({ filterType }) => ({ filterType: 's', ...FILTERS[filterType] });

const INFO: Shape = {
  timezone: '=UTC',
  serverTime: 't',
  rateLimits: [LIMIT],
  exchangeFilters: [filter],
  symbols: [
    {
      ...record(
        'symbol:s status:=TRADING|BREAK baseAsset:s baseAssetPrecision:i quoteAsset:s quotePrecision:i',
      ),
      ...record('quoteAssetPrecision:i baseCommissionPrecision:i quoteCommissionPrecision:i'),
      orderTypes: ['s'],
      ...record(
        'icebergAllowed:b ocoAllowed:b otoAllowed:b quoteOrderQtyMarketAllowed:b allowTrailingStop:b',
      ),
      ...record('cancelReplaceAllowed:b amendAllowed:b isSpotTradingAllowed:b isMarginTradingAllowed:b'),
      filters: [filter],
      permissions: ['s', 'today they stand in permissionSets'],
      permissionSets: [['s']],
      defaultSelfTradePreventionMode: 's',
      allowedSelfTradePreventionModes: ['s'],
    },
  ],
};

const SUMMARY = 'openTime:t closeTime:t firstId:i lastId:i count:i';
const CHANGE = 'symbol:s priceChange:d8 priceChangePercent:d weightedAvgPrice:d8';
const PRICES = 'openPrice:d8 highPrice:d8 lowPrice:d8';
const DAY = record(
  `${CHANGE} prevClosePrice:d8 lastPrice:d8 lastQty:d8 bidPrice:d8 bidQty:d8 askPrice:d8 askQty:d8 ` +
    `${PRICES} volume:d8 quoteVolume:d8 ${SUMMARY}`,
);
const WINDOW = record(`${CHANGE} lastPrice:d8 ${PRICES} volume:d8 quoteVolume:d8 ${SUMMARY}`);
const MINI = record(`symbol:s ${PRICES} lastPrice:d8 volume:d8 quoteVolume:d8 ${SUMMARY}`);
const BOOK = record('symbol:s bidPrice:d8 bidQty:d8 askPrice:d8 askQty:d8');

const lately = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 5 * HOUR_MS, endTime: clock.now() });
const candles: readonly EndpointCall[] = [
  {
    params: (tradingWeek) => ({
      ...BTC,
      interval: '1h',
      timeZone: '-3:30',
      limit: 3,
      ...lately(tradingWeek),
    }),
    shape: [CANDLE],
  },
];

export const spotMarketRows: AnswerRows = {
  'spot.ping': [{ shape: {} }],
  'spot.time': [{ shape: { serverTime: 't' } }],
  'spot.exchange-info': [
    { params: BTC, shape: INFO },
    { params: BOTH, shape: INFO },
    { params: { permissions: '["MARGIN"]' }, shape: INFO },
  ],
  'spot.depth': [
    { params: { ...BTC, limit: 5 }, shape: { lastUpdateId: 'i', bids: ['d8 d8'], asks: ['d8 d8'] } },
  ],
  'spot.trades': [{ params: { ...BTC, limit: 5 }, shape: [TRADE] }],
  'spot.historical-trades': [{ params: { ...BTC, limit: 5, fromId: 100 }, shape: [TRADE] }],
  'spot.agg-trades': [
    { params: { ...BTC, limit: 5, fromId: 100 }, shape: [AGGREGATE] },
    { params: (tradingWeek) => ({ ...BTC, limit: 5, ...lately(tradingWeek) }), shape: [AGGREGATE] },
  ],
  'spot.klines': candles,
  'spot.ui-klines': candles,
  'spot.avg-price': [{ params: BTC, shape: record('mins:i price:d8 closeTime:t') }],
  'spot.ticker-24hr': [
    { params: BTC, shape: DAY },
    { params: { ...BOTH, type: 'MINI' }, shape: [MINI] },
    { shape: [DAY] },
  ],
  'spot.ticker-trading-day': [
    { params: { ...BTC, timeZone: '8' }, shape: WINDOW },
    { params: { ...BOTH, type: 'MINI' }, shape: [MINI] },
  ],
  'spot.ticker-price': [
    { params: BTC, shape: record('symbol:s price:d8') },
    { params: BOTH, shape: [record('symbol:s price:d8')] },
    { shape: [record('symbol:s price:d8')] },
  ],
  'spot.ticker-book': [{ params: BTC, shape: BOOK }, { params: BOTH, shape: [BOOK] }, { shape: [BOOK] }],
  'spot.ticker-rolling': [
    { params: { ...BTC, windowSize: '4h' }, shape: WINDOW },
    { params: { ...BOTH, type: 'MINI' }, shape: [MINI] },
  ],
};
