/** The streams of USD-M and COIN-M futures, fed from the same market as REST. */

import type { Interval } from '../../catalogue/candle-intervals.ts';
import type { Interface } from '../../catalogue/environments.ts';
import { FUTURES_PRODUCTS, type FuturesProduct } from '../../catalogue/futures-products.ts';
import type { Stream } from '../../catalogue/stream-types.ts';
import { STREAMS } from '../../catalogue/streams.ts';
import { SECOND_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import { type Contract, contractTypeAt } from '../engine/futures/contracts.ts';
import type { FuturesMarket } from '../engine/futures/market.ts';
import { indexCandles, markCandles, type PriceCandle } from '../engine/futures/price-candles.ts';
import type { UserEvents } from '../engine/ledger/user-events.ts';
import type { Candle } from '../engine/market/market.ts';
import {
  FEEDS_OF_ALL,
  type ManyFeedOptions,
  markPeriodMs,
  markPricesOfPair,
  type WriteMessage,
} from './all-contracts-feeds.ts';
import { bookOf, createChangeFeed } from './change-feed.ts';
import { mergedFeed, periodicFeed, type StreamFeed } from './feed.ts';
import { addFieldsOf } from './futures-fields-today.ts';
import {
  aggregateTradeMessage,
  bookTickerMessage,
  bookUpdateMessage,
  candleMessage,
  compositeIndexMessage,
  continuousCandleMessage,
  indexPriceMessage,
  markPriceMessage,
  miniTickerMessage,
  priceCandleMessage,
  tickerMessage,
  tradeMessage,
} from './futures-messages.ts';
import { liquidationFeed } from './liquidation-feed.ts';
import { aggregateTradeFeed, bestPriceFeed, candleFeed, tradeFeed } from './market-feeds.ts';
import type { Message } from './message.ts';
import { listenForContractPrices } from './touched-prices.ts';

/** The number of levels of the diff depth stream of futures: the maximum of REST. */
const BOOK_LEVELS_MAX = 1000;
const CANDLE_PERIOD_MS = 250;
const TICKER_PERIOD_MS = 500;
const INDEX_PERIOD_MS = 3000;
const DEPTH_PERIOD_MS = 250;
const RPI_DEPTH_PERIOD_MS = 500;

/** The options of a feed about one contract. */
interface FuturesFeedOptions extends ManyFeedOptions {
  readonly contract: Contract;
}

/** What a futures stream is fed from. */
export interface FuturesFeedSource {
  readonly notices: UserEvents;
  readonly marketOf: (product: FuturesProduct) => FuturesMarket;
  readonly openedAt: number;
  readonly served: Interface;
}

/**
 * Opens the feed of a futures stream that starts at a given time; returns undefined for an unknown contract. Where
 * today's interface is served, some streams carry contracts of the other product too.
 */
export function openFuturesFeed(source: FuturesFeedSource, named: NamedStream): StreamFeed | undefined {
  const own = openProductFeed(source, named);
  const { otherContractsToday: others, payload } = named.stream;
  if (source.served === 'document' || others === undefined) return own;
  if (others === 'by-name' && own !== undefined) return own;
  const other = openProductFeed(source, { ...named, stream: twinOf(named.stream) });
  if (own === undefined || other === undefined) return own ?? other;
  return mergedFeed([own, other], payload);
}

/** Returns the stream of the other futures product with the same name; its own fields where that product has none. */
function twinOf(stream: Stream): Stream {
  const product = FUTURES_PRODUCTS.find((one) => one !== stream.product)!;
  const twin = STREAMS.find((one) => one.product === product && one.name === stream.name);
  return twin ?? { ...stream, product };
}

/** Opens the feed of a stream with the contracts of its own product. */
function openProductFeed(
  { notices, marketOf, openedAt, served }: FuturesFeedSource,
  { stream, values }: NamedStream,
): StreamFeed | undefined {
  const market = marketOf(stream.product as FuturesProduct);
  const addFields = addFieldsOf(stream, market, served);
  const options = { notices, market, values, openedAt, addFields };
  const noun = stream.id.slice(stream.id.indexOf('.') + 1);
  const all = FEEDS_OF_ALL[noun];
  if (all !== undefined) return all(options);
  const contract = contractNamed(market, values, openedAt);
  if (contract !== undefined) return FEEDS[noun]?.({ ...options, contract });
  return noun === 'mark-price' ? markPricesOfPair(options) : undefined;
}

/** Returns whether the sandbox simulates a stream of futures. */
export function hasFuturesFeed(id: string): boolean {
  const noun = id.slice(id.indexOf('.') + 1);
  return noun in FEEDS || noun in FEEDS_OF_ALL;
}

/** Returns the contract of a stream: by name, by pair and contract type, or the perpetual of a pair. */
function contractNamed(
  market: FuturesMarket,
  { symbol, pair, contractType }: FuturesFeedOptions['values'],
  at: number,
): Contract | undefined {
  const name = symbol ?? pair ?? '';
  if (name !== name.toLowerCase()) return undefined;
  const upper = name.toUpperCase();
  if (contractType === undefined && symbol !== undefined) return market.find(upper, at);
  const type = contractType?.toUpperCase() ?? 'PERPETUAL';
  return market.tradingContracts(at).find((one) => one.pair === upper && contractTypeAt(one, at) === type);
}

const FEEDS: Readonly<Record<string, (options: FuturesFeedOptions) => StreamFeed>> = {
  'agg-trade': (options) =>
    aggregateTradeFeed(sourceOf(options), (made, now) => {
      const { contract, addFields } = options;
      return addFields(aggregateTradeMessage(contract, made, now), { contract, now, lots: made.lots });
    }),
  trade: (options) => tradeFeed(sourceOf(options), (made, now) => tradeMessage(options.contract, made, now)),
  kline: (options) => candleStream(options, candleMessage),
  'continuous-kline': (options) => candleStream(options, continuousCandleMessage),
  'mini-ticker': (options) => contractFeed(options, TICKER_PERIOD_MS, miniTickerMessage),
  ticker: (options) => contractFeed(options, TICKER_PERIOD_MS, tickerMessage),
  'book-ticker': (options) =>
    bestPriceFeed(sourceOf(options), (book, now) => {
      const { contract, addFields } = options;
      return addFields(bookTickerMessage(contract, book, now), { contract, now });
    }),
  'partial-depth': partialBookStream,
  depth: (options) => bookChangeStream(options, depthPeriodMs(options.values)),
  // The sandbox has no retail price improvement orders: both books are the same.
  'rpi-depth': (options) => bookChangeStream(options, RPI_DEPTH_PERIOD_MS),
  'mark-price': (options) => contractFeed(options, markPeriodMs(options.values), markPriceMessage),
  'force-order': (options) => liquidationFeed(options),
  'index-price': (options) => contractFeed(options, INDEX_PERIOD_MS, indexPriceMessage),
  'index-price-kline': (options) =>
    priceCandleStream(options, 'indexPrice_kline', {
      pair: options.contract.pair,
      name: options.contract.pair,
    }),
  'mark-price-kline': (options) => priceCandleStream(options, 'markPrice_kline', options.contract),
  'composite-index': (options) => contractFeed(options, SECOND_MS, compositeIndexMessage),
};

/** Returns a feed that sends one message about a contract in each period. */
function contractFeed(
  { market, contract, openedAt, addFields }: FuturesFeedOptions,
  periodMs: number,
  write: WriteMessage,
): StreamFeed {
  return periodicFeed(periodMs, openedAt, (now) => [
    addFields(write(market, contract, now), { contract, now }),
  ]);
}

function bookChangeStream(options: FuturesFeedOptions, periodMs: number): StreamFeed {
  return createChangeFeed(
    bookOf(sourceOf(options)),
    {
      levels: BOOK_LEVELS_MAX,
      periodMs,
      overlaps: true,
      listen: (touch) => listenForContractPrices(options.notices, options.contract, touch),
    },
    (change, now) => {
      const { contract, addFields } = options;
      return addFields(bookUpdateMessage(contract, change, now), { contract, now });
    },
  );
}

function sourceOf({ market, contract, openedAt }: FuturesFeedOptions) {
  return { market: market.publicView, symbol: contract.market, openedAt };
}

function depthPeriodMs({ speed }: FuturesFeedOptions['values']): number {
  return speed === undefined ? DEPTH_PERIOD_MS : Number.parseInt(speed, 10);
}

function candleStream(
  { market, contract, values, openedAt }: FuturesFeedOptions,
  write: (contract: Contract, interval: Interval, row: Candle, now: number) => Message,
): StreamFeed {
  const interval = values['interval'] as Interval;
  const rows = (from: number | undefined, limit: number, now: UnixMs) =>
    market.publicView.candles({
      symbol: contract.market,
      interval,
      zoneMinutes: 0,
      limit,
      now,
      ...(from === undefined ? {} : { from }),
    });
  return candleFeed({ periodMs: CANDLE_PERIOD_MS, openedAt, rows }, (row, now) =>
    write(contract, interval, row, now),
  );
}

function priceCandleStream(
  { market, contract, values, openedAt }: FuturesFeedOptions,
  event: 'indexPrice_kline' | 'markPrice_kline',
  names: { readonly pair: string; readonly name: string },
): StreamFeed {
  const interval = values['interval'] as Interval;
  const candles = event === 'indexPrice_kline' ? indexCandles : markCandles;
  const rows = (from: number | undefined, limit: number, now: UnixMs): readonly PriceCandle[] =>
    candles(market, contract, { interval, from, to: undefined, limit, now });
  return candleFeed({ periodMs: CANDLE_PERIOD_MS, openedAt, rows }, (row, now) =>
    priceCandleMessage(event, names, interval, row, now),
  );
}

/** Returns a feed of the best levels of the order book, in the form of changes since the previous message. */
function partialBookStream({
  market,
  contract,
  values,
  openedAt,
  addFields,
}: FuturesFeedOptions): StreamFeed {
  const at = (now: number) =>
    market.publicView.book(contract.market, Number(values['levels']), now as UnixMs);
  let previousId = at(openedAt).lastUpdateId;
  return periodicFeed(depthPeriodMs(values), openedAt, (now) => {
    const { lastUpdateId: lastId, bids, asks } = at(now);
    const message = bookUpdateMessage(
      contract,
      { firstId: previousId + 1, previousId, lastId, bids, asks },
      now,
    );
    previousId = lastId;
    return [addFields(message, { contract, now })];
  });
}
