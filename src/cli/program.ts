/** Runs one command line: reads it, runs the command, and turns errors into messages and an exit code. */

import type { Idempotency } from '../app/journal/write-journal.ts';
import { createServices, type Services } from '../app/services.ts';
import { readSettings } from '../app/settings.ts';
import { PipeClosed, type World } from '../app/world.ts';
import { isServedAlike } from '../commands/calling/served-alike.ts';
import { usageLine } from '../commands/command-text.ts';
import {
  type CommandCall,
  type CommandRunner,
  OUTPUT_FORMATS,
  type Output,
  type OutputFormat,
  type ReadCommand,
  type TypedCommand,
} from '../commands/types.ts';
import { asToolError, EXIT_CODES, type ExitCode, type Fault, ToolError } from '../core/errors.ts';
import { safeLines } from '../core/text.ts';
import type { TimeZone } from '../core/time-zone.ts';
import { toWireNames } from '../request/names.ts';
import { expandAlias, readExpandedLine, withExpansion } from './alias.ts';
import type { CommandLine } from './arguments.ts';
import { createOutput } from './output/output.ts';
import { choosePaint, outputOptions, rowChoice, timeStyle, unusedChoiceText } from './output-options.ts';
import { UserSettings } from './user-settings.ts';

/** Runs `argv` and resolves with the exit code; throws only PipeClosed. */
export async function runProgram(argv: readonly string[], world: World): Promise<ExitCode> {
  let line: CommandLine | undefined;
  let words = argv;
  try {
    const settings = new UserSettings(world);
    const expanded = await expandAlias(argv, settings);
    words = expanded.argv;
    line = await readExpandedLine(expanded, settings);
    return await runLine(line, world, settings);
  } catch (thrown) {
    return printError(await reportedError(thrown, line, words, world), words, world);
  }
}

/** Returns what reads and runs further command lines in this process. */
async function openRunner(settings: UserSettings): Promise<CommandRunner> {
  const { createRunner } = await import('./runner.ts');
  return createRunner({
    settings,
    commandOf: typedCommand,
    async run(command, argv, world) {
      const line = { ...command, each: command.fanOut };
      try {
        return { exitCode: await runLine(line, world, new UserSettings(world)) };
      } catch (thrown) {
        const error = await reportedError(thrown, line, argv, world);
        return { exitCode: error.exitCode, error };
      }
    },
    report: async (error, argv, world) => void (await printError(error, argv, world)),
  });
}

async function runLine(typed: CommandLine, world: World, user: UserSettings): Promise<ExitCode> {
  const applied = await user.applyTo(typed);
  let { line } = applied;
  let zone: TimeZone | undefined;
  const { during, zone: typedZone } = line.options;
  if (during !== undefined || typedZone !== undefined) {
    const { chosenZone, withTimes } = await import('./typed-times.ts');
    zone = chosenZone(line, world);
    line = withTimes(line, world.clock.now(), zone);
  }
  const settings = readSettings(line.options, world.environment);
  const choice = await rowChoice(line, world.clock.now(), zone);
  const output = createOutput(world, {
    ...(await outputOptions(line, world)),
    choice,
    times: timeStyle(line, zone),
    isQuiet: settings.isQuiet,
  });
  if (applied.note !== undefined) output.note(applied.note);
  if (line.expanded !== undefined && (settings.isDebug || line.options['dry-run'] === true))
    output.note(line.expanded);
  const code = await runCommand(line, world, settings, { output, user });
  if (choice?.isUsed === false) output.note(unusedChoiceText(line));
  if (choice?.noMatch !== undefined) output.note(choice.noMatch);
  return code;
}

/** Returns a command line as commands see it. */
function typedCommand(line: CommandLine): ReadCommand {
  return { ...line, command: [line.group.word, ...line.verb.words].join(' '), fanOut: line.each };
}

/** Returns the error of a command as it is reported. Throws PipeClosed, which is no error of the command. */
async function reportedError(
  thrown: unknown,
  line: CommandLine | undefined,
  argv: readonly string[],
  world: World,
): Promise<ToolError> {
  if (thrown instanceof PipeClosed) throw thrown;
  const { withTypedNames } = await import('./typed-names.ts');
  const error = withExpansion(withTypedNames(asToolError(thrown), line, argv), line?.expanded);
  return world.interrupt.aborted && !concernsOrder(error) ? asInterrupted(error) : error;
}

async function runCommand(
  line: CommandLine,
  world: World,
  settings: ReturnType<typeof readSettings>,
  { output, user }: { readonly output: Output; readonly user: UserSettings },
): Promise<ExitCode> {
  const via =
    line.options['via'] === 'ws'
      ? await (await import('../commands/calling/via-websocket.ts')).websocketMethodsFor(line)
      : undefined;
  const typed = typedCommand(line);
  const { command } = typed;
  const idempotency = settings.idempotencyKey === undefined ? undefined : await idempotencyOf(typed);
  const services = createServices(world, settings, (text) => output.note(text), {
    via,
    command,
    idempotency,
  });
  let failure: unknown;
  let answer: string | undefined;
  try {
    if (line.group.reportsUnresolved === true) await noteUnresolved(services, output);
    const { run } = await (line.verb.handler?.() ?? import('../commands/calling/call-endpoint.ts'));
    const call = commandCall(typed, {
      services,
      user,
      output:
        idempotency === undefined
          ? output
          : withAnswerCopy(output, (text) => {
              answer = text;
            }),
    });
    if (idempotency !== undefined && (await showsRecorded(call, idempotency))) return EXIT_CODES.done;
    const code = await run(isServedAlike(line.endpoint) ? call : await asServed(call));
    return await afterLateArrivals(call, line, code ?? EXIT_CODES.done);
  } catch (thrown) {
    failure = thrown;
    if (!(thrown instanceof ToolError)) throw thrown;
    const { faults, endpoint } = thrown.facts;
    // `bourse api` and similar commands take parameters as name=value, so their error messages must not name
    // options.
    if (faults !== undefined && endpoint !== undefined && line.endpoint === undefined)
      throw withParamNames(thrown, faults);
    if (faults?.some(({ rule }) => rule === 'missing')) throw withUsage(thrown, line);
    if (thrown.kind !== 'rejected') throw thrown;
    const { suggestSymbol: withNearSymbol } = await import('../commands/calling/symbol-suggestion.ts');
    throw withNearSymbol(thrown, [...line.given, ...line.each], services.knownSymbols());
  } finally {
    output.progress('');
    await services.close(failure, answer);
    await cancelAfterHalt(line, services, { output, user });
  }
}

/** Cancels open orders if the command has halted writes and the policy says so; stderr names them. Never throws. */
async function cancelAfterHalt(
  line: CommandLine,
  { world, settings, hasHalted }: Services,
  { output, user }: { readonly output: Output; readonly user: UserSettings },
): Promise<void> {
  if (!hasHalted) return;
  const { cancelAfterAutomaticHalt, HALT_COMMAND } = await import('../commands/policy/halt-orders.ts');
  const services = createServices(world, settings, (text) => output.note(text), { command: HALT_COMMAND });
  const typed = { ...typedCommand(line), command: HALT_COMMAND, endpoint: undefined, given: [], fanOut: [] };
  try {
    await cancelAfterAutomaticHalt(commandCall(typed, { services, output, user }));
  } finally {
    await services.close();
  }
}

/** Returns what a command is called with. */
function commandCall(
  typed: ReadCommand,
  { services, output, user }: Pick<CommandCall, 'services' | 'output'> & { readonly user: UserSettings },
): CommandCall {
  return {
    ...typed,
    services,
    output,
    commands: () => import('../commands/command-index.ts').then((part) => part.commandsByEndpoint()),
    findCommand: (words) => import('../commands/command-index.ts').then((part) => part.findCommand(words)),
    preparedExplanations: (subject) =>
      import('./prepared-explanations.ts').then((part) =>
        part.explanationsBeside(services.world.facts.programFile, subject),
      ),
    runner: () => openRunner(user),
    serveLibrary: async (world, options) =>
      (await import('../serve/library-server.ts')).serveLibrary(world, options),
    pythonClient: async () =>
      (await import('./python-client.ts')).pythonClientBeside(services.world.facts.programFile),
    servePipe: async (world, options) => (await import('../serve/pipe.ts')).servePipe(world, options),
  };
}

/** Returns the idempotency key of a command that sends, with the digest of the command. */
async function idempotencyOf(typed: TypedCommand): Promise<Idempotency | undefined> {
  const key = typed.options['idempotency-key'];
  if (typeof key !== 'string' || typed.options['dry-run'] === true) return undefined;
  const { commandDigest } = await import('../commands/calling/idempotency.ts');
  return { key, digest: commandDigest(typed) };
}

/** Prints the recorded result of a command that was sent before under its key; returns false for a new key. */
async function showsRecorded(call: CommandCall, { key, digest }: Idempotency): Promise<boolean> {
  const { recordedResult, showRecorded } = await import('../commands/calling/idempotency.ts');
  const recorded = await recordedResult(call, key, digest);
  if (recorded !== undefined) await showRecorded(call, recorded);
  return recorded !== undefined;
}

/** Returns the output that also passes each answer to `keep`. */
function withAnswerCopy(output: Output, keep: (text: string) => void): Output {
  return {
    ...output,
    answer(answer, view, options) {
      keep(typeof answer === 'string' ? answer : answer.body);
      return output.answer(answer, view, options);
    },
  };
}

/** Names the writes of earlier runs of which it is not known what became of them. */
async function noteUnresolved(services: Services, output: Output): Promise<void> {
  const writes = await services.unresolvedWrites();
  if (writes.length === 0) return;
  const { unresolvedText } = await import('../commands/orders/unresolved.ts');
  output.note(unresolvedText(writes));
}

/**
 * Looks for an order that was recorded as absent, once the work of the command is done. Returns the exit code of the command,
 * or `check` if the order has arrived late; the exit code of a command that wrote is that of its own write.
 */
async function afterLateArrivals(
  call: CommandCall,
  { group }: CommandLine,
  code: ExitCode,
): Promise<ExitCode> {
  const { services } = call;
  const sends = group.reportsUnresolved === true && call.options['dry-run'] !== true;
  if (!sends || !services.mayFindLateArrivals()) return code;
  const { lookForLateArrival } = await import('../commands/orders/late-arrivals.ts');
  const isReported = (await lookForLateArrival(call)) && code === EXIT_CODES.done;
  return isReported && !(await services.hasWritten()) ? EXIT_CODES.check : code;
}

/**
 * Returns the call for the interface that its host serves: today's interface serves some endpoints of the
 * document by other endpoints.
 */
async function asServed(call: CommandCall): Promise<CommandCall> {
  return (await import('../commands/calling/served-call.ts')).servedCall(call);
}

/** Returns the error with parameters named as the exchange spells them, instead of as options. */
function withParamNames(error: ToolError, faults: readonly Fault[]): ToolError {
  const named = faults.map((one) => ({ ...one, message: toWireNames(one.message) }));
  const message = toWireNames(error.message);
  return new ToolError({ ...error.facts, message, faults: named, cause: error.cause });
}

/** Returns the error of a missing argument with the command's usage in its hint. */
function withUsage(error: ToolError, { group, verb, endpoint }: CommandLine): ToolError {
  const hint = `${error.facts.hint ?? ''} Usage: ${usageLine(group, verb, endpoint)}`.trim();
  return new ToolError({ ...error.facts, hint, cause: error.cause });
}

/**
 * Prints the error to stderr, as one line of JSON for programs or as sentences for people; returns the exit
 * code.
 */
async function printError(error: ToolError, argv: readonly string[], world: World): Promise<ExitCode> {
  const { errorLine, errorSentences } = await import('./output/error-text.ts');
  const isForProgram = !world.stderr.isTerminal || /^(json|ndjson)$/.test(typedFormat(argv) ?? '');
  const paint = await choosePaint(typedColor(argv), world.stderr.isTerminal, world);
  await world.stderr.write(
    isForProgram ? errorLine(error) : errorSentences(error, paint, world.stderr.columns),
  );
  await reportOrigin(error, { hasStack: argv.includes('--debug'), isForProgram }, world);
  return error.exitCode;
}

/**
 * Says where in the sources an error arose: the whole stack with `--debug`, otherwise one line for an
 * unforeseen error.
 */
async function reportOrigin(
  { cause, kind }: ToolError,
  { hasStack, isForProgram }: { readonly hasStack: boolean; readonly isForProgram: boolean },
  world: World,
): Promise<void> {
  if (!(cause instanceof Error) || !(hasStack || (kind === 'internal' && !isForProgram))) return;
  const { mapsBeside, sourceOfError, sourceStack } = await import('./source-stack.ts');
  const readMap = mapsBeside(world.facts.programFile);
  if (hasStack) return world.stderr.write(`${safeLines(sourceStack(cause, readMap))}\n`);
  const origin = sourceOfError(cause, readMap);
  if (origin !== undefined) await world.stderr.write(`${safeLines(`at: ${origin}`)}\n`);
}

/** Returns whether an error concerns an order that was sent: such an error is printed even after Ctrl-C. */
function concernsOrder({ kind, facts }: ToolError): boolean {
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

/** Returns the output format that was typed on a command line that may contain errors. */
function typedFormat(argv: readonly string[]): string | undefined {
  for (const [index, token] of argv.entries()) {
    if (token === '-o' || token === '--output') return argv[index + 1];
    const match = /^(?:--output=|-o=?|--(?=(?:nd)?json$))(.+)$/.exec(token);
    if (match !== null && OUTPUT_FORMATS.includes(match[1] as OutputFormat)) return match[1];
  }
  return undefined;
}

/** Returns the value of `--color` on a command line that may contain errors. */
function typedColor(argv: readonly string[]): string | undefined {
  const index = argv.findIndex((token) => token === '--color' || token.startsWith('--color='));
  return argv[index] === '--color' ? argv[index + 1] : argv[index]?.slice('--color='.length);
}
