/** `bourse market verify`: checks a downloaded history of candles or trades. */
import { resolve } from 'node:path';
import { readChunks } from '../../app/file-chunks.ts';
import { intervalOfSpan, isInterval } from '../../catalogue/candle-intervals.ts';
import { ENDPOINTS } from '../../catalogue/index.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode, ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { parseEndTime, parseTime } from '../../core/time.ts';
import type { JsonObject } from '../../core/words.ts';
import { FORMATS } from '../../request/formats.ts';
import { stepsOf } from '../../request/row-steps.ts';
import type { CommandCall } from '../types.ts';
import { HistoryCheck } from './history-check.ts';
import { readHistory } from './history-rows.ts';

/** Faults listed one by one; more are counted. */
const FAULTS_SHOWN_MAX = 1000;

type Cells = Readonly<Record<string, string>>;

/** Prints every fault to stderr and a summary to stdout; returns exit code 1 if there is a fault. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { services, output, positionals } = call;
  const { world } = services;
  const file = String(positionals['file']);
  const chunks = file === '-' ? world.stdin.read() : readChunks(resolve(world.workingFolder, file));
  const name = file === '-' ? 'standard input' : safeText(file);
  const faults = new FaultList(name, (text) => output.note(text));
  let verified: Verified | undefined;
  let place = '';
  for await (const rows of readable(readHistory(chunks, file), file)) {
    for (const row of rows) {
      place = row.place;
      if (row.cells === undefined) faults.add(place, [`row: ${row.fault}`]);
      else {
        verified ??= startCheck(call, row.cells);
        faults.add(place, verified.check.take(row.cells));
      }
    }
  }
  if (verified === undefined) faults.add('', ['row: there are no rows.']);
  else if (verified.end !== undefined)
    faults.add(place, verified.check.end({ until: verified.end, closedBy: BigInt(world.clock.now()) }));
  faults.end();
  await output.value(summaryOf(file, verified, faults.count));
  return faults.count > 0 ? EXIT_CODES.check : EXIT_CODES.done;
}

interface Verified {
  readonly check: HistoryCheck;
  /** What the rows are, plural. */
  readonly rows: string;
  readonly interval: string | undefined;
  readonly end: bigint | undefined;
}

/** Finds out what the rows are by the columns of the first one. */
function startCheck({ options, services }: CommandCall, cells: Cells): Verified {
  const { pages, view } = endpointOf(Object.keys(cells));
  const { continuity, at: key } = pages;
  const isTimed = continuity.step.by === 'interval';
  const interval = isTimed ? intervalOf(options['interval'], cells) : undefined;
  const zone = readZone(options['time-zone']);
  const wire = new Map([
    ['interval', interval ?? ''],
    ['period', interval ?? ''],
    ['timeZone', zone],
  ]);
  const now = services.world.clock.now();
  const bound = (name: 'start' | 'end', read: typeof parseTime) => {
    const text = options[name];
    if (typeof text !== 'string') return undefined;
    const time = read(text, now);
    if (time !== undefined && continuity.step.by !== 'one') return BigInt(time);
    const found = `--${name} ${safeText(text.slice(0, 40))}`;
    throw time === undefined
      ? usageError(`Expected a time, found ${found}.`, 'Write it such as 2024-01-31 or 2024-01-31T13:00Z.')
      : usageError(`${found} is a time, and ${continuity.row}s are counted by ids.`, `Leave out --${name}.`);
  };
  return {
    check: new HistoryCheck({
      continuity,
      steps: stepsOf(continuity.step, wire)!,
      key,
      columns: view?.columns ?? [],
      interval: view?.candles === true ? interval : undefined,
      zone,
      start: bound('start', parseTime),
    }),
    rows: `${continuity.row}s`,
    interval,
    end: bound('end', parseEndTime),
  };
}

type Timed = Extract<NonNullable<Endpoint['pages']>, { readonly by: 'time' | 'id' }>;
type PagesWithKey = Timed & { readonly continuity: NonNullable<Timed['continuity']> };

/** Returns the endpoint whose rows have these columns; throws a usage error if no history has them. */
function endpointOf(names: readonly string[]): Endpoint & { readonly pages: PagesWithKey } {
  const scored = ENDPOINTS.flatMap((endpoint) => {
    const { pages, view } = endpoint;
    if (pages === undefined || !('at' in pages) || view === undefined || !names.includes(pages.at)) return [];
    const known = view.columns.filter(({ name }) => names.includes(name)).length;
    return [{ endpoint, known }];
  });
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (found, one) => (found === undefined || one.known > found.known ? one : found),
    undefined,
  )?.endpoint;
  if (best?.pages !== undefined && 'continuity' in best.pages)
    return best as Endpoint & { readonly pages: PagesWithKey };
  throw usageError(
    best === undefined
      ? `Expected candles or trades, found the columns ${safeText(names.slice(0, 12).join(', '))}.`
      : `Rows with the columns of ${best.id} show no gaps: ids of other accounts lie between them.`,
    'market verify reads what market klines, agg-trades and historical-trades print as csv, ndjson or json.',
  );
}

/** Returns the interval as given, or as the close time of the first candle shows it. */
function intervalOf(given: unknown, { openTime, closeTime }: Cells) {
  if (typeof given === 'string') {
    if (isInterval(given)) return given;
    throw usageError(
      `--interval must be an interval such as 1m, 1h or 1M, was "${safeText(given.slice(0, 40))}".`,
    );
  }
  const interval = intervalOfSpan(Number(closeTime) - Number(openTime) + 1);
  if (interval !== undefined) return interval;
  throw usageError(
    'The interval of the rows is unknown: the first one has no close time that shows it.',
    'Add --interval, such as --interval 1h.',
  );
}

function readZone(text: unknown): string {
  if (typeof text !== 'string') return '0';
  const { matches, expected, next } = FORMATS['time-zone'];
  if (matches(text)) return text;
  throw usageError(`--time-zone must be ${expected}, was "${safeText(text.slice(0, 40))}".`, next);
}

/** Prints the first faults, and counts all. */
class FaultList {
  readonly #file: string;
  readonly #print: (text: string) => void;
  #count = 0;

  constructor(file: string, print: (text: string) => void) {
    this.#file = file;
    this.#print = print;
  }

  get count(): number {
    return this.#count;
  }

  add(place: string, faults: readonly string[]): void {
    for (const fault of faults) {
      this.#count += 1;
      if (this.#count <= FAULTS_SHOWN_MAX) this.#print(`${this.#file}${place}: ${fault}`);
    }
  }

  end(): void {
    const more = this.#count - FAULTS_SHOWN_MAX;
    if (more > 0) this.#print(`${this.#file}: ${more} more faults are not listed.`);
  }
}

function summaryOf(file: string, verified: Verified | undefined, faults: number): JsonObject {
  const { check, rows, interval } = verified ?? {};
  return {
    file,
    rows: rows ?? null,
    ...(interval === undefined ? {} : { interval }),
    count: check?.rows ?? 0,
    first: check?.span.first ?? null,
    last: check?.span.last ?? null,
    gaps: check?.gaps ?? 0,
    missing: Number(check?.missing ?? 0n),
    faults,
    valid: faults === 0,
  };
}

/** Passes the rows on; a file that can't be read is a usage error. */
async function* readable<Row>(rows: AsyncIterable<Row>, file: string): AsyncGenerator<Row> {
  try {
    yield* rows;
  } catch (thrown) {
    if (thrown instanceof ToolError) throw thrown;
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === undefined) throw thrown;
    throw usageError(`${safeText(file)} can't be read: ${code}.`, 'Check its name and its permissions.');
  }
}
