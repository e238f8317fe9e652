/** Runs one command line: reads it, runs the command, and turns what goes wrong into words and an exit code. */
import { createServices } from '../app/services.ts';
import { readSettings } from '../app/settings.ts';
import { PipeClosed, type World } from '../app/world.ts';
import { usageLine } from '../commands/command-text.ts';
import { OUTPUT_FORMATS, type Output, type OutputFormat } from '../commands/types.ts';
import { asToolError, EXIT_CODES, type ExitCode, type Fault, ToolError, usageError } from '../core/errors.ts';
import { safeLines } from '../core/text.ts';
import { inWireNames } from '../request/names.ts';
import { type CommandLine, readCommandLine } from './arguments.ts';
import { createOutput } from './output/output.ts';
import { PLAIN_PAINT } from './output/plain-paint.ts';

/** Runs `argv`; resolves with the exit code, and throws nothing but PipeClosed. */
export async function runProgram(argv: readonly string[], world: World): Promise<ExitCode> {
  try {
    const line = await readCommandLine(argv);
    const settings = readSettings(line.options, world.environment);
    const output = createOutput(world, {
      ...formatOf(line, world),
      fields: fieldsOf(line),
      paint: await paintOf(line.options['color'], world.stdout.isTerminal, world),
      isQuiet: settings.isQuiet,
      hasHeader: line.options['no-header'] !== true,
    });
    return await runCommand(line, world, settings, output);
  } catch (thrown) {
    if (thrown instanceof PipeClosed) throw thrown;
    return report(asToolError(thrown), argv, world);
  }
}

async function runCommand(
  line: CommandLine,
  world: World,
  settings: ReturnType<typeof readSettings>,
  output: Output,
): Promise<ExitCode> {
  const via =
    line.options['via'] === 'ws'
      ? await (await import('../commands/calling/via-websocket.ts')).viaMethods(line)
      : undefined;
  const services = createServices(world, settings, (text) => output.note(text), via);
  try {
    const { run } = await (line.verb.handler?.() ?? import('../commands/calling/call-endpoint.ts'));
    const code = await run({
      verb: line.verb,
      command: [line.group.word, ...line.verb.words].join(' '),
      endpoint: line.endpoint,
      given: line.given,
      each: line.each,
      positionals: line.positionals,
      options: line.options,
      services,
      output,
      commands: () => import('../commands/command-index.ts').then((part) => part.commandsByEndpoint()),
      commandNamed: (words) =>
        import('../commands/command-index.ts').then((part) => part.commandNamed(words)),
    });
    return code ?? EXIT_CODES.done;
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    const { faults, endpoint } = thrown.facts;
    // A command of no endpoint of its own takes the parameters of one as name=value: there are no options for them.
    if (faults !== undefined && endpoint !== undefined && line.endpoint === undefined)
      throw inWords(thrown, faults);
    if (faults?.some(({ rule }) => rule === 'missing')) throw withUsage(thrown, line);
    if (thrown.kind !== 'rejected') throw thrown;
    const { withNearSymbol } = await import('../commands/calling/symbol-suggestion.ts');
    throw withNearSymbol(thrown, [...line.given, ...line.each], services.knownSymbols());
  } finally {
    output.progress('');
    await services.close();
  }
}

function inWords(error: ToolError, faults: readonly Fault[]): ToolError {
  const named = faults.map((one) => ({ ...one, message: inWireNames(one.message) }));
  const message = inWireNames(error.message);
  return new ToolError({ ...error.facts, message, faults: named, cause: error.cause });
}

/** What is missing has a place on the command line: the usage shows it. */
function withUsage(error: ToolError, { group, verb, endpoint }: CommandLine): ToolError {
  const hint = `${error.facts.hint ?? ''} Usage: ${usageLine(group, verb, endpoint)}`.trim();
  return new ToolError({ ...error.facts, hint, cause: error.cause });
}

function formatOf(line: CommandLine, world: World): { format: OutputFormat; isAsked: boolean } {
  const asked = line.options['output'];
  if (typeof asked === 'string') return { format: asked as OutputFormat, isAsked: true };
  return { format: world.stdout.isTerminal ? 'table' : 'json', isAsked: false };
}

function fieldsOf(line: CommandLine): readonly string[] | undefined {
  const asked = line.options['fields'];
  if (typeof asked !== 'string') return undefined;
  const fields = asked
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (fields.length === 0) throw usageError('--fields names no field.', 'Such as --fields symbol,price');
  return fields;
}

/** Colours are for terminals, unless the option, NO_COLOR or FORCE_COLOR say otherwise. */
async function paintOf(asked: unknown, isTerminal: boolean, world: World) {
  const {
    NO_COLOR: none,
    FORCE_COLOR: forced,
    TERM: term,
  } = world.environment as Record<string, string | undefined>;
  const isWanted =
    asked === 'always' ||
    (asked !== 'never' &&
      (none === undefined || none === '') &&
      ((forced !== undefined && forced !== '' && forced !== '0') || (isTerminal && term !== 'dumb')));
  return isWanted ? (await import('./output/paint.ts')).colourPaint() : PLAIN_PAINT;
}

/** Prints the error to stderr: one object on one line for programs, sentences for people. */
async function report(error: ToolError, argv: readonly string[], world: World): Promise<ExitCode> {
  const shown = world.interrupt.aborted && !isOfAnOrder(error) ? asInterrupted(error) : error;
  const { errorLine, errorSentences } = await import('./output/error-text.ts');
  const isForProgram = !world.stderr.isTerminal || /^(json|ndjson)$/.test(askedFormat(argv) ?? '');
  const paint = await paintOf(askedColor(argv), world.stderr.isTerminal, world);
  await world.stderr.write(isForProgram ? errorLine(shown) : errorSentences(shown, paint));
  if (argv.includes('--debug') && shown.cause instanceof Error)
    await world.stderr.write(`${safeLines(shown.cause.stack ?? shown.cause.message)}\n`);
  return shown.exitCode;
}

/** What is known of an order that was sent is told, whoever would wait no longer. */
function isOfAnOrder({ kind, facts }: ToolError): boolean {
  return kind === 'execution-unknown' || facts.clientOrderId !== undefined || facts.execution === 'executed';
}

function asInterrupted(error: ToolError): ToolError {
  const { resume } = error.facts;
  return new ToolError({
    kind: 'interrupted',
    message: 'Interrupted.',
    cause: error,
    ...(resume === undefined ? {} : { resume }),
  });
}

/** Finds the output format on a command line that could not be read as a whole. */
function askedFormat(argv: readonly string[]): string | undefined {
  for (const [index, token] of argv.entries()) {
    if (token === '-o' || token === '--output') return argv[index + 1];
    const match = /^(?:--output=|-o=?)(.+)$/.exec(token);
    if (match !== null && OUTPUT_FORMATS.includes(match[1] as OutputFormat)) return match[1];
  }
  return undefined;
}

/** Finds the choice of colours on such a command line. */
function askedColor(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((token) => token === '--color' || token.startsWith('--color='));
  return argv[at] === '--color' ? argv[at + 1] : argv[at]?.slice('--color='.length);
}
