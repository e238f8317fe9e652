/** What can be asked of bourse, as data, and the contract between a command and the door that runs it. */
import type { Services } from '../app/services.ts';
import type { Endpoint, Product, View } from '../catalogue/types.ts';
import type { ExitCode } from '../core/errors.ts';
import type { JsonValue } from '../core/words.ts';

/** The products that `--on` chooses among. */
export const ON_PRODUCTS = ['spot', 'usdm', 'coinm', 'options', 'margin'] as const;
export type OnProduct = (typeof ON_PRODUCTS)[number];

/** A first word typed after `bourse`, with all that can follow it. */
export interface CommandGroup {
  readonly word: string;
  readonly summary: string;
  readonly verbs: readonly Verb[];
}

/** One command. Its `words` follow the group's; empty when the group's word is the whole command. */
export interface Verb {
  readonly words: readonly string[];
  readonly summary: string;
  /** The endpoint it calls: one, or one for each product of `--on`. */
  readonly endpoint?: string | Readonly<Partial<Record<OnProduct, string>>>;
  /** Those of its endpoints that have a command of their own: this one calls them in everyday words. */
  readonly reuses?: readonly string[];
  /** Parameters that the command says itself: help leaves them out. */
  readonly fixed?: readonly string[];
  /** Parameters that the command fills in where they are not given, whatever the endpoint requires or assumes. */
  readonly defaults?: readonly string[];
  /** Positionals in order. A name that is a parameter of the endpoint can be given as its flag as well. */
  readonly positionals?: readonly Positional[];
  readonly options?: readonly OptionSpec[];
  /** Code where behaviour differs; without it the endpoint is called and its answer shown. */
  readonly handler?: () => Promise<{ readonly run: Run }>;
  /** Everything after the positionals belongs to another program. */
  readonly passesThrough?: true;
  /** Words after `bourse `, at least one; two where help shows them. */
  readonly examples: readonly string[];
  readonly notes?: readonly string[];
}

export interface Positional {
  /** Kebab-case. */
  readonly name: string;
  /** The products whose endpoint takes it; all of the verb's where absent. */
  readonly on?: readonly Product[];
  readonly about?: string;
  readonly required?: true;
  /** Takes all that remain. */
  readonly isVariadic?: true;
  /** Several fill this list parameter instead: `market ticker A B` sends `symbols`. */
  readonly listParam?: string;
  /** Each of several is a call of its own, and all their rows are shown together. */
  readonly fansOut?: true;
  readonly values?: readonly string[];
  /** Names a profile that is there, for completion. */
  readonly isProfile?: true;
}

/** An option that is no parameter of the endpoint. */
export interface OptionSpec {
  /** Kebab-case, without dashes. */
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in help, such as "path"; absent for a switch. */
  readonly value?: string;
  readonly about: string;
  readonly values?: readonly string[];
  /** May be given several times. */
  readonly isRepeatable?: true;
  readonly default?: string;
  /** With it nothing is left out at a glance: whoever looks again at what a write did wants to see all. */
  readonly showsAll?: true;
}

/** An argument of the endpoint as typed. */
export interface TypedArgument {
  /** The parameter's name in the interface's spelling. */
  readonly name: string;
  readonly text: string;
}

/** What a command is run with. */
export interface CommandCall {
  readonly verb: Verb;
  /** The group's and the verb's words, such as "market klines". */
  readonly command: string;
  readonly endpoint: Endpoint | undefined;
  /** Arguments for the endpoint, from positionals and flags, in the endpoint's order. */
  readonly given: readonly TypedArgument[];
  /** The call is made once with each of these besides; empty for one call without any. */
  readonly fanOut: readonly TypedArgument[];
  /** Positionals that are not parameters of the endpoint, by name; a `many` one is a list. */
  readonly positionals: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The verb's own options by kebab-case name; switches are true. */
  readonly options: Readonly<Record<string, string | true | readonly string[] | undefined>>;
  readonly services: Services;
  readonly output: Output;
  /** Returns the command of each endpoint id. */
  readonly commands: () => Promise<ReadonlyMap<string, EndpointCommand>>;
  /** Returns the command or the group of these words. */
  readonly findCommand: (words: string) => Promise<NamedCommand | undefined>;
}

/** A command or a group, as its words name it. */
export interface NamedCommand {
  readonly command: string;
  readonly summary: string;
  /** The endpoint that it calls by default; undefined where it calls none. */
  readonly endpoint: string | undefined;
}

/** The command that calls an endpoint. */
export interface EndpointCommand {
  /** Its words and, where they alone call another product's endpoint, `--on`: "market klines --on usdm". */
  readonly line: string;
  readonly words: string;
  readonly on?: string;
  readonly verb: Verb;
}

/** Runs a command; throws ToolError. Returns the exit code where it is not 0. */
// biome-ignore lint/suspicious/noConfusingVoidType: a command that ends well returns nothing.
export type Run = (call: CommandCall) => Promise<ExitCode | void>;

export const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'csv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Paints text when colours are wanted, else returns it unchanged. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Where a command's answer goes: stdout by the format that was asked for, stderr for talk. */
export interface Output {
  readonly format: OutputFormat;
  /** Whether the format was asked for rather than chosen by where stdout leads. */
  readonly isFormatExplicit: boolean;
  readonly isTerminal: boolean;
  /** Columns of the terminal, 80 where there is none. */
  readonly width: number;
  readonly paint: Paint;
  /** An answer of the exchange: JSON text as it came, shown by the view. */
  answer(text: string, view: View | undefined, options?: AnswerOptions): Promise<void>;
  /** Rows that arrive in chunks, each one array of rows; written as they come. */
  chunks(chunks: AsyncIterable<Chunk>, view: View | undefined, options?: AnswerOptions): Promise<void>;
  /** An answer of our own. */
  value(value: JsonValue, view?: View): Promise<void>;
  /** Text for stdout as it stands: scripts, schemas, what a person reads. A missing last newline is added. */
  text(text: string): Promise<void>;
  /** Bytes of stdout as they stand, for writers that stream. */
  write(text: string): Promise<void>;
  /** A line of talk on stderr. */
  note(text: string): void;
  /** A line on stderr that replaces the one before; nothing unless stderr is a terminal. */
  progress(text: string): void;
}

/** Some rows of a long answer: the text as it came, and what it says. */
export interface Chunk {
  readonly text: string;
  readonly value: JsonValue;
}

export interface AnswerOptions {
  /** The time by which an open candle is told from a closed one. */
  readonly now?: number;
}
