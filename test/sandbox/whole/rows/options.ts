/** Options (interface document; public facts, Options). */
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const BTC = { underlying: 'BTCUSDT' } as const;
const KEYS = 'orderId:i symbol:s price:d quantity:d executedQty:d';
const KIND = 'side:=BUY|SELL type:=LIMIT|MARKET timeInForce:s reduceOnly:b postOnly:b';
const TAIL =
  'updateTime:t status:s avgPrice:d source:=API clientOrderId:s priceScale:i quantityScale:i optionSide:=CALL|PUT ' +
  'quoteAsset:=USDT mmp:b selfTradePreventionMode:s';
const ORDER = record(`${KEYS} ${KIND} createTime:t ${TAIL}`);
const ACK = record(
  'orderId:i clientOrderId:s symbol:s price:d quantity:d side:s type:s createDate:t reduceOnly:b postOnly:b mmp:b',
);
const GREEKS = 'delta:d gamma:d theta:d vega:d';
const PROTECTION = record(
  'underlyingId:i underlying:s windowTimeInMilliseconds:i frozenTimeInMilliseconds:i qtyLimit:d deltaLimit:d lastTriggerTime:i',
);
const week = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 6 * 86_400_000, endTime: clock.now() });
const resting = ({ option, lowestPrice }: TradingWeek) =>
  ({
    symbol: option,
    side: 'BUY',
    type: 'LIMIT',
    quantity: '0.1',
    price: lowestPrice,
    timeInForce: 'GTC',
  }) as const;

const FILTERS: Shape = ({ filterType }) =>
  filterType === 'PRICE_FILTER'
    ? record('filterType:s minPrice:d maxPrice:d tickSize:d')
    : record('filterType:=LOT_SIZE minQty:d maxQty:d stepSize:d');
const TRADES: Shape = [
  record(
    'id:i tradeId:i orderId:i symbol:s price:d quantity:d fee:d realizedProfit:d side:s type:s volatility:d ' +
      'liquidity:=MAKER|TAKER time:t priceScale:i quantityScale:i optionSide:s quoteAsset:s',
  ),
];
const TICKER: Shape = [
  record(
    'symbol:s priceChange:d priceChangePercent:d lastPrice:d lastQty:d open:d high:d low:d volume:d amount:d ' +
      'bidPrice:d askPrice:d openTime:t closeTime:t firstTradeId:i tradeCount:i strikePrice:d exercisePrice:d',
  ),
];
const MARK: Shape = [
  record(
    'symbol:s markPrice:d bidIV:d askIV:d markIV:d delta:d theta:d gamma:d vega:d highPriceLimit:d ' +
      'lowPriceLimit:d riskFreeInterest:d',
  ),
];
const INTEREST: Shape = [record('symbol:s sumOpenInterest:d sumOpenInterestUsd:d timestamp:s')];
const INFO: Shape = [record(`symbol:s ${GREEKS} markIV:d`)];
const POSITION: Shape = [
  record(
    'entryPrice:d symbol:s side:=LONG|SHORT quantity:d reducibleQty:d markValue:d ror:d unrealizedPNL:d markPrice:d ' +
      'strikePrice:d positionCost:d expiryDate:t priceScale:i quantityScale:i optionSide:s quoteAsset:s time:t ' +
      'bidQuantity:d askQuantity:d',
  ),
];

export const optionsRows: AnswerRows = {
  'options.ping': [{ shape: {} }],
  'options.time': [{ shape: { serverTime: 't' } }],
  'options.exchange-info': [
    {
      shape: {
        ...record('timezone:=UTC serverTime:t'),
        optionContracts: [record('baseAsset:s quoteAsset:s underlying:s settleAsset:s')],
        optionAssets: [{ name: 's' }],
        optionSymbols: [
          {
            ...record(
              'symbol:s side:=CALL|PUT strikePrice:d underlying:s unit:i expiryDate:t makerFeeRate:d',
            ),
            ...record(
              'takerFeeRate:d liquidationFeeRate:d minQty:d maxQty:d initialMargin:d maintenanceMargin:d',
            ),
            ...record(
              'minInitialMargin:d minMaintenanceMargin:d priceScale:i quantityScale:i quoteAsset:=USDT',
            ),
            filters: [FILTERS],
          },
        ],
        rateLimits: [record('rateLimitType:s interval:s intervalNum:i limit:i')],
      },
    },
  ],
  'options.depth': [
    {
      params: ({ option }) => ({ symbol: option, limit: 10 }),
      shape: { ...record('T:t u:i lastUpdateId:i'), bids: ['d d'], asks: ['d d'] },
    },
  ],
  'options.klines': [
    {
      params: (tradingWeek) => ({
        symbol: tradingWeek.option,
        interval: '1h',
        limit: 3,
        ...week(tradingWeek),
      }),
      shape: ['t d d d d d t d i d d =0'],
    },
  ],
  'options.mark': [{ params: ({ option }) => ({ symbol: option }), shape: MARK }, { shape: MARK }],
  'options.ticker': [{ params: ({ option }) => ({ symbol: option }), shape: TICKER }, { shape: TICKER }],
  'options.index': [{ params: BTC, shape: record('time:t indexPrice:d') }],
  'options.exercise-history': [
    {
      params: (tradingWeek) => ({ ...BTC, limit: 5, ...week(tradingWeek) }),
      shape: [
        {
          ...record('symbol:s strikePrice:d realStrikePrice:d expiryDate:t'),
          strikeResult: '=REALISTIC_VALUE_STRICKEN|EXTRINSIC_VALUE_EXPIRED',
        },
      ],
    },
  ],
  'options.open-interest': [
    { params: { underlyingAsset: 'BTC', expiration: '20240223' }, shape: INTEREST },
    { params: { underlyingAsset: 'ETH' }, shape: INTEREST },
  ],
  'options.option-info': [{ params: ({ option }) => ({ symbol: option }), shape: INFO }, { shape: INFO }],
  'options.order.new': [
    {
      params: (tradingWeek) => ({
        ...resting(tradingWeek),
        reduceOnly: 'false',
        postOnly: 'true',
        isMmp: 'true',
        selfTradePreventionMode: 'EXPIRE_TAKER',
        clientOrderId: 'option-again',
        newOrderRespType: 'RESULT',
      }),
      shape: record(`${KEYS} fee:d ${KIND} createTime:t ${TAIL}`),
    },
    { params: (tradingWeek) => resting(tradingWeek), shape: ACK },
  ],
  'options.order.batch': [
    {
      params: (tradingWeek) => ({
        orders: JSON.stringify([resting(tradingWeek), { ...resting(tradingWeek), reduceOnly: 'true' }]),
      }),
      shape: [(row) => ('code' in row ? record('code:i msg:s') : ACK)],
    },
  ],
  'options.order.get': [
    { params: ({ option }) => ({ symbol: option, clientOrderId: 'option' }), shape: ORDER },
    { params: ({ option, optionOrder }) => ({ symbol: option, orderId: optionOrder }), shape: ORDER },
  ],
  'options.open-orders': [
    { shape: [ORDER] },
    {
      params: (tradingWeek) => ({
        symbol: tradingWeek.option,
        orderId: tradingWeek.optionOrder,
        ...week(tradingWeek),
      }),
      shape: [ORDER],
    },
  ],
  'options.order.cancel': [
    {
      params: ({ option }) => ({ symbol: option, clientOrderId: 'option' }),
      shape: record(`${KEYS} ${KIND} createDate:t ${TAIL}`),
    },
    {
      params: ({ option, optionOrder }) => ({ symbol: option, orderId: optionOrder }),
      shape: record(`${KEYS} ${KIND} createDate:t ${TAIL}`),
    },
  ],
  'options.open-orders.cancel': [
    { params: ({ option }) => ({ symbol: option }), shape: { code: 'i', msg: '=success' } },
  ],
  'options.order-history': [
    {
      params: (tradingWeek) => ({ symbol: tradingWeek.option, ...week(tradingWeek), limit: 50 }),
      shape: [ORDER],
    },
    { params: ({ option }) => ({ symbol: option, orderId: 1 }), shape: [ORDER] },
  ],
  'options.mmp.set': [
    {
      params: {
        ...BTC,
        windowTimeInMilliseconds: 3000,
        frozenTimeInMilliseconds: 0,
        qtyLimit: '2',
        deltaLimit: '1',
      },
      shape: PROTECTION,
    },
  ],
  'options.mmp.get': [{ params: BTC, shape: PROTECTION }],
  'options.account': [
    {
      shape: {
        ...record('totalWalletBalance:d totalMarginBalance:d totalPositionInitialMargin:d'),
        ...record(
          'totalOpenOrderInitialMargin:d totalCrossWalletBalance:d totalCrossUnPnl:d availableBalance:d',
        ),
        maxWithdrawAmount: 'd',
        asset: [record('asset:s marginBalance:d equity:d available:d locked:d unrealizedPNL:d')],
        greek: [record(`underlying:s ${GREEKS}`)],
        ...record('riskLevel:s time:t'),
      },
    },
  ],
  'options.position': [
    { params: ({ option }) => ({ symbol: option }), shape: POSITION },
    { shape: POSITION },
  ],
  'options.my-trades': [
    {
      params: (tradingWeek) => ({ symbol: tradingWeek.option, ...week(tradingWeek), limit: 50 }),
      shape: TRADES,
    },
    { params: ({ option }) => ({ symbol: option, fromId: 0 }), shape: TRADES },
  ],
};
