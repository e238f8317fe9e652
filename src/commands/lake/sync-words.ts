/** Reads what `bourse lake sync` is to fetch. */
import type { ArchiveProduct } from '../../archive/columns.ts';
import { candleNumber, candleOpen, type Interval, intervalSpan } from '../../catalogue/candle-intervals.ts';
import { HISTORY_KEPT_MS, MARKET_TIMES } from '../../catalogue/market-histories.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import { formatDuration, parseTime } from '../../core/time.ts';
import { isObject } from '../../core/words.ts';
import { pageLayoutOf, SYNC_TABLES, type SyncTable } from '../../lake/sync/page-layouts.ts';
import type { SpanBounds, SyncSeries } from '../../lake/sync/sync-plan.ts';
import { buildRequest } from '../../request/prepare.ts';
import { shellLine } from '../../request/typed-arguments.ts';
import { resumeOptions } from '../calling/resume-options.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';
import { readProduct, readSymbols } from './selection-words.ts';

/** Returns the series that are wanted. Throws a usage error for words that name none. */
export function readSeries({ positionals, options }: CommandCall) {
  const [typed, list, interval = ''] = ['dataset', 'symbols', 'interval'].map((name) => {
    const text = positionals[name];
    return typeof text === 'string' ? text : undefined;
  });
  const table = SYNC_TABLES.find((one) => one === typed);
  if (table === undefined) {
    throw usageError(
      `Expected ${SYNC_TABLES.join(', ')}, found "${safeText((typed ?? '').slice(0, 40))}".`,
      'bourse lake sync candles BTCUSDT,ETHUSDT 1m --from 2025-01-01',
    );
  }
  const product = readProduct(options) ?? 'spot';
  const symbols = readSymbols(list ?? '');
  if (pageLayoutOf(table, product) === undefined) {
    throw usageError(`The API has no public ${table} of ${product}.`, NOT_PUBLIC[table] ?? ONLY_USDM);
  }
  if (HAS_NO_INTERVAL.has(table) && interval !== '') {
    throw usageError(`Rows of ${table} have no interval, found "${safeText(interval.slice(0, 20))}".`);
  }
  if (!HAS_NO_INTERVAL.has(table) && intervalSpan(interval) === undefined) {
    throw usageError(`Expected an interval from 1s to 1w, found "${safeText(interval.slice(0, 20))}".`);
  }
  return { table, product, interval, symbols };
}

const HAS_NO_INTERVAL: ReadonlySet<SyncTable> = new Set(['trades', 'aggTrades', 'funding']);

/** What to do about rows that a product does not have. */
const NOT_PUBLIC: Readonly<Partial<Record<SyncTable, string>>> = {
  trades: 'Those of futures need a key: fetch aggTrades, or import trades of the archive.',
  funding: 'Add --product usdm or --product coinm.',
};

const ONLY_USDM = 'Add --product usdm.';

/** Returns the wanted span: whole candles that have closed at the exchange. */
export async function readSpan(
  call: CommandCall,
  { table, product, interval }: Omit<SyncSeries, 'symbol'>,
): Promise<SpanBounds> {
  const [from, to] = [readTime(call, 'from'), readTime(call, 'to')];
  if (from === undefined) throw usageError('--from is required.', 'Example: --from 2025-01-01');
  const hasCandles = interval !== '';
  const exchangeNow = await exchangeTime(call, product);
  const closed = hasCandles ? openBefore(interval, exchangeNow) : exchangeNow;
  const end = to === undefined ? closed : Math.min(hasCandles ? openBefore(interval, to) : to, closed);
  const keptMs = HISTORY_KEPT_MS[table] ?? Number.POSITIVE_INFINITY;
  const since = Math.max(from, exchangeNow - keptMs);
  if (since > from)
    call.output.note(`The exchange keeps ${table} for ${formatDuration(keptMs)}: only these are fetched.`);
  const start = hasCandles ? openAfter(interval, since) : since;
  if (start < end) return { from: start, to: end };
  throw usageError(
    hasCandles
      ? 'Expected --from before --to and at least one row that is final between them, found none.'
      : 'Expected --from before --to and before now.',
    ...(hasCandles ? ['The candle that is still open is never stored.'] : []),
  );
}

/** Returns the time of an option; undefined without the option. Throws a usage error for text that is no time. */
export function readTime({ services, options }: CommandCall, name: 'from' | 'to'): number | undefined {
  const text = options[name];
  if (typeof text !== 'string') return undefined;
  const time = parseTime(text, services.world.clock.now());
  if (time !== undefined) return Number(time);
  throw usageError(
    `--${name} must be a time, was "${safeText(text.slice(0, 40))}".`,
    'Write 2025-01-01, 2025-01-01T13:00Z, 1735689600000 (ms) or 30d (30 days ago).',
  );
}

/** Returns the open time of the candle that holds a moment. */
function openBefore(interval: string, time: number): number {
  return candleOpen(interval as Interval, 0, candleNumber(interval as Interval, 0, time));
}

function openAfter(interval: string, time: number): number {
  const open = openBefore(interval, time);
  return open === time ? open : open + intervalSpan(interval)!;
}

/** Returns the time of the exchange, by which a candle has closed or not. */
async function exchangeTime({ services }: CommandCall, product: ArchiveProduct): Promise<number> {
  const endpoint = await endpointById(MARKET_TIMES[product]);
  const answer = await services.call(buildRequest(endpoint, new Map()), { isOneOfMany: true });
  const value = parseJson(answer.body, { what: 'the answer', kind: 'unavailable' });
  const time = isObject(value) ? value['serverTime'] : undefined;
  if (typeof time === 'number') return time;
  throw new ToolError({
    kind: 'unavailable',
    message: `Expected the time of the exchange in the answer of ${endpoint.id}, found none.`,
    endpoint: endpoint.id,
  });
}

/** Returns the command that goes on where a sync ended. */
export function resumeLine({ positionals, options, command }: CommandCall): string {
  const words = ['dataset', 'symbols', 'interval'].flatMap((name) => {
    const text = positionals[name];
    return typeof text === 'string' ? [text] : [];
  });
  const own = ['product', 'from', 'to'].flatMap((name) => {
    const text = options[name];
    return typeof text === 'string' ? [`--${name}`, text] : [];
  });
  return `bourse ${command} ${shellLine([...words, ...own])}${resumeOptions(options)}`;
}
