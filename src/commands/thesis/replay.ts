/** Replays theses over market data in the paper ledger. Reads no key and sends nothing. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import type { JsonObject } from '../../core/words.ts';
import { canonicalPieces } from '../../paper/canonical.ts';
import { runScenario, type ScenarioRun } from '../../paper/engine/moments.ts';
import { writtenSymbol } from '../../paper/engine/references.ts';
import { REFUSALS } from '../../paper/engine/refusal.ts';
import { entryText } from '../../paper/ledger/entries.ts';
import { cutTimes, findLookAhead } from '../../paper/look-ahead.ts';
import { type ReplayRecord, replayRecord } from '../../paper/records/replay-record.ts';
import type { Scenario } from '../../paper/scenario/reader.ts';
import { ENTRY_VIEW, entryRows, plain } from '../paper/entry-rows.ts';
import { unknownSymbolText } from '../paper/unknown-symbol.ts';
import type { CommandCall } from '../types.ts';
import { readReplayInput } from './replay-input.ts';

/**
 * Replays a scenario file and prints the journal entries, or with -o json the whole record as one canonical
 * JSON line.
 */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { options, output } = call;
  const scenario = await readReplayInput(call);
  const cuts = options['check-look-ahead'];
  if (cuts !== undefined) return checkLookAhead(call, scenario, cuts);
  const played = runScenario(scenario);
  if (typeof options['report'] === 'string') await writeReport(call, options['report'], scenario, played);
  const record = replayRecord(played);
  const hasFields = options['fields'] !== undefined;
  if (output.format === 'json') {
    if (hasFields) await output.value(plain(record));
    else await writeBlocks(output, recordLine(record));
  } else if (output.format === 'ndjson' && !hasFields) {
    await writeBlocks(output, entryLines(record));
  } else {
    await output.value(entryRows(record.entries), ENTRY_VIEW);
    if (output.format === 'table') await output.text(summaryText(record, unknownSymbols(scenario, record)));
  }
  return EXIT_CODES.done;
}

/** Writes the report of a replay to a file. */
async function writeReport(
  { services, output }: CommandCall,
  path: string,
  scenario: Scenario,
  played: ScenarioRun,
): Promise<void> {
  const { reportPage } = await import('../../paper/report/report.ts');
  const file = resolve(services.world.workingFolder, path);
  try {
    writeFileSync(file, reportPage(scenario, played));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    throw usageError(`The report cannot be written to ${safeText(path)}: ${safeText(message)}.`);
  }
  output.note(`Report: ${safeText(path)}`);
}

/** Prints whether the entries before each cut stay as they are; exit code 1 if one does not. */
async function checkLookAhead({ output }: CommandCall, scenario: Scenario, cuts: unknown): Promise<ExitCode> {
  const count = cuts === true ? undefined : Number(/^\d{1,9}$/.exec(String(cuts))?.[0] ?? 0);
  if (count === 0) {
    throw usageError('Expected a number of cuts above zero for --check-look-ahead.', 'Leave it out for all.');
  }
  const times = cutTimes(scenario.settings, count);
  const found = findLookAhead(scenario, times, (at, index) => {
    output.progress(`cut ${index + 1} of ${times.length}, at ${formatTime(at)}`);
  });
  output.progress('');
  const result: JsonObject = {
    schema: 'bourse.paper.look-ahead.v1',
    cuts: times.length,
    entries: found.entries,
    first_difference: found.difference === undefined ? null : { ...found.difference },
  };
  if (output.format === 'table') {
    const { difference } = found;
    await output.text(
      difference === undefined
        ? `${plural(times.length, 'cut')}, ${found.entries} entries: what came before a cut never changed`
        : `entry ${difference.seq} changes if all data from ${formatTime(difference.cut)} on are removed: ${difference.whole} becomes ${difference.without ?? 'nothing'}`,
    );
  } else await output.value(result);
  return found.difference === undefined ? EXIT_CODES.done : EXIT_CODES.check;
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
  yield* canonicalPieces(record, entryText);
  yield '\n';
}

function* entryLines({ entries }: ReplayRecord): Generator<string> {
  for (const entry of entries) yield `${entryText(entry)}\n`;
}

/** At most this many unknown symbols are named in the summary. */
const UNKNOWN_MAX = 5;

/** Returns a line for each symbol without rules that refused theses name. */
function unknownSymbols(
  { theses, symbols }: Scenario,
  { entries }: Pick<ReplayRecord, 'entries'>,
): readonly string[] {
  const refused = new Set(
    entries.filter(({ reason }) => reason === 'unknown_symbol').map(({ thesis }) => thesis),
  );
  if (refused.size === 0) return [];
  const found = theses.flatMap(({ thesis }) =>
    thesis !== null && refused.has(thesis.hash) ? (writtenSymbol(thesis) ?? []) : [],
  );
  const known = symbols.map(({ rules }) => rules.symbol);
  return [...new Set(found)].slice(0, UNKNOWN_MAX).map((symbol) => unknownSymbolText(symbol, known));
}

/**
 * Returns the summary of a replay: the equity, how the positions ended, and which theses were refused; `unknown` are the
 * lines about symbols without rules.
 */
function summaryText(record: ReplayRecord, unknown: readonly string[]): string {
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
  for (const line of unknown) lines.push(`  unknown_symbol: ${line}`);
  if (record.pending.length > 0) lines.push(`${record.pending.length} pending at the end`);
  lines.push(`head ${record.head.seq} ${record.head.hash}`);
  return lines.map(safeText).join('\n');
}
