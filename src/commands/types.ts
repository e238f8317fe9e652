/** Declares commands as data, and the contract between a command and the program that runs it. */

import type { Services } from '../app/services.ts';
import type { World } from '../app/world.ts';
import type { Endpoint, Product, View } from '../catalogue/types.ts';
import type { ExitCode, ToolError } from '../core/errors.ts';
import type { JsonValue } from '../core/words.ts';
import type { TypedArgument } from '../request/typed-arguments.ts';
import type { Answer } from '../request/types.ts';

/** The products that `--on` chooses among. */
export const ON_PRODUCTS = ['spot', 'usdm', 'coinm', 'options', 'margin'] as const;
export type OnProduct = (typeof ON_PRODUCTS)[number];

/** A command group: the first word after `bourse`, and its commands. */
export interface CommandGroup {
  readonly word: string;
  readonly summary: string;
  readonly verbs: readonly Verb[];
  /** Its commands name the writes of earlier runs of which it is not known what became of them. */
  readonly reportsUnresolved?: true;
  /** Its commands run with default settings where the config file is damaged, so that it can be repaired. */
  readonly repairsConfig?: true;
}

/**
 * One command. Its `words` follow the word of its group; they are empty if the group's word alone is the
 * command.
 */
export interface Verb {
  readonly words: readonly string[];
  readonly summary: string;
  /** The endpoint that the command calls: one id, or an id for each product of `--on`. */
  readonly endpoint?: string | Readonly<Partial<Record<OnProduct, string>>>;
  /**
   * What the command does on each product, such as "sells the free balance". A command that says it is not run before
   * `--on` or the settings name a product, because a wrong guess would cost money.
   */
  readonly onEach?: Readonly<Partial<Record<OnProduct, string>>>;
  /** The command that does the same on a product that this one does not have, such as "trade replace" on spot. */
  readonly elsewhere?: Readonly<Partial<Record<OnProduct, string>>>;
  /** Endpoints whose main command is another one; this command is a shorter way to call them. */
  readonly reuses?: readonly string[];
  /** Parameters whose value the command fixes; help does not list them. */
  readonly fixed?: readonly string[];
  /** Parameters that the command fills in if omitted; help lists them as optional. */
  readonly defaults?: readonly string[];
  /** Positional arguments in order. A positional named after a parameter can also be given as its option. */
  readonly positionals?: readonly Positional[];
  /** The option as which a number after the positionals is probably meant, such as "at"; the error names it. */
  readonly surplusNumber?: string;
  readonly options?: readonly OptionSpec[];
  /** Loads the code of the command. Without a handler the endpoint is called and its answer printed. */
  readonly handler?: () => Promise<{ readonly run: Run }>;
  /**
   * The output formats of the command, if not all. A command that prints no rows has no options for tables
   * and csv either.
   */
  readonly formats?: readonly OutputFormat[];
  /**
   * Whether rows are written as they arrive until the command is stopped, so that options that choose rows of a list
   * do not apply.
   */
  readonly isEndless?: true;
  /** Whether all arguments after the positionals are passed on to another program. */
  readonly passesThrough?: true;
  /** Set if the command cannot be one of the lines of a batch. */
  readonly outsideBatch?: OutsideBatch;
  /** Example command lines without the leading `bourse`, at least one; help shows the first two. */
  readonly examples: readonly string[];
  readonly notes?: readonly string[];
}

/** Why a command cannot be one of the lines of a batch. */
export interface OutsideBatch {
  /** The reason, as a clause that begins with "it": "it runs until it is stopped". */
  readonly why: string;
  /** Options of the command each of which lets it be a line of a batch nevertheless. */
  readonly unless?: readonly string[];
}

export interface Positional {
  /** Kebab-case. */
  readonly name: string;
  /** The products on which the command accepts this positional; all products of the command if omitted. */
  readonly on?: readonly Product[];
  readonly about?: string;
  readonly required?: true;
  /** Whether the positional collects all remaining words. */
  readonly isVariadic?: true;
  /** The list parameter as which two or more words are sent: `market ticker A B` sends `symbols`. */
  readonly listParam?: string;
  /** Whether two or more words cause one call each; the rows of all calls are printed together. */
  readonly fansOut?: true;
  readonly values?: readonly string[];
  /** Whether a quantity may also be a part of what is free or in the position: `50%` or `all`. */
  readonly takesPart?: true;
  /** Whether the value is the name of an existing profile, which shell completion then offers. */
  readonly isProfile?: true;
}

/** An option of a command that is not a parameter of its endpoint. */
export interface OptionSpec {
  /** The option's name in kebab-case, without dashes. */
  readonly name: string;
  readonly short?: string;
  /** The placeholder of the option's value in help, such as "path"; omitted for a switch. */
  readonly value?: string;
  /** Whether the value may be left out; the option's value is then true, as that of a switch. */
  readonly isValueOptional?: true;
  readonly about: string;
  readonly values?: readonly string[];
  /** Whether the command needs the option; its handler reports that it is missing. */
  readonly isRequired?: true;
  /** Whether the option may be given several times. */
  readonly isRepeatable?: true;
  readonly default?: string;
  /**
   * Whether the switch shows rows that are hidden by default; bourse sets it when it prints a look-up after
   * an unconfirmed write.
   */
  readonly showsAll?: true;
  /** Why a command with this option cannot be one of the lines of a batch, as in `OutsideBatch`. */
  readonly outsideBatch?: string;
}

export type { TypedArgument } from '../request/typed-arguments.ts';

/** A command as it was typed. */
export interface TypedCommand {
  readonly verb: Verb;
  /** The command's words, such as "market klines". */
  readonly command: string;
  readonly endpoint: Endpoint | undefined;
  /** The arguments for the endpoint, from positionals and options, in the endpoint's order of parameters. */
  readonly given: readonly TypedArgument[];
  /**
   * Arguments for each of which the endpoint is called once, in addition to `given`; empty for a single call.
   */
  readonly fanOut: readonly TypedArgument[];
  /** Positionals that are not parameters of the endpoint, by name; a variadic positional is a list. */
  readonly positionals: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The command's own options by kebab-case name; the value of a switch is true. */
  readonly options: Readonly<Record<string, string | true | readonly string[] | undefined>>;
}

/** The input of a command's `run` function. */
export interface CommandCall extends TypedCommand {
  readonly services: Services;
  readonly output: Output;
  /** Returns the command that calls each endpoint, by endpoint id. */
  readonly commands: () => Promise<ReadonlyMap<string, EndpointCommand>>;
  /** Finds a command or a command group by its words, such as "trade buy". */
  readonly findCommand: (words: string) => Promise<NamedCommand | undefined>;
  /**
   * Returns what the build wrote down about a subject of `explain`, as JSON; undefined for a subject that it does not
   * know, or without a build.
   */
  readonly preparedExplanations: (subject: string) => Promise<string | undefined>;
  /** Returns the text of the Python client that the build wrote. Throws kind `internal` without a build. */
  readonly pythonClient: () => Promise<string>;
  /** Reads and runs further command lines in this process. */
  readonly runner: () => Promise<CommandRunner>;
  /** Serves the methods of the library over HTTP; absent for commands that the library runs. */
  readonly serveLibrary?: (world: World, options: ServeOptions) => Promise<LibraryServer>;
  /** Answers the methods of the library over stdin and stdout; absent for commands that the library runs. */
  readonly servePipe?: (world: World, options: Pick<ServeOptions, 'typed' | 'note'>) => Promise<void>;
}

/** How the methods of the library are served. */
export interface ServeOptions {
  /** 0 means any free port. */
  readonly port: number;
  /** What each request must name. */
  readonly token: string;
  /** The options of the command line, which choose environment and profile. */
  readonly typed: TypedCommand['options'];
  readonly note: (text: string) => void;
}

/** A server of the library. */
export interface LibraryServer {
  readonly url: string;
  /** Waits for running calls, then frees the port. */
  close(): Promise<void>;
}

/** A command as it was typed, with its group. */
export interface ReadCommand extends TypedCommand {
  readonly group: CommandGroup;
  /** The command line that was run for an alias, without `bourse`; undefined without an alias. */
  readonly expanded?: string | undefined;
  /** The product that the config file chose; undefined if it was typed, or if the command has no choice. */
  readonly configuredProduct?: string | undefined;
}

/** How a command ended. */
export interface CommandResult {
  readonly exitCode: ExitCode;
  readonly error?: ToolError;
}

/** Reads and runs command lines in this process. */
export interface CommandRunner {
  /** Reads a command line without running it. Throws a usage error for one that cannot be run. */
  readonly read: (argv: readonly string[]) => Promise<ReadCommand>;
  /**
   * Returns what is wrong with an alias, as a clause; undefined for one that may be used. Throws a usage error for a line
   * whose command does not exist.
   */
  readonly aliasFault: (name: string, line: string) => Promise<string | undefined>;
  /**
   * Runs a command in a world; `argv` are its words for messages. An error is returned and not printed. Throws only
   * PipeClosed.
   */
  readonly run: (command: ReadCommand, argv: readonly string[], world: World) => Promise<CommandResult>;
  /** Prints an error to stderr, as JSON for programs or as sentences for people. */
  readonly report: (error: ToolError, argv: readonly string[], world: World) => Promise<void>;
  /**
   * Returns the help page that `argv` asks for; undefined if it asks for none, or for one that does not exist.
   */
  readonly help: (argv: readonly string[], world: World) => string | undefined;
  /** Returns what the last of the words of a command line could be completed to. */
  readonly complete: (words: readonly string[], world: World) => readonly string[];
}

/** A command or a command group that was found by its words. */
export interface NamedCommand {
  readonly command: string;
  readonly summary: string;
  /** Id of the endpoint that the command calls by default; undefined if the command calls none. */
  readonly endpoint: string | undefined;
}

/** The command that calls an endpoint. */
export interface EndpointCommand {
  /**
   * The command that calls this endpoint, with `--on` unless its product is the default: "market klines --on
   * usdm".
   */
  readonly line: string;
  readonly words: string;
  readonly on?: string;
  readonly verb: Verb;
}

/** Runs a command and returns its exit code, or nothing for exit code 0. Throws ToolError. */
// biome-ignore lint/suspicious/noConfusingVoidType: a successful command returns nothing.
export type Run = (call: CommandCall) => Promise<ExitCode | void>;

export const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'csv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The output formats of a command that writes one JSON value per line whichever of them is chosen. */
export const LINE_FORMATS: readonly OutputFormat[] = ['json', 'ndjson'];

/** Colours text if colours are enabled, else returns the text unchanged. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Writes the answer of a command to stdout in the chosen format, and messages for people to stderr. */
export interface Output {
  readonly format: OutputFormat;
  /**
   * Whether the format was chosen by an option, rather than derived from stdout being a terminal or a pipe.
   */
  readonly isFormatExplicit: boolean;
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; 80 without a terminal. */
  readonly width: number;
  readonly paint: Paint;
  /** Prints an answer of the exchange, given as the JSON that was received, formatted by the view. */
  answer(answer: string | ReceivedAnswer, view: View | undefined, options?: AnswerOptions): Promise<void>;
  /** Prints rows that arrive in chunks, each an array of rows, as soon as each chunk arrives. */
  chunks(chunks: AsyncIterable<Chunk>, view: View | undefined, options?: AnswerOptions): Promise<void>;
  /** Prints a value that bourse itself computed. */
  value(value: JsonValue, view?: View): Promise<void>;
  /** Prints text to stdout unchanged, such as a script or a schema; adds a missing final newline. */
  text(text: string): Promise<void>;
  /** Writes text to stdout unchanged, for commands that write their output piece by piece. */
  write(text: string): Promise<void>;
  /** Prints one line for people to stderr. */
  note(text: string): void;
  /** Replaces the progress line on stderr; does nothing unless stderr is a terminal. */
  progress(text: string): void;
}

/** Some rows of a long answer: the JSON text as received, and its parsed value. */
export interface Chunk {
  readonly text: string;
  /** The text as bytes, which begin and end with the brackets of the array; absent where it has to be encoded. */
  readonly bytes?: Buffer;
  readonly value: JsonValue;
}

/** JSON that was received. A long answer has its bytes, which may be written without making the text. */
export type ReceivedAnswer = Pick<Answer, 'body' | 'bytes'>;

export interface AnswerOptions {
  /** The time that decides whether a candle is still open, in Unix ms. */
  readonly now?: number;
}
