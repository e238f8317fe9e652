/** Replays theses over market data in the paper ledger. Reads no key and sends nothing. */
import { createThesisFiles } from '../../app/thesis-files.ts';
import type { View } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonObject, JsonValue } from '../../core/words.ts';
import { type CanonicalValue, canonicalPieces, canonicalText } from '../../paper/canonical.ts';
import { REFUSALS } from '../../paper/engine/refusal.ts';
import type { ReplayRecord } from '../../paper/records/replay-record.ts';
import { replayScenario } from '../../paper/replay.ts';
import type { CommandCall } from '../types.ts';

/**
 * Replays a scenario file and prints the journal entries, or with -o json the whole record as one canonical
 * JSON line.
 */
export async function run({ options, output, services }: CommandCall): Promise<void> {
  const file = options['scenario'];
  if (typeof file !== 'string') {
    throw usageError('--scenario is required.', 'Give a scenario file, or - for standard input.');
  }
  const files = createThesisFiles(services.world);
  const isInput = file === '-';
  const record = await replayScenario(
    isInput ? 'standard input' : file,
    readable(file, isInput ? files.readInput() : files.read(file)),
  );
  const hasFields = options['fields'] !== undefined;
  if (output.format === 'json') {
    if (hasFields) await output.value(plain(record));
    else await writeBlocks(output, recordLine(record));
  } else if (output.format === 'ndjson' && !hasFields) {
    await writeBlocks(output, entryLines(record));
  } else {
    await output.value(entryRows(record), ENTRY_VIEW);
    if (output.format === 'table') await output.text(summaryText(record));
  }
}

/** The length of the texts in which the pieces of a long output are written. */
const BLOCK_LENGTH = 64 * 1024;

/** Writes the pieces of an output in blocks of some length, so that neither the whole nor each piece is one write. */
async function writeBlocks(output: CommandCall['output'], pieces: Iterable<string>): Promise<void> {
  let block: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    block.push(piece);
    length += piece.length;
    if (length < BLOCK_LENGTH) continue;
    await output.write(block.join(''));
    block = [];
    length = 0;
  }
  if (length > 0) await output.write(block.join(''));
}

/** Yields the whole record as one line of canonical JSON. */
function* recordLine(record: ReplayRecord): Generator<string> {
  yield* canonicalPieces(record);
  yield '\n';
}

function* entryLines({ entries }: ReplayRecord): Generator<string> {
  for (const entry of entries) yield `${canonicalText(entry)}\n`;
}

/** Passes the chunks of the scenario file on; a failure to read the file becomes a usage error. */
async function* readable(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (cause) {
    const { code, message } = cause as { readonly code?: string; readonly message?: string };
    const found = UNREADABLE[code ?? ''] ?? message ?? 'a failure';
    throw usageError(
      `Expected a scenario file at ${file}, found ${found}.`,
      'Give the path of an NDJSON file, or - for standard input; docs/paper.md describes its records.',
    );
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'a file without permission to read it',
  EISDIR: 'a folder',
};

/** Returns a canonical value as plain JSON: maps become objects. */
function plain(value: CanonicalValue): JsonValue {
  return JSON.parse(canonicalText(value)) as JsonValue;
}

const ENTRY_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'seq', is: 'integer' },
    { name: 'time', is: 'time' },
    { name: 'book', is: 'text' },
    { name: 'kind', is: 'text' },
    { name: 'action', is: 'text' },
    { name: 'status', is: 'text', hidden: true },
    { name: 'reason', is: 'text' },
    { name: 'position_id', title: 'position', is: 'text' },
    { name: 'symbol', is: 'text', hidden: true },
    { name: 'side', is: 'text' },
    { name: 'effect', is: 'text' },
    { name: 'trigger', is: 'text' },
    { name: 'quantity', is: 'decimal' },
    { name: 'price', is: 'decimal', places: 4 },
    { name: 'value', is: 'decimal', hidden: true },
    { name: 'realised', is: 'decimal' },
    { name: 'fee', is: 'decimal', hidden: true },
    { name: 'fee_kind', is: 'text', hidden: true },
    { name: 'margin', is: 'decimal', hidden: true },
    { name: 'shortfall', is: 'decimal', hidden: true },
    { name: 'assumed', is: 'text' },
    { name: 'agent', is: 'text', hidden: true },
    { name: 'run_id', is: 'text', hidden: true },
    { name: 'hash', is: 'text', hidden: true },
  ],
};

/**
 * Returns the table rows of a replay: one for each execution, and one for each journal entry without an
 * execution.
 */
function entryRows({ entries }: ReplayRecord): JsonValue {
  return entries.flatMap(({ executions, ...entry }): readonly JsonObject[] => {
    const { seq, time, book, kind, action, status, reason, position_id, agent, run_id, hash } = entry;
    const shown = { seq, time, book, kind, action, status, reason, position_id, agent, run_id, hash };
    return executions.length === 0
      ? [{ ...shown, ...NO_EXECUTION }]
      : executions.map((one) => ({ ...NO_EXECUTION, ...shown, ...one }));
  });
}

/** The execution columns of a journal entry that has no execution. */
const NO_EXECUTION = {
  symbol: null,
  side: null,
  effect: null,
  trigger: null,
  quantity: null,
  price: null,
  value: null,
  realised: null,
  fee: null,
  fee_kind: null,
  margin: null,
  shortfall: null,
  assumed: null,
};

/** Returns the summary of a replay: the equity, how the positions ended, and which theses were refused. */
function summaryText(record: ReplayRecord): string {
  const lines = [''];
  const asset = String((record.settings as JsonObject)['asset']);
  for (const [book, metrics] of Object.entries(record.metrics)) {
    const text = (name: string) => String(metrics[name] ?? '-');
    if (book === 'watch' && text('positions_opened') === '0') continue;
    lines.push(
      `${book}: equity ${text('start_equity')} -> ${text('end_equity')} ${asset}, net ${text('net')}`,
      `  ${plural(Number(text('positions_opened')), 'position')}, ${text('positions_closed')} closed: ${text('wins')} won, ${text('losses')} lost`,
      `  fees ${text('fees')}, liquidation fees ${text('liquidation_fees')}, funding ${text('funding')}, largest fall ${text('max_drawdown')}`,
    );
    if (text('assumed_exits') !== '0') {
      lines.push(
        `  ${plural(Number(text('assumed_exits')), 'exit')} assumed: both levels in one candle, the worse counted`,
      );
    }
    if (text('unseen_minutes') !== '0')
      lines.push(`  ${plural(Number(text('unseen_minutes')), 'minute')} without data`);
    const refusals = metrics['refusals'] as ReadonlyMap<keyof typeof REFUSALS, number>;
    for (const [reason, count] of refusals) lines.push(`  ${count} refused: ${reason}, ${REFUSALS[reason]}`);
  }
  if (record.pending.length > 0) lines.push(`${record.pending.length} pending at the end`);
  lines.push(`head ${record.head.seq} ${record.head.hash}`);
  return lines.map(safeText).join('\n');
}
