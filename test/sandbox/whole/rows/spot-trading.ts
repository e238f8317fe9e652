/** Orders, order lists and the account of spot (interface document; public facts, Spot trading). */
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';
import { LIMIT } from './spot-market.ts';

const BTC = { symbol: 'BTCUSDT' } as const;
const FULL = { newOrderRespType: 'FULL' } as const;
/** The reason why goodTillDate is not sent: the interface document lists it, but spot has no GTD orders. */
const TAKEN_AND_IGNORED = { goodTillDate: 1_800_000_000_000 } as const;
const TAGS = { strategyId: 7, strategyType: 1_000_000 } as const;

const ACK = 'symbol:s orderId:i orderListId:i clientOrderId:s transactTime:t';
const AMOUNTS = 'price:d8 origQty:d8 executedQty:d8 origQuoteOrderQty:d8 cummulativeQuoteQty:d8';
const KIND = 'status:s timeInForce:s type:s side:=BUY|SELL';
const RESULT = `${ACK} ${AMOUNTS} ${KIND} workingTime:i selfTradePreventionMode:s`;
const FILL = record('price:d8 qty:d8 commission:d8 commissionAsset:s tradeId:i');
const ORDER = record(
  'symbol:s orderId:i orderListId:i clientOrderId:s price:d8 origQty:d8 executedQty:d8 cummulativeQuoteQty:d8 ' +
    `${KIND} stopPrice:d8 icebergQty:d8 time:t updateTime:t isWorking:b workingTime:i origQuoteOrderQty:d8 ` +
    'selfTradePreventionMode:s strategyId?:i strategyType?:i trailingDelta?:i trailingTime?:i ' +
    'preventedMatchId?:i preventedQuantity?:d8 pegPriceType?:s pegOffsetType?:s pegOffsetValue?:i peggedPrice?:d8 ' +
    'workingFloor?:s usedSor?:b',
);
const CANCELLED = record(
  'symbol:s origClientOrderId:s orderId:i orderListId:i clientOrderId:s transactTime:t ' +
    `${AMOUNTS} ${KIND} selfTradePreventionMode:s stopPrice?:d8 trailingDelta?:i trailingTime?:i icebergQty?:d8 strategyId?:i strategyType?:i ` +
    'pegPriceType?:s pegOffsetType?:s pegOffsetValue?:i peggedPrice?:d8',
);
const LIST = {
  ...record('orderListId:i contingencyType:=OCO listStatusType:s listOrderStatus:s listClientOrderId:s'),
  ...record('transactionTime:t symbol:s'),
  orders: [record('symbol:s orderId:i clientOrderId:s')],
} as const;
const PLACED = record(
  `${RESULT} stopPrice?:d8 trailingDelta?:i trailingTime?:i icebergQty?:d8 strategyId?:i strategyType?:i`,
);
const RATES = record('maker:d8 taker:d8 buyer:d8 seller:d8');
const DISCOUNT = record('enabledForAccount:b enabledForSymbol:b discountAsset:s discount:d8');

const PEGGED = {
  ...{ side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01' },
  ...{ pegPriceType: 'PRIMARY_PEG', pegOffsetType: 'PRICE_LEVEL', pegOffsetValue: 20 },
} as const;
const limit = ({ priceNear }: TradingWeek, side: 'BUY' | 'SELL', percent: number) =>
  ({
    ...BTC,
    side,
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '0.01',
    price: priceNear('BTCUSDT', percent),
  }) as const;
const oco = ({ priceNear }: TradingWeek) =>
  ({
    ...BTC,
    side: 'SELL',
    quantity: '0.01',
    price: priceNear('BTCUSDT', 6),
    stopPrice: priceNear('BTCUSDT', -6),
  }) as const;
const today = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 80_000_000, endTime: clock.now() });

const TRADES: Shape = [
  record(
    'symbol:s id:i orderId:i orderListId:i price:d8 qty:d8 quoteQty:d8 commission:d8 commissionAsset:s time:t ' +
      'isBuyer:b isMaker:b isBestMatch:b',
  ),
];

const ALLOCATIONS: Shape = [
  record(
    'symbol:s allocationId:i allocationType:=SOR orderId:i orderListId:i price:d8 qty:d8 quoteQty:d8 commission:d8 ' +
      'commissionAsset:s time:t isBuyer:b isMaker:b isAllocator:b',
  ),
];

const PREVENTED: Shape = [
  record(
    'symbol:s preventedMatchId:i takerOrderId:i makerSymbol:s makerOrderId:i tradeGroupId:i ' +
      'selfTradePreventionMode:s price:d8 takerPreventedQuantity?:d8 makerPreventedQuantity?:d8 transactTime:t',
  ),
];

export const spotTradingRows: AnswerRows = {
  'spot.order.new': [
    { params: (tradingWeek) => limit(tradingWeek, 'BUY', -8), shape: record(ACK) },
    {
      params: (tradingWeek) => ({
        ...limit(tradingWeek, 'BUY', -8),
        ...TAGS,
        ...FULL,
        icebergQty: '0.005',
        newClientOrderId: 'iceberg',
        selfTradePreventionMode: 'EXPIRE_BOTH',
      }),
      shape: { ...record(`${RESULT} icebergQty:d8 strategyId:i strategyType:i`), fills: ['*', 'it rests'] },
    },
    {
      params: (tradingWeek) => ({
        ...BTC,
        side: 'SELL',
        type: 'STOP_LOSS',
        quantity: '0.01',
        stopPrice: tradingWeek.priceNear('BTCUSDT', -5),
        trailingDelta: 100,
        newOrderRespType: 'RESULT',
      }),
      shape: record(`${RESULT} stopPrice:d8 trailingDelta:i trailingTime:i`),
    },
    {
      params: { ...BTC, side: 'BUY', type: 'MARKET', quoteOrderQty: '100', ...FULL, ...TAKEN_AND_IGNORED },
      shape: { ...record(RESULT), fills: [FILL] },
    },
    {
      params: { ...BTC, ...PEGGED, newOrderRespType: 'RESULT' },
      shape: record(`${RESULT} pegPriceType:s pegOffsetType:s pegOffsetValue:i peggedPrice:d8`),
    },
  ],
  'spot.order.test': [
    {
      params: (tradingWeek) => ({ ...limit(tradingWeek, 'BUY', -8), ...TAGS, newOrderRespType: 'RESULT' }),
      shape: {},
    },
    {
      params: (tradingWeek) => ({
        ...limit(tradingWeek, 'SELL', 8),
        icebergQty: '0.005',
        newClientOrderId: 'tried',
        selfTradePreventionMode: 'EXPIRE_MAKER',
        computeCommissionRates: 'true',
      }),
      shape: {
        standardCommissionForOrder: record('maker:d8 taker:d8'),
        specialCommissionForOrder: record('maker:d8 taker:d8'),
        taxCommissionForOrder: record('maker:d8 taker:d8'),
        discount: DISCOUNT,
      },
    },
    {
      params: (tradingWeek) => ({
        ...BTC,
        side: 'SELL',
        type: 'STOP_LOSS',
        quantity: '0.01',
        stopPrice: tradingWeek.priceNear('BTCUSDT', -5),
        trailingDelta: 100,
      }),
      shape: {},
    },
    {
      params: { ...BTC, side: 'BUY', type: 'MARKET', quoteOrderQty: '100', ...TAKEN_AND_IGNORED },
      shape: {},
    },
    { params: { ...BTC, ...PEGGED }, shape: {} },
  ],
  'spot.order.get': [
    { params: { ...BTC, origClientOrderId: 'tagged' }, shape: ORDER },
    { params: ({ firstOrder }) => ({ ...BTC, orderId: firstOrder }), shape: ORDER },
  ],
  'spot.open-orders': [{ params: BTC, shape: [ORDER] }, { shape: [ORDER] }],
  'spot.all-orders': [
    { params: { ...BTC, orderId: 1, limit: 500 }, shape: [ORDER] },
    { params: (tradingWeek) => ({ ...BTC, ...today(tradingWeek) }), shape: [ORDER] },
  ],
  'spot.order.amend': [
    {
      params: { ...BTC, origClientOrderId: 'tagged', newQty: '0.006', newClientOrderId: 'smaller' },
      shape: {
        ...record('transactTime:t executionId:i'),
        amendedOrder: record(
          'symbol:s orderId:i orderListId:i origClientOrderId:s clientOrderId:s price:d8 qty:d8 executedQty:d8 ' +
            'preventedQty:d8 quoteOrderQty:d8 cumulativeQuoteQty:d8 status:s timeInForce:s type:s side:s ' +
            'workingTime:t selfTradePreventionMode:s',
        ),
      },
    },
    {
      params: ({ listOrder }) => ({ ...BTC, orderId: listOrder, newQty: '0.006' }),
      shape: {
        ...record('transactTime:t executionId:i'),
        amendedOrder: '*',
        listStatus: {
          ...record('orderListId:i contingencyType:=OCO listOrderStatus:s listClientOrderId:s symbol:s'),
          orders: [record('symbol:s orderId:i clientOrderId:s')],
        },
      },
    },
  ],
  'spot.order.amendments': [
    {
      params: ({ listOrder }) => ({ ...BTC, orderId: listOrder, fromExecutionId: 1, limit: 10 }),
      shape: [
        record(
          'symbol:s orderId:i executionId:i origClientOrderId:s newClientOrderId:s origQty:d8 newQty:d8 time:t',
        ),
      ],
    },
  ],
  'spot.order.cancel': [
    {
      params: {
        ...BTC,
        origClientOrderId: 'cancel-me',
        newClientOrderId: 'cancelled',
        cancelRestrictions: 'ONLY_NEW',
      },
      shape: CANCELLED,
    },
    { params: ({ cancelMe }) => ({ ...BTC, orderId: cancelMe }), shape: CANCELLED },
  ],
  'spot.oco.new': [
    {
      params: (tradingWeek) => ({
        ...oco(tradingWeek),
        listClientOrderId: 'whole',
        limitClientOrderId: 'above',
        limitIcebergQty: '0.005',
        limitStrategyId: 1,
        limitStrategyType: 1_000_000,
        stopClientOrderId: 'below',
        stopLimitPrice: tradingWeek.priceNear('BTCUSDT', -7),
        stopLimitTimeInForce: 'GTC',
        stopIcebergQty: '0.005',
        stopStrategyId: 2,
        stopStrategyType: 1_000_000,
        newOrderRespType: 'RESULT',
        selfTradePreventionMode: 'EXPIRE_MAKER',
      }),
      shape: { ...LIST, orderReports: [PLACED] },
    },
    {
      params: (tradingWeek) => ({ ...oco(tradingWeek), trailingDelta: 100 }),
      shape: { ...LIST, orderReports: [record(ACK)] },
    },
  ],
  'spot.order-list.get': [
    { params: { orderListId: 0 }, shape: LIST },
    { params: { origClientOrderId: 'pair' }, shape: LIST },
  ],
  'spot.all-order-lists': [
    { params: { fromId: 0, limit: 500 }, shape: [LIST] },
    { params: today, shape: [LIST] },
  ],
  'spot.open-order-lists': [{ shape: [LIST] }],
  'spot.order-list.cancel': [
    {
      params: { ...BTC, orderListId: 0, newClientOrderId: 'list-cancelled' },
      shape: { ...LIST, orderReports: [CANCELLED] },
    },
    { params: { ...BTC, listClientOrderId: 'whole' }, shape: { ...LIST, orderReports: [CANCELLED] } },
  ],
  'spot.open-orders.cancel': [
    {
      params: BTC,
      shape: [(row) => ('contingencyType' in row ? { ...LIST, orderReports: [CANCELLED] } : CANCELLED)],
    },
  ],
  'spot.account': [
    {
      params: { omitZeroBalances: 'true' },
      shape: {
        ...record('makerCommission:i takerCommission:i buyerCommission:i sellerCommission:i'),
        commissionRates: RATES,
        ...record(
          'canTrade:b canWithdraw:b canDeposit:b brokered:b requireSelfTradePrevention:b preventSor:b',
        ),
        ...record('updateTime:t accountType:=SPOT'),
        balances: [record('asset:s free:d8 locked:d8')],
        permissions: ['s'],
        uid: 'i',
      },
    },
  ],
  'spot.my-trades': [
    { params: (tradingWeek) => ({ ...BTC, ...today(tradingWeek) }), shape: TRADES },
    { params: { ...BTC, fromId: 0, limit: 500 }, shape: TRADES },
    { params: ({ firstOrder }) => ({ ...BTC, orderId: firstOrder }), shape: TRADES },
  ],
  'spot.order-limits': [{ shape: [{ ...LIMIT, count: 'i' }] }],
  'spot.account-filters': [
    {
      params: BTC,
      shape: {
        exchangeFilters: [
          record(
            'filterType:s maxNumOrders?:i maxNumAlgoOrders?:i maxNumIcebergOrders?:i maxNumOrderLists?:i',
          ),
        ],
        symbolFilters: [
          record('filterType:s maxNumOrders?:i maxNumOrderLists?:i maxNumAlgoOrders?:i maxNumOrderAmends?:i'),
        ],
        // Assets have no filters.
        assetFilters: '*',
      },
    },
  ],
  'spot.prevented-matches': [
    { params: { ...BTC, preventedMatchId: 0 }, shape: PREVENTED },
    {
      params: ({ preventedOrder }) => ({
        ...BTC,
        orderId: preventedOrder,
        fromPreventedMatchId: 0,
        limit: 10,
      }),
      shape: PREVENTED,
    },
  ],
  'spot.allocations': [
    { params: (tradingWeek) => ({ ...BTC, ...today(tradingWeek), limit: 10 }), shape: ALLOCATIONS },
    {
      params: ({ routedOrder }) => ({ ...BTC, fromAllocationId: 0, orderId: routedOrder }),
      shape: ALLOCATIONS,
    },
  ],
  'spot.commission': [
    {
      params: BTC,
      shape: {
        symbol: '=BTCUSDT',
        standardCommission: RATES,
        'specialCommission?': RATES,
        taxCommission: RATES,
        discount: DISCOUNT,
      },
    },
  ],
};
