/** The streams of options, fed from the market that REST answers from. */
import { SECOND_MS } from '../../core/time-units.ts';
import type { NamedStream } from '../../request/stream-name.ts';
import type { Interval } from '../engine/market/intervals.ts';
import type { OptionsServices } from '../engine/options/context.ts';
import type { OptionContract, OptionContracts, OptionUnderlying } from '../engine/options/contracts.ts';
import { expiriesAt, expiryOn, parseDay } from '../engine/options/schedule.ts';
import { optionCandles } from '../engine/options/tickers.ts';
import { type Feed, periodic } from './feed.ts';
import { candleFeed } from './market-feeds.ts';
import { arrayOf, type Message } from './message.ts';
import {
  candle,
  indexPrice,
  markPrice,
  newSymbol,
  type OptionSource,
  openInterest,
  partialBook,
  ticker,
  trade,
} from './options-messages.ts';

const DEPTH_PERIOD_MS = 500;
const OPEN_INTEREST_PERIOD_MS = 60_000;

type Market = Pick<OptionsServices, 'contracts'> & OptionSource;

interface Opening extends Market {
  readonly values: Readonly<Record<string, string>>;
  readonly openedAt: number;
}

/**
 * Opens the feed of a stream from a moment on; undefined where there is no such contract or underlying. Their letters
 * may be small, as the document writes names of streams, or as they are listed.
 */
export function openOptionsFeed(
  { contracts, quotes, shown }: Market,
  { stream, values }: NamedStream,
  openedAt: number,
): Feed | undefined {
  const opening = { contracts, quotes, shown, values, openedAt };
  const many = FEEDS_OF_MANY[stream.id];
  if (many !== undefined) return many(opening);
  const contract = contracts.find((values['symbol'] ?? '').toUpperCase(), openedAt);
  return contract === undefined ? undefined : FEEDS[stream.id]?.(opening, contract);
}

const FEEDS: Readonly<Record<string, (opening: Opening, contract: OptionContract) => Feed>> = {
  'options.trade': trades,
  'options.kline': candles,
  'options.ticker': (opening, contract) =>
    periodic(SECOND_MS, opening.openedAt, (now) =>
      isOver(contract, now) ? [] : [ticker(opening, contract, now)],
    ),
  'options.partial-depth': book,
};

const FEEDS_OF_MANY: Readonly<Record<string, (opening: Opening) => Feed | undefined>> = {
  'options.expiry-tickers': (opening) => ofExpiry(opening, SECOND_MS, ticker),
  'options.open-interest': (opening) => ofExpiry(opening, OPEN_INTEREST_PERIOD_MS, openInterest),
  'options.index': indexPrices,
  'options.mark-price': markPrices,
  'options.new-symbol': newSymbols,
};

function isOver({ expiry }: OptionContract, now: number): boolean {
  return expiry.expiresAt <= now;
}

/** Each trade once. */
function trades({ shown, openedAt }: Opening, contract: OptionContract): Feed {
  let seen = openedAt;
  return {
    advance(now) {
      const from = seen;
      seen = now;
      return shown.trades(contract, from, now).map((made) => trade(contract, made, now));
    },
  };
}

function candles({ shown, values, openedAt }: Opening, contract: OptionContract): Feed {
  const interval = values['interval'] as Interval;
  const rows = (from: number | undefined, limit: number, now: number) =>
    optionCandles(shown, contract, { interval, from, to: undefined, limit, now });
  return candleFeed({ periodMs: SECOND_MS, openedAt, rows }, (row, now) =>
    candle(contract, interval, row, now),
  );
}

/** The best levels, in each period in which they changed. */
function book({ shown, values, openedAt }: Opening, contract: OptionContract): Feed {
  const { levels, speed } = values;
  const periodMs = speed === undefined ? DEPTH_PERIOD_MS : Number.parseInt(speed, 10);
  let previousId = shown.book(contract, 1, openedAt).lastUpdateId;
  return periodic(periodMs, openedAt, (now) => {
    if (isOver(contract, now) || shown.book(contract, 1, now).lastUpdateId === previousId) return [];
    const found = shown.book(contract, Number(levels), now);
    const message = partialBook(contract, found, previousId, now);
    previousId = found.lastUpdateId;
    return [message];
  });
}

/** In each period an array of all contracts of an underlying and a day; none where there are none. */
function ofExpiry(
  opening: Opening,
  periodMs: number,
  write: (source: OptionSource, contract: OptionContract, now: number) => Message,
): Feed | undefined {
  const { contracts, values, openedAt } = opening;
  const underlying = underlyingNamed(contracts, values['underlying']);
  const day = parseDay(values['expiry'] ?? '');
  if (underlying === undefined || day === undefined) return undefined;
  const expiry = expiryOn(day);
  return periodic(periodMs, openedAt, (now) => {
    if (now < expiry.listedAt || now >= expiry.expiresAt) return [];
    const rows = contracts
      .contractsExpiring(underlying, expiry)
      .map((contract) => write(opening, contract, now));
    return rows.length === 0 ? [] : [arrayOf(rows)];
  });
}

/** The index of an underlying, or an array of all where none is named, as in the name that is used today. */
function indexPrices({ contracts, quotes, values, openedAt }: Opening): Feed | undefined {
  if (values['underlying'] === undefined) {
    return periodic(SECOND_MS, openedAt, (now) => [
      arrayOf(contracts.underlyings.map((underlying) => indexPrice(quotes, underlying, now))),
    ]);
  }
  const underlying = underlyingNamed(contracts, values['underlying']);
  if (underlying === undefined) return undefined;
  return periodic(SECOND_MS, openedAt, (now) => [indexPrice(quotes, underlying, now)]);
}

function markPrices({ contracts, quotes, values, openedAt }: Opening): Feed | undefined {
  const underlying = underlyingNamed(contracts, values['underlying']);
  if (underlying === undefined) return undefined;
  return periodic(SECOND_MS, openedAt, (now) => [
    arrayOf(
      contracts
        .tradingContracts(now)
        .filter((contract) => contract.underlying === underlying)
        .map((contract) => markPrice(quotes, contract, now)),
    ),
  ]);
}

/** Each contract once when it is listed; one that has also expired since is left out. */
function newSymbols({ contracts, openedAt }: Opening): Feed {
  let seen = openedAt;
  return periodic(SECOND_MS, openedAt, (now) => {
    const before = seen;
    seen = now;
    const listed = expiriesAt(now).filter(({ listedAt }) => listedAt > before);
    return contracts.underlyings.flatMap((underlying) =>
      listed.flatMap((expiry) =>
        contracts.contractsExpiring(underlying, expiry).map((contract) => newSymbol(contract, now)),
      ),
    );
  });
}

function underlyingNamed(contracts: OptionContracts, name: string | undefined): OptionUnderlying | undefined {
  return contracts.findUnderlying((name ?? '').toUpperCase());
}
