/**
 * Orders, positions and the account of USD-margined futures (interface document; public facts, USD-M
 * trading).
 */
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const BTC = { symbol: 'BTCUSDT' } as const;
const ID = 'orderId:i symbol:s status:s clientOrderId:s price:d avgPrice:d origQty:d executedQty:d';
const KIND =
  'timeInForce:s type:s reduceOnly:b closePosition:b side:=BUY|SELL positionSide:=BOTH|LONG|SHORT stopPrice:d';
const MODES = 'workingType:s priceProtect:b origType:s priceMatch:s selfTradePreventionMode:s goodTillDate:i';
const TRAILING = 'activatePrice?:d priceRate?:d';
export const PLACED = record(`${ID} cumQty:d cumQuote:d ${KIND} ${MODES} ${TRAILING} updateTime:t`);
const CANCELLED = record(
  `${ID.replace(' avgPrice:d', '')} cumQty:d cumQuote:d ${KIND} ${MODES} ${TRAILING} updateTime:t`,
);
export const ORDER = record(`${ID} cumQuote:d ${KIND} ${MODES} ${TRAILING} time:t updateTime:t`);

const resting = ({ futuresPriceNear }: TradingWeek, percent = -4) =>
  ({
    ...BTC,
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.01',
    price: futuresPriceNear('BTCUSDT', percent),
  }) as const;
const week = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 6 * 86_400_000, endTime: clock.now() });

export const TOTALS =
  'totalInitialMargin:d totalMaintMargin:d totalWalletBalance:d totalUnrealizedProfit:d totalMarginBalance:d ' +
  'totalPositionInitialMargin:d totalOpenOrderInitialMargin:d totalCrossWalletBalance:d totalCrossUnPnl:d availableBalance:d';
export const ASSET = record(
  'asset:s walletBalance:d unrealizedProfit:d marginBalance:d maintMargin:d initialMargin:d ' +
    'positionInitialMargin:d openOrderInitialMargin:d crossWalletBalance:d crossUnPnl:d availableBalance:d ' +
    'maxWithdrawAmount:d marginAvailable:b updateTime:t',
);
export const BALANCE = record(
  'accountAlias:s asset:s balance:d crossWalletBalance:d crossUnPnl:d availableBalance:d maxWithdrawAmount:d ' +
    'marginAvailable:b updateTime:t',
);
const ACCOUNT: Shape = {
  ...record(
    'feeTier:i canTrade:b canDeposit:b canWithdraw:b updateTime:t multiAssetsMargin:b tradeGroupId:i',
  ),
  ...record(`${TOTALS} maxWithdrawAmount:d`),
  assets: [ASSET],
  positions: [
    record(
      'symbol:s initialMargin:d maintMargin:d unrealizedProfit:d positionInitialMargin:d openOrderInitialMargin:d ' +
        'leverage:d isolated:b entryPrice:d breakEvenPrice:d maxNotional:d bidNotional:d askNotional:d ' +
        'positionSide:s positionAmt:d updateTime:i',
    ),
  ],
};
const RISK: Shape = [
  record(
    'symbol:s positionAmt:d entryPrice:d breakEvenPrice:d markPrice:d unRealizedProfit:d liquidationPrice:d ' +
      'leverage:d maxNotionalValue:d marginType:=cross|isolated isolatedMargin:d isAutoAddMargin:=true|false ' +
      'positionSide:=BOTH|LONG|SHORT notional:d isolatedWallet:d updateTime:i',
  ),
];

const TRADES: Shape = [
  record(
    'buyer:b commission:d commissionAsset:s id:i maker:b orderId:i price:d qty:d quoteQty:d realizedPnl:d ' +
      'side:s positionSide:s symbol:s time:t',
  ),
];

export const usdmTradingRows: AnswerRows = {
  'usdm.order.new': [
    {
      params: (tradingWeek) => ({
        ...resting(tradingWeek),
        positionSide: 'BOTH',
        reduceOnly: 'false',
        newClientOrderId: 'until',
        timeInForce: 'GTD',
        goodTillDate: Math.ceil(tradingWeek.clock.now() / 1000) * 1000 + 3_600_000,
        selfTradePreventionMode: 'EXPIRE_MAKER',
        newOrderRespType: 'ACK',
        strategyId: 1,
        strategyType: 1_000_000,
      }),
      shape: PLACED,
    },
    {
      params: { ...BTC, side: 'BUY', type: 'MARKET', quantity: '0.01', newOrderRespType: 'RESULT' },
      shape: PLACED,
    },
    {
      params: ({ futuresPriceNear }) => ({
        ...BTC,
        side: 'SELL',
        type: 'STOP_MARKET',
        stopPrice: futuresPriceNear('BTCUSDT', -4),
        closePosition: 'true',
        workingType: 'MARK_PRICE',
        priceProtect: 'true',
      }),
      shape: PLACED,
    },
    {
      params: ({ futuresPriceNear }) => ({
        ...BTC,
        side: 'SELL',
        type: 'TRAILING_STOP_MARKET',
        quantity: '0.01',
        activationPrice: futuresPriceNear('BTCUSDT', 3),
        callbackRate: '1',
      }),
      shape: PLACED,
    },
    {
      params: {
        ...BTC,
        side: 'BUY',
        type: 'LIMIT',
        timeInForce: 'GTC',
        quantity: '0.01',
        priceMatch: 'QUEUE_20',
      },
      shape: PLACED,
    },
  ],
  'usdm.order.batch': [
    {
      params: (tradingWeek) => ({
        batchOrders: JSON.stringify([resting(tradingWeek), { ...resting(tradingWeek), price: '0' }]),
      }),
      shape: [(row) => ('code' in row ? record('code:i msg:s') : PLACED)],
    },
  ],
  'usdm.order.get': [
    { params: { ...BTC, origClientOrderId: 'future' }, shape: ORDER },
    { params: ({ firstFuture }) => ({ ...BTC, orderId: firstFuture }), shape: ORDER },
  ],
  'usdm.open-orders': [{ params: BTC, shape: [ORDER] }, { shape: [ORDER] }],
  'usdm.all-orders': [
    { params: (tradingWeek) => ({ ...BTC, ...week(tradingWeek), limit: 100 }), shape: [ORDER] },
    { params: { ...BTC, orderId: 1 }, shape: [ORDER] },
  ],
  'usdm.order.cancel': [
    { params: { ...BTC, origClientOrderId: 'future' }, shape: CANCELLED },
    { params: ({ cancelFuture }) => ({ ...BTC, orderId: cancelFuture }), shape: CANCELLED },
  ],
  'usdm.my-trades': [
    { params: (tradingWeek) => ({ ...BTC, ...week(tradingWeek), limit: 100 }), shape: TRADES },
    { params: { ...BTC, fromId: 0 }, shape: TRADES },
    { params: ({ firstFuture }) => ({ ...BTC, orderId: firstFuture }), shape: TRADES },
  ],
  'usdm.balance': [
    {
      shape: [BALANCE],
    },
  ],
  'usdm.account': [{ shape: ACCOUNT }],
  'usdm.position-risk': [{ params: BTC, shape: RISK }, { shape: RISK }],
  'usdm.position-risk-v1': [{ params: BTC, shape: RISK }],
  'usdm.open-orders.cancel': [
    { params: BTC, shape: { code: 'i', msg: '=The operation of cancel all open order is done.' } },
  ],
  'usdm.position-mode': [{ shape: { dualSidePosition: 'b' } }],
  'usdm.position-mode.set': [
    {
      params: { dualSidePosition: 'true' },
      as: 'newcomer',
      shape: record('code:i msg:=success'),
    },
  ],
  'usdm.leverage': [
    { params: { ...BTC, leverage: 10 }, shape: record('leverage:i maxNotionalValue:d symbol:s') },
  ],
  'usdm.margin-type': [
    { params: { symbol: 'XRPUSDT', marginType: 'ISOLATED' }, shape: { code: 'i', msg: '=success' } },
  ],
  'usdm.position-margin': [
    {
      params: { symbol: 'ETHUSDT', positionSide: 'BOTH', amount: '10', type: 1 },
      shape: { ...record('amount:n code:i'), msg: '=Successfully modify position margin.', type: 'i' },
    },
  ],
};
