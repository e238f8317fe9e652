/** Ledgers as texts and as copies: export, import, and what can be saved of a damaged file. */
import { existsSync } from 'node:fs';
import { add, type Decimal, decimalOf, isZero, ZERO } from '../../core/decimal.ts';
import { usageError } from '../../core/errors.ts';
import { readJson } from '../../core/json.ts';
import { isObject, type JsonObject } from '../../core/words.ts';
import { type CanonicalValue, canonicalText } from '../canonical.ts';
import { entryHash, type Head, type LedgerEntry, NO_HASH } from '../ledger/entries.ts';
import { LiveLedger } from '../live/live-ledger.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import { BadRecord } from '../scenario/faults.ts';
import { readSymbolRecord } from '../scenario/records.ts';
import { printSymbol } from '../scenario/symbol-record.ts';
import type { LedgerHome } from './home.ts';
import { LedgerFile } from './ledger-file.ts';
import { hashedText } from './ledger-rows.ts';
import { type LedgerMarket, type LedgerOrigin, LedgerStore, settingsOf } from './ledger-store.ts';

/** The name of the export format. */
const EXPORT_KIND = 'bourse.paper.export';

/** A ledger apart from its file. */
export interface LedgerCopy {
  readonly origin: LedgerOrigin;
  readonly symbols: readonly LedgerSymbol[];
  readonly entries: readonly LedgerEntry[];
  /** The texts of what decided the entries, by their numbers. */
  readonly evidence: ReadonlyMap<number, string>;
}

/** Yields the lines of an export, without line feeds. */
export function* exportLines({ origin, symbols, entries }: LedgerCopy): Generator<string> {
  yield canonicalText({
    kind: EXPORT_KIND,
    version: 1,
    settings: origin.settings as CanonicalValue,
    symbols: symbols.map((one) => printSymbol(one) as CanonicalValue),
  });
  for (const entry of entries) yield canonicalText(entry);
  const last = entries.at(-1);
  yield canonicalText({ kind: 'head', seq: last?.seq ?? 0, hash: last?.hash ?? NO_HASH });
}

/** Reads an export. Throws a usage error that names the first line whose hash, sum or form is wrong. */
export function readExport(source: string, text: string, market: LedgerMarket): LedgerCopy {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const refuse = (line: number, expected: string, found: string): never => {
    throw usageError(
      `Expected in line ${line} of ${source} ${expected}, found ${found}. Nothing was imported.`,
      'Give the unchanged output of bourse paper export.',
    );
  };
  const objects = lines.map((line, index) => {
    const outcome = readJson(line);
    return outcome.ok && isObject(outcome.value)
      ? outcome.value
      : refuse(index + 1, 'a JSON object', 'other text');
  });
  const header = objects[0];
  if (header?.['kind'] !== EXPORT_KIND || String(header['version']) !== '1') {
    return refuse(1, `"kind":"${EXPORT_KIND}","version":1`, 'another record');
  }
  const entries = readEntries(lines.slice(1, -1), refuse);
  const head = objects.at(-1)!;
  const last = headOf(entries);
  if (head['kind'] !== 'head' || Number(head['seq']) !== last.seq || head['hash'] !== last.hash) {
    refuse(lines.length, `the head ${last.seq}:${last.hash}`, 'another record');
  }
  try {
    const origin = { settings: header['settings'] as JsonObject, market, tiers: null };
    const records = header['symbols'] as readonly JsonObject[];
    const symbols = records.map((members) => readSymbolRecord({ members, path: '' }));
    const copy = { origin, symbols, entries, evidence: new Map<number, string>() };
    foldCopy(copy);
    return copy;
  } catch (error) {
    if (error instanceof BadRecord) return refuse(1, error.fault.expected, error.fault.found);
    if (error instanceof RangeError) return refuse(1, 'entries that follow from each other', error.message);
    throw error;
  }
}

function readEntries(
  lines: readonly string[],
  refuse: (line: number, expected: string, found: string) => never,
): readonly LedgerEntry[] {
  let previous = NO_HASH;
  return lines.map((line, index) => {
    const entry = JSON.parse(line) as LedgerEntry;
    if (line !== canonicalText(entry))
      refuse(index + 2, 'the canonical text of an entry', 'another spelling');
    if (entry.seq !== index + 1) refuse(index + 2, `entry ${index + 1}`, `entry ${entry.seq}`);
    const hash = entryHash(previous, hashedText(entry));
    if (entry.previous_hash !== previous || entry.hash !== hash) {
      refuse(index + 2, `the hash ${hash}`, String(entry.hash));
    }
    const asset = unbalancedAsset(entry);
    if (asset !== undefined) refuse(index + 2, `postings of ${asset} that sum to 0`, 'another sum');
    previous = hash;
    return entry;
  });
}

/** Returns an asset whose postings in an entry do not sum to zero; undefined if there is none. */
export function unbalancedAsset({ postings }: LedgerEntry): string | undefined {
  const sums = new Map<string, Decimal>();
  for (const { asset, amount } of postings) sums.set(asset, add(sums.get(asset) ?? ZERO, decimalOf(amount)));
  return [...sums].find(([, sum]) => !isZero(sum))?.[0];
}

/**
 * Returns the books that follow from a copy alone. Throws a RangeError if its first entry is not that of its
 * settings, or an entry does not follow from those before it.
 */
export function foldCopy({ origin, symbols, entries }: LedgerCopy): LiveLedger {
  const live = new LiveLedger(settingsOf(origin), symbols);
  const [first] = live.ledger.journal.entries;
  if (entries[0]?.hash !== first!.hash) throw new RangeError('the first entry is not that of the settings');
  live.fold(entries.slice(1));
  live.continueFromLastEntry();
  return live;
}

/** Writes a copy to a new file. Throws a usage error if the file exists. */
export async function writeCopy(path: string, home: LedgerHome, copy: LedgerCopy): Promise<Head> {
  if (existsSync(path)) {
    throw usageError(`Expected a new file at ${path}, found one that exists.`, 'Choose another name.');
  }
  const store = new LedgerStore(await LedgerFile.open(path, home, true), home);
  try {
    await store.adopt(copy.origin, foldCopy(copy), copy.evidence);
    return headOf(copy.entries);
  } finally {
    store.close();
  }
}

function headOf(entries: readonly LedgerEntry[]): Head {
  const last = entries.at(-1);
  return { seq: last?.seq ?? 0, hash: last?.hash ?? NO_HASH };
}
