/** `bourse batch`: runs the commands of a file in this process, and prints one result a line in the order of the file. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { asToolError, EXIT_CODES, type ExitCode, type ToolError, usageError } from '../../core/errors.ts';
import { plural } from '../../core/text.ts';
import { readRecordFile } from '../paper/record-file.ts';
import type { CommandCall, CommandRunner, ReadCommand } from '../types.ts';
import { lineDefaults, withDefaults } from './line-defaults.ts';
import { batchWorld, type Captured, lineWorld } from './line-world.ts';
import { type BatchLine, batchLines, LineReader } from './lines.ts';
import { OrderedResults } from './ordered-results.ts';
import { type LineOutcome, type NotRun, resultLine } from './result.ts';

/** The most commands that run at once. */
const PARALLEL_MAX = 64;

/** The most faults of a file that are listed. */
const FAULTS_MAX = 20;

/** How long a line waits for the rate limits that it shares with the others, as the pages of a long history do. */
const MAX_WAIT = '120s';

/** Runs all lines; returns exit code 8 if any of them failed. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { world } = call.services;
  const parallel = readParallel(call.options['jobs']);
  const file = call.positionals['file'] === undefined ? inputOf(call) : String(call.positionals['file']);
  const path = file === '-' ? file : resolve(world.workingFolder, file);
  const runner = await call.runner();
  const reader = new LineReader(runner);
  // A file is checked as a whole before its first line runs; the lines of a pipe are run as they arrive.
  if (isRegularFile(path)) await checkFile(call, path, reader);
  const batch = new Batch(call, parallel, { runner, reader });
  await batch.run(batchLines(readFile(call, path)), { isWhole: isRegularFile(path) });
  return batch.report();
}

/** Returns the name of standard input. Throws a usage error at a terminal, where nobody has written commands yet. */
function inputOf({ services }: CommandCall): '-' {
  if (!services.world.stdin.isTerminal) return '-';
  throw usageError(
    'bourse batch needs a file with one command a line.',
    'Write bourse batch commands.txt, or bourse batch < commands.txt; bourse shell reads commands as they are typed.',
  );
}

function readParallel(text: CommandCall['options'][string]): number {
  const count = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= PARALLEL_MAX) return count;
  throw usageError(
    `--jobs must be a whole number from 1 to ${PARALLEL_MAX}.`,
    'Example: bourse batch -j 8 FILE',
  );
}

function isRegularFile(path: string): boolean {
  return path !== '-' && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readFile({ services: { world } }: CommandCall, path: string): AsyncIterable<Uint8Array> {
  if (path === '-') return world.stdin.follow(world.interrupt);
  return readRecordFile(world, path, {
    what: 'commands',
    hint: 'Give the path of a file with one command a line, or - for standard input.',
  });
}

/** Throws a usage error that lists the lines of a file which cannot be run. */
async function checkFile(call: CommandCall, path: string, reader: LineReader): Promise<void> {
  const faults: { readonly line: number; readonly error: ToolError }[] = [];
  let count = 0;
  for await (const line of batchLines(readFile(call, path))) {
    call.services.world.interrupt.throwIfAborted();
    try {
      await reader.read(line);
    } catch (thrown) {
      count += 1;
      if (faults.length < FAULTS_MAX) faults.push({ line: line.number, error: asToolError(thrown) });
    }
  }
  if (count === 0) return;
  const messages = faults.map(({ line, error: { facts } }) => `Line ${line}: ${facts.message}`);
  if (count > faults.length) messages.push(`${plural(count - faults.length, 'more line')} cannot be run.`);
  throw usageError(
    messages.join(' '),
    `Nothing was run. ${faults[0]!.error.facts.hint ?? ''}`.trim(),
    messages.map((message) => ({
      rule: 'line',
      expected: 'a command',
      found: 'a line that cannot be run',
      message,
    })),
  );
}

/** What reads and runs the lines. */
interface LineTools {
  readonly runner: CommandRunner;
  readonly reader: LineReader;
}

/** One run of all lines. */
class Batch {
  readonly #call: CommandCall;
  readonly #runner: CommandRunner;
  readonly #reader: LineReader;
  readonly #world: ReturnType<typeof batchWorld>;
  readonly #results: OrderedResults<string>;
  readonly #defaults: ReadCommand['options'];
  /** Aborted when the results cannot be written any more, so that running lines end. */
  readonly #own = new AbortController();
  #done = 0;
  #failed = 0;
  #notRun = 0;

  constructor(call: CommandCall, parallel: number, { runner, reader }: LineTools) {
    const { output, services } = call;
    this.#call = call;
    this.#runner = runner;
    this.#reader = reader;
    this.#world = batchWorld(services.world);
    this.#results = new OrderedResults(parallel, (text) => output.write(text));
    this.#defaults = { 'max-wait': MAX_WAIT, ...lineDefaults(call) };
  }

  /** Runs lines; of a whole file, the lines that are not run are reported one by one. */
  async run(lines: AsyncIterable<BatchLine>, { isWhole }: { readonly isWhole: boolean }): Promise<void> {
    try {
      for await (const line of lines) {
        await this.#results.ready();
        const notRun = this.#stopReason();
        this.#results.start(async () =>
          notRun === undefined ? this.#runLine(line) : this.#leaveOut(line, notRun),
        );
        if (notRun !== undefined && !isWhole) break;
      }
      await this.#results.end();
    } catch (thrown) {
      // Nobody reads the results any more: what runs is stopped, and its outcome is in the journal.
      this.#own.abort(thrown);
      await this.#results.end().catch(() => undefined);
      throw thrown;
    } finally {
      await this.#world.shared.close();
    }
  }

  /** Notes how many lines were run, and returns the exit code of the batch. */
  report(): ExitCode {
    const { interrupt } = this.#call.services.world;
    const parts = [`${this.#done} done`, `${this.#failed} failed`];
    if (this.#notRun > 0) parts.push(`${this.#notRun} not run`);
    this.#call.output.note(
      `${plural(this.#done + this.#failed + this.#notRun, 'line')}: ${parts.join(', ')}.`,
    );
    if (interrupt.aborted) return EXIT_CODES.interrupted;
    return this.#failed > 0 ? EXIT_CODES.partial : EXIT_CODES.done;
  }

  #stopReason(): NotRun | undefined {
    if (this.#call.services.world.interrupt.aborted) return 'interrupted';
    return this.#failed > 0 && this.#call.options['fail-fast'] === true ? 'failed-before' : undefined;
  }

  #leaveOut(line: BatchLine, notRun: NotRun): string {
    this.#notRun += 1;
    return resultLine(line, { exitCode: null, ms: null, output: '', notes: [], notRun }, false);
  }

  async #runLine(line: BatchLine): Promise<string> {
    const { clock } = this.#world;
    const startedMs = clock.monotonicMs();
    const captured: Captured = { stdout: '', stderr: '' };
    const stop = new AbortController();
    const stopped = [this.#own.signal, this.#call.services.world.interrupt];
    const relay = () => stop.abort(stopped.find(({ aborted }) => aborted)?.reason);
    for (const signal of stopped) signal.addEventListener('abort', relay);
    let isNdjson = false;
    let outcome: Pick<LineOutcome, 'error'> & { readonly exitCode: ExitCode };
    try {
      const command = this.#withConfirmation(withDefaults(await this.#reader.read(line), this.#defaults));
      isNdjson = writesJsonLines(command);
      outcome = await this.#runner.run(command, line.argv, lineWorld(this.#world, captured, stop.signal));
    } catch (thrown) {
      const error = asToolError(thrown);
      outcome = { exitCode: error.exitCode, error };
    } finally {
      for (const signal of stopped) signal.removeEventListener('abort', relay);
    }
    if (outcome.exitCode === EXIT_CODES.done) this.#done += 1;
    else this.#failed += 1;
    const notes = captured.stderr.split('\n').filter((text) => text !== '');
    const ms = Math.round(clock.monotonicMs() - startedMs);
    return resultLine(line, { ...outcome, ms, output: captured.stdout, notes }, isNdjson);
  }

  /** Returns the command with the confirmation of the batch, if there is one and the command asks for any. */
  #withConfirmation(command: ReadCommand): ReadCommand {
    const asks = command.verb.options?.some(({ name }) => name === 'yes') === true;
    if (this.#call.options['yes'] !== true || !asks) return command;
    return { ...command, options: { ...command.options, yes: true } };
  }
}

/** Returns whether a command writes one JSON value a line, as streams do whichever form of JSON is chosen. */
function writesJsonLines({ verb, options }: ReadCommand): boolean {
  const format = options['output'] ?? 'json';
  if (format === 'ndjson' || verb.formats?.includes('ndjson') === true) return true;
  return format === 'json' && verb.isEndless === true;
}
