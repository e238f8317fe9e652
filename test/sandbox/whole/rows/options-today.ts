/** Calls of options that only today's interface has (today's interface, Options). */
import { addTrader } from '../../options/setup.ts';
import { record } from '../../response-shape.ts';
import { type Credentials, requestJson, sendSigned } from '../../signed-calls.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const BTC = { underlying: 'BTCUSDT' } as const;
const CANCELLED = record(
  'orderId:i symbol:s price:d quantity:d executedQty:d side:s type:s timeInForce:s reduceOnly:b postOnly:b createDate:t ' +
    'updateTime:t status:s avgPrice:d source:s clientOrderId:s priceScale:i quantityScale:i optionSide:s quoteAsset:s ' +
    'mmp:b selfTradePreventionMode:s',
);
const COUNTDOWN = record('underlying:s countdownTime:i');
const BLOCK_ORDER = {
  ...record('blockTradeSettlementKey:s expireTime:t liquidity:=TAKER|MAKER status:s createTime:t'),
  legs: [record('symbol:s side:=BUY|SELL quantity:d price:d')],
} as const;
const EXERCISE = record(
  'id:s currency:s symbol:s exercisePrice:d quantity:d amount:d fee:d createDate:t priceScale:i quantityScale:i ' +
    'optionSide:=CALL|PUT positionSide:=LONG|SHORT quoteAsset:s',
);
const month = ({ clock }: TradingWeek) => ({
  startTime: clock.now() - 29 * 86_400_000,
  endTime: clock.now(),
});

/** Places a resting order; returns its id, which no JSON number can hold. */
function rest({ exchange, option, lowestPrice }: TradingWeek, clientOrderId: string): string {
  const order = {
    symbol: option,
    side: 'BUY',
    type: 'LIMIT',
    quantity: '0.1',
    price: lowestPrice,
    clientOrderId,
  };
  const { body } = sendSigned(exchange, 'POST', '/eapi/v1/order', { ...order, timeInForce: 'GTC' });
  return /"orderId":(\d+)/.exec(body)![1]!;
}

/** Offers a block trade, by default as the demo user; returns its key. */
function offerBlock({ exchange, option, lowestPrice }: TradingWeek, keys?: Credentials) {
  const legs = JSON.stringify([{ symbol: option, side: 'BUY', quantity: '0.1', price: lowestPrice }]);
  const offer = { liquidity: 'TAKER', legs };
  const offered = requestJson(exchange, 'POST', '/eapi/v1/block/order/create', offer, keys);
  return { blockOrderMatchingKey: offered.blockTradeSettlementKey as string };
}

/** Offers a block trade as another account, which has some USDT in its options wallet. */
function offerAsCounterparty(week: TradingWeek) {
  return offerBlock(week, addTrader(week.exchange, 'counterparty', 100n));
}

export const optionsTodayRows: AnswerRows = {
  'options.block-order.new': [
    {
      params: ({ option, lowestPrice }) => ({
        liquidity: 'MAKER',
        legs: JSON.stringify([
          { symbol: option, side: 'BUY', quantity: '0.1', price: lowestPrice, type: 'LIMIT' },
        ]),
      }),
      shape: BLOCK_ORDER,
    },
  ],
  'options.block-order.extend': [{ params: (week) => offerBlock(week), shape: BLOCK_ORDER }],
  'options.block-order.cancel': [{ params: (week) => offerBlock(week), shape: {} }],
  'options.block-order.get': [{ params: (week) => offerBlock(week), shape: BLOCK_ORDER }],
  'options.block-order.accept': [
    { params: offerAsCounterparty, shape: { ...BLOCK_ORDER, status: '=ACCEPTED' } },
  ],
  'options.block-orders': [
    { params: (week) => ({ ...BTC, ...month(week), ...offerBlock(week) }), shape: [BLOCK_ORDER] },
  ],
  'options.block-trades': [
    {
      params: ({ option }) => ({ symbol: option, limit: 10 }),
      shape: [record('id:i tradeId:i symbol:s price:d qty:d quoteQty:d side:i time:t')],
    },
  ],
  'options.block-user-trades': [
    {
      params: (week) => ({ ...BTC, ...month(week) }),
      shape: [
        {
          ...record('parentOrderId:s blockTradeSettlementKey:s'),
          crossType: '=USER_BLOCK',
          legs: [
            record(
              'createTime:t updateTime:t symbol:s orderId:s orderPrice:n orderQuantity:n orderStatus:=FILLED executedQty:n ' +
                'executedAmount:n fee:n orderType:=PREV_QUOTED orderSide:=BUY|SELL id:s tradeId:i tradePrice:n tradeQty:n ' +
                'tradeTime:t liquidity:=TAKER|MAKER commission:n',
            ),
          ],
        },
      ],
    },
  ],
  'options.trades': [
    {
      params: ({ option }) => ({ symbol: option, limit: 20 }),
      shape: [record('id:i symbol:s price:d qty:d quoteQty:d side:i time:t')],
    },
  ],
  'options.margin-account': [
    {
      shape: {
        asset: [
          record(
            'asset:s marginBalance:d equity:d available:d initialMargin:d maintMargin:d unrealizedPNL:d adjustedEquity:d',
          ),
        ],
        greek: [record('underlying:s delta:d gamma:d theta:d vega:d')],
        ...record('time:t canTrade:b canDeposit:b canWithdraw:b reduceOnly:b tradeGroupId:i'),
      },
    },
  ],
  'options.commission': [{ shape: { commissions: [record('underlying:s makerFee:d takerFee:d')] } }],
  'options.exercise-records': [
    {
      params: (week) => ({ ...month(week), limit: 10 }),
      shape: [EXERCISE],
    },
    {
      params: ({ exchange }) => {
        const [{ symbol }] = requestJson(exchange, 'GET', '/eapi/v1/exerciseRecord');
        return { symbol };
      },
      shape: [EXERCISE],
    },
  ],
  'options.bill': [
    {
      params: (week) => ({ currency: 'USDT', ...month(week), limit: 50 }),
      shape: [{ ...record('id:i asset:s amount:d createDate:t'), type: '=CONTRACT|FEE|EXERCISE|TRANSFER' }],
    },
    {
      params: { currency: 'USDT', recordId: 2 },
      shape: [record('id:i asset:s amount:d type:s createDate:t')],
    },
  ],
  'options.order.batch-cancel': [
    {
      params: (week) => ({ symbol: week.option, orderIds: `[${rest(week, 'cancelled')}]` }),
      shape: [CANCELLED],
    },
    {
      params: (week) => {
        rest(week, 'also-cancelled');
        return { symbol: week.option, clientOrderIds: '["also-cancelled"]' };
      },
      shape: [CANCELLED],
    },
  ],
  'options.open-orders.cancel-underlying': [{ params: BTC, shape: { code: 'i', msg: '=success' } }],
  'options.countdown.set': [{ params: { ...BTC, countdownTime: 60_000 }, shape: COUNTDOWN }],
  'options.countdown.get': [{ params: BTC, shape: COUNTDOWN }],
  'options.countdown.heartbeat': [
    { params: { underlyings: 'BTCUSDT,ETHUSDT' }, shape: { underlyings: ['s'] } },
  ],
  'options.mmp.reset': [
    {
      params: BTC,
      shape: record(
        'underlyingId:i underlying:s windowTimeInMilliseconds:i frozenTimeInMilliseconds:i qtyLimit:d deltaLimit:d lastTriggerTime:i',
      ),
    },
  ],
};
