/** Coin-margined futures (interface document; public facts, COIN-M). */
import { DAY_MS } from '../../../../src/core/time-units.ts';
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';
import { FUTURES_LIMIT, futuresFilter } from './usdm-market.ts';

const BTC = { symbol: 'BTCUSD_PERP' } as const;
const PAIR = { pair: 'BTCUSD' } as const;
const lately = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 6 * DAY_MS, endTime: clock.now() });

const DAY = record(
  'symbol:s pair:s priceChange:d priceChangePercent:d weightedAvgPrice:d lastPrice:d lastQty:d openPrice:d ' +
    'highPrice:d lowPrice:d volume:d baseVolume:d openTime:t closeTime:t firstId:i lastId:i count:i',
);
const PREMIUM: Shape = [
  record(
    'symbol:s pair:s markPrice:d indexPrice:d estimatedSettlePrice:d lastFundingRate:s interestRate:s ' +
      'nextFundingTime:i time:t',
  ),
];
const ID = 'orderId:i symbol:s pair:s status:s clientOrderId:s price:d avgPrice:d origQty:d executedQty:d';
const KIND =
  'timeInForce:s type:s reduceOnly:b closePosition:b side:=BUY|SELL positionSide:=BOTH|LONG|SHORT stopPrice:d';
const MODES = 'workingType:s priceProtect:b origType:s activatePrice?:d priceRate?:d';
export const COIN_PLACED = record(`${ID} cumQty:d cumBase:d ${KIND} ${MODES} updateTime:t`);
const CANCELLED = record(`${ID.replace(' avgPrice:d', '')} cumQty:d cumBase:d ${KIND} ${MODES} updateTime:t`);
export const COIN_ORDER = record(`${ID} cumBase:d ${KIND} ${MODES} time:t updateTime:t`);

const resting = ({ coinmPriceNear }: TradingWeek) =>
  ({
    ...BTC,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '10',
    price: coinmPriceNear('BTCUSD_PERP', -4),
  }) as const;

const TRADES: Shape = [
  record(
    'symbol:s id:i orderId:i pair:s side:s price:d qty:d realizedPnl:d marginAsset:s baseQty:d commission:d ' +
      'commissionAsset:s time:t positionSide:s buyer:b maker:b',
  ),
];
const RISK: Shape = [
  record(
    'symbol:s positionAmt:d entryPrice:d breakEvenPrice:d markPrice:d unRealizedProfit:d liquidationPrice:d ' +
      'leverage:d maxQty:d marginType:=cross|isolated isolatedMargin:d isAutoAddMargin:=true|false ' +
      'positionSide:s notionalValue:d isolatedWallet:d updateTime:i',
  ),
];
const INCOME: Shape = [
  {
    symbol: 's',
    incomeType: '=TRANSFER|REALIZED_PNL|FUNDING_FEE|COMMISSION|INSURANCE_CLEAR',
    ...record('income:d asset:s info:s time:t tranId:i tradeId:s'),
  },
];

export const coinmRows: AnswerRows = {
  'coinm.time': [{ shape: { serverTime: 't' } }],
  'coinm.exchange-info': [
    {
      shape: {
        exchangeFilters: ['*', 'futures have no filters of the whole exchange'],
        rateLimits: [FUTURES_LIMIT],
        serverTime: 't',
        symbols: [
          {
            ...record(
              'symbol:s pair:s contractType:s deliveryDate:t onboardDate:t contractStatus:=TRADING|CLOSE',
            ),
            ...record('contractSize:i equalQtyPrecision:i maintMarginPercent:d requiredMarginPercent:d'),
            ...record('baseAsset:s quoteAsset:s marginAsset:s pricePrecision:i quantityPrecision:i'),
            ...record('baseAssetPrecision:i quotePrecision:i underlyingType:=COIN'),
            underlyingSubType: ['s', 'no contract has one'],
            ...record('triggerProtect:d liquidationFee:d marketTakeBound:d'),
            filters: [futuresFilter],
            orderTypes: ['s'],
            timeInForce: ['s'],
          },
        ],
        timezone: '=UTC',
      },
    },
  ],
  'coinm.premium-index': [
    { params: BTC, shape: PREMIUM },
    { params: PAIR, shape: PREMIUM },
  ],
  'coinm.depth': [
    {
      params: { ...BTC, limit: 5 },
      shape: { ...record('lastUpdateId:i symbol:s pair:s E:t T:t'), bids: ['d d'], asks: ['d d'] },
    },
  ],
  'coinm.klines': [
    {
      params: (tradingWeek) => ({ ...BTC, interval: '1h', limit: 3, ...lately(tradingWeek) }),
      shape: ['t d d d d d t d i d d =0'],
    },
  ],
  'coinm.agg-trades': [
    { params: { ...BTC, limit: 5, fromId: 100 }, shape: [record('a:i p:d q:d f:i l:i T:t m:b')] },
    {
      params: ({ clock }) => ({ ...BTC, startTime: clock.now() - 3_599_999, endTime: clock.now() }),
      shape: [record('a:i p:d q:d f:i l:i T:t m:b')],
    },
  ],
  'coinm.ticker-24hr': [{ params: BTC, shape: [DAY] }, { params: PAIR, shape: [DAY] }, { shape: [DAY] }],
  'coinm.order.new': [
    {
      params: (tradingWeek) => ({
        ...resting(tradingWeek),
        positionSide: 'BOTH',
        reduceOnly: 'false',
        newClientOrderId: 'coin-again',
        newOrderRespType: 'ACK',
        strategyId: 1,
        strategyType: 1_000_000,
      }),
      shape: COIN_PLACED,
    },
    {
      params: { ...BTC, side: 'SELL', type: 'MARKET', quantity: '10', newOrderRespType: 'RESULT' },
      shape: COIN_PLACED,
    },
    {
      params: ({ coinmPriceNear }) => ({
        ...BTC,
        side: 'BUY',
        type: 'STOP_MARKET',
        stopPrice: coinmPriceNear('BTCUSD_PERP', 4),
        closePosition: 'true',
        workingType: 'MARK_PRICE',
        priceProtect: 'true',
      }),
      shape: COIN_PLACED,
    },
    {
      params: ({ coinmPriceNear }) => ({
        ...BTC,
        side: 'SELL',
        type: 'TRAILING_STOP_MARKET',
        quantity: '10',
        activationPrice: coinmPriceNear('BTCUSD_PERP', 3),
        callbackRate: '1',
      }),
      shape: COIN_PLACED,
      unsentParams: { priceMatch: 'documented but refused by the exchange' },
    },
  ],
  'coinm.order.batch': [
    {
      params: (tradingWeek) => ({
        batchOrders: JSON.stringify([resting(tradingWeek), { ...resting(tradingWeek), price: '0' }]),
      }),
      shape: [(row) => ('code' in row ? record('code:i msg:s') : COIN_PLACED)],
    },
  ],
  'coinm.order.get': [
    { params: { ...BTC, origClientOrderId: 'coin' }, shape: COIN_ORDER },
    { params: ({ firstCoin }) => ({ ...BTC, orderId: firstCoin }), shape: COIN_ORDER },
  ],
  'coinm.open-orders': [
    { params: BTC, shape: [COIN_ORDER] },
    { params: PAIR, shape: [COIN_ORDER] },
  ],
  'coinm.all-orders': [
    { params: (tradingWeek) => ({ ...BTC, ...lately(tradingWeek), limit: 50 }), shape: [COIN_ORDER] },
    { params: (tradingWeek) => ({ ...PAIR, ...lately(tradingWeek) }), shape: [COIN_ORDER] },
    { params: { ...BTC, orderId: 1 }, shape: [COIN_ORDER] },
  ],
  'coinm.order.cancel': [
    { params: { ...BTC, origClientOrderId: 'coin' }, shape: CANCELLED },
    { params: ({ cancelCoin }) => ({ ...BTC, orderId: cancelCoin }), shape: CANCELLED },
  ],
  'coinm.open-orders.cancel': [
    { params: BTC, shape: { code: 'i', msg: '=The operation of cancel all open order is done.' } },
  ],
  'coinm.position-mode': [{ shape: { dualSidePosition: 'b' } }],
  'coinm.position-mode.set': [
    {
      // USD-M and COIN-M share the setting, which the row of USD-M has switched on.
      params: { dualSidePosition: 'false' },
      as: 'newcomer',
      shape: record('code:i msg:=success'),
    },
  ],
  'coinm.account': [
    {
      shape: {
        ...record('feeTier:i canTrade:b canDeposit:b canWithdraw:b updateTime:t totalInitialMargin:d'),
        ...record('totalMaintMargin:d totalWalletBalance:d totalUnrealizedProfit:d totalMarginBalance:d'),
        ...record('totalPositionInitialMargin:d totalOpenOrderInitialMargin:d totalCrossWalletBalance:d'),
        ...record('totalCrossUnPnl:d availableBalance:d'),
        assets: [
          record(
            'asset:s walletBalance:d unrealizedProfit:d marginBalance:d maintMargin:d initialMargin:d ' +
              'positionInitialMargin:d openOrderInitialMargin:d maxWithdrawAmount:d crossWalletBalance:d ' +
              'crossUnPnl:d availableBalance:d updateTime:t',
          ),
        ],
        positions: [
          record(
            'symbol:s positionAmt:d initialMargin:d maintMargin:d unrealizedProfit:d positionInitialMargin:d ' +
              'openOrderInitialMargin:d leverage:d isolated:b positionSide:s entryPrice:d breakEvenPrice:d ' +
              'maxQty:d notionalValue:d updateTime:i',
          ),
        ],
      },
    },
  ],
  'coinm.position-risk': [
    { params: PAIR, shape: RISK },
    { params: { marginAsset: 'BTC' }, shape: RISK },
  ],
  'coinm.my-trades': [
    { params: (tradingWeek) => ({ ...BTC, ...lately(tradingWeek), limit: 50 }), shape: TRADES },
    { params: { ...BTC, ...PAIR }, shape: TRADES },
    { params: { ...BTC, fromId: 0 }, shape: TRADES },
    { params: ({ firstCoin }) => ({ ...BTC, orderId: firstCoin }), shape: TRADES },
  ],
  'coinm.income': [
    { shape: INCOME },
    {
      params: (tradingWeek) => ({
        ...BTC,
        incomeType: 'FUNDING_FEE',
        ...lately(tradingWeek),
        limit: 5,
        page: 1,
      }),
      shape: INCOME,
    },
  ],
};
