/** Writes scenarios: settings, a symbol, candles and theses, with what a test does not care about filled in. */

/** 2026-01-01T00:00Z, in Unix ms. */
export const START = 1_767_225_600_000;
const MINUTE_MS = 60_000;

/** A JSON object of a scenario or of a thesis. */
export type Members = Readonly<Record<string, unknown>>;

/** Returns the time of a minute after the start, with seconds and ms. */
export function at(minute: number, second = 0, ms = 0): number {
  return START + minute * MINUTE_MS + second * 1000 + ms;
}

/** The maintenance tiers of the worked examples. */
const TIERS = [
  { cap: '50000', mmr: '0.004', max_leverage: '125' },
  { cap: '250000', mmr: '0.005', max_leverage: '100' },
  { cap: '1000000', mmr: '0.01', max_leverage: '50' },
  { cap: null, mmr: '0.025', max_leverage: '20' },
];

/** Returns settings that last some minutes. */
export function settings(minutes: number, others: Members = {}): Members {
  return { kind: 'settings', version: 1, start: START, end: at(minutes), ...others };
}

/** Returns the symbol record of BTCUSDT, or of another symbol. */
export function symbol(others: Members = {}): Members {
  return {
    kind: 'symbol',
    symbol: 'BTCUSDT',
    base: 'BTC',
    quote: 'USDT',
    tick_size: '0.1',
    step_size: '0.001',
    min_qty: '0.001',
    max_qty: '1000',
    min_notional: '5',
    liquidation_fee: '0.0125',
    tiers: TIERS,
    ...others,
  };
}

/** Open, high, low, close. */
export type Prices = readonly [o: string, h: string, l: string, c: string];

/** Returns a candle of a minute. */
export function candle(minute: number, [o, h, l, c]: Prices, others: Members = {}): Members {
  return { kind: 'candle', symbol: 'BTCUSDT', interval: '1m', t: at(minute), o, h, l, c, ...others };
}

/** Returns flat candles of 50000 for all minutes from 0, but for those that are given. */
export function candles(
  minutes: number,
  given: Readonly<Record<number, Prices | string | null>> = {},
): Members[] {
  return Array.from({ length: minutes }, (_, minute) => {
    const one = given[minute];
    if (one === null) return [];
    const prices: Prices =
      typeof one === 'string' ? [one, one, one, one] : (one ?? ['50000', '50000', '50000', '50000']);
    return [candle(minute, prices)];
  }).flat();
}

/** Returns a trade. */
export function trade(time: number, price: string, others: Members = {}): Members {
  return { kind: 'trade', symbol: 'BTCUSDT', t: time, p: price, ...others };
}

/** Price and quantity of levels, best first. */
type Levels = readonly (readonly [string, string])[];

/** Returns an order book snapshot. */
export function book(time: number, bids: Levels, asks: Levels): Members {
  return { kind: 'book', symbol: 'BTCUSDT', t: time, bids, asks };
}

/** Returns a funding. */
export function funding(time: number, rate: string, mark: string | null): Members {
  return { kind: 'funding', symbol: 'BTCUSDT', t: time, rate, mark };
}

/** Returns a thesis record. */
export function thesis(time: number, document: Members, others: Members = {}): Members {
  return { kind: 'thesis', t: time, thesis: document, ...others };
}

/** What every thesis has. */
const COMMON: Members = {
  schema: 'svc_auto.position_management_thesis.v1',
  schema_version: '1.0.0',
  ok: true,
  mode: 'paper',
  reason: 'because',
  error_code: null,
  provenance: { source: 'test', agent: 'a1', research_cycle_run_id: 'r1' },
  safety: {
    public_readonly_market_data: true,
    public_readonly: true,
    paper_or_watch_only: true,
    real_orders: false,
    signed_requests: false,
    reads_api_keys: false,
    exchange_account_state: false,
  },
  hard_boundaries: {
    real_orders: false,
    signed_requests: false,
    reads_api_keys: false,
    exchange_account_state: false,
  },
  limitations: ['paper only'],
};

const AUTHORIZED = { agent_authorized: true, real_order: false };

/** Returns a thesis that adds; LONG unless `intent` says otherwise. */
export function add(intent: Members, others: Members = {}): Members {
  return {
    ...COMMON,
    action: 'add',
    symbol: 'BTCUSDT',
    paper_intent: { side: 'LONG', ...AUTHORIZED, ...intent },
    ...others,
  };
}

const BTC = { symbol: 'BTCUSDT' };

/** Returns a thesis that reduces the position of BTCUSDT. */
export function reduce(intent: Members, others: Members = {}): Members {
  return {
    ...COMMON,
    action: 'reduce',
    position_ref: BTC,
    paper_intent: { ...AUTHORIZED, ...intent },
    ...others,
  };
}

/** Returns a thesis that closes a fraction of the position of BTCUSDT. */
export function close(fraction: number, intent: Members = {}, others: Members = {}): Members {
  return {
    ...COMMON,
    action: 'close',
    position_ref: BTC,
    close_intent: { close_fraction: fraction, ...intent },
    ...others,
  };
}

/** Returns a thesis that adjusts the exits of the position of BTCUSDT. */
export function adjust(update: Members, others: Members = {}): Members {
  return { ...COMMON, action: 'adjust_exit', position_ref: BTC, exit_update: update, ...others };
}

/** Returns a thesis that does nothing. */
export function hold(others: Members = {}): Members {
  return { ...COMMON, action: 'hold', ...others };
}

/** The members of a thesis for the watch book. */
export const WATCH: Members = { mode: 'watch' };
