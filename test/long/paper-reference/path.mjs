// The path of a symbol: what its price did, as a list of items in order of time, and what of it falls due when.
import { add, divide, equal, greatest, integer, least } from './numbers.mjs';
import { LENGTH, MINUTE } from './scenario.mjs';

const candleItem = (candle) => ({
  source: candle.interval,
  start: candle.t,
  end: candle.t + LENGTH[candle.interval],
  open: candle.o,
  high: candle.h,
  low: candle.l,
  close: candle.c,
});

const tradeItem = (trade) => ({
  source: 'trade',
  start: trade.t,
  end: trade.t,
  open: trade.p,
  high: trade.p,
  low: trade.p,
  close: trade.p,
});

/** Whether finer items reach the candle's extremes exactly. */
const cover = (items, candle) =>
  items.length > 0 &&
  equal(items.map((item) => item.low).reduce(least), candle.low) &&
  equal(items.map((item) => item.high).reduce(greatest), candle.high);

const within = (items, start, end) => items.filter((item) => item.start >= start && item.start < end);

/** The seconds of a minute, each replaced by its trades if these cover it. */
const finest = (seconds, trades) =>
  seconds.flatMap((second) => {
    const inside = within(trades, second.start, second.end);
    return cover(inside, second) ? inside : [second];
  });

function itemsOfMinute(candle, seconds, trades) {
  if (candle === undefined) return seconds.length > 0 ? finest(seconds, trades) : trades;
  if (cover(trades, candle)) return trades;
  return cover(seconds, candle) ? finest(seconds, trades) : [candle];
}

/** The items of one symbol's path, in order of time. */
export function pathOf(scenario, symbol) {
  const { start, end } = scenario.settings;
  const own = (list) => list.filter((found) => found.symbol === symbol);
  const byStart = (a, b) => a.start - b.start;
  const candles = own(scenario.candle)
    .map(candleItem)
    .filter((item) => item.start >= start && item.end <= end)
    .sort(byStart);
  const trades = within(own(scenario.trade).map(tradeItem), start, end).sort(byStart);
  const minutes = candles.filter((item) => item.source === '1m');
  const seconds = candles.filter((item) => item.source === '1s');
  const starts = [...minutes, ...seconds, ...trades].map((item) => item.start - (item.start % MINUTE));
  return [...new Set(starts)]
    .sort((a, b) => a - b)
    .flatMap((minute) =>
      itemsOfMinute(
        minutes.find((item) => item.start === minute),
        within(seconds, minute, minute + MINUTE),
        within(trades, minute, minute + MINUTE),
      ),
    );
}

/** The snapshots of a symbol that lie in the span, in order of time. */
export const snapshotsOf = (scenario, symbol) =>
  scenario.book
    .filter(
      (book) => book.symbol === symbol && book.t >= scenario.settings.start && book.t < scenario.settings.end,
    )
    .sort((a, b) => a.t - b.t);

/** The points that snapshots give: outside candles, not where the path has a point, the last of one time. */
export function bookPoints(path, snapshots) {
  const inside = (t) => path.some((item) => item.start < t && t < item.end);
  const taken = new Set(path.map((item) => item.start));
  const points = new Map();
  for (const book of snapshots) {
    if (taken.has(book.t) || inside(book.t)) continue;
    const middle = divide(add(book.bids[0].price, book.asks[0].price), integer(2));
    points.set(book.t, { time: book.t, price: middle, source: 'book' });
  }
  return points;
}
