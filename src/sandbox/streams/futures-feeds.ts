/** The streams of USD-M and COIN-M futures, fed from the same market as REST. */

import type { Interval } from '../../catalogue/candle-intervals.ts';
import { SECOND_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import { assetIndexes } from '../engine/futures/asset-index.ts';
import { type Contract, contractTypeAt } from '../engine/futures/contracts.ts';
import type { FuturesMarket } from '../engine/futures/market.ts';
import { indexCandles, markCandles, type PriceCandle } from '../engine/futures/price-candles.ts';
import type { UserEvents } from '../engine/ledger/user-events.ts';
import type { Candle } from '../engine/market/market.ts';
import { createChangeFeed } from './change-feed.ts';
import { periodicFeed, type StreamFeed } from './feed.ts';
import {
  aggregateTradeMessage,
  assetIndexMessage,
  bookTickerMessage,
  bookUpdateMessage,
  candleMessage,
  compositeIndexMessage,
  continuousCandleMessage,
  contractInfoMessage,
  indexPriceMessage,
  markPriceMessage,
  miniTickerMessage,
  priceCandleMessage,
  tickerMessage,
  tradeMessage,
} from './futures-messages.ts';
import { liquidationFeed } from './liquidation-feed.ts';
import { aggregateTradeFeed, bestPriceFeed, candleFeed, tradeFeed } from './market-feeds.ts';
import { arrayMessage, type Message } from './message.ts';
import { listenForContractPrices } from './touched-prices.ts';

/** The number of levels of the diff depth stream of futures: the maximum of REST. */
const BOOK_LEVELS_MAX = 1000;
const CANDLE_PERIOD_MS = 250;
const TICKER_PERIOD_MS = 500;
const ALL_BEST_PERIOD_MS = 5000;
const INDEX_PERIOD_MS = 3000;
const DEPTH_PERIOD_MS = 250;
const RPI_DEPTH_PERIOD_MS = 500;

interface FuturesFeedOptions {
  readonly notices: UserEvents;
  readonly market: FuturesMarket;
  readonly contract: Contract;
  readonly values: Readonly<Record<string, string>>;
  readonly openedAt: number;
}

/**
 * Opens the feed of a futures stream that starts at a given time; returns undefined for an unknown contract.
 */
export function openFuturesFeed(
  notices: UserEvents,
  market: FuturesMarket,
  { stream, values }: NamedStream,
  openedAt: number,
): StreamFeed | undefined {
  const noun = stream.id.slice(stream.id.indexOf('.') + 1);
  const all = FEEDS_OF_ALL[noun];
  if (all !== undefined) return all({ notices, market, values, openedAt });
  const contract = contractNamed(market, values, openedAt);
  if (contract !== undefined) return FEEDS[noun]?.({ notices, market, contract, values, openedAt });
  return noun === 'mark-price' ? markPricesOfPair(market, values, openedAt) : undefined;
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
    aggregateTradeFeed(sourceOf(options), (made, now) => aggregateTradeMessage(options.contract, made, now)),
  trade: (options) => tradeFeed(sourceOf(options), (made, now) => tradeMessage(options.contract, made, now)),
  kline: (options) => candleStream(options, candleMessage),
  'continuous-kline': (options) => candleStream(options, continuousCandleMessage),
  'mini-ticker': ({ market, contract, openedAt }) =>
    periodicFeed(TICKER_PERIOD_MS, openedAt, (now) => [miniTickerMessage(market, contract, now)]),
  ticker: ({ market, contract, openedAt }) =>
    periodicFeed(TICKER_PERIOD_MS, openedAt, (now) => [tickerMessage(market, contract, now)]),
  'book-ticker': (options) =>
    bestPriceFeed(sourceOf(options), (book, now) => bookTickerMessage(options.contract, book, now)),
  'partial-depth': partialBookStream,
  depth: (options) => bookChangeStream(options, depthPeriodMs(options.values)),
  // The sandbox has no retail price improvement orders: both books are the same.
  'rpi-depth': (options) => bookChangeStream(options, RPI_DEPTH_PERIOD_MS),
  'mark-price': ({ market, contract, values, openedAt }) =>
    periodicFeed(markPeriodMs(values), openedAt, (now) => [markPriceMessage(market, contract, now)]),
  'force-order': ({ notices, market, contract, openedAt }) =>
    liquidationFeed(notices, market, contract, openedAt),
  'index-price': ({ market, contract, openedAt }) =>
    periodicFeed(INDEX_PERIOD_MS, openedAt, (now) => [indexPriceMessage(market, contract, now)]),
  'index-price-kline': (options) =>
    priceCandleStream(options, 'indexPrice_kline', {
      pair: options.contract.pair,
      name: options.contract.pair,
    }),
  'mark-price-kline': (options) => priceCandleStream(options, 'markPrice_kline', options.contract),
  'composite-index': ({ market, contract, openedAt }) =>
    periodicFeed(SECOND_MS, openedAt, (now) => [compositeIndexMessage(market, contract, now)]),
};

function bookChangeStream(options: FuturesFeedOptions, periodMs: number): StreamFeed {
  return createChangeFeed(
    sourceOf(options),
    {
      levels: BOOK_LEVELS_MAX,
      periodMs,
      overlaps: true,
      listen: (touch) => listenForContractPrices(options.notices, options.contract, touch),
    },
    (change, now) => bookUpdateMessage(options.contract, change, now),
  );
}

const FEEDS_OF_ALL: Readonly<
  Record<string, (options: Omit<FuturesFeedOptions, 'contract'>) => StreamFeed | undefined>
> = {
  'asset-index': assetIndexStream,
  'all-asset-indexes': ({ market, openedAt }) =>
    periodicFeed(SECOND_MS, openedAt, (now) => [
      arrayMessage(assetIndexes(market, now).map((one) => assetIndexMessage(one, now))),
    ]),
  'contract-info': changedContractsFeed,
  'all-mark-prices': ({ market, values, openedAt }) =>
    periodicFeed(markPeriodMs(values), openedAt, (now) => [
      arrayMessage(market.tradingContracts(now).map((contract) => markPriceMessage(market, contract, now))),
    ]),
  'all-force-orders': ({ notices, market, openedAt }) =>
    liquidationFeed(notices, market, undefined, openedAt),
  'all-mini-tickers': ({ market, openedAt }) => changedTickersFeed(market, openedAt, miniTickerMessage),
  'all-tickers': ({ market, openedAt }) => changedTickersFeed(market, openedAt, tickerMessage),
  'all-book-tickers': ({ market, openedAt }) =>
    periodicFeed(ALL_BEST_PERIOD_MS, openedAt, (now) =>
      market
        .tradingContracts(now)
        .map((contract) =>
          bookTickerMessage(contract, market.publicView.book(contract.market, 1, now as UnixMs), now),
        ),
    ),
};

/** Returns a feed of the mark prices of all contracts of a pair as a list; undefined for an unknown pair. */
function markPricesOfPair(
  market: FuturesMarket,
  values: FuturesFeedOptions['values'],
  openedAt: number,
): StreamFeed | undefined {
  const { symbol = '' } = values;
  const contractsAt = (at: number) =>
    market.tradingContracts(at).filter(({ pair }) => pair.toLowerCase() === symbol);
  if (contractsAt(openedAt).length === 0) return undefined;
  return periodicFeed(markPeriodMs(values), openedAt, (now) => [
    arrayMessage(contractsAt(now).map((contract) => markPriceMessage(market, contract, now))),
  ]);
}

function sourceOf({ market, contract, openedAt }: FuturesFeedOptions) {
  return { market: market.publicView, symbol: contract.market, openedAt };
}

function depthPeriodMs({ speed }: FuturesFeedOptions['values']): number {
  return speed === undefined ? DEPTH_PERIOD_MS : Number.parseInt(speed, 10);
}

function markPeriodMs({ speed }: FuturesFeedOptions['values']): number {
  return Number.parseInt(speed ?? '3s', 10) * 1000;
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
function partialBookStream({ market, contract, values, openedAt }: FuturesFeedOptions): StreamFeed {
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
    return [message];
  });
}

/** Returns a feed that sends, once per second, an array of the contracts that traded since, or nothing. */
function changedTickersFeed(
  market: FuturesMarket,
  openedAt: number,
  write: (market: FuturesMarket, contract: Contract, now: number) => Message,
): StreamFeed {
  const idAt = (contract: Contract, now: number) =>
    market.publicView.lastTrade(contract.market, now as UnixMs)?.id ?? -1;
  const ids = new Map(
    market.tradingContracts(openedAt).map((contract) => [contract, idAt(contract, openedAt)]),
  );
  return periodicFeed(SECOND_MS, openedAt, (now) => {
    const changed = market.tradingContracts(now).filter((contract) => {
      const id = idAt(contract, now);
      if (id === ids.get(contract)) return false;
      ids.set(contract, id);
      return true;
    });
    return changed.length === 0
      ? []
      : [arrayMessage(changed.map((contract) => write(market, contract, now)))];
  });
}

function assetIndexStream({
  market,
  values,
  openedAt,
}: Omit<FuturesFeedOptions, 'contract'>): StreamFeed | undefined {
  const name = values['symbol'] ?? '';
  const find = (now: number) => assetIndexes(market, now).find(({ symbol }) => symbol.toLowerCase() === name);
  if (find(openedAt) === undefined) return undefined;
  return periodicFeed(SECOND_MS, openedAt, (now) =>
    [find(now)].flatMap((one) => (one === undefined ? [] : [assetIndexMessage(one, now)])),
  );
}

/**
 * Returns a feed of contract information, sent when contracts are listed, delivered, or change their contract
 * type.
 */
function changedContractsFeed({ market, openedAt }: Omit<FuturesFeedOptions, 'contract'>): StreamFeed {
  const stateAt = (contract: Contract, at: number) =>
    market.isTrading(contract, at) ? contractTypeAt(contract, at) : undefined;
  let lastLook = openedAt;
  return periodicFeed(SECOND_MS, openedAt, (now) => {
    const before = lastLook;
    lastLook = now;
    return market.contracts
      .filter((contract) => stateAt(contract, before) !== stateAt(contract, now))
      .map((contract) => contractInfoMessage(market, contract, now));
  });
}
