/** The feeds of options streams, from the same quotes and trades as REST. */

import type { Interval } from '../../catalogue/candle-intervals.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/time-units.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import type { OptionsServices } from '../engine/options/context.ts';
import type { OptionContract, OptionContracts, OptionUnderlying } from '../engine/options/contracts.ts';
import { expiriesAt, expiryOn, parseDay } from '../engine/options/schedule.ts';
import { optionCandles } from '../engine/options/tickers.ts';
import { createChangeFeed } from './change-feed.ts';
import { periodicFeed, type StreamFeed } from './feed.ts';
import { candleFeed } from './market-feeds.ts';
import { arrayMessage, type Message } from './message.ts';
import {
  bestPriceMessage,
  bookChangesMessage,
  candleMessage,
  indexPriceMessage,
  markPriceMessage,
  newSymbolMessage,
  type OptionBestPrices,
  type OptionSource,
  openInterestMessage,
  partialBookMessage,
  tickerMessage,
  tradeMessage,
} from './options-messages.ts';
import { listenForOptionPrices } from './touched-prices.ts';

/** The number of levels of the diff depth stream of options: the maximum of REST. */
const BOOK_LEVELS_MAX = 1000;
const DEPTH_PERIOD_MS = 500;
const OPEN_INTEREST_PERIOD_MS = MINUTE_MS;

type OptionMarket = Pick<OptionsServices, 'contracts' | 'userEvents'> & OptionSource;

interface OptionFeedOptions extends OptionMarket {
  readonly values: Readonly<Record<string, string>>;
  readonly openedAt: number;
}

/**
 * Opens the feed of an options stream that starts at a given time; returns undefined for an unknown contract
 * or underlying. Names may be in lowercase, as in the interface document, or as listed.
 */
export function openOptionsFeed(
  { contracts, userEvents, quotes, shown }: OptionMarket,
  { stream, values }: NamedStream,
  openedAt: number,
): StreamFeed | undefined {
  const options = { contracts, userEvents, quotes, shown, values, openedAt };
  const openMany = MULTI_CONTRACT_FEEDS[stream.id];
  if (openMany !== undefined) return openMany(options);
  const contract = contracts.find((values['symbol'] ?? '').toUpperCase(), openedAt);
  return contract === undefined ? undefined : FEEDS[stream.id]?.(options, contract);
}

/** Returns whether the sandbox simulates a stream of options. */
export function hasOptionsFeed(id: string): boolean {
  return id in FEEDS || id in MULTI_CONTRACT_FEEDS;
}

const FEEDS: Readonly<Record<string, (options: OptionFeedOptions, contract: OptionContract) => StreamFeed>> =
  {
    'options.trade': tradeStream,
    'options.kline': candleStream,
    'options.ticker': (options, contract) =>
      periodicFeed(SECOND_MS, options.openedAt, (now) =>
        isOver(contract, now) ? [] : [tickerMessage(options, contract, now)],
      ),
    'options.book-ticker': bestPriceStream,
    'options.partial-depth': partialBookStream,
    'options.depth': bookChangeStream,
  };

const MULTI_CONTRACT_FEEDS: Readonly<Record<string, (options: OptionFeedOptions) => StreamFeed | undefined>> =
  {
    'options.expiry-tickers': (options) => expiryFeed(options, SECOND_MS, tickerMessage),
    'options.open-interest': (options) => expiryFeed(options, OPEN_INTEREST_PERIOD_MS, openInterestMessage),
    'options.index': indexPriceStream,
    'options.mark-price': markPriceStream,
    'options.new-symbol': newSymbolStream,
  };

function isOver({ expiry }: OptionContract, now: number): boolean {
  return expiry.expiresAt <= now;
}

/** Each trade once. */
function tradeStream({ shown, openedAt }: OptionFeedOptions, contract: OptionContract): StreamFeed {
  let lastLook = openedAt;
  return {
    advance(now) {
      const from = lastLook;
      lastLook = now;
      return shown.trades(contract, from, now).map((made) => tradeMessage(contract, made, now));
    },
  };
}

function candleStream({ shown, values, openedAt }: OptionFeedOptions, contract: OptionContract): StreamFeed {
  const interval = values['interval'] as Interval;
  const rows = (from: number | undefined, limit: number, now: number) =>
    optionCandles(shown, contract, { interval, from, to: undefined, limit, now });
  return candleFeed({ periodMs: SECOND_MS, openedAt, rows }, (row, now) =>
    candleMessage(contract, interval, row, now),
  );
}

/**
 * Returns a feed of the best levels of the order book, which sends in each period in which the book changed.
 */
function partialBookStream(
  { shown, values, openedAt }: OptionFeedOptions,
  contract: OptionContract,
): StreamFeed {
  const { levels } = values;
  let previousId = shown.book(contract, 1, openedAt).lastUpdateId;
  return periodicFeed(depthPeriodMs(values), openedAt, (now) => {
    if (isOver(contract, now) || shown.book(contract, 1, now).lastUpdateId === previousId) return [];
    const found = shown.book(contract, Number(levels), now);
    const message = partialBookMessage(contract, found, previousId, now);
    previousId = found.lastUpdateId;
    return [message];
  });
}

function depthPeriodMs({ speed }: OptionFeedOptions['values']): number {
  return speed === undefined ? DEPTH_PERIOD_MS : Number.parseInt(speed, 10);
}

/** Returns a feed of the changes of the order book. */
function bookChangeStream(
  { shown, userEvents, values, openedAt }: OptionFeedOptions,
  contract: OptionContract,
): StreamFeed {
  return createChangeFeed(
    { openedAt, book: (levels, at) => shown.book(contract, levels, at) },
    {
      levels: BOOK_LEVELS_MAX,
      periodMs: depthPeriodMs(values),
      overlaps: true,
      listen: (touch) => listenForOptionPrices(userEvents, contract, touch),
    },
    (change, now) => bookChangesMessage(contract, change, now),
  );
}

/** Returns a feed of the best bid and ask, which sends when one of them changed. */
function bestPriceStream({ shown, openedAt }: OptionFeedOptions, contract: OptionContract): StreamFeed {
  const bestAt = (now: number): OptionBestPrices => {
    const { bids, asks, lastUpdateId } = shown.book(contract, 1, now);
    return { bid: bids[0], ask: asks[0], lastUpdateId };
  };
  let previous = bestAt(openedAt);
  return {
    advance(now) {
      if (isOver(contract, now)) return [];
      const best = bestAt(now);
      if (isSameLevel(best.bid, previous.bid) && isSameLevel(best.ask, previous.ask)) return [];
      previous = best;
      return [bestPriceMessage(contract, best, now)];
    },
  };
}

function isSameLevel(one: OptionBestPrices['bid'], other: OptionBestPrices['bid']): boolean {
  return one?.price === other?.price && one?.lots === other?.lots;
}

/** Returns a feed that sends, in each period, an array of the contracts of an underlying and expiry day. */
function expiryFeed(
  options: OptionFeedOptions,
  periodMs: number,
  write: (source: OptionSource, contract: OptionContract, now: number) => Message,
): StreamFeed | undefined {
  const { contracts, values, openedAt } = options;
  const underlying = underlyingNamed(contracts, values['underlying']);
  const day = parseDay(values['expiry'] ?? '');
  if (underlying === undefined || day === undefined) return undefined;
  const expiry = expiryOn(day);
  return periodicFeed(periodMs, openedAt, (now) => {
    if (now < expiry.listedAt || now >= expiry.expiresAt) return [];
    const rows = contracts
      .contractsExpiring(underlying, expiry)
      .map((contract) => write(options, contract, now));
    return rows.length === 0 ? [] : [arrayMessage(rows)];
  });
}

/** Returns a feed of the index price of an underlying, or of an array of all underlyings if none is named. */
function indexPriceStream({
  contracts,
  quotes,
  values,
  openedAt,
}: OptionFeedOptions): StreamFeed | undefined {
  if (values['underlying'] === undefined) {
    return periodicFeed(SECOND_MS, openedAt, (now) => [
      arrayMessage(contracts.underlyings.map((underlying) => indexPriceMessage(quotes, underlying, now))),
    ]);
  }
  const underlying = underlyingNamed(contracts, values['underlying']);
  if (underlying === undefined) return undefined;
  return periodicFeed(SECOND_MS, openedAt, (now) => [indexPriceMessage(quotes, underlying, now)]);
}

function markPriceStream({ contracts, quotes, values, openedAt }: OptionFeedOptions): StreamFeed | undefined {
  const underlying = underlyingNamed(contracts, values['underlying']);
  if (underlying === undefined) return undefined;
  return periodicFeed(SECOND_MS, openedAt, (now) => [
    arrayMessage(
      contracts
        .tradingContracts(now)
        .filter((contract) => contract.underlying === underlying)
        .map((contract) => markPriceMessage(quotes, contract, now)),
    ),
  ]);
}

/** Returns a feed of newly listed contracts, without those that have expired since. */
function newSymbolStream({ contracts, openedAt }: OptionFeedOptions): StreamFeed {
  let lastLook = openedAt;
  return periodicFeed(SECOND_MS, openedAt, (now) => {
    const before = lastLook;
    lastLook = now;
    const listed = expiriesAt(now).filter(({ listedAt }) => listedAt > before);
    return contracts.underlyings.flatMap((underlying) =>
      listed.flatMap((expiry) =>
        contracts.contractsExpiring(underlying, expiry).map((contract) => newSymbolMessage(contract, now)),
      ),
    );
  });
}

function underlyingNamed(contracts: OptionContracts, name: string | undefined): OptionUnderlying | undefined {
  return contracts.findUnderlying((name ?? '').toUpperCase());
}
