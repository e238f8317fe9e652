/** Exports what changed the balances of an account, as one list of rows: to stdout, or to a file that can be continued. */
import { resolve } from 'node:path';
import type { View } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode, ToolError, usageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import { listWords, plural, safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { DAY_MS } from '../../core/time-units.ts';
import { unixMs } from '../../core/words.ts';
import { shellLine } from '../../request/typed-arguments.ts';
import { destinationOptions } from '../calling/resume-options.ts';
import type { Chunk, CommandCall } from '../types.ts';
import { AccountReader } from './account-reader.ts';
import { ExportFile } from './export-file.ts';
import { EXPORT_VIEW, type ExportRow } from './export-rows.ts';
import { type ExportSource, exportSources } from './export-sources.ts';
import { mergedByTime } from './merged-rows.ts';
import { missingNotes } from './profit-rows.ts';
import { EXPORT_KINDS, type ExportKind } from './report-options.ts';
import { type SpotMarket, SpotMarkets } from './spot-markets.ts';
import { spotBalances } from './spot-trades.ts';
import { readWindow } from './window.ts';

/** Without a start, an export begins so many days ago. */
const EXPORT_DAYS = 365;

const FILE_VIEW: View = {
  shape: 'record',
  columns: [
    { name: 'file', is: 'text' },
    { name: 'added', title: 'rows added', is: 'integer' },
  ],
};

/** Runs the command. Returns exit code 8 if something could not be read. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output, services, options } = call;
  const now = services.world.clock.now();
  const typed = readWindow(call);
  const window = {
    since: typed.since ?? unixMs(Math.max(0, now - EXPORT_DAYS * DAY_MS)),
    until: typed.until ?? now,
  };
  const kinds = readKinds(options['kinds']);
  const path = filePath(call);
  const reader = new AccountReader(call);
  const markets = kinds.includes('trades') ? await chosenMarkets(call, reader) : [];
  const sources = exportSources(kinds, markets, window);
  const range = `from ${formatTime(window.since)} to ${formatTime(window.until)}`;
  output.note(`Reading ${await planText(reader, sources)}, ${range}.`);
  if (path !== undefined) await writeFile(call, reader, sources, path);
  else if (output.format === 'table') await writeTable(call, reader, sources);
  else await output.chunks(chunksOf(call, reader, sources), EXPORT_VIEW);
  output.progress('');
  for (const note of missingNotes(reader)) output.note(note);
  return reader.problems.length > 0 ? EXIT_CODES.partial : EXIT_CODES.done;
}

function readKinds(text: CommandCall['options'][string]): readonly ExportKind[] {
  if (typeof text !== 'string') return EXPORT_KINDS;
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.filter((word) => !EXPORT_KINDS.some((kind) => kind === word));
  if (unknown.length === 0) return EXPORT_KINDS.filter((kind) => words.includes(kind));
  throw usageError(
    `--kinds must be some of ${EXPORT_KINDS.join(', ')}, was "${safeText(text.slice(0, 60))}".`,
    'Write them with commas between, such as --kinds trades,deposits.',
  );
}

/** Returns the file of --to; undefined without it. Throws a usage error for a format that the file does not have. */
function filePath({ options, output }: CommandCall): string | undefined {
  const path = options['to'];
  if (typeof path !== 'string') return undefined;
  if (output.isFormatExplicit && output.format !== 'csv')
    throw usageError('--to writes csv.', `Omit -o ${output.format}, or omit --to and redirect stdout.`);
  return path;
}

/** Returns the spot symbols that were chosen, in alphabetical order. */
async function chosenMarkets(call: CommandCall, reader: AccountReader): Promise<readonly SpotMarket[]> {
  const { options, services, output } = call;
  const ways = ['symbols', 'all-symbols', 'every-symbol'].filter((name) => options[name] !== undefined);
  if (ways.length > 1)
    throw usageError(
      `${listWords(ways.map((name) => `--${name}`))} exclude each other.`,
      'Give only one of them.',
    );
  const markets = await SpotMarkets.fetch(reader);
  const found =
    typeof options['symbols'] === 'string'
      ? markets.named(options['symbols'].split(','))
      : options['every-symbol'] === true
        ? markets.all
        : markets.likely(await spotBalances(reader), services.knownSymbols());
  if (ways[0] !== 'symbols' && found.length < markets.all.length)
    output.note(
      `Trades are read of the symbols whose base asset you have and of those that earlier commands used; --every-symbol reads all ${markets.all.length}, which takes longer.`,
    );
  return [...found].sort((one, other) => (one.symbol < other.symbol ? -1 : 1));
}

/** Says what will be read and the least request weight of it. */
async function planText(reader: AccountReader, sources: readonly ExportSource[]): Promise<string> {
  const weights = await Promise.all(sources.map(({ endpoint, args }) => reader.weightOf(endpoint, args)));
  const parts = EXPORT_KINDS.flatMap((kind) => {
    const of = sources.flatMap((source, at) => (source.kind === kind ? [weights[at]!] : []));
    if (of.length === 0) return [];
    const weight = of.reduce((sum, one) => sum + one, 0);
    const count = kind === 'trades' ? ` of ${plural(of.length, 'symbol')}` : '';
    return [`${kind}${count} (weight ${weight} or more)`];
  });
  return listWords(parts);
}

async function* rowsOf(
  { output }: CommandCall,
  reader: AccountReader,
  sources: readonly ExportSource[],
): AsyncGenerator<readonly ExportRow[]> {
  const histories = sources.map((source) => reader.attemptEach(source.what, source.read(reader)));
  const merged = mergedByTime(histories, (begun) =>
    output.progress(`${sources[begun]!.what}, ${begun + 1} of ${sources.length}`),
  );
  for await (const rows of merged) {
    output.progress(`rows up to ${String(rows.at(-1)!['time']).slice(0, 10)}`);
    yield rows;
  }
}

async function* chunksOf(
  call: CommandCall,
  reader: AccountReader,
  sources: readonly ExportSource[],
): AsyncGenerator<Chunk> {
  for await (const rows of rowsOf(call, reader, sources))
    if (rows.length > 0) yield { text: stringifyJson(rows), value: rows };
}

/** Prints all rows as one table: rows of different kinds have different columns. */
async function writeTable(
  call: CommandCall,
  reader: AccountReader,
  sources: readonly ExportSource[],
): Promise<void> {
  const all: ExportRow[] = [];
  for await (const rows of rowsOf(call, reader, sources)) for (const row of rows) all.push(row);
  call.output.progress('');
  await call.output.value(all, EXPORT_VIEW);
}

/** Adds the rows to the file that it does not have yet; an error carries the command that goes on. */
async function writeFile(
  call: CommandCall,
  reader: AccountReader,
  sources: readonly ExportSource[],
  path: string,
): Promise<void> {
  const { services, output } = call;
  const file = ExportFile.open(resolve(services.world.workingFolder, path), path);
  try {
    for await (const rows of rowsOf(call, reader, sources)) file.add(rows);
    file.sort();
  } catch (thrown) {
    throw new ToolError({ ...asToolError(thrown).facts, resume: resumeText(call), cause: thrown });
  } finally {
    file.close();
  }
  output.progress('');
  await output.value({ file: path, added: file.added }, FILE_VIEW);
}

/** Returns the same command: a file that exists is continued. */
function resumeText({ options }: CommandCall): string {
  const names = ['all-symbols', 'every-symbol', 'symbols', 'start', 'since', 'end', 'until', 'kinds', 'to'];
  const words = names.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [value === true ? `--${name}` : `--${name}=${value}`];
  });
  return `bourse account export ${shellLine(words)}${destinationOptions(options)}`;
}
