/** Finds the command that a command line names. */
import { GROUPS } from '../commands/groups.ts';
import { type MeantCommand, MISPLACED_WORDS, meantCommand } from '../commands/synonyms.ts';
import type { CommandGroup, OptionSpec, Verb } from '../commands/types.ts';
import { type ToolError, usageError } from '../core/errors.ts';
import { KEY_HINT, looksLikeKey, redactOption, redactWord } from '../core/key-detection.ts';
import { nearestWord } from '../core/text.ts';
import { kebabOf } from '../request/names.ts';
import { shellLine } from '../request/typed-arguments.ts';
import { GLOBAL_OPTIONS } from './globals.ts';

/** A command, and the tokens that follow its words. */
export interface FoundCommand {
  readonly group: CommandGroup;
  readonly verb: Verb;
  readonly rest: readonly string[];
}

/**
 * Returns the command that `argv` names; throws a usage error that suggests the nearest word for a mistyped
 * one, among them the names of aliases.
 */
export async function findCommand(
  argv: readonly string[],
  aliasNames: () => Promise<readonly string[]> = async () => [],
): Promise<FoundCommand> {
  const tokens = argv.map(withKebabName);
  const words = commandWords(tokens);
  const group = await GROUPS.find(({ word }) => word === words[0])?.load();
  const isCommand = group?.verbs.some((verb) => beginsWith(words.slice(1), verb)) === true;
  const meant = isCommand ? undefined : meantCommand(words);
  if (meant !== undefined) return findMeant(meant, tokens);
  if (group === undefined) {
    const grouped = await missingGroupError(tokens, words[0]);
    if (grouped !== undefined) throw grouped;
    const known = [...GROUPS.map((group) => group.word), ...(await aliasNames())];
    throw unknownCommand('bourse', words[0], known, 'bourse --help');
  }
  const misplaced = isCommand ? undefined : misplacedError(words, tokens);
  if (misplaced !== undefined) throw misplaced;
  const verb = findVerb(group, words.slice(1));
  return { group, verb, rest: withoutWords(tokens, [group.word, ...verb.words]) };
}

/** Returns the command that is meant by a synonym. Throws a usage error that names it if it may do more than read. */
async function findMeant(
  { command, runs, words }: MeantCommand,
  tokens: readonly string[],
): Promise<FoundCommand> {
  const rest = withoutWords(tokens, words);
  if (runs !== true)
    throw usageError(
      `Unknown command "${words.join(' ')}" for "bourse".`,
      `Did you mean ${typedAs(`bourse ${command}`, rest)}?`,
    );
  const [word, ...verbWords] = command.split(' ');
  const group = await GROUPS.find((one) => one.word === word)!.load();
  return { group, verb: findVerb(group, verbWords), rest };
}

/** Returns the error for a word that is typed after the wrong group, with the line that is meant. */
function misplacedError(words: readonly string[], tokens: readonly string[]): ToolError | undefined {
  const [first = '', second = ''] = words;
  const meant = MISPLACED_WORDS.find(({ group, word }) => group === first && word.test(second));
  if (meant === undefined) return undefined;
  const own = withoutWords(tokens, meant.isReplaced === true ? [first, second] : [first]);
  const { options: [option = ''] = [] } = meant;
  const rest = own.includes(option) ? own : [...own, ...(meant.options ?? [])];
  return usageError(
    `bourse ${first} has no command "${redactWord(second, 60)}".`,
    `Did you mean ${typedAs(`bourse ${meant.command}`, rest)}?`,
  );
}

/** Returns a command with the words that were typed after another one, without keys that may be among them. */
export function typedAs(command: string, rest: readonly string[]): string {
  const words = rest.map((token) => (token.startsWith('-') ? redactOption(token) : redactWord(token, 60)));
  return `${command} ${shellLine(words)}`.trim();
}

/**
 * Returns the error for a command typed without its group, with the full commands; undefined where no group
 * has it.
 */
async function missingGroupError(
  tokens: readonly string[],
  word: string | undefined,
): Promise<Error | undefined> {
  if (word === undefined) return undefined;
  const groups = await Promise.all(GROUPS.map((entry) => entry.load()));
  const commands = groups.flatMap((group) =>
    group.verbs.some(({ words }) => words[0] === word)
      ? [typedAs(`bourse ${group.word} ${word}`, withoutWords(tokens, [word]))]
      : [],
  );
  if (commands.length === 0) return undefined;
  return usageError(
    `The command "${word}" needs its group before it.`,
    `Did you mean ${commands.slice(0, 3).join(', or ')}?`,
  );
}

/** Returns `--startTime` as `--start-time`, and any other token unchanged. */
function withKebabName(token: string): string {
  const match = /^--([A-Za-z][A-Za-z0-9-]*)(=.*)?$/s.exec(token);
  return match === null ? token : `--${kebabOf(match[1]!)}${match[2] ?? ''}`;
}

/** Returns the words before the first option that is not global. */
function commandWords(tokens: readonly string[]): readonly string[] {
  return commandWordsAt(tokens).map((at) => tokens[at]!);
}

/** Returns where the words before the first option that is not global stand. */
export function commandWordsAt(tokens: readonly string[]): readonly number[] {
  const words: number[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token === '--') break;
    if (!token.startsWith('-') || token === '-') {
      words.push(index);
      continue;
    }
    const option = findGlobalOption(token);
    if (option === undefined && words.length > 0) break;
    if (option?.value !== undefined && !token.includes('=') && (token.startsWith('--') || token.length === 2))
      index += 1;
  }
  return words;
}

function findGlobalOption(token: string): OptionSpec | undefined {
  const name = token.startsWith('--') ? token.slice(2).split('=')[0]! : token.slice(1, 2);
  return GLOBAL_OPTIONS.find((one) => (token.startsWith('--') ? one.name === name : one.short === name));
}

/** Returns whether the words after a group begin with all words of one of its commands. */
function beginsWith(words: readonly string[], verb: Verb): boolean {
  return verb.words.every((word, index) => word === words[index]);
}

function findVerb(group: CommandGroup, words: readonly string[]): Verb {
  const [found] = group.verbs
    .filter((verb) => beginsWith(words, verb))
    .sort((a, b) => b.words.length - a.words.length);
  const help = `bourse ${group.word} --help`;
  if (found !== undefined) {
    const mistyped = mistypedSubcommand(group, found, words);
    if (mistyped === undefined) return found;
    const path = ['bourse', group.word, ...found.words].join(' ');
    throw unknownCommand(path, mistyped.typed, [mistyped.meant], help);
  }
  const depth = group.verbs.some((verb) => verb.words.length > 1 && verb.words[0] === words[0]) ? 1 : 0;
  const candidates = group.verbs
    .filter((verb) => depth === 0 || verb.words[0] === words[0])
    .map((verb) => verb.words[depth]!);
  const path = ['bourse', group.word, ...words.slice(0, depth)].join(' ');
  throw unknownCommand(path, words[depth], [...new Set(candidates)], help);
}

/** Returns the word after a command where it is nearly the name of a subcommand, rather than an argument. */
function mistypedSubcommand(group: CommandGroup, found: Verb, words: readonly string[]) {
  const depth = found.words.length;
  const typed = words[depth];
  if (typed === undefined) return undefined;
  const names = group.verbs
    .filter((verb) => verb.words.length > depth && found.words.every((word, at) => verb.words[at] === word))
    .map((verb) => verb.words[depth]!);
  const meant = nearestWord(typed, names);
  return meant === undefined ? undefined : { typed, meant };
}

/**
 * Returns the error for a word that is none of `candidates`, or for a missing one. `path` are the words
 * before it.
 */
function unknownCommand(
  path: string,
  word: string | undefined,
  candidates: readonly string[],
  help: string,
): Error {
  if (word === undefined)
    return usageError(
      `The command after "${path}" is missing; expected one of ${candidates.join(', ')}.`,
      `${help} lists the commands.`,
    );
  const typed = redactWord(word, 60);
  if (looksLikeKey(word)) return usageError(`The command after "${path}" is ${typed}.`, KEY_HINT);
  const unknown = `Unknown command "${typed}" for "${path}"`;
  const close = nearestWord(word, candidates);
  if (close !== undefined)
    return usageError(`${unknown}.`, `Did you mean ${close}? ${help} lists the commands.`);
  return usageError(
    `${unknown}; expected one of ${candidates.join(', ')}.`,
    `${help} describes the commands.`,
  );
}

/** Returns the tokens without the command's own words: the first occurrence of each, in order. */
function withoutWords(tokens: readonly string[], words: readonly string[]): string[] {
  const remaining = [...words];
  return tokens.filter((token) => {
    if (token !== remaining[0]) return true;
    remaining.shift();
    return false;
  });
}
