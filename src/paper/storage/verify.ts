/** Checks a whole ledger: chain, sums, what is derived from the journal, and the receipt. */
import { sign } from '../../core/decimal.ts';
import { canonicalText } from '../canonical.ts';
import { type Head, type LedgerEntry, NO_HASH } from '../ledger/entries.ts';
import type { LiveLedger } from '../live/live-ledger.ts';
import { foldCopy, type LedgerCopy, unbalancedAsset } from './copies.ts';
import type { LedgerFile } from './ledger-file.ts';
import { BrokenChain, type LedgerRows } from './ledger-rows.ts';
import { balanceRows, positionRows, readOrigin, readSymbols } from './ledger-store.ts';
import { repeatEntries } from './repeat.ts';

/** A fault of a ledger: the first entry that it concerns, the check that found it, and what was found. */
export interface LedgerFault {
  readonly seq: number;
  readonly check: 'file' | 'chain' | 'sums' | 'derived' | 'receipt' | 'expected head' | 'replay';
  readonly found: string;
}

/** What a check of a ledger found. */
export interface LedgerCheck {
  /** The last valid entry. */
  readonly head: Head;
  /** In the order of the entries that they concern. */
  readonly faults: readonly LedgerFault[];
}

export interface VerifyOptions {
  /** A head that the ledger must contain. */
  readonly expectHead?: Head;
  /** Whether each entry is decided again from what is kept with it. */
  readonly isReplay?: boolean;
}

/** Checks a ledger without changing it. */
export async function verifyLedger(file: LedgerFile, options: VerifyOptions): Promise<LedgerCheck> {
  const faults: LedgerFault[] = [];
  for (const found of await file.quickCheck()) faults.push({ seq: 1, check: 'file', found });
  const receipt = file.receipt();
  return file.read((rows) => {
    const { copy, broken } = readValid(rows);
    if (broken !== undefined) faults.push({ seq: broken.seq, check: 'chain', found: broken.message });
    faults.push(...sumFaults(rows, copy));
    faults.push(
      ...headFaults(copy, 'receipt', receipt),
      ...headFaults(copy, 'expected head', options.expectHead),
    );
    if (broken === undefined) faults.push(...derivedFaults(rows, copy));
    if (broken === undefined && options.isReplay) {
      for (const { seq, found } of repeatEntries(copy)) faults.push({ seq, check: 'replay', found });
    }
    const last = copy.entries.at(-1);
    const head = { seq: last?.seq ?? 0, hash: last?.hash ?? NO_HASH };
    return { head, faults: faults.sort((a, b) => a.seq - b.seq) };
  });
}

function sumFaults(rows: LedgerRows, { entries }: LedgerCopy): readonly LedgerFault[] {
  const postings = rows.postings();
  return entries.flatMap((entry) => {
    const found = sumFault(entry, postings.get(entry.seq) ?? []);
    return found === undefined ? [] : [{ seq: entry.seq, check: 'sums' as const, found }];
  });
}

/** Returns a fault if a head is not that of an entry of the ledger. */
function headFaults(
  { entries }: LedgerCopy,
  check: LedgerFault['check'],
  head: Head | undefined,
): readonly LedgerFault[] {
  if (head === undefined || entries[head.seq - 1]?.hash === head.hash) return [];
  const found = `entry ${head.seq} with the hash ${head.hash} is not in the ledger`;
  return [{ seq: Math.min(head.seq, entries.length + 1), check, found }];
}

/** Reads the longest valid prefix of a ledger, and what breaks it. */
export function readValid(rows: LedgerRows): { readonly copy: LedgerCopy; readonly broken?: BrokenChain } {
  const entries: LedgerEntry[] = [];
  let broken: BrokenChain | undefined;
  try {
    for (const entry of rows.eachEntry()) entries.push(entry);
  } catch (error) {
    if (error instanceof BrokenChain) broken = error;
    // A page of the database that cannot be read ends the prefix as well.
    else broken = new BrokenChain(entries.length + 1, (error as Error).message);
  }
  const evidence = new Map<number, string>();
  for (const { seq } of entries) {
    const text = rows.evidence(seq);
    if (text !== undefined) evidence.set(seq, text);
  }
  const copy = { origin: readOrigin(rows), symbols: readSymbols(rows), entries, evidence };
  return broken === undefined ? { copy } : { copy, broken };
}

function sumFault(entry: LedgerEntry, rows: LedgerEntry['postings']): string | undefined {
  const asset = unbalancedAsset(entry);
  if (asset !== undefined) return `its postings of ${asset} do not sum to 0`;
  if (canonicalText(rows) !== canonicalText(entry.postings)) return 'its postings differ from their table';
  return undefined;
}

/** Compares balances, positions and applied theses with what follows from the journal. */
function derivedFaults(rows: LedgerRows, copy: LedgerCopy): readonly LedgerFault[] {
  let live: LiveLedger;
  try {
    live = foldCopy(copy);
  } catch (error) {
    return [{ seq: 1, check: 'derived', found: (error as Error).message }];
  }
  const texts = <T>(list: readonly T[], textOf: (one: T) => string) => list.map(textOf).sort().join('\n');
  const faults: string[] = [];
  const balanceText = ({ book, account, asset, amount }: ReturnType<typeof balanceRows>[number]) =>
    `${book} ${account} ${asset} ${amount}`;
  if (texts(rows.balances(), balanceText) !== texts(balanceRows(live), balanceText)) faults.push('balances');
  // The last price of an open position is no part of the journal.
  const positionText = ({
    id,
    book,
    body,
  }: {
    readonly id: string;
    readonly book: string;
    readonly body: string;
  }) => {
    const { mark_price: _mark, unrealised: _unrealised, ...rest } = JSON.parse(body);
    return `${id} ${book} ${canonicalText(rest)}`;
  };
  if (texts(rows.positions(), positionText) !== texts(positionRows(live), positionText))
    faults.push('positions');
  const applied = copy.entries
    .filter(({ status }) => status === 'applied' || status === 'recorded')
    .map(({ thesis, seq }) => [thesis!, seq] as const);
  const appliedText = ([thesis, seq]: readonly [string, number]) => `${thesis} ${seq}`;
  const stored = rows.applied().map(({ thesis, seq }) => [thesis, seq] as const);
  if (texts(stored, appliedText) !== texts([...new Map(applied)], appliedText)) faults.push('applied theses');
  const cash = live.ledger.books.paper.cash;
  const found = faults.map((what) => `the ${what} differ from the journal`);
  if (sign(cash) < 0) found.push('the cash of the paper book is negative');
  return found.map((text) => ({ seq: 1, check: 'derived', found: text }));
}
