/** The path of a symbol and its liquidation price, written naively from the rules of docs/paper.md. */
import { ceilTo, floorTo, larger, type Q, q, smaller } from './rational.ts';

/** A record of a scenario, as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the naive ledger reads checked scenarios without types.
export type Json = any;

/** A candle or a trade of the path. */
export interface Item {
  readonly start: number;
  readonly end: number;
  readonly o: Q;
  readonly h: Q;
  readonly l: Q;
  readonly c: Q;
  readonly source: string;
}

const MINUTE = 60_000;

function candleItem(record: Json): Item {
  const end = record.t + (record.interval === '1m' ? MINUTE : 1000);
  return {
    start: record.t,
    end,
    o: q(record.o),
    h: q(record.h),
    l: q(record.l),
    c: q(record.c),
    source: record.interval,
  };
}

function tradeItem(record: Json): Item {
  const p = q(record.p);
  return { start: record.t, end: record.t, o: p, h: p, l: p, c: p, source: 'trade' };
}

function cover(finer: readonly Item[], candle: Item): boolean {
  if (finer.length === 0) return false;
  const low = finer.map((one) => one.l).reduce(smaller);
  const high = finer.map((one) => one.h).reduce(larger);
  return low.vs(candle.l) === 0 && high.vs(candle.h) === 0;
}

/** Returns the items of a symbol's path between two whole minutes. */
export function pathOf(records: readonly Json[], symbol: string, start: number, end: number): Item[] {
  const own = records.filter((one) => one.symbol === symbol);
  const candles = own.filter((one) => one.kind === 'candle').map(candleItem);
  const inside = candles.filter((one) => one.start >= start && one.end <= end);
  const trades = own
    .filter((one) => one.kind === 'trade' && one.t >= start && one.t < end)
    .map(tradeItem)
    .sort((a, b) => a.start - b.start);
  const items: Item[] = [];
  for (let minute = start; minute < end; minute += MINUTE) {
    const within = (one: Item) => one.start >= minute && one.start < minute + MINUTE;
    const candle = inside.find((one) => one.source === '1m' && one.start === minute);
    const seconds = inside
      .filter((one) => one.source === '1s' && within(one))
      .sort((a, b) => a.start - b.start);
    const ticks = trades.filter(within);
    const fine = seconds.flatMap((second) => {
      const inSecond = ticks.filter((one) => one.start >= second.start && one.start < second.end);
      return cover(inSecond, second) ? inSecond : [second];
    });
    if (candle === undefined) items.push(...(seconds.length > 0 ? fine : ticks));
    else if (cover(ticks, candle)) items.push(...ticks);
    else if (cover(seconds, candle)) items.push(...fine);
    else items.push(candle);
  }
  return items;
}

/** Returns the liquidation price by solving for the price tier by tier; null where a LONG has none. */
export function liquidationOf(position: Json, rules: Json): Q | null {
  const tick = q(rules.tick_size);
  let floor = q(0);
  let cum = q(0);
  let rate = q(0);
  for (const [index, tier] of rules.tiers.entries()) {
    const mmr = q(tier.mmr);
    if (index > 0) cum = cum.plus(floor.times(mmr.minus(rate)));
    rate = mmr;
    const one = q(1);
    const p: Q =
      position.side === 'LONG'
        ? position.cost
            .minus(position.margin)
            .minus(cum)
            .over(position.quantity.times(one.minus(mmr)))
        : position.cost
            .plus(position.margin)
            .plus(cum)
            .over(position.quantity.times(one.plus(mmr)));
    const notional = p.times(position.quantity);
    if (notional.vs(floor) > 0 && (tier.cap === null || notional.vs(q(tier.cap)) <= 0)) {
      return position.side === 'LONG' ? ceilTo(p, tick) : larger(floorTo(p, tick), tick);
    }
    if (tier.cap !== null) floor = q(tier.cap);
  }
  return null;
}
