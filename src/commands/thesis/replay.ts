/** Replays theses over market data in the paper ledger. Reads no key and sends nothing. */
import { usageError } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonObject } from '../../core/words.ts';
import { canonicalPieces, canonicalText } from '../../paper/canonical.ts';
import { REFUSALS } from '../../paper/engine/refusal.ts';
import type { ReplayRecord } from '../../paper/records/replay-record.ts';
import { replayScenario } from '../../paper/replay.ts';
import { ENTRY_VIEW, entryRows, plain } from '../paper/entry-rows.ts';
import { readRecordFile } from '../paper/record-file.ts';
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
  const isInput = file === '-';
  const record = await replayScenario(
    isInput ? 'standard input' : file,
    readRecordFile(services.world, file),
  );
  const hasFields = options['fields'] !== undefined;
  if (output.format === 'json') {
    if (hasFields) await output.value(plain(record));
    else await writeBlocks(output, recordLine(record));
  } else if (output.format === 'ndjson' && !hasFields) {
    await writeBlocks(output, entryLines(record));
  } else {
    await output.value(entryRows(record.entries), ENTRY_VIEW);
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
