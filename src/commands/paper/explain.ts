/** Explains an entry, an execution or a position of a paper ledger down to its postings. */
import { usageError } from '../../core/errors.ts';
import { safeText, wrap } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import type { JsonObject, JsonValue } from '../../core/words.ts';
import type { ExecutionRecord, LedgerEntry } from '../../paper/ledger/entries.ts';
import type { LedgerRows } from '../../paper/storage/ledger-rows.ts';
import type { StoredEvidence } from '../../paper/storage/repeat.ts';
import { readThesis } from '../../thesis/document.ts';
import { explainThesis } from '../../thesis/explain.ts';
import type { CommandCall } from '../types.ts';
import { withLedger } from './open-ledger.ts';

/** An entry with what decided it. */
interface ExplainedEntry {
  readonly entry: LedgerEntry;
  readonly evidence: StoredEvidence | null;
}

/** Explains what a number, an execution id or a position id means. */
export async function run(call: CommandCall): Promise<void> {
  const { output, positionals } = call;
  const what = positionals['what'];
  if (typeof what !== 'string')
    throw usageError('An id is required.', 'Such as exe-1, pos-1 or the number of an entry.');
  const explained = await withLedger(call, (store) => store.file.read((rows) => explainedBy(rows, what)));
  if (output.format === 'table') {
    const { width } = output;
    await output.text(explained.map((one) => explanationLines(one, width).join('\n')).join('\n\n'));
    return;
  }
  await output.value(explained.map(explanationRecord) as unknown as JsonValue);
}

function explainedBy(rows: LedgerRows, what: string): readonly ExplainedEntry[] {
  const entries = [...rows.eachEntry()];
  const found = entries.filter(
    ({ seq, position_id: position, executions }) =>
      String(seq) === what ||
      position === what ||
      executions.some((one) => one.execution_id === what || one.position_id === what),
  );
  if (found.length === 0) {
    throw usageError(
      `Expected an id of this ledger or a number from 1 to ${entries.length}, found ${what}.`,
      'bourse paper history prints the entries.',
    );
  }
  return found.map((entry) => {
    const text = rows.evidence(entry.seq);
    return { entry, evidence: text === undefined ? null : (JSON.parse(text) as StoredEvidence) };
  });
}

/** Returns an explanation as one JSON object; the thesis is the object that was applied. */
function explanationRecord({ entry, evidence }: ExplainedEntry): JsonObject {
  const { thesis, ...decidedBy } = evidence ?? {};
  return {
    entry: entry as unknown as JsonObject,
    thesis: thesis === undefined ? null : (JSON.parse(thesis) as JsonValue),
    decided_by: evidence === null ? null : (decidedBy as unknown as JsonObject),
    sums: entry.executions.map((one) => ({ execution_id: one.execution_id, lines: sumLines(one) })),
    instead: entry.executions.some(({ assumed }) => assumed !== null) ? INSTEAD : null,
  };
}

const INSTEAD =
  'The candle reached both levels, and nothing finer shows which came first: the worse for the account was assumed. Had the target come first, it would have filled at its level as maker.';

/** Returns an explanation as lines of at most `width` columns where they have spaces. */
function explanationLines({ entry, evidence }: ExplainedEntry, width: number): readonly string[] {
  const { seq, time, book, kind, action, status, reason, position_id: position } = entry;
  const words = [action ?? kind, status, reason].filter((word) => word !== null).join(' ');
  const lines = [
    `Entry ${seq} at ${formatTime(time)}, ${book} book: ${words}${position === null ? '' : ` ${position}`}`,
  ];
  if (entry.decided_at !== null && entry.decided_at !== time) {
    lines.push(`  decided at ${formatTime(entry.decided_at)}, carried out at the first price after it`);
  }
  lines.push(...evidenceLines(evidence));
  for (const one of entry.executions) {
    lines.push(
      `  ${one.execution_id} ${one.effect} ${one.side} by ${one.trigger}`,
      ...sumLines(one).map(indent),
    );
    if (one.assumed !== null) lines.push(`    ${INSTEAD}`);
  }
  if (entry.rate !== null) lines.push(`  funding: quantity × mark ${entry.mark} × rate ${entry.rate}`);
  if (entry.warnings.length > 0) lines.push(`  warnings: ${entry.warnings.join(', ')}`);
  if (entry.postings.length > 0) lines.push('  postings, which sum to 0 in each asset:');
  for (const { account, asset, amount } of entry.postings) {
    lines.push(`    ${account.padEnd(20)} ${amount.padStart(20)} ${asset}`);
  }
  return lines.map((line) => (line.length > width ? wrapLine(safeText(line), width) : safeText(line)));
}

/** Wraps a line that is indented; the lines that follow it are indented further. */
function wrapLine(line: string, width: number): string {
  const depth = line.length - line.trimStart().length;
  return `${' '.repeat(depth)}${wrap(line.trimStart(), width, depth + 2)}`;
}

function indent(line: string): string {
  return `    ${line}`;
}

function evidenceLines(evidence: StoredEvidence | null): readonly string[] {
  if (evidence === null) return [];
  const { thesis, point, snapshot, item, funding } = evidence;
  const lines: string[] = [];
  if (thesis !== undefined) lines.push(`  thesis: ${thesisSentence(thesis)}`);
  if (point !== undefined) lines.push(`  price: ${point.price} from ${point.source}`);
  if (snapshot) {
    const [bid, ask] = [snapshot.bids[0]!, snapshot.asks[0]!];
    lines.push(
      `  order book of ${formatTime(snapshot.t)}: ${bid[1]} at ${bid[0]} bid, ${ask[1]} at ${ask[0]} asked, ${snapshot.bids.length} and ${snapshot.asks.length} levels`,
    );
  }
  if (item?.kind === 'point')
    lines.push(`  price ${item.price} at ${formatTime(item.t)} from ${item.source}`);
  if (item?.kind === 'range') {
    lines.push(
      `  ${item.source} candle until ${formatTime(item.t)}: low ${item.low}, high ${item.high}, close ${item.close}`,
    );
  }
  if (funding !== undefined)
    lines.push(
      `  funding record of ${formatTime(funding.t)}: rate ${funding.rate}, mark ${funding.mark ?? 'the last price'}`,
    );
  return lines;
}

/** Returns what a thesis says in a sentence; an invalid thesis as it is. */
function thesisSentence(text: string): string {
  const read = readThesis(text);
  return 'document' in read ? explainThesis(read.document.thesis).sentence : text;
}

/** Returns the sum of an execution line by line. */
function sumLines(one: ExecutionRecord): readonly string[] {
  const isEntering = one.effect === 'open' || one.effect === 'add';
  const lines = [
    `value = ${one.quantity} ${one.symbol} × ${one.price} = ${one.value}`,
    `price: ${one.reference_price} from ${one.price_source}, slippage ${one.slippage}`,
    `${one.fee_kind} fee = ${one.fee}`,
  ];
  if (isEntering) return [...lines, `margin in = ${one.margin}; cash = -(margin + fee)`];
  return [
    ...lines,
    `margin out = ${one.margin.replace(/^-/, '')}, realised = ${one.realised}`,
    `cash = margin out + realised - fee${one.shortfall === '0' ? '' : ` + shortfall ${one.shortfall}, the loss beyond the margin`}`,
  ];
}
