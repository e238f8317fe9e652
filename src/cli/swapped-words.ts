/** Refuses positional arguments in the wrong order, such as `trade buy 0.001 BTCUSDT`, with the corrected line. */
import type { Param } from '../catalogue/types.ts';
import type { Positional } from '../commands/types.ts';
import { parseDecimal } from '../core/decimal.ts';
import { usageError } from '../core/errors.ts';
import { redactWord } from '../core/key-detection.ts';
import { parsePart } from '../orders/order-size.ts';
import { shellLine } from '../request/typed-arguments.ts';

/** Words of commands with more positionals than this are not reordered. */
const WORDS_MAX = 4;

/** A positional argument, with the parameter of the endpoint that it fills, if it fills one. */
export interface PositionalParam {
  readonly positional: Positional;
  readonly param: Param | undefined;
}

/**
 * Throws a usage error if the words do not fit the positionals as typed, but do in exactly one other order.
 * `words` are the positional words, one for each of the first `positionals`; `tokens` are all words after the
 * command.
 */
export function assertWordOrder(
  positionals: readonly PositionalParam[],
  words: readonly string[],
  tokens: readonly string[],
  command: string,
): void {
  const isInOrder = (order: readonly string[]) =>
    order.every((word, index) => fits(word, positionals[index]));
  if (words.length < 2 || words.length > WORDS_MAX || isInOrder(words)) return;
  const [corrected, ...others] = ordersOf(words).filter(isInOrder);
  if (corrected === undefined || others.length > 0) return;
  const names = positionals.slice(0, words.length).map(({ positional }) => `<${positional.name}>`);
  throw usageError(
    `The words for ${names.join(' ')} are in the wrong order.`,
    `Did you mean: ${correctedLine(command, corrected, tokens)}`,
  );
}

/** Returns whether a word can be the value of a positional, as far as the catalogue shows. */
function fits(word: string, one: PositionalParam | undefined): boolean {
  if (one === undefined || one.positional.isVariadic) return false;
  const { param, positional } = one;
  const values = (param?.values ?? positional.values)?.map(String);
  if (values !== undefined) return values.some((value) => value === word || value === word.toUpperCase());
  // The test for letters of all scripts is slow on first use, and most symbols are ASCII.
  if (param?.format === 'symbol') return /[A-Za-z]/.test(word) || /\p{L}/u.test(word);
  if (positional.takesPart === true && parsePart(word) !== undefined) return true;
  const isNumber = param?.type === 'DECIMAL' || (param?.type === 'INT' && param.meanings === undefined);
  return !isNumber || parseDecimal(word) !== undefined;
}

function ordersOf(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length < 2) return [words];
  return words.flatMap((word, index) =>
    ordersOf(words.toSpliced(index, 1)).map((others) => [word, ...others]),
  );
}

/** Returns the line with the words in order and the options after them. */
function correctedLine(command: string, words: readonly string[], tokens: readonly string[]): string {
  const shown = (list: readonly string[]) => shellLine(list.map((one) => redactWord(one, 60)));
  const line = `bourse ${command} ${shown(words)}`;
  const options = tokens.filter((token) => !words.includes(token));
  // A value of an option that equals one of the words cannot be distinguished from it here.
  if (options.length + words.length !== tokens.length) return `${line}, with the same options?`;
  return options.length === 0 ? line : `${line} ${shown(options)}`;
}
