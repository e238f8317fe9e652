/** Futures endpoints of the live exchange that the interface document lacks (public facts, USD-M trading). */
import type { FuturesProduct } from '../../../../src/catalogue/futures-products.ts';
import { type Fields, record, type Shape } from '../../response-shape.ts';
import { requestJson } from '../../signed-calls.ts';
import type { AnswerRows, EndpointCall } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';
import { COIN_ORDER, COIN_PLACED } from './coinm.ts';
import { ASSET, BALANCE, ORDER, PLACED, TOTALS } from './usdm-trading.ts';

/** The differences between USD-M and COIN-M. */
interface ProductRows {
  readonly name: FuturesProduct;
  readonly root: string;
  readonly symbol: string;
  readonly quantity: string;
  /** A symbol with an isolated position. */
  readonly isolated: string;
  readonly priceNear: (tradingWeek: TradingWeek, percent: number) => string;
  readonly placed: Fields;
  readonly order: Fields;
  /** The bounds of leverage brackets, which are in coins for COIN-M. */
  readonly bounds: string;
}

const USDM: ProductRows = {
  name: 'usdm',
  root: '/fapi/v1',
  symbol: 'BTCUSDT',
  quantity: '0.01',
  isolated: 'ETHUSDT',
  priceNear: ({ futuresPriceNear }, percent) => futuresPriceNear('BTCUSDT', percent),
  placed: PLACED,
  order: ORDER,
  bounds: 'notionalCap:n notionalFloor:n',
};
const COINM: ProductRows = {
  name: 'coinm',
  root: '/dapi/v1',
  symbol: 'BTCUSD_PERP',
  quantity: '10',
  isolated: 'ETHUSD_PERP',
  priceNear: ({ coinmPriceNear }, percent) => coinmPriceNear('BTCUSD_PERP', percent),
  placed: COIN_PLACED,
  order: COIN_ORDER,
  bounds: 'qtyCap:n qtylFloor:n',
};

const PAIR_BRACKETS: Shape = [
  { pair: 's', brackets: [record(`bracket:i initialLeverage:i ${COINM.bounds} maintMarginRatio:n cum:n`)] },
];

const month = ({ clock }: TradingWeek) => ({
  startTime: clock.now() - 29 * 86_400_000,
  endTime: clock.now(),
});
const FROM_TO = record('before:d after:d');
const INCOME: Shape = [
  {
    symbol: 's',
    incomeType: '=TRANSFER|REALIZED_PNL|FUNDING_FEE|COMMISSION|INSURANCE_CLEAR|AUTO_EXCHANGE',
    ...record('income:d asset:s info:s time:t tranId:i tradeId:s'),
  },
];
const SETTINGS: Shape = [
  {
    ...record('symbol:s isAutoAddMargin:b leverage:i maxNotionalValue:d'),
    marginType: '=CROSSED|ISOLATED',
  },
];
const RISK: Shape = [
  record(
    'symbol:s positionSide:s positionAmt:d entryPrice:d breakEvenPrice:d markPrice:d unRealizedProfit:d ' +
      'liquidationPrice:d isolatedMargin:d notional:d marginAsset:s isolatedWallet:d initialMargin:d maintMargin:d ' +
      'positionInitialMargin:d openOrderInitialMargin:d adl:i bidNotional:d askNotional:d updateTime:t',
  ),
];

/** Places a resting order; returns its id and the parameters of a modification. */
function change(product: ProductRows, tradingWeek: TradingWeek, newClientOrderId: string) {
  const { symbol, quantity, priceNear } = product;
  const order = { symbol, side: 'BUY', quantity, price: priceNear(tradingWeek, -3) } as const;
  const { orderId } = requestJson(tradingWeek.exchange, 'POST', `${product.root}/order`, {
    ...order,
    type: 'LIMIT',
    timeInForce: 'GTC',
    newClientOrderId,
  });
  return { orderId, changed: { ...order, price: priceNear(tradingWeek, -2) } };
}

function rowsOf(product: ProductRows): AnswerRows {
  const { name, symbol, quantity, isolated, placed, order, priceNear } = product;
  const { avgPrice: _average, ...cancelled } = placed;
  const matched: readonly EndpointCall[] =
    name === 'coinm'
      ? []
      : [
          {
            params: (tradingWeek) => {
              const { changed, orderId } = change(product, tradingWeek, 'matched');
              const { price: _, ...rest } = changed;
              return { ...rest, orderId, priceMatch: 'QUEUE_20' };
            },
            shape: placed,
          },
        ];
  const amendment: Shape = [
    {
      ...record('amendmentId:i symbol:s pair:s orderId:i clientOrderId:s time:t'),
      amendment: { price: FROM_TO, origQty: FROM_TO, count: 'i', 'modifyId?': 'i' },
      ...(name === 'coinm' ? {} : record('priceMatch:s')),
    },
  ];
  const bracket = record(`bracket:i initialLeverage:i ${product.bounds} maintMarginRatio:n cum:n`);
  const quantiles: Shape = [{ symbol: 's', adlQuantile: record('LONG:i SHORT:i BOTH:i') }];
  const margins: Shape = [
    record('symbol:s type:i deltaType:s amount:d asset:s time:t positionSide:=BOTH|LONG|SHORT'),
  ];
  const NO_ADL = 'nobody is closed for the losses of others';
  return {
    [`${name}.order.amend`]: [
      {
        params: (tradingWeek) => {
          const { changed, orderId } = change(product, tradingWeek, 'by-number');
          return { ...changed, orderId, modifyId: 5 };
        },
        shape: { ...placed, modifyId: 'i' },
      },
      {
        params: (tradingWeek) => ({
          ...change(product, tradingWeek, 'by-name').changed,
          origClientOrderId: 'by-name',
        }),
        shape: placed,
      },
      ...matched,
    ],
    [`${name}.order.batch-amend`]: [
      {
        params: (tradingWeek) => {
          const { changed, orderId } = change(product, tradingWeek, 'of-a-batch');
          const byName = { ...changed, origClientOrderId: 'of-a-batch', price: priceNear(tradingWeek, -2.5) };
          const more =
            name === 'coinm'
              ? []
              : [{ symbol, side: changed.side, quantity, orderId, priceMatch: 'QUEUE_20' }];
          return { batchOrders: JSON.stringify([{ ...changed, orderId, modifyId: 6 }, byName, ...more]) };
        },
        shape: [{ ...placed, 'modifyId?': 'i' }],
      },
    ],
    [`${name}.order.batch-cancel`]: [
      {
        params: (tradingWeek) => {
          const { orderId } = change(product, tradingWeek, 'batch-by-number');
          return { symbol, orderIdList: JSON.stringify([orderId]) };
        },
        shape: [cancelled],
      },
      {
        params: (tradingWeek) => {
          change(product, tradingWeek, 'batch-by-name');
          return { symbol, origClientOrderIdList: '["batch-by-name"]' };
        },
        shape: [cancelled],
      },
    ],
    [`${name}.order.open`]: [
      {
        params: (tradingWeek) => ({ symbol, orderId: change(product, tradingWeek, 'still-open').orderId }),
        shape: order,
      },
      { params: { symbol, origClientOrderId: 'still-open' }, shape: order },
    ],
    [`${name}.order.amendments`]: [
      { params: (tradingWeek) => ({ symbol, ...month(tradingWeek), limit: 5 }), shape: amendment },
      { params: { symbol, origClientOrderId: 'by-name' }, shape: amendment },
      { params: { symbol, orderId: 1 }, shape: ['*', 'the first order was a MARKET order'] },
    ],
    [`${name}.countdown`]: [
      { params: { symbol, countdownTime: 1_000_000 }, shape: { symbol: 's', countdownTime: 'd' } },
    ],
    [`${name}.force-orders`]: [
      { params: (tradingWeek) => ({ ...month(tradingWeek), limit: 5 }), shape: [order] },
      {
        params: (tradingWeek) => ({ symbol, autoCloseType: 'ADL', ...month(tradingWeek) }),
        shape: [order, NO_ADL],
      },
    ],
    [`${name}.brackets`]: [
      { params: { symbol }, shape: [{ symbol: 's', brackets: [bracket] }] },
      { shape: [{ symbol: 's', brackets: [bracket] }] },
    ],
    [`${name}.commission`]: [
      { params: { symbol }, shape: record('symbol:s makerCommissionRate:d takerCommissionRate:d') },
    ],
    [`${name}.adl`]: [{ params: { symbol }, shape: quantiles }, { shape: quantiles }],
    [`${name}.margin-history`]: [
      {
        params: (tradingWeek) => ({ symbol: isolated, type: 1, ...month(tradingWeek), limit: 5 }),
        shape: margins,
      },
    ],
  };
}

export const futuresTodayRows: AnswerRows = {
  'usdm.order.test': [
    {
      params: (tradingWeek) => ({
        symbol: 'BTCUSDT',
        side: 'BUY',
        positionSide: 'BOTH',
        type: 'LIMIT',
        timeInForce: 'GTD',
        goodTillDate: Math.ceil(tradingWeek.clock.now() / 1000) * 1000 + 3_600_000,
        quantity: '0.01',
        price: tradingWeek.futuresPriceNear('BTCUSDT', -4),
        reduceOnly: 'false',
        newClientOrderId: 'tried',
        selfTradePreventionMode: 'EXPIRE_MAKER',
        newOrderRespType: 'RESULT',
        strategyId: 1,
        strategyType: 1_000_000,
      }),
      shape: PLACED,
    },
    {
      params: ({ futuresPriceNear }) => ({
        symbol: 'BTCUSDT',
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
        symbol: 'BTCUSDT',
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
        symbol: 'BTCUSDT',
        side: 'BUY',
        type: 'LIMIT',
        timeInForce: 'GTC',
        quantity: '0.01',
        priceMatch: 'QUEUE',
      },
      shape: PLACED,
    },
  ],
  'coinm.pair-brackets': [{ params: { pair: 'BTCUSD' }, shape: PAIR_BRACKETS }, { shape: PAIR_BRACKETS }],
  'coinm.leverage': [
    { params: { symbol: 'BTCUSD_PERP', leverage: 10 }, shape: record('leverage:i maxQty:d symbol:s') },
  ],
  'coinm.margin-type': [
    { params: { symbol: 'BNBUSD_PERP', marginType: 'ISOLATED' }, shape: record('code:i msg:=success') },
  ],
  'coinm.position-margin': [
    {
      params: { symbol: 'ETHUSD_PERP', positionSide: 'BOTH', amount: '0.01', type: 1 },
      shape: { ...record('amount:n code:i'), msg: '=Successfully modify position margin.', type: 'i' },
    },
  ],
  ...rowsOf(USDM),
  ...rowsOf(COINM),
  'usdm.income': [
    { shape: INCOME },
    {
      params: (tradingWeek) => ({
        symbol: 'BTCUSDT',
        incomeType: 'FUNDING_FEE',
        ...month(tradingWeek),
        limit: 5,
        page: 1,
      }),
      shape: INCOME,
    },
  ],
  'usdm.assets-mode': [{ shape: { multiAssetsMargin: 'b' } }],
  'usdm.assets-mode.set': [
    {
      params: { multiAssetsMargin: 'true' },
      as: 'newcomer',
      shape: record('code:i msg:=success'),
    },
  ],
  'usdm.fee-burn': [{ shape: { feeBurn: 'b' } }],
  'usdm.fee-burn.set': [{ params: { feeBurn: 'true' }, shape: record('code:i msg:=success') }],
  'usdm.account-config': [
    {
      shape: record(
        'feeTier:i canTrade:b canDeposit:b canWithdraw:b dualSidePosition:b updateTime:i multiAssetsMargin:b tradeGroupId:i',
      ),
    },
  ],
  'usdm.symbol-config': [{ params: { symbol: 'BTCUSDT' }, shape: SETTINGS }, { shape: SETTINGS }],
  'usdm.balance-v3': [{ shape: [BALANCE] }],
  'usdm.account-v3': [
    {
      shape: {
        ...record(`${TOTALS} maxWithdrawAmount:d`),
        assets: [ASSET],
        positions: [
          record(
            'symbol:s positionSide:s positionAmt:d unrealizedProfit:d isolatedMargin:d notional:d isolatedWallet:d ' +
              'initialMargin:d maintMargin:d updateTime:i',
          ),
        ],
      },
    },
  ],
  'usdm.position-risk-v3': [{ params: { symbol: 'BTCUSDT' }, shape: RISK }, { shape: RISK }],
};
