/**
 * Calls that satisfy the rules of orders, lists, accounts and futures, and calls that break them, written by
 * hand. A fault is written "param rule"; a rule between parameters has "-" for the parameter.
 */
import { DAY_MS } from '../../src/core/time-units.ts';
import { LIST_VECTORS } from './list-vectors.ts';

type Sent = Readonly<Record<string, string>>;

export interface RuleVectors {
  readonly kept: readonly Sent[];
  readonly broken: readonly (readonly [Sent, readonly string[]])[];
}

const FROM = 1_700_000_000_000;

/** Returns the start and end time of a window of this length in ms, from a fixed moment on. */
function window(spanMs: number): Sent {
  return { startTime: String(FROM), endTime: String(FROM + spanMs) };
}

/**
 * Returns vectors for windows of at most `maxMs`, or of any length; an end before its start is always a
 * fault.
 */
function windows(base: Sent, maxMs?: number): RuleVectors {
  const backwards = { ...base, startTime: String(FROM), endTime: String(FROM - 1) };
  return {
    kept: [base, { ...base, ...window(maxMs ?? 3650 * DAY_MS) }, { ...base, ...window(0) }],
    broken: [
      [backwards, ['- not-after']],
      ...(maxMs === undefined ? [] : ([[{ ...base, ...window(maxMs + 1) }, ['- max-span']]] as const)),
    ],
  };
}

/** Returns vectors for calls that need one of two ids, or both. */
function eitherId(base: Sent, first: string, second: string): RuleVectors {
  return {
    kept: [
      { ...base, [first]: '1' },
      { ...base, [second]: 'a' },
      { ...base, [first]: '1', [second]: 'a' },
    ],
    broken: [[base, ['- at-least-one']]],
  };
}

function combine(...parts: readonly RuleVectors[]): RuleVectors {
  return { kept: parts.flatMap(({ kept }) => kept), broken: parts.flatMap(({ broken }) => broken) };
}

/**
 * Returns vectors for orders by type: each with all that it needs, and without each of its needs in turn. A
 * need "a|b" is met by either parameter, or by both unless they exclude each other.
 */
function orders(base: Sent, values: Sent, needs: Readonly<Record<string, readonly string[]>>): RuleVectors {
  const kept: Sent[] = [];
  const broken: [Sent, readonly string[]][] = [];
  const pickValues = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, values[name]!]));
  for (const [type, needed] of Object.entries(needs)) {
    for (const way of [0, 1]) {
      kept.push({
        ...base,
        type,
        ...pickValues(needed.map((need) => need.split('|').at(way) ?? need.split('|')[0]!)),
      });
    }
    for (const left of needed) {
      const others = needed.filter((need) => need !== left).map((need) => need.split('|')[0]!);
      broken.push([
        { ...base, type, ...pickValues(others) },
        [left.includes('|') ? '- needs-by-value' : `${left} needs-by-value`],
      ]);
    }
  }
  return { kept, broken };
}

const side = { side: 'BUY' };

/** Interface document, Required parameters by type. */
const spotOrder = combine(
  orders(
    { symbol: 'BTCUSDT', ...side },
    {
      timeInForce: 'GTC',
      quantity: '1',
      quoteOrderQty: '1',
      price: '1',
      stopPrice: '1',
      trailingDelta: '100',
    },
    {
      LIMIT: ['timeInForce', 'quantity', 'price'],
      MARKET: ['quantity|quoteOrderQty'],
      STOP_LOSS: ['quantity', 'stopPrice|trailingDelta'],
      TAKE_PROFIT: ['quantity', 'stopPrice|trailingDelta'],
      STOP_LOSS_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice|trailingDelta'],
      TAKE_PROFIT_LIMIT: ['timeInForce', 'quantity', 'price', 'stopPrice|trailingDelta'],
      LIMIT_MAKER: ['quantity', 'price'],
    },
  ),
  {
    kept: [],
    broken: [
      [{ symbol: 'BTCUSDT', ...side, type: 'MARKET', quantity: '1', quoteOrderQty: '1' }, ['- at-most-one']],
    ],
  },
  peggedOrders(),
);

/** Returns vectors for pegged orders, which need no price (spot API documentation, Pegged orders). */
function peggedOrders(): RuleVectors {
  const base = { symbol: 'BTCUSDT', ...side, quantity: '1', pegPriceType: 'PRIMARY_PEG' };
  const pegged = { ...base, type: 'LIMIT', timeInForce: 'GTC' };
  const stop = { ...base, timeInForce: 'GTC', stopPrice: '1' };
  const maker = { ...base, type: 'LIMIT_MAKER' };
  return {
    kept: [
      pegged,
      maker,
      { ...pegged, pegPriceType: 'MARKET_PEG', pegOffsetType: 'PRICE_LEVEL', pegOffsetValue: '1' },
      { ...stop, type: 'STOP_LOSS_LIMIT' },
      { ...stop, type: 'TAKE_PROFIT_LIMIT', pegPriceType: 'MARKET_PEG' },
    ],
    broken: [
      [{ ...pegged, pegOffsetType: 'PRICE_LEVEL' }, ['pegOffsetType only-with']],
      [{ ...pegged, pegOffsetValue: '1' }, ['pegOffsetValue only-with']],
      [{ ...maker, pegPriceType: 'MARKET_PEG' }, ['pegPriceType conflict']],
      [{ ...base, type: 'MARKET' }, ['pegPriceType conflict']],
      [{ ...base, type: 'STOP_LOSS', stopPrice: '1' }, ['pegPriceType conflict']],
      [{ ...base, type: 'TAKE_PROFIT', stopPrice: '1' }, ['pegPriceType conflict']],
    ],
  };
}

/** Spot API documentation, Smart order routing. */
const routedOrder = orders(
  { symbol: 'BTCUSDT', ...side, quantity: '1' },
  { timeInForce: 'GTC', price: '1' },
  { LIMIT: ['timeInForce', 'price'], MARKET: [] },
);

/** The vectors of an order, each with the order that it replaces. */
const replaced = { cancelReplaceMode: 'ALLOW_FAILURE', cancelOrderId: '1' };
const replacement: RuleVectors = combine(
  {
    kept: spotOrder.kept.map((sent) => ({ ...sent, ...replaced })),
    broken: spotOrder.broken.map(([sent, found]) => [{ ...sent, ...replaced }, found] as const),
  },
  {
    kept: spotOrder.kept.map((sent) => ({
      ...sent,
      cancelReplaceMode: 'STOP_ON_FAILURE',
      cancelOrigClientOrderId: 'a',
    })),
    broken: [[{ ...spotOrder.kept[0]!, cancelReplaceMode: 'ALLOW_FAILURE' }, ['- at-least-one']]],
  },
);

const futuresValues = {
  timeInForce: 'GTC',
  quantity: '1',
  closePosition: 'true',
  price: '1',
  priceMatch: 'QUEUE',
  stopPrice: '1',
  callbackRate: '1',
};
const limitWithoutPrice = { ...side, type: 'LIMIT', timeInForce: 'GTC', quantity: '1' };
const limitOrder = { ...limitWithoutPrice, price: '1' };

/** Public facts, USD-M trading. */
const usdmOrder = combine(
  orders({ symbol: 'BTCUSDT', ...side }, futuresValues, {
    LIMIT: ['timeInForce', 'quantity', 'price|priceMatch'],
    MARKET: ['quantity'],
    STOP: ['quantity', 'price|priceMatch', 'stopPrice'],
    TAKE_PROFIT: ['quantity', 'price|priceMatch', 'stopPrice'],
    STOP_MARKET: ['stopPrice', 'quantity|closePosition'],
    TAKE_PROFIT_MARKET: ['stopPrice', 'quantity|closePosition'],
    TRAILING_STOP_MARKET: ['callbackRate'],
  }),
  {
    kept: [
      { symbol: 'BTCUSDT', ...limitOrder, timeInForce: 'GTD', goodTillDate: String(FROM) },
      { symbol: 'BTCUSDT', ...limitOrder, priceMatch: 'NONE' },
    ],
    broken: [
      [{ symbol: 'BTCUSDT', ...limitOrder, timeInForce: 'GTD' }, ['goodTillDate needs-by-value']],
      [{ symbol: 'BTCUSDT', ...limitOrder, priceMatch: 'OPPONENT_5' }, ['- at-most-one']],
      [{ symbol: 'BTCUSDT', ...limitWithoutPrice, priceMatch: 'NONE' }, ['- needs-by-value']],
      [
        { symbol: 'BTCUSDT', ...side, type: 'STOP_MARKET', stopPrice: '1', closePosition: 'false' },
        ['- needs-by-value'],
      ],
    ],
  },
);

/** Public facts, Algo orders. */
const algoOrder = (symbol: string) =>
  combine(
    orders(
      { algoType: 'CONDITIONAL', symbol, ...side },
      {
        quantity: '1',
        closePosition: 'true',
        price: '1',
        priceMatch: 'QUEUE',
        triggerPrice: '1',
        callbackRate: '1',
      },
      {
        STOP: ['quantity', 'price|priceMatch', 'triggerPrice'],
        TAKE_PROFIT: ['quantity', 'price|priceMatch', 'triggerPrice'],
        STOP_MARKET: ['triggerPrice', 'quantity|closePosition'],
        TAKE_PROFIT_MARKET: ['triggerPrice', 'quantity|closePosition'],
        TRAILING_STOP_MARKET: ['quantity', 'callbackRate'],
      },
    ),
    {
      kept: [],
      broken: [
        [
          {
            algoType: 'CONDITIONAL',
            symbol,
            ...side,
            type: 'STOP_MARKET',
            triggerPrice: '1',
            quantity: '1',
            timeInForce: 'GTD',
          },
          ['goodTillDate needs-by-value'],
        ],
        [
          {
            algoType: 'CONDITIONAL',
            symbol,
            ...side,
            type: 'STOP',
            triggerPrice: '1',
            quantity: '1',
            price: '1',
            priceMatch: 'QUEUE',
          },
          ['- at-most-one'],
        ],
      ],
    },
  );

const coinmOrder = orders({ symbol: 'BTCUSD_PERP', ...side }, futuresValues, {
  LIMIT: ['timeInForce', 'quantity', 'price'],
  MARKET: ['quantity'],
  STOP: ['quantity', 'price', 'stopPrice'],
  TAKE_PROFIT: ['quantity', 'price', 'stopPrice'],
  STOP_MARKET: ['stopPrice', 'quantity|closePosition'],
  TAKE_PROFIT_MARKET: ['stopPrice', 'quantity|closePosition'],
  TRAILING_STOP_MARKET: ['callbackRate'],
});

/** Orders are named by number or by client id, not by both. */
function batchCancel(
  contract: Readonly<Record<string, string>>,
  names: readonly [string, string] = ['orderIdList', 'origClientOrderIdList'],
): RuleVectors {
  const [numbers, ids] = [{ [names[0]]: '[1]' }, { [names[1]]: '["a"]' }];
  return {
    kept: [
      { ...contract, ...numbers },
      { ...contract, ...ids },
    ],
    broken: [
      [contract, ['- exactly-one']],
      [{ ...contract, ...numbers, ...ids }, ['- exactly-one']],
    ],
  };
}

/** A history of at most a year, whose both times are required. */
const yearInAll: RuleVectors = {
  kept: [window(365 * DAY_MS), window(0)],
  broken: [
    [{ startTime: String(FROM), endTime: String(FROM - 1) }, ['- not-after']],
    [window(365 * DAY_MS + 1), ['- max-span']],
  ],
};

const option = { symbol: 'BTC-240628-60000-C' };
const optionsOrder = orders(
  { ...option, ...side, quantity: '1' },
  { price: '1' },
  { LIMIT: ['price'], MARKET: [] },
);

const spot = { symbol: 'BTCUSDT' };
const usdm = { symbol: 'BTCUSDT' };
const coinm = { symbol: 'BTCUSD_PERP' };
const usdmChange = { ...usdm, side: 'BUY', quantity: '1', price: '1' };
const coinmChange = { ...coinm, side: 'BUY', quantity: '1', price: '1' };
const statistics = windows({ ...usdm, period: '1h' });
const coinmPair = { pair: 'BTCUSD', period: '1h' };
const coinmTicker: RuleVectors = {
  kept: [{}, coinm, { pair: 'BTCUSD' }],
  broken: [[{ ...coinm, pair: 'BTCUSD' }, ['- at-most-one']]],
};

/** The rules of each endpoint that has any, by its id. */
export const RULE_VECTORS: Readonly<Record<string, RuleVectors>> = {
  'spot.execution-rules': {
    kept: [{}, { symbol: 'BTCUSDT' }, { symbols: '["BTCUSDT"]' }, { symbolStatus: 'TRADING' }],
    broken: [[{ symbol: 'BTCUSDT', symbolStatus: 'TRADING' }, ['- at-most-one']]],
  },
  'spot.order.new': spotOrder,
  'spot.order.test': spotOrder,
  'spot.order.cancel-replace': replacement,
  'spot.sor.new': routedOrder,
  'spot.sor.test': routedOrder,
  'spot.order.cancel': eitherId(spot, 'orderId', 'origClientOrderId'),
  'spot.order.get': eitherId(spot, 'orderId', 'origClientOrderId'),
  'spot.order.amend': eitherId({ ...spot, newQty: '0.5' }, 'orderId', 'origClientOrderId'),
  'spot.all-orders': windows(spot, DAY_MS),
  'spot.order-list.cancel': eitherId(spot, 'orderListId', 'listClientOrderId'),
  'spot.order-list.get': eitherId({}, 'orderListId', 'origClientOrderId'),
  'spot.oco.new': {
    kept: [
      { ...spot, side: 'SELL', quantity: '1', price: '3', stopPrice: '1' },
      {
        ...spot,
        ...{ side: 'SELL', quantity: '1', price: '3', stopPrice: '1' },
        ...{ stopLimitPrice: '0.9', stopLimitTimeInForce: 'FOK' },
      },
    ],
    broken: [
      [
        { ...spot, side: 'SELL', quantity: '1', price: '3', stopPrice: '1', stopLimitPrice: '0.9' },
        ['stopLimitPrice only-with'],
      ],
    ],
  },
  ...LIST_VECTORS,
  'spot.all-order-lists': combine(windows({}, DAY_MS), {
    kept: [{ fromId: '1' }, { startTime: '1' }, { endTime: '1' }],
    broken: [[{ fromId: '1', startTime: '1' }, ['- combinations']]],
  }),
  'spot.my-trades': combine(windows(spot, DAY_MS), {
    kept: [
      { ...spot, orderId: '1' },
      { ...spot, startTime: '1' },
      { ...spot, endTime: '1' },
      { ...spot, fromId: '1' },
      { ...spot, orderId: '1', fromId: '1' },
    ],
    broken: [
      [{ ...spot, orderId: '1', startTime: '1' }, ['- combinations']],
      [{ ...spot, fromId: '1', endTime: '1' }, ['- combinations']],
    ],
  }),
  'spot.prevented-matches': {
    kept: [
      { ...spot, preventedMatchId: '1' },
      { ...spot, orderId: '1', limit: '5' },
      { ...spot, orderId: '1', fromPreventedMatchId: '1', limit: '5' },
    ],
    broken: [
      [spot, ['- at-least-one']],
      [{ ...spot, preventedMatchId: '1', orderId: '1' }, ['- combinations']],
      [{ ...spot, preventedMatchId: '1', fromPreventedMatchId: '1' }, ['- combinations']],
      [{ ...spot, fromPreventedMatchId: '1' }, ['- at-least-one', '- combinations']],
    ],
  },
  'spot.allocations': windows(spot, DAY_MS),
  'usdm.exchange-info': {
    kept: [{}, usdm, { symbols: '["BTCUSDT"]' }],
    broken: [[{ ...usdm, symbols: '["ETHUSDT"]' }, ['- at-most-one']]],
  },
  'usdm.agg-trades': windows(usdm, 3_600_000),
  'usdm.klines': windows({ ...usdm, interval: '1h' }),
  'usdm.continuous-klines': windows({ pair: 'BTCUSDT', contractType: 'PERPETUAL', interval: '1h' }),
  'usdm.index-price-klines': windows({ pair: 'BTCUSDT', interval: '1h' }),
  'usdm.mark-price-klines': windows({ ...usdm, interval: '1h' }),
  'usdm.premium-index-klines': windows({ ...usdm, interval: '1h' }),
  'usdm.funding-rate': windows({}),
  'usdm.open-interest-history': statistics,
  'usdm.long-short.top-accounts': statistics,
  'usdm.long-short.top-positions': statistics,
  'usdm.long-short.accounts': statistics,
  'usdm.taker-volume': statistics,
  'usdm.basis': windows({ pair: 'BTCUSDT', contractType: 'PERPETUAL', period: '1h' }),
  'usdm.order.new': usdmOrder,
  'usdm.algo-order.new': algoOrder('BTCUSDT'),
  'usdm.algo-order.get': eitherId({}, 'algoId', 'clientAlgoId'),
  'usdm.algo-order.cancel': eitherId({}, 'algoId', 'clientAlgoId'),
  'usdm.algo-orders.all': windows(usdm, 7 * DAY_MS - 1),
  'usdm.order.cancel': eitherId(usdm, 'orderId', 'origClientOrderId'),
  'usdm.order.get': eitherId(usdm, 'orderId', 'origClientOrderId'),
  'usdm.order.test': usdmOrder,
  'usdm.order.amend': combine(eitherId(usdmChange, 'orderId', 'origClientOrderId'), {
    kept: [{ ...usdm, side: 'BUY', quantity: '1', orderId: '1', priceMatch: 'QUEUE' }],
    broken: [[{ ...usdm, side: 'BUY', quantity: '1', orderId: '1' }, ['- at-least-one']]],
  }),
  'usdm.export.order': yearInAll,
  'usdm.export.trade': yearInAll,
  'usdm.export.income': yearInAll,
  'coinm.export.order': yearInAll,
  'coinm.export.trade': yearInAll,
  'coinm.export.income': yearInAll,
  'usdm.convert.quote': {
    kept: [
      { fromAsset: 'USDT', toAsset: 'USDC', fromAmount: '1' },
      { fromAsset: 'USDT', toAsset: 'USDC', toAmount: '1' },
    ],
    broken: [
      [{ fromAsset: 'USDT', toAsset: 'USDC' }, ['- exactly-one']],
      [{ fromAsset: 'USDT', toAsset: 'USDC', fromAmount: '1', toAmount: '1' }, ['- exactly-one']],
    ],
  },
  'usdm.convert.status': {
    kept: [{ orderId: '1' }, { quoteId: 'a' }],
    broken: [
      [{}, ['- exactly-one']],
      [{ orderId: '1', quoteId: 'a' }, ['- exactly-one']],
    ],
  },
  'usdm.order.batch-cancel': batchCancel(usdm),
  'usdm.order.open': eitherId(usdm, 'orderId', 'origClientOrderId'),
  'usdm.order.amendments': windows(usdm),
  'usdm.force-orders': windows({}),
  'usdm.margin-history': windows(usdm),
  'usdm.income': windows({}),
  'usdm.all-orders': windows(usdm, 7 * DAY_MS - 1),
  'usdm.my-trades': combine(windows(usdm, 7 * DAY_MS), {
    kept: [
      { ...usdm, fromId: '1' },
      { ...usdm, fromId: '1', orderId: '1' },
      { ...usdm, startTime: '1' },
      { ...usdm, endTime: '1' },
    ],
    broken: [
      [{ ...usdm, fromId: '1', startTime: '1' }, ['- combinations']],
      [{ ...usdm, fromId: '1', endTime: '1' }, ['- combinations']],
    ],
  }),
  'coinm.all-orders': combine(windows(coinm, 7 * DAY_MS - 1), {
    kept: [{ pair: 'BTCUSD' }],
    broken: [
      [{}, ['- exactly-one']],
      [{ ...coinm, pair: 'BTCUSD' }, ['- exactly-one']],
    ],
  }),
  'coinm.klines': windows({ ...coinm, interval: '1h' }),
  'coinm.agg-trades': windows(coinm),
  'coinm.ticker-24hr': coinmTicker,
  'coinm.ticker-price': coinmTicker,
  'coinm.ticker-book': coinmTicker,
  'coinm.funding-rate': windows(coinm),
  'coinm.open-interest-history': windows(coinmPair),
  'coinm.long-short.top-accounts': windows(coinmPair),
  'coinm.long-short.top-positions': windows(coinmPair),
  'coinm.long-short.accounts': windows(coinmPair),
  'coinm.taker-volume': windows({ ...coinmPair, contractType: 'PERPETUAL' }),
  'coinm.basis': windows({ ...coinmPair, contractType: 'PERPETUAL' }),
  'coinm.order.batch-cancel': batchCancel(coinm),
  'coinm.order.new': coinmOrder,
  'coinm.algo-order.new': algoOrder('BTCUSD_PERP'),
  'coinm.algo-order.get': eitherId({}, 'algoId', 'clientAlgoId'),
  'coinm.algo-order.cancel': eitherId({}, 'algoId', 'clientAlgoId'),
  'coinm.algo-orders.all': windows(coinm, 7 * DAY_MS - 1),
  'coinm.order.cancel': eitherId(coinm, 'orderId', 'origClientOrderId'),
  'coinm.order.get': eitherId(coinm, 'orderId', 'origClientOrderId'),
  'coinm.position-risk': {
    kept: [{}, { marginAsset: 'BTC' }, { pair: 'BTCUSD' }],
    broken: [[{ marginAsset: 'BTC', pair: 'BTCUSD' }, ['- at-most-one']]],
  },
  'coinm.my-trades': combine(windows(coinm), {
    kept: [
      { ...coinm, pair: 'BTCUSD' },
      { ...coinm, fromId: '1' },
    ],
    broken: [[{ ...coinm, pair: 'BTCUSD', fromId: '1' }, ['- at-most-one']]],
  }),
  'coinm.income': windows({}, 365 * DAY_MS),
  'coinm.order.amend': eitherId(coinmChange, 'orderId', 'origClientOrderId'),
  'coinm.order.open': eitherId(coinm, 'orderId', 'origClientOrderId'),
  'coinm.order.amendments': windows(coinm),
  'coinm.force-orders': windows({}),
  'coinm.margin-history': windows(coinm),
  'options.klines': windows({ ...option, interval: '1h' }),
  'options.exercise-history': windows({ underlying: 'BTCUSDT' }),
  'options.order.new': optionsOrder,
  'options.order.get': eitherId(option, 'orderId', 'clientOrderId'),
  'options.order.cancel': eitherId(option, 'orderId', 'clientOrderId'),
  'options.open-orders': windows(option),
  'options.order-history': windows(option),
  'options.my-trades': windows(option),
  'options.order.batch-cancel': batchCancel(option, ['orderIds', 'clientOrderIds']),
  'options.exercise-records': windows({}),
  'options.bill': windows({ currency: 'USDT' }),
  'options.block-user-trades': windows({}),
  'options.block-orders': windows({}),
};

/** The batch endpoints, each with the vectors of its single order. */
export const BATCHES: Readonly<
  Record<string, { readonly list: string; readonly max: number; readonly one: string }>
> = {
  'usdm.order.batch': { list: 'batchOrders', max: 5, one: 'usdm.order.new' },
  'coinm.order.batch': { list: 'batchOrders', max: 5, one: 'coinm.order.new' },
  'options.order.batch': { list: 'orders', max: 20, one: 'options.order.new' },
};
