/** Random scenarios that meet the edges: exact touches, gaps, thin books, holes, coarse steps, contradictory theses. */
import { type Members, START } from '../scenarios.ts';
import { Dice, type Market } from './dice.ts';
import { randomThesis } from './random-theses.ts';

const MINUTE_MS = 60_000;

/** Returns the records of a scenario that is well formed. */
export function randomScenario(seed: number): readonly Members[] {
  const dice = new Dice(seed);
  // In a calm scenario few theses are refused, so that positions live and change.
  const isCalm = seed % 2 === 0;
  const isLong = dice.chance(0.02);
  const minutes = isLong ? 1440 * dice.int(2, 4) : dice.int(3, 12);
  const start = START + (isLong ? 0 : dice.int(-3, 3) * MINUTE_MS);
  const end = start + minutes * MINUTE_MS;
  const records: Members[] = [isCalm ? calmSettings(dice, start, end) : settingsRecord(dice, start, end)];
  const markets = [market('BTCUSDT', 2), ...(dice.chance(0.4) ? [market('AAAUSDT', 1)] : [])];
  for (const one of markets) {
    records.push(isCalm ? calmSymbol(dice, one.symbol) : symbolRecord(dice, one.symbol));
    for (let minute = 0; minute < minutes; minute += 1) {
      if (isLong && !dice.chance(0.004)) continue;
      records.push(...minuteRecords(dice, one, start + minute * MINUTE_MS));
    }
    for (let count = dice.int(0, 3); count > 0; count -= 1)
      records.push(fundingRecord(dice, one, start, end));
  }
  const count = dice.int(4, 16);
  const times = Array.from({ length: count }, () => thesisTime(dice, start, end)).sort((a, b) => a - b);
  const sent: Members[] = [];
  for (const time of times) {
    const isOld = sent.length > 0 && dice.chance(0.12);
    const thesis = isOld ? dice.of(sent) : randomThesis(dice, markets, { sentCount: sent.length, isCalm });
    sent.push(thesis);
    records.push({ kind: 'thesis', t: time, thesis, ...(dice.chance(0.1) ? { again: true } : {}) });
  }
  return records;
}

function market(symbol: string, digits: number): Market {
  return { symbol, price: 100 * 10 ** digits, unit: (price) => decimal(price, digits) };
}

/** Returns an integer as a decimal with a number of digits after the point. */
function decimal(value: number, digits: number): string {
  const text = String(Math.max(1, value)).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function settingsRecord(dice: Dice, start: number, end: number): Members {
  const others: Record<string, unknown> = {};
  const maybe = (name: string, values: readonly unknown[]) => {
    if (dice.chance(0.4)) others[name] = dice.of(values);
  };
  maybe('cash', ['10000', '100000', '1500', '1000.5', '0', '633.333333333']);
  maybe('taker_fee', ['0.0005', '0', '0.001', '0.00033333']);
  maybe('slippage_bps', ['0', '5', '10', '37.5', '37.5', '12000']);
  maybe('latency_ms', [0, 1, 999, 999, 60_000, 61_500]);
  maybe('max_wait_ms', [0, 30_000, 120_000, 120_000, 600_000]);
  maybe('book_max_age_ms', [0, 1000, 5000, 90_000]);
  maybe('target_fill', ['through', 'touch']);
  maybe('opposite_add', ['refuse', 'flip', 'hedge', 'flip', 'hedge']);
  maybe('mark_price_policy', ['worse', 'trust']);
  maybe('mark_price_band_bps', ['0', '100', '1000']);
  maybe('equity_every_ms', [60_000, 90_001, 3_600_000]);
  return { kind: 'settings', version: 1, start, end, ...others };
}

function symbolRecord(dice: Dice, symbol: string): Members {
  const tiers = dice.of([
    [{ cap: null, mmr: '0.004', max_leverage: '125' }],
    [
      { cap: '500', mmr: '0.01', max_leverage: '50' },
      { cap: '2000', mmr: '0.05', max_leverage: '20' },
      { cap: null, mmr: '0.25', max_leverage: '3' },
    ],
    [
      { cap: '1000', mmr: '0.02', max_leverage: '30.5' },
      { cap: null, mmr: '0.015', max_leverage: '10' },
    ],
  ]);
  return {
    kind: 'symbol',
    symbol,
    base: symbol.slice(0, 3),
    quote: dice.chance(0.02) ? 'USDC' : 'USDT',
    tick_size: dice.of(['0.01', '0.5', '0.3', '1']),
    step_size: dice.of(['0.001', '0.001', '0.1', '0.7', '1']),
    min_qty: dice.of(['0', '0', '0.001', '0.7', '2.5']),
    max_qty: dice.of(['1000', '1000', '30']),
    min_notional: dice.of(['0', '5', '5', '100']),
    liquidation_fee: dice.of(['0', '0.0125', '0.3']),
    tiers,
    ...(dice.chance(0.3) ? { taker_fee: '0.002' } : {}),
    ...(dice.chance(0.3) ? { maker_fee: '0.00007' } : {}),
  };
}

function calmSettings(dice: Dice, start: number, end: number): Members {
  const choice = dice.of(['flip', 'hedge', 'refuse']);
  return { kind: 'settings', version: 1, start, end, cash: '100000', opposite_add: choice };
}

function calmSymbol(dice: Dice, symbol: string): Members {
  return {
    ...symbolRecord(dice, symbol),
    quote: 'USDT',
    step_size: '0.001',
    min_qty: '0.001',
    max_qty: '1000',
    min_notional: '5',
    tiers: [
      { cap: '5000', mmr: '0.004', max_leverage: '125' },
      { cap: null, mmr: '0.02', max_leverage: '50' },
    ],
  };
}

/** Moves the price by a step that is mostly small. */
function move(dice: Dice, one: Market): number {
  const size = dice.of([0, 0, 1, 3, 10, 40]);
  const share = dice.int(-size, size) / 1000;
  one.price = Math.max(2, one.price + Math.round(one.price * share));
  return one.price;
}

/** Returns the records of a minute: trades, seconds of them and the minute's candle, some left out or wrong. */
function minuteRecords(dice: Dice, one: Market, minute: number): Members[] {
  const { symbol, unit } = one;
  const trades = Array.from({ length: dice.int(1, 6) }, () => ({
    t: minute + (dice.chance(0.3) ? dice.int(0, 59) * 1000 : dice.int(0, 59_999)),
    p: 0,
  })).sort((a, b) => a.t - b.t);
  if (dice.chance(0.7)) trades[0]!.t = minute;
  for (const trade of trades) trade.p = move(dice, one);
  const records: Members[] = [];
  const candle = (interval: string, t: number, prices: readonly number[]) => {
    const low = Math.min(...prices);
    const high = Math.max(...prices) + (dice.chance(0.1) ? 1 : 0);
    const o = unit(prices[0]!);
    records.push({
      kind: 'candle',
      symbol,
      interval,
      t,
      o,
      h: unit(high),
      l: unit(low),
      c: unit(prices.at(-1)!),
    });
  };
  if (dice.chance(0.85))
    candle(
      '1m',
      minute,
      trades.map(({ p }) => p),
    );
  if (dice.chance(0.5)) {
    const seconds = [...new Set(trades.map(({ t }) => Math.floor(t / 1000) * 1000))];
    for (const second of seconds) {
      const inside = trades.filter(({ t }) => t >= second && t < second + 1000).map(({ p }) => p);
      if (!dice.chance(0.05)) candle('1s', second, inside);
    }
  }
  if (dice.chance(0.5)) {
    for (const { t, p } of trades)
      if (!dice.chance(0.05)) records.push({ kind: 'trade', symbol, t, p: unit(p) });
  }
  if (dice.chance(0.3)) records.push(bookRecord(dice, one, minute));
  return dice.chance(0.2) ? records.reverse() : records;
}

function bookRecord(dice: Dice, { symbol, unit, price }: Market, minute: number): Members {
  const level = (at: number) => [unit(at), dice.of(['0.1', '0.35', '2', '7.77', '50'])];
  const spread = dice.int(1, 30);
  const levels = dice.int(1, 4);
  const step = dice.int(1, 50);
  const side = (first: number, direction: number) =>
    Array.from({ length: levels }, (_, index) => first + direction * index * step)
      .filter((at) => at > 1)
      .map(level);
  const t = minute + dice.of([0, 0, 1, 30_000, 59_999, dice.int(0, 59_999)]);
  return {
    kind: 'book',
    symbol,
    t,
    bids: side(Math.max(2, price), -1),
    asks: side(Math.max(2, price) + spread, 1),
  };
}

function fundingRecord(dice: Dice, { symbol, unit, price }: Market, start: number, end: number): Members {
  const t = start + dice.int(-1, (end - start) / MINUTE_MS) * MINUTE_MS + dice.of([0, 0, 1, 7000]);
  const rate = dice.of(['0.0001', '-0.0003', '0.000000001', '0.05', '-0.02', '0']);
  return { kind: 'funding', symbol, t, rate, mark: dice.chance(0.3) ? null : unit(price) };
}

function thesisTime(dice: Dice, start: number, end: number): number {
  const minutes = (end - start) / MINUTE_MS;
  const minute = start + dice.int(0, dice.chance(0.1) ? minutes + 1 : minutes - 1) * MINUTE_MS;
  return minute + dice.of([0, 0, 0, 1, 15_000, dice.int(0, 59_999)]);
}
