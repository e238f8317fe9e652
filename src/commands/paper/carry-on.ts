/** Carries ledgers on with time, and theses out. */
import { ToolError, usageError } from '../../core/errors.ts';
import { formatTime } from '../../core/time.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import { symbolOfThesis } from '../../paper/engine/references.ts';
import type { LedgerEntry } from '../../paper/ledger/entries.ts';
import { advanceTo } from '../../paper/live/advance.ts';
import type { PointNow } from '../../paper/live/live-ledger.ts';
import type { MarketSource } from '../../paper/live/market-source.ts';
import { symbolOf } from '../../paper/market/symbol-rules.ts';
import type { PaperThesis } from '../../paper/scenario/thesis-record.ts';
import type { ThesisText } from '../../paper/scenario/thesis-text.ts';
import type { LedgerStore, LoadedLedger } from '../../paper/storage/ledger-store.ts';
import { unknownSymbolText } from './unknown-symbol.ts';

/** What a step wrote, or would write. */
export interface Step {
  readonly entries: readonly LedgerEntry[];
  /** The hashes of the theses that were given and wait for a price. */
  readonly waiting: readonly string[];
  /** What is known about the symbols without rules, by the hashes of the theses that name them. */
  readonly unknownSymbols?: ReadonlyMap<string, string>;
  /** The time of the step, to which the ledger was carried on. */
  readonly time: number;
  readonly loaded: LoadedLedger;
}

/**
 * Decides a step in memory and writes it. If another process has written meanwhile, the step is decided again from
 * what is then in the ledger.
 */
export async function writeStep(
  store: LedgerStore,
  decide: (loaded: LoadedLedger) => Promise<Omit<Step, 'loaded' | 'entries'>>,
  isDryRun = false,
): Promise<Step> {
  for (;;) {
    const loaded = await store.load();
    const decided = await decideOrLeave(store, () => decide(loaded));
    const entries = loaded.live.ledger.journal.entries.slice(loaded.head.seq);
    const step = { ...decided, entries, loaded };
    if (isDryRun || (await store.save(loaded)) === 'done') return step;
  }
}

/** Gives up the place in the queue of writers if a step cannot be decided. */
async function decideOrLeave<T>(store: LedgerStore, decide: () => Promise<T>): Promise<T> {
  try {
    return await decide();
  } catch (error) {
    await store.leaveQueue();
    throw error;
  }
}

/** A clock that lags behind a ledger by less than this is taken for exact; times never go back. */
const LAG_MAX_MS = MINUTE_MS;

/** Returns the time of a step: that of the source, or the ledger's where that is a little later. */
export function stepTime(sourceTime: number, cursor: number): number {
  if (sourceTime >= cursor - LAG_MAX_MS) return Math.max(sourceTime, cursor);
  throw usageError(
    `Expected market data after ${formatTime(cursor)}, to which the ledger was carried on, found ${formatTime(sourceTime)}.`,
    'Use the source of prices with which the ledger was carried on, or another ledger.',
  );
}

/** Carries a ledger on to now, and carries theses out at the prices of now. */
export async function applyTheses(
  { live, theses }: LoadedLedger,
  source: MarketSource,
  given: readonly ThesisText[],
  isAgain: boolean,
): Promise<Omit<Step, 'loaded' | 'entries'>> {
  const time = stepTime(await source.now(), live.cursor);
  await advanceTo(live, source, time);
  const points = new Map<string, PointNow>();
  const unknownSymbols = new Map<string, string>();
  for (const { thesis } of given) {
    if (thesis === null) continue;
    const named = symbolActedOn(live, thesis);
    const rules = named === undefined ? undefined : await rulesFor(live, source, named);
    if (named !== undefined && rules === undefined) {
      const known = new Set([...live.ledger.instruments.keys(), ...source.knownSymbols()]);
      unknownSymbols.set(thesis.hash, unknownSymbolText(named, [...known]));
    }
    const needsPrice = rules !== undefined && thesis.isOk && (isAgain || !live.queue.isKnown(thesis.hash));
    if (!needsPrice || points.has(rules.symbol)) continue;
    const point = await source.pointOf(rules);
    if (point === undefined) throw noPrice(rules.symbol);
    points.set(rules.symbol, point);
  }
  for (const { thesis, canonical } of given) if (thesis !== null) theses.set(thesis.hash, canonical);
  live.applyAt(
    time,
    points,
    given.map(({ thesis }) => ({ time, thesis, isAgain })),
  );
  const mine = new Set(given.map(({ thesis }) => thesis?.hash));
  const waiting = live.queue.waiting.filter((one) => one.time === time && mine.has(one.thesis.hash));
  return { time, unknownSymbols, waiting: waiting.map((one) => one.thesis.hash) };
}

/** Returns the symbol on which a thesis acts, as it is written; undefined if it acts on none. */
function symbolActedOn({ ledger }: LoadedLedger['live'], thesis: PaperThesis): string | undefined {
  const isRecordedOnly = thesis.action === 'hold' || thesis.action === 'noop';
  return isRecordedOnly ? undefined : symbolOfThesis(ledger.books, thesis);
}

/** Returns the rules of a symbol; undefined if it is unknown. */
async function rulesFor({ ledger }: LoadedLedger['live'], source: MarketSource, named: string) {
  const symbol = symbolOf(named);
  if (!ledger.instruments.has(symbol)) {
    const rules = await source.rulesOf(symbol);
    if (rules === undefined) return undefined;
    ledger.addInstrument(rules);
  }
  return ledger.instruments.get(symbol)?.rules;
}

function noPrice(symbol: string): ToolError {
  return new ToolError({
    kind: 'unavailable',
    code: 'no_price',
    name: 'no_price',
    message: `Expected a price of ${symbol} from the source of market data, found none. Nothing was written.`,
    hint: 'Try again, or give another source: --candles FILE, --price PRICE or --env sandbox.',
    execution: 'not_executed',
  });
}

/** Carries a ledger on to the last whole minute before a time, but never back. */
export async function tickTo(
  { live }: LoadedLedger,
  source: MarketSource,
  until: number,
): Promise<Omit<Step, 'loaded' | 'entries'>> {
  const minute = Math.floor(until / MINUTE_MS) * MINUTE_MS;
  await advanceTo(live, source, minute);
  return { time: live.cursor, waiting: [] };
}
