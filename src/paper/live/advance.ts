/** Carries a ledger on through market data, and fetches data finer than a minute only where they decide something. */
import { compare, type Decimal } from '../../core/decimal.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import { BOOK_NAMES } from '../ledger/position.ts';
import { minuteOf } from '../market/path.ts';
import type { CandleList } from '../market/price-lists.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import type { SymbolData } from '../scenario/reader.ts';
import type { LiveLedger } from './live-ledger.ts';
import type { MarketSource } from './market-source.ts';

/** The minutes that are fetched at a time: as many candles as the exchange returns in one answer. */
const CHUNK_MS = 1000 * MINUTE_MS;

/** Carries a ledger on to a time, which is not carried out itself. */
export async function advanceTo(live: LiveLedger, source: MarketSource, until: number): Promise<void> {
  while (live.cursor < until) {
    const followed = live.followedSymbols();
    if (followed.length === 0) {
      live.playTo([], until);
      return;
    }
    const end = Math.min(until, minuteOf(live.cursor) + CHUNK_MS);
    const data = [];
    for (const symbol of followed) data.push(await source.dataOf(rulesOf(live, symbol), live.cursor, end));
    const finer = source.finer?.bind(source);
    if (finer === undefined) live.playTo(data, end);
    else await playMinutes(live, finer, data, end);
  }
}

function rulesOf({ ledger }: LiveLedger, symbol: string): LedgerSymbol {
  return ledger.instruments.get(symbol)!.rules;
}

/** Carries a ledger on minute by minute: what is needed of a minute depends on what is open when it begins. */
async function playMinutes(
  live: LiveLedger,
  finer: NonNullable<MarketSource['finer']>,
  data: readonly SymbolData[],
  end: number,
): Promise<void> {
  while (live.cursor < end) {
    const from = live.cursor;
    const to = Math.min(end, minuteOf(from) + MINUTE_MS);
    const ofMinute: SymbolData[] = [];
    for (const one of data) {
      const needsFiner = to - from < MINUTE_MS || isUndecided(live, one, from);
      ofMinute.push(needsFiner ? { ...one, ...(await finer(one.rules, from, to)) } : one);
    }
    live.playTo(ofMinute, to);
  }
}

/**
 * Returns whether a candle of a whole minute cannot decide what happened in it: both an adverse and a favourable level
 * of a position lie in its range, or a thesis becomes ready or a holding time ends strictly inside the minute.
 */
function isUndecided({ ledger, queue }: LiveLedger, data: SymbolData, minute: number): boolean {
  const { symbol } = data.rules;
  const isInside = (time: number | null) => time !== null && minute < time && time < minute + MINUTE_MS;
  if (queue.waiting.some((one) => one.instrument.rules.symbol === symbol && isInside(one.readyAt))) {
    return true;
  }
  const open = BOOK_NAMES.flatMap((book) => ledger.books[book].openOf(symbol));
  if (open.some(({ deadline }) => isInside(deadline))) return true;
  const index = data.minutes.indexAt(minute);
  if (index >= data.minutes.size || data.minutes.time(index) !== minute) return false;
  const isReached = (level: Decimal | null) => level !== null && isInRange(data.minutes, index, level);
  return open.some(
    ({ stopLoss, liquidationPrice, takeProfit }) =>
      isReached(takeProfit) && (isReached(stopLoss) || isReached(liquidationPrice)),
  );
}

function isInRange(candles: CandleList, index: number, level: Decimal): boolean {
  return compare(candles.low(index), level) <= 0 && compare(level, candles.high(index)) <= 0;
}
