/** Reads the lines of a batch: one command a line, with quotes as in a shell, comments and blank lines. */
import { asToolError, type ToolError, usageError } from '../../core/errors.ts';
import { looksLikeKey, redactWord } from '../../core/key-detection.ts';
import { splitWords } from '../../core/shell-words.ts';
import type { CommandRunner, ReadCommand } from '../types.ts';
import { readLines } from '../ws/session-lines.ts';

/** A line of a batch that holds a command. */
export interface BatchLine {
  /** Its number in the file, from 1. */
  readonly number: number;
  /** The command as it is shown, without words that could be keys. */
  readonly text: string;
  /** The words of the command; none if the line cannot be split into words. */
  readonly argv: readonly string[];
  /** Why the line holds no words. */
  readonly error?: ToolError;
}

/** Yields the lines that hold a command. */
export async function* batchLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<BatchLine> {
  let number = 0;
  for await (const line of readLines(chunks)) {
    number += 1;
    const read = typeof line === 'string' ? readLine(line) : { text: '', argv: [], error: line };
    if (read !== undefined) yield { number, ...read };
  }
}

function readLine(line: string): Omit<BatchLine, 'number'> | undefined {
  try {
    const words = splitWords(line);
    const argv = words[0] === 'bourse' ? words.slice(1) : words;
    if (words.length === 0) return undefined;
    return { text: shownText(line, words), argv };
  } catch (thrown) {
    return { text: shownText(line, line.split(/\s+/)), argv: [], error: asToolError(thrown) };
  }
}

/** Returns a line as it was typed, or its words one by one if any of them could be a key. */
function shownText(line: string, words: readonly string[]): string {
  const parts = words.flatMap((word) => [word, ...word.split(/[=,:]/)]);
  if (!parts.some(looksLikeKey)) return line.trim();
  return words.map((word) => redactWord(word, word.length)).join(' ');
}

/** The most lines whose commands are kept after the check of a file, so that they need not be read again. */
const KEPT_MAX = 2000;

/** Reads the commands of the lines of a batch. */
export class LineReader {
  readonly #runner: CommandRunner;
  readonly #kept = new Map<string, ReadCommand>();

  constructor(runner: CommandRunner) {
    this.#runner = runner;
  }

  /**
   * Returns the command of a line. Throws a usage error for one that cannot be run as a line of a batch: it reads stdin,
   * runs until it is stopped, or answers its own confirmation.
   */
  async read(line: BatchLine): Promise<ReadCommand> {
    if (line.error !== undefined) throw line.error;
    const key = line.argv.join('\0');
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const command = await this.#runner.read(line.argv);
    const why = outsideBatch(command);
    if (why !== undefined) throw usageError(`${command.command} cannot be a line of a batch: ${why}.`);
    if (command.options['yes'] === true)
      throw usageError(
        'A line of a batch cannot confirm itself.',
        'Give --yes once, to the batch: bourse batch --yes FILE. It confirms every line.',
      );
    if (this.#kept.size < KEPT_MAX) this.#kept.set(key, command);
    return command;
  }
}

function outsideBatch({ verb, options, positionals }: ReadCommand): string | undefined {
  const { outsideBatch: rule } = verb;
  if (rule !== undefined && !(rule.unless ?? []).some((name) => options[name] !== undefined)) {
    const ends = rule.unless?.map((name) => `--${name}`).join(' or ');
    return ends === undefined ? rule.why : `${rule.why}, unless it has ${ends}`;
  }
  const option = verb.options?.find(
    (one) => one.outsideBatch !== undefined && options[one.name] !== undefined,
  );
  if (option !== undefined) return `with --${option.name} ${option.outsideBatch}`;
  const words = [...Object.values(options), ...Object.values(positionals)].flat();
  return words.includes('-') ? 'it reads stdin, which is the batch itself' : undefined;
}
