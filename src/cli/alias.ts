/** Replaces an alias by the command line that it stands for, before anything else is read. */
import { aliasFault, type WordUse } from '../commands/alias/rules.ts';
import { GROUPS } from '../commands/groups.ts';
import { meantCommand } from '../commands/synonyms.ts';
import { asToolError, ToolError, usageError } from '../core/errors.ts';
import { redactOption, redactWord } from '../core/key-detection.ts';
import { splitWords } from '../core/shell-words.ts';
import { shellLine } from '../request/typed-arguments.ts';
import { type CommandLine, readCommandLine } from './arguments.ts';
import { commandWordsAt } from './find-command.ts';
import type { UserSettings } from './user-settings.ts';

/** Words that mean something to the program itself or to its shell. */
const RESERVED = ['help', 'version', 'exit', 'bourse'];

/** Returns what a first word of a command line is to bourse itself: no alias replaces such a word. */
export const wordUse: WordUse = (word) => {
  if (RESERVED.includes(word)) return 'reserved';
  const isCommand = GROUPS.some((group) => group.word === word) || meantCommand([word]) !== undefined;
  return isCommand ? 'command' : undefined;
};

/** A command line after its alias was replaced. */
export interface ExpandedLine {
  readonly argv: readonly string[];
  /** What the alias stood for, as it is shown: "lp = market ticker price BTCUSDT"; undefined without an alias. */
  readonly expanded?: string;
}

/**
 * Returns the command line with the alias that is its first word replaced. Nothing is looked up for a word of bourse
 * itself. Throws a usage error for an alias that may not be used, such as one with --yes.
 */
export async function expandAlias(argv: readonly string[], settings: UserSettings): Promise<ExpandedLine> {
  const [at] = commandWordsAt(argv);
  const name = at === undefined ? '' : argv[at]!;
  if (at === undefined || wordUse(name) !== undefined) return { argv };
  const line = await settings.aliasLine(name);
  if (line === undefined) return { argv };
  const fault = aliasFault(name, line, wordUse);
  if (fault !== undefined) throw usageError(`${fault}.`, `Remove it: bourse alias remove ${name}`);
  const words = [...argv.slice(0, at), ...splitWords(line), ...argv.slice(at + 1)];
  return { argv: words, expanded: `${name} = ${shownLine(words)}` };
}

/** Reads a command line after its alias was replaced. Errors name the line that was read. */
export async function readExpandedLine(
  { argv, expanded }: ExpandedLine,
  settings: UserSettings,
): Promise<CommandLine> {
  try {
    const line = await readCommandLine(argv, {
      aliasNames: () => settings.aliasNames(),
      product: () => settings.product(),
    });
    return expanded === undefined ? line : { ...line, expanded };
  } catch (thrown) {
    throw withExpansion(asToolError(thrown), expanded);
  }
}

/** Returns an error whose hint shows the line that an alias stood for. */
export function withExpansion(error: ToolError, expanded: string | undefined): ToolError {
  if (expanded === undefined) return error;
  const hint = [error.facts.hint, `The alias ran: ${expanded}`].filter(Boolean).join(' ');
  return new ToolError({ ...error.facts, hint, cause: error.cause });
}

function shownLine(words: readonly string[]): string {
  return shellLine(
    words.map((word) =>
      word.startsWith('-') && !word.includes('=') ? redactOption(word) : redactWord(word, 200),
    ),
  );
}
