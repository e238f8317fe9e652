/** Market data of USD-margined futures (interface document; public facts, USD-M market data). */
import { HOUR_MS } from '../../../../src/core/time-units.ts';
import { type Fields, record, type Shape } from '../../response-shape.ts';
import type { AnswerRows, EndpointCall } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const BTC = { symbol: 'BTCUSDT' } as const;
const PAIR = { pair: 'BTCUSDT' } as const;
const lately = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 20 * HOUR_MS, endTime: clock.now() });

const TRADE = record('id:i price:d qty:d quoteQty:d time:t isBuyerMaker:b');
const CANDLE = 't d d d d d t d i d d =0';
/** Candles of prices, whose volume fields are 0. */
const PRICE_CANDLE = 't d d d d =0 t =0 i =0 =0 =0';
const RATIO = record('symbol:s longShortRatio:d longAccount:d shortAccount:d timestamp:t');

export const FUTURES_FILTERS: Readonly<Record<string, Fields>> = {
  PRICE_FILTER: record('minPrice:d maxPrice:d tickSize:d'),
  LOT_SIZE: record('minQty:d maxQty:d stepSize:d'),
  MARKET_LOT_SIZE: record('minQty:d maxQty:d stepSize:d'),
  MAX_NUM_ORDERS: record('limit:i'),
  MAX_NUM_ALGO_ORDERS: record('limit:i'),
  MIN_NOTIONAL: record('notional:d'),
  PERCENT_PRICE: record('multiplierUp:d multiplierDown:d multiplierDecimal:d'),
};
export const futuresFilter: Shape = ({ filterType }) => ({ filterType: 's', ...FUTURES_FILTERS[filterType] });
export const FUTURES_LIMIT = record('rateLimitType:=REQUEST_WEIGHT|ORDERS interval:s intervalNum:i limit:i');

const INFO: Shape = {
  exchangeFilters: ['*', 'futures have no filters of the whole exchange'],
  rateLimits: [FUTURES_LIMIT],
  serverTime: 't',
  assets: [record('asset:s marginAvailable:b autoAssetExchange:d')],
  symbols: [
    {
      ...record('symbol:s pair:s contractType:s deliveryDate:t onboardDate:t status:=TRADING|CLOSE'),
      ...record('maintMarginPercent:d requiredMarginPercent:d baseAsset:s quoteAsset:s marginAsset:s'),
      ...record(
        'pricePrecision:i quantityPrecision:i baseAssetPrecision:i quotePrecision:i underlyingType:=COIN',
      ),
      underlyingSubType: ['s', 'no contract has one'],
      ...record('settlePlan:i triggerProtect:d liquidationFee:d marketTakeBound:d'),
      filters: [futuresFilter],
      orderTypes: ['s'],
      timeInForce: ['s'],
    },
  ],
  timezone: '=UTC',
  futuresType: '=U_MARGINED',
};

const PREMIUM = record(
  'symbol:s markPrice:d indexPrice:d estimatedSettlePrice:d lastFundingRate:s interestRate:s nextFundingTime:i time:t',
);
const DAY = record(
  'symbol:s priceChange:d priceChangePercent:d weightedAvgPrice:d lastPrice:d lastQty:d openPrice:d highPrice:d ' +
    'lowPrice:d volume:d quoteVolume:d openTime:t closeTime:t firstId:i lastId:i count:i',
);
const PRICE = record('symbol:s price:d time:t');
const BOOK = record('symbol:s bidPrice:d bidQty:d askPrice:d askQty:d time:t lastUpdateId:i');
const ASSET_INDEX = record(
  'symbol:s time:t index:d bidBuffer:d askBuffer:d bidRate:d askRate:d autoExchangeBidBuffer:d ' +
    'autoExchangeAskBuffer:d autoExchangeBidRate:d autoExchangeAskRate:d',
);

const statistic = (shape: Shape): readonly EndpointCall[] => [
  { params: (tradingWeek) => ({ ...BTC, period: '1h', limit: 3, ...lately(tradingWeek) }), shape: [shape] },
];
const candles = (of: typeof BTC | typeof PAIR, slots: string): readonly EndpointCall[] => [
  { params: (tradingWeek) => ({ ...of, interval: '1h', limit: 3, ...lately(tradingWeek) }), shape: [slots] },
];

export const usdmMarketRows: AnswerRows = {
  'usdm.ping': [{ shape: {} }],
  'usdm.time': [{ shape: { serverTime: 't' } }],
  'usdm.exchange-info': [
    { shape: INFO },
    { params: BTC, shape: INFO },
    { params: { symbols: '["BTCUSDT","ETHUSDT"]' }, shape: INFO },
  ],
  'usdm.depth': [
    {
      params: { ...BTC, limit: 5 },
      shape: { ...record('lastUpdateId:i E:t T:t'), bids: ['d d'], asks: ['d d'] },
    },
  ],
  'usdm.trades': [{ params: { ...BTC, limit: 5 }, shape: [TRADE] }],
  'usdm.historical-trades': [{ params: { ...BTC, limit: 5, fromId: 100 }, shape: [TRADE] }],
  'usdm.agg-trades': [
    { params: { ...BTC, limit: 5, fromId: 100 }, shape: [record('a:i p:d q:d f:i l:i T:t m:b')] },
    {
      params: ({ clock }) => ({ ...BTC, startTime: clock.now() - HOUR_MS + 1, endTime: clock.now() }),
      shape: [record('a:i p:d q:d f:i l:i T:t m:b')],
    },
  ],
  'usdm.klines': candles(BTC, CANDLE),
  'usdm.continuous-klines': [
    {
      params: (tradingWeek) => ({
        ...PAIR,
        contractType: 'CURRENT_QUARTER',
        interval: '1h',
        limit: 3,
        ...lately(tradingWeek),
      }),
      shape: [CANDLE],
    },
  ],
  'usdm.index-price-klines': candles(PAIR, PRICE_CANDLE),
  'usdm.mark-price-klines': candles(BTC, PRICE_CANDLE),
  'usdm.premium-index-klines': candles(BTC, PRICE_CANDLE),
  'usdm.premium-index': [{ params: BTC, shape: PREMIUM }, { shape: [PREMIUM] }],
  'usdm.funding-rate': [
    {
      params: (tradingWeek) => ({ ...BTC, limit: 5, ...lately(tradingWeek) }),
      shape: [record('symbol:s fundingRate:d fundingTime:t markPrice:d')],
    },
  ],
  'usdm.funding-info': [
    {
      shape: [
        record(
          'symbol:s adjustedFundingRateCap:d adjustedFundingRateFloor:d fundingIntervalHours:i disclaimer:b',
        ),
        'no contract has adjusted values',
      ],
    },
  ],
  'usdm.ticker-24hr': [{ params: BTC, shape: DAY }, { params: PAIR, shape: [DAY] }, { shape: [DAY] }],
  'usdm.ticker-price': [{ params: BTC, shape: PRICE }, { shape: [PRICE] }],
  'usdm.ticker-book': [{ params: BTC, shape: BOOK }, { shape: [BOOK] }],
  'usdm.open-interest': [{ params: BTC, shape: record('openInterest:d symbol:s time:t') }],
  'usdm.constituents': [
    {
      params: BTC,
      shape: {
        symbol: '=BTCUSDT',
        time: 't',
        constituents: [record('exchange:s symbol:s price:d weight:d')],
      },
    },
  ],
  'usdm.asset-index': [{ params: { symbol: 'BTCUSD' }, shape: ASSET_INDEX }, { shape: [ASSET_INDEX] }],
  'usdm.open-interest-history': statistic(
    record('symbol:s sumOpenInterest:d sumOpenInterestValue:d timestamp:t'),
  ),
  'usdm.long-short.top-accounts': statistic(RATIO),
  'usdm.long-short.top-positions': statistic(RATIO),
  'usdm.long-short.accounts': statistic(RATIO),
  'usdm.taker-volume': statistic(record('buySellRatio:d buyVol:d sellVol:d timestamp:t')),
  'usdm.basis': ['CURRENT_QUARTER', 'PERPETUAL'].map((contractType) => ({
    params: (tradingWeek) => ({ ...PAIR, contractType, period: '1h', limit: 3, ...lately(tradingWeek) }),
    shape: [
      record(
        'indexPrice:d contractType:s basisRate:d futuresPrice:d annualizedBasisRate:s basis:d pair:s timestamp:t',
      ),
    ],
  })),
};
