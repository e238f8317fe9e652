/** What decided an entry, as a ledger keeps it. */
import { formatTrimmed } from '../../core/decimal.ts';
import type { CanonicalValue } from '../canonical.ts';
import type { Evidence } from '../engine/ledger.ts';
import type { LedgerEntry } from '../ledger/entries.ts';
import { printSnapshot } from '../live/market-state.ts';
import type { PathEvent } from '../market/path.ts';
import { formatTrimmedOrNull } from '../numbers.ts';

/** A canonical object. */
type EvidenceRecord = { readonly [name: string]: CanonicalValue };

/**
 * Returns the record of what decided an entry: the item of the price path, the funding, or the thesis with the price
 * and the order book at which it was carried out; undefined for an entry that nothing decided. `theses` are the
 * canonical texts of theses by hash.
 */
export function evidenceRecord(
  entry: LedgerEntry,
  evidence: Evidence | undefined,
  theses: ReadonlyMap<string, string>,
): EvidenceRecord | undefined {
  const text = entry.thesis === null ? undefined : theses.get(entry.thesis);
  const thesis = text === undefined ? {} : { thesis: text };
  if (evidence === undefined) return text === undefined ? undefined : thesis;
  if (evidence.kind === 'event') return { item: itemRecord(evidence.event) };
  if (evidence.kind === 'funding') {
    const { funding, last } = evidence;
    const { time, rate, mark } = funding;
    return {
      funding: {
        t: time,
        rate: formatTrimmed(rate),
        mark: formatTrimmedOrNull(mark),
        last: formatTrimmedOrNull(last),
      },
    };
  }
  const { quote, snapshot, spent } = evidence;
  return {
    ...thesis,
    point: { price: formatTrimmed(quote.price), source: quote.source },
    snapshot: snapshot === undefined ? null : { ...printSnapshot(snapshot, () => spent) },
  };
}

function itemRecord(event: PathEvent): EvidenceRecord {
  const { time, source } = event;
  if (event.kind === 'point') return { kind: 'point', t: time, price: formatTrimmed(event.price), source };
  return {
    kind: 'range',
    t: time,
    low: formatTrimmed(event.low),
    high: formatTrimmed(event.high),
    close: formatTrimmed(event.price),
    source,
  };
}
