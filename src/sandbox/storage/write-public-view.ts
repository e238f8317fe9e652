/** Writes the public view of a saved exchange (see `public-view.ts`). */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Product } from '../../catalogue/types.ts';
import { DAY_MS } from '../../core/time-units.ts';
import { PROGRAM } from '../../generated/program.ts';
import { bookStep } from '../engine/market/book.ts';
import type { UserActivity } from '../engine/matching/public-market.ts';
import { AGGREGATE_WIDTH, TRADE_WIDTH } from '../engine/matching/trade-tape.ts';
import type { NumberRows } from '../engine/state/number-table.ts';
import type { SandboxExchange } from '../exchange/open-exchange.ts';
import { runDueEvents } from '../exchange/requests.ts';
import type { JournalPosition } from './journal/file.ts';
import { type ProductView, type SavedActivity, VIEW_FORMAT, type ViewHeader } from './public-view.ts';
import { encodeView } from './view-file.ts';

/** How long a view counts at most, in ms: events are searched so far ahead. */
const VALID_MAX_MS = DAY_MS;

/** The engines whose due events change the market data of a product; the first one has the users' orders. */
const ENGINES_OF: Readonly<Partial<Record<Product, readonly string[]>>> = {
  spot: ['spot', 'margin'],
  usdm: ['usdm'],
  coinm: ['coinm'],
  options: ['options'],
};

/**
 * Writes the public view of an exchange whose journal ends at a position. The exchange must not be used any more, because
 * the search for its next event moves its engines ahead. Does nothing if the file can't be written: a view only saves
 * time.
 */
export function writePublicView(path: string, exchange: SandboxExchange, journal: JournalPosition): void {
  const takenAt = runDueEvents(exchange, exchange.clock.now());
  const numbers: number[] = [];
  const products: Partial<Record<Product, ProductView>> = {};
  for (const [product, engines] of Object.entries(ENGINES_OF) as [Product, readonly string[]][]) {
    const owner = exchange.engines.find(engines[0]!);
    if (owner !== undefined && owner.publicActivity === undefined) continue;
    const activities: Record<string, SavedActivity> = {};
    for (const [{ name }, activity] of owner?.publicActivity?.() ?? []) {
      activities[name] = saveActivity(activity, takenAt, numbers);
    }
    products[product] = { until: validUntil(exchange, engines, takenAt), activities };
  }
  const { clock, seed, market } = exchange;
  const header: ViewHeader = {
    format: VIEW_FORMAT,
    program: PROGRAM,
    seed,
    marketModel: market.model,
    journal,
    takenAt,
    advancedMs: clock.advancedMs,
    products,
  };
  const part = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(part, encodeView(header, numbers), { mode: 0o600, flag: 'wx' });
    renameSync(part, path);
  } catch {
    rmSync(part, { force: true });
  }
}

/** Returns the time (ms) before which no due event of some engines changes the view, at most `VALID_MAX_MS` ahead. */
function validUntil(exchange: SandboxExchange, engines: readonly string[], takenAt: number): number {
  const latest = takenAt + VALID_MAX_MS;
  return Math.min(latest, ...engines.map((name) => exchange.engines.find(name)?.nextDueAt(latest) ?? latest));
}

/** Appends the numbers of a symbol's trades and orders, and returns where they are. */
function saveActivity({ tape, book }: UserActivity, takenAt: number, numbers: number[]): SavedActivity {
  const at = numbers.length;
  const saveRows = (rows: NumberRows, width: number): number => {
    for (let row = 0; row < rows.length; row += 1) {
      for (let column = 0; column < width; column += 1) numbers.push(rows.get(row, column));
    }
    return rows.length;
  };
  const savePairs = (pairs: readonly (readonly [price: number, lots: number])[]): number => {
    for (const [price, lots] of pairs) numbers.push(price, lots);
    return pairs.length;
  };
  const levels = (isBids: boolean) =>
    [...book.levels(isBids)].map(({ price, lots }) => [price, lots] as const);
  const step = bookStep(takenAt);
  return {
    at,
    trades: saveRows(tape.trades.rows, TRADE_WIDTH),
    aggregates: saveRows(tape.aggregates.rows, AGGREGATE_WIDTH),
    bids: savePairs(levels(true)),
    asks: savePairs(levels(false)),
    consumedBids: savePairs([...book.consumedLots(true, step)]),
    consumedAsks: savePairs([...book.consumedLots(false, step)]),
    step,
    changes: book.changes,
  };
}
