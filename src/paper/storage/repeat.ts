/** Decides the entries of a ledger again, each from what is kept with it, without choosing a price path again. */
import { type Decimal, decimalOf } from '../../core/decimal.ts';
import type { Quote } from '../engine/instrument.ts';
import type { LedgerEntry } from '../ledger/entries.ts';
import { LiveLedger } from '../live/live-ledger.ts';
import { type PrintedSnapshot, readSnapshot, readSpent } from '../live/market-state.ts';
import type { PathEvent, PriceSource } from '../market/path.ts';
import { readThesisText } from '../scenario/thesis-text.ts';
import type { LedgerCopy } from './copies.ts';
import { settingsOf } from './ledger-store.ts';

/** The evidence of an entry as a ledger keeps it; `evidenceRecord` writes it. */
export interface StoredEvidence {
  readonly thesis?: string;
  readonly point?: { readonly price: string; readonly source: PriceSource };
  readonly snapshot?: PrintedSnapshot | null;
  readonly item?:
    | { readonly kind: 'point'; readonly t: number; readonly price: string; readonly source: PriceSource }
    | {
        readonly kind: 'range';
        readonly t: number;
        readonly low: string;
        readonly high: string;
        readonly close: string;
        readonly source: PriceSource;
      };
  readonly funding?: {
    readonly t: number;
    readonly rate: string;
    readonly mark: string | null;
    readonly last: string | null;
  };
}

/** Yields the entries that come out otherwise when they are decided again. */
export function* repeatEntries(
  copy: LedgerCopy,
): Generator<{ readonly seq: number; readonly found: string }> {
  const { entries, evidence } = copy;
  let live = foldedTo(copy, 1);
  let next = 1;
  while (next < entries.length) {
    const entry = entries[next]!;
    const text = evidence.get(entry.seq);
    const again = text === undefined ? [] : decideAgain(live, entry, JSON.parse(text) as StoredEvidence);
    if (again.length > 0 && again.every(({ hash }, index) => hash === entries[next + index]?.hash)) {
      next += again.length;
      continue;
    }
    if (again.length > 0)
      yield { seq: entry.seq, found: 'decided again from its evidence, it is another entry' };
    next += 1;
    live = foldedTo(copy, next);
  }
}

function foldedTo({ origin, symbols, entries }: LedgerCopy, count: number): LiveLedger {
  const live = new LiveLedger(settingsOf(origin), symbols);
  live.fold(entries.slice(1, count));
  return live;
}

/** Returns the entries that the evidence of an entry leads to; empty where it decides nothing by itself. */
function decideAgain(live: LiveLedger, entry: LedgerEntry, evidence: StoredEvidence): readonly LedgerEntry[] {
  const { journal } = live.ledger;
  const before = journal.entries.length;
  if (evidence.item !== undefined) repeatItem(live, entry, evidence.item);
  else if (evidence.funding !== undefined) repeatFunding(live, entry, evidence.funding);
  else if (evidence.thesis !== undefined) repeatThesis(live, entry, evidence, evidence.thesis);
  return journal.entries.slice(before);
}

function repeatItem(
  { ledger }: LiveLedger,
  { executions }: LedgerEntry,
  item: NonNullable<StoredEvidence['item']>,
): void {
  const instrument = ledger.instruments.get(executions[0]!.symbol)!;
  const event = eventOf(item);
  if (event.kind === 'range') ledger.applyRange(instrument, event);
  else ledger.applyPoint(instrument, event);
}

function eventOf(item: NonNullable<StoredEvidence['item']>): PathEvent {
  const { t: time, source } = item;
  if (item.kind === 'point') return { kind: 'point', time, end: time, price: decimalOf(item.price), source };
  const [low, high, price] = [item.low, item.high, item.close].map(decimalOf) as [Decimal, Decimal, Decimal];
  return { kind: 'range', time, low, high, price, source };
}

function repeatFunding(
  { ledger }: LiveLedger,
  entry: LedgerEntry,
  { t, rate, mark, last }: NonNullable<StoredEvidence['funding']>,
): void {
  const { symbol } = ledger.books[entry.book].positions.get(entry.position_id!)!;
  const instrument = ledger.instruments.get(symbol)!;
  if (last !== null) instrument.last = { price: decimalOf(last) };
  const funding = { time: t, rate: decimalOf(rate), mark: mark === null ? null : decimalOf(mark) };
  ledger.applyFunding(instrument, funding, entry.time);
}

function repeatThesis(
  { ledger, queue }: LiveLedger,
  entry: LedgerEntry,
  { point, snapshot }: StoredEvidence,
  text: string,
): void {
  // A duplicate of a thesis that waited, and the end of a wait, depend on other entries alone.
  const isOfWaiting = entry.status === 'duplicate' && entry.of === null;
  const { thesis } = readThesisText(text);
  if (thesis === null || isOfWaiting || entry.reason === 'no_price') return;
  queue.arrive({ time: entry.decided_at!, thesis, isAgain: entry.status !== 'duplicate' });
  const waiting = queue.waiting.at(-1);
  if (waiting === undefined || point === undefined) return;
  const { instrument } = waiting;
  instrument.snapshot = undefined;
  if (snapshot !== null && snapshot !== undefined) {
    instrument.snapshot = readSnapshot(snapshot);
    const spent = snapshot.spent[thesis.mode];
    const { spentDepth } = ledger.books[thesis.mode];
    if (spent !== undefined) spentDepth.set(instrument.rules.symbol, readSpent(instrument.snapshot, spent));
  }
  const quote: Quote = { price: decimalOf(point.price), source: point.source };
  queue.carryOut(entry.time, () => quote);
}
