/** The streams of both lines of futures, fed from the market that REST answers from. */
import { SECOND_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import { assetIndexes } from '../engine/futures/asset-index.ts';
import { type Contract, contractTypeAt } from '../engine/futures/contracts.ts';
import type { FuturesMarket } from '../engine/futures/market.ts';
import { indexCandles, type PriceCandle } from '../engine/futures/price-candles.ts';
import type { UserEvents } from '../engine/ledger/user-events.ts';
import type { Interval } from '../engine/market/intervals.ts';
import type { Candle } from '../engine/market/market.ts';
import { changeFeed } from './change-feed.ts';
import { type Feed, periodic } from './feed.ts';
import {
  aggregateTrade,
  assetIndex,
  bookTicker,
  bookUpdate,
  candle,
  compositeIndex,
  continuousCandle,
  contractInfo,
  indexPrice,
  markPrice,
  miniTicker,
  priceCandle,
  ticker,
  trade,
} from './futures-messages.ts';
import { liquidationFeed } from './liquidation-feed.ts';
import { aggregateTradeFeed, bestFeed, candleFeed, tradeFeed } from './market-feeds.ts';
import { arrayOf, type Message } from './message.ts';
import { listenForContractPrices } from './touched-prices.ts';

/** Levels of a side that the stream of changes covers: as many as REST shows at most. */
const BOOK_LEVELS_MAX = 1000;
const CANDLE_PERIOD_MS = 250;
const TICKER_PERIOD_MS = 500;
const ALL_BEST_PERIOD_MS = 5000;
const INDEX_PERIOD_MS = 3000;
const DEPTH_PERIOD_MS = 250;

interface Opening {
  readonly notices: UserEvents;
  readonly market: FuturesMarket;
  readonly contract: Contract;
  readonly values: Readonly<Record<string, string>>;
  readonly openedAt: number;
}

/** Opens the feed of a stream from a moment on; undefined where there is no such contract. */
export function openFuturesFeed(
  notices: UserEvents,
  market: FuturesMarket,
  { stream, values }: NamedStream,
  openedAt: number,
): Feed | undefined {
  const noun = stream.id.slice(stream.id.indexOf('.') + 1);
  const all = FEEDS_OF_ALL[noun];
  if (all !== undefined) return all({ notices, market, values, openedAt });
  const contract = contractNamed(market, values, openedAt);
  return contract === undefined ? undefined : FEEDS[noun]?.({ notices, market, contract, values, openedAt });
}

/** Returns the contract that a stream names: by its name, by pair and type, or the first of its pair. */
function contractNamed(
  market: FuturesMarket,
  { symbol, pair, contractType }: Opening['values'],
  at: number,
): Contract | undefined {
  const name = symbol ?? pair ?? '';
  if (name !== name.toLowerCase()) return undefined;
  const upper = name.toUpperCase();
  if (contractType === undefined && symbol !== undefined) return market.find(upper, at);
  const type = contractType?.toUpperCase() ?? 'PERPETUAL';
  return market.tradingContracts(at).find((one) => one.pair === upper && contractTypeAt(one, at) === type);
}

const FEEDS: Readonly<Record<string, (opening: Opening) => Feed>> = {
  'agg-trade': (opening) =>
    aggregateTradeFeed(sourceOf(opening), (made, now) => aggregateTrade(opening.contract, made, now)),
  trade: (opening) => tradeFeed(sourceOf(opening), (made, now) => trade(opening.contract, made, now)),
  kline: (opening) => candles(opening, candle),
  'continuous-kline': (opening) => candles(opening, continuousCandle),
  'mini-ticker': ({ market, contract, openedAt }) =>
    periodic(TICKER_PERIOD_MS, openedAt, (now) => [miniTicker(market, contract, now)]),
  ticker: ({ market, contract, openedAt }) =>
    periodic(TICKER_PERIOD_MS, openedAt, (now) => [ticker(market, contract, now)]),
  'book-ticker': (opening) =>
    bestFeed(sourceOf(opening), (book, now) => bookTicker(opening.contract, book, now)),
  'partial-depth': partialBook,
  depth: (opening) =>
    changeFeed(
      sourceOf(opening),
      {
        levels: BOOK_LEVELS_MAX,
        periodMs: depthPeriodMs(opening.values),
        overlaps: true,
        listen: (touch) => listenForContractPrices(opening.notices, opening.contract, touch),
      },
      (change, now) => bookUpdate(opening.contract, change, now),
    ),
  'mark-price': ({ market, contract, values, openedAt }) =>
    periodic(markPeriodMs(values), openedAt, (now) => [markPrice(market, contract, now)]),
  'force-order': ({ notices, market, contract, openedAt }) =>
    liquidationFeed(notices, market, contract, openedAt),
  'index-price': ({ market, contract, openedAt }) =>
    periodic(INDEX_PERIOD_MS, openedAt, (now) => [indexPrice(market, contract, now)]),
  'index-price-kline': (opening) =>
    prices(opening, 'indexPrice_kline', { pair: opening.contract.pair, name: opening.contract.pair }),
  'mark-price-kline': (opening) => prices(opening, 'markPrice_kline', opening.contract),
  'composite-index': ({ market, contract, openedAt }) =>
    periodic(SECOND_MS, openedAt, (now) => [compositeIndex(market, contract, now)]),
};

const FEEDS_OF_ALL: Readonly<Record<string, (opening: Omit<Opening, 'contract'>) => Feed | undefined>> = {
  'asset-index': oneAssetIndex,
  'all-asset-indexes': ({ market, openedAt }) =>
    periodic(SECOND_MS, openedAt, (now) => [
      arrayOf(assetIndexes(market, now).map((one) => assetIndex(one, now))),
    ]),
  'contract-info': changedContracts,
  'all-mark-prices': ({ market, values, openedAt }) =>
    periodic(markPeriodMs(values), openedAt, (now) => [
      arrayOf(market.tradingContracts(now).map((contract) => markPrice(market, contract, now))),
    ]),
  'all-force-orders': ({ notices, market, openedAt }) =>
    liquidationFeed(notices, market, undefined, openedAt),
  'all-mini-tickers': ({ market, openedAt }) => ofChanged(market, openedAt, miniTicker),
  'all-tickers': ({ market, openedAt }) => ofChanged(market, openedAt, ticker),
  'all-book-tickers': ({ market, openedAt }) =>
    periodic(ALL_BEST_PERIOD_MS, openedAt, (now) =>
      market
        .tradingContracts(now)
        .map((contract) =>
          bookTicker(contract, market.publicView.book(contract.market, 1, now as UnixMs), now),
        ),
    ),
};

function sourceOf({ market, contract, openedAt }: Opening) {
  return { market: market.publicView, symbol: contract.market, openedAt };
}

function depthPeriodMs({ speed }: Opening['values']): number {
  return speed === undefined ? DEPTH_PERIOD_MS : Number.parseInt(speed, 10);
}

function markPeriodMs({ speed }: Opening['values']): number {
  return Number.parseInt(speed ?? '3s', 10) * 1000;
}

function candles(
  { market, contract, values, openedAt }: Opening,
  write: (contract: Contract, interval: Interval, row: Candle, now: number) => Message,
): Feed {
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

function prices(
  { market, contract, values, openedAt }: Opening,
  event: 'indexPrice_kline' | 'markPrice_kline',
  names: { readonly pair: string; readonly name: string },
): Feed {
  const interval = values['interval'] as Interval;
  const rows = (from: number | undefined, limit: number, now: UnixMs): readonly PriceCandle[] =>
    indexCandles(market, contract, { interval, from, to: undefined, limit, now });
  return candleFeed({ periodMs: CANDLE_PERIOD_MS, openedAt, rows }, (row, now) =>
    priceCandle(event, names, interval, row, now),
  );
}

/** The best levels, in the form of changes from the message before. */
function partialBook({ market, contract, values, openedAt }: Opening): Feed {
  const at = (now: number) =>
    market.publicView.book(contract.market, Number(values['levels']), now as UnixMs);
  let previousId = at(openedAt).lastUpdateId;
  return periodic(depthPeriodMs(values), openedAt, (now) => {
    const { lastUpdateId: lastId, bids, asks } = at(now);
    const message = bookUpdate(contract, { firstId: previousId + 1, previousId, lastId, bids, asks }, now);
    previousId = lastId;
    return [message];
  });
}

/** Once a second an array of the contracts that traded since; nothing where none did. */
function ofChanged(
  market: FuturesMarket,
  openedAt: number,
  write: (market: FuturesMarket, contract: Contract, now: number) => Message,
): Feed {
  const idAt = (contract: Contract, now: number) =>
    market.publicView.lastTrade(contract.market, now as UnixMs)?.id ?? -1;
  const ids = new Map(
    market.tradingContracts(openedAt).map((contract) => [contract, idAt(contract, openedAt)]),
  );
  return periodic(SECOND_MS, openedAt, (now) => {
    const changed = market.tradingContracts(now).filter((contract) => {
      const id = idAt(contract, now);
      if (id === ids.get(contract)) return false;
      ids.set(contract, id);
      return true;
    });
    return changed.length === 0 ? [] : [arrayOf(changed.map((contract) => write(market, contract, now)))];
  });
}

function oneAssetIndex({ market, values, openedAt }: Omit<Opening, 'contract'>): Feed | undefined {
  const name = values['symbol'] ?? '';
  const find = (now: number) => assetIndexes(market, now).find(({ symbol }) => symbol.toLowerCase() === name);
  if (find(openedAt) === undefined) return undefined;
  return periodic(SECOND_MS, openedAt, (now) =>
    [find(now)].flatMap((one) => (one === undefined ? [] : [assetIndex(one, now)])),
  );
}

/** Each contract that is listed, delivered, or comes to be another quarter's, when it does. */
function changedContracts({ market, openedAt }: Omit<Opening, 'contract'>): Feed {
  const stateAt = (contract: Contract, at: number) =>
    market.isTrading(contract, at) ? contractTypeAt(contract, at) : undefined;
  let seen = openedAt;
  return periodic(SECOND_MS, openedAt, (now) => {
    const before = seen;
    seen = now;
    return market.contracts
      .filter((contract) => stateAt(contract, before) !== stateAt(contract, now))
      .map((contract) => contractInfo(market, contract, now));
  });
}
