/** Which command a command line names. */
import { GROUPS } from '../commands/groups.ts';
import type { CommandGroup, OptionSpec, Verb } from '../commands/types.ts';
import { usageError } from '../core/errors.ts';
import { KEY_HINT, looksLikeKey, shownWord } from '../core/key-form.ts';
import { nearest } from '../core/text.ts';
import { GLOBAL_OPTIONS } from './globals.ts';
import { kebab } from './words.ts';

/** A command, and the tokens that follow its words. */
export interface FoundCommand {
  readonly group: CommandGroup;
  readonly verb: Verb;
  readonly rest: readonly string[];
}

/** Returns the command whose words `argv` holds; throws a usage error that names the nearest where one is mistyped. */
export async function findCommand(argv: readonly string[]): Promise<FoundCommand> {
  const tokens = argv.map(kebabFlag);
  const words = leadingWords(tokens);
  const entry = GROUPS.find((one) => one.word === words[0]);
  if (entry === undefined) {
    const known = GROUPS.map((one) => one.word);
    throw (await commandOfAGroup(words[0])) ?? unknownWord('group', words[0], known, 'bourse --help');
  }
  const group = await entry.load();
  const verb = findVerb(group, words.slice(1));
  return { group, verb, rest: withoutWords(tokens, [group.word, ...verb.words]) };
}

/** A command that was typed without its group: the error names it whole. */
async function commandOfAGroup(word: string | undefined): Promise<Error | undefined> {
  if (word === undefined) return undefined;
  const groups = await Promise.all(GROUPS.map((one) => one.load()));
  const found = groups.flatMap((group) =>
    group.verbs.some(({ words }) => words[0] === word) ? [`bourse ${group.word} ${word}`] : [],
  );
  if (found.length === 0) return undefined;
  return usageError(`"${word}" is a command of a group.`, `Did you mean ${found.slice(0, 3).join(', or ')}?`);
}

/** Returns `--startTime` as `--start-time`; values and other words stay. */
function kebabFlag(token: string): string {
  const match = /^--([A-Za-z][A-Za-z0-9-]*)(=.*)?$/s.exec(token);
  return match === null ? token : `--${kebab(match[1]!)}${match[2] ?? ''}`;
}

/** Returns the words before the first option that is not one of every command. */
function leadingWords(tokens: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token === '--') break;
    if (!token.startsWith('-') || token === '-') {
      words.push(token);
      continue;
    }
    const option = findGlobal(token);
    if (option === undefined && words.length > 0) break;
    if (option?.value !== undefined && !token.includes('=') && (token.startsWith('--') || token.length === 2))
      index += 1;
  }
  return words;
}

function findGlobal(token: string): OptionSpec | undefined {
  const name = token.startsWith('--') ? token.slice(2).split('=')[0]! : token.slice(1, 2);
  return GLOBAL_OPTIONS.find((one) => (token.startsWith('--') ? one.name === name : one.short === name));
}

function findVerb(group: CommandGroup, words: readonly string[]): Verb {
  const matching = group.verbs
    .filter((verb) => verb.words.every((word, index) => word === words[index]))
    .sort((a, b) => b.words.length - a.words.length);
  const [found] = matching;
  if (found !== undefined) {
    const next = words[found.words.length];
    const longer = group.verbs.filter(
      (verb) =>
        verb.words.length > found.words.length && found.words.every((word, at) => verb.words[at] === word),
    );
    const close =
      next === undefined
        ? undefined
        : nearest(
            next,
            longer.map((verb) => verb.words[found.words.length]!),
          );
    // A word that is nearly one of ours is a slip, before it is an argument.
    if (close === undefined) return found;
    throw unknownWord(
      `command of "${[group.word, ...found.words].join(' ')}"`,
      next,
      [close],
      `bourse ${group.word} --help`,
    );
  }
  const depth = group.verbs.some((verb) => verb.words.length > 1 && verb.words[0] === words[0]) ? 1 : 0;
  const candidates = group.verbs
    .filter((verb) => depth === 0 || verb.words[0] === words[0])
    .map((verb) => verb.words[depth]!);
  const path = [group.word, ...words.slice(0, depth)].join(' ');
  throw unknownWord(
    `command of "${path}"`,
    words[depth],
    [...new Set(candidates)],
    `bourse ${group.word} --help`,
  );
}

function unknownWord(
  what: string,
  word: string | undefined,
  candidates: readonly string[],
  help: string,
): Error {
  if (word === undefined)
    return usageError(
      `A ${what} is missing; expected one of ${candidates.join(', ')}.`,
      `${help} lists them.`,
    );
  const close = nearest(word, candidates);
  const found = shownWord(word, 60);
  if (looksLikeKey(word)) return usageError(`The ${what} is ${found}.`, KEY_HINT);
  if (close !== undefined)
    return usageError(`"${found}" is no ${what}.`, `Did you mean ${close}? ${help} lists them.`);
  return usageError(
    `"${found}" is no ${what}; expected one of ${candidates.join(', ')}.`,
    `${help} says what each does.`,
  );
}

/** Returns the tokens without the command's own words, each taken out once, from the left. */
function withoutWords(tokens: readonly string[], words: readonly string[]): string[] {
  const left = [...words];
  return tokens.filter((token) => {
    if (token !== left[0]) return true;
    left.shift();
    return false;
  });
}
