/**
 * Answers version, help and completion without loading the program. Bundled as one CommonJS file; reads files
 * that the build wrote and writes directly to the file descriptor.
 */
import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { meantCommand } from '../commands/synonyms.ts';
import { GLOBAL_OPTIONS } from './globals.ts';
import type { HelpPage } from './help-page.ts';
import { helpText } from './help-text.ts';

/**
 * Help pages by command, such as "market klines"; for another product the key is "market klines --on usdm".
 */
export type HelpPages = Readonly<Record<string, HelpPage>>;

/** Prints the answer if `argv` asks only for the version, help or completion; returns whether it did. */
export function answer(argv: readonly string[]): boolean {
  const [first] = argv;
  if (first === '--version' || first === '-V' || first === 'version')
    return argv.length === 1 && print(readHelpFile('version.txt'));
  if (first === '__complete') return printCandidates(argv.slice(1));
  const typed = helpWords(argv);
  if (typed === undefined) return false;
  const words = withoutSynonym(typed);
  // Without a terminal the width is fixed, and the build has formatted the first page already.
  if (words.length === 0 && !fstatSync(1).isCharacterDevice()) return print(readHelpFile('root.txt'));
  const file = words.length === 0 ? 'root' : words[0]!;
  if (!/^[a-z0-9-]+$/.test(file)) return false;
  let pages: HelpPages;
  try {
    pages = JSON.parse(readHelpFile(`${file}.json`)) as HelpPages;
  } catch {
    return false;
  }
  const page = findPage(pages, words, typedProduct(argv));
  return page !== undefined && print(helpText(page, terminalWidth()));
}

/** Runs the program. Its loader is imported only here, because `node:vm` would slow down version and help. */
export async function start(): Promise<void> {
  const { loadProgram } = await import('./load.ts');
  (loadProgram(__dirname).require('./main.js') as { start(): void }).start();
}

function readHelpFile(name: string): string {
  return readFileSync(join(__dirname, 'help', name), 'utf8');
}

/** Returns the words of the command whose help is requested; undefined where `argv` doesn't request help. */
function helpWords(argv: readonly string[]): readonly string[] | undefined {
  if (argv.length === 0) return [];
  if (argv[0] === 'help') return argv.slice(1).filter((word) => !word.startsWith('-'));
  const end = argv.indexOf('--');
  const tokens = end === -1 ? argv : argv.slice(0, end);
  if (!tokens.includes('--help') && !tokens.includes('-h')) return undefined;
  return tokens.filter((token, index) => !token.startsWith('-') && !takesValue(tokens[index - 1]));
}

/** Returns the words with those of a synonym replaced by the command that they mean. */
function withoutSynonym(words: readonly string[]): readonly string[] {
  const meant = meantCommand(words);
  return meant === undefined ? words : [...meant.command.split(' '), ...words.slice(meant.words.length)];
}

/** Returns whether a token is an option whose value is the next token. */
function takesValue(token: string | undefined): boolean {
  if (token === '--on') return true;
  return GLOBAL_OPTIONS.some(
    ({ name, short, value }) => value !== undefined && (token === `--${name}` || token === `-${short}`),
  );
}

function typedProduct(argv: readonly string[]): string | undefined {
  const index = argv.indexOf('--on');
  if (index !== -1) return argv[index + 1];
  return argv.find((word) => word.startsWith('--on='))?.slice('--on='.length);
}

/** Returns the page of the longest command that the words begin with; the words after it are arguments. */
function findPage(
  pages: HelpPages,
  words: readonly string[],
  product: string | undefined,
): HelpPage | undefined {
  if (words.length === 0) return pages[''];
  for (let length = words.length; length > 0; length -= 1) {
    const name = words.slice(0, length).join(' ');
    const page = (product === undefined ? undefined : pages[`${name} --on ${product}`]) ?? pages[name];
    // An unknown word after a group is a typo, which the program reports with the nearest command.
    if (page !== undefined)
      return length === 1 && words.length > 1 && isGroup(pages, name) ? undefined : page;
  }
  return undefined;
}

function isGroup(pages: HelpPages, name: string): boolean {
  return Object.keys(pages).some((other) => other.startsWith(`${name} `));
}

function terminalWidth(): number {
  // Reading process.stdout costs more time than everything else here, so it is read only on a character
  // device.
  return fstatSync(1).isCharacterDevice() ? process.stdout.columns || 80 : 80;
}

/**
 * Writes the text to stdout, waiting while the pipe is full; stops without an error where the reader has
 * left.
 */
function print(text: string): true {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN') return true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
  return true;
}

/**
 * The completion candidates for one positional argument: a fixed list, or where they come from (symbols or
 * profiles); '' for none.
 */
type CompletionSlot = readonly string[] | 'symbol' | 'profile' | 'file' | '';

/** The completion candidates, written by the build for `__complete`. */
interface CompletionTable {
  /** The words that can follow in a command, by the words before them. */
  readonly next: Readonly<Record<string, readonly string[]>>;
  /**
   * For each command: the names of its options, the values of each option, and the values of each positional.
   */
  readonly commands: Readonly<
    Record<
      string,
      {
        readonly options: readonly string[];
        readonly values: Readonly<Record<string, readonly string[]>>;
        readonly positionals: readonly CompletionSlot[];
      }
    >
  >;
}

/**
 * Prints the completion candidates for the last word, one per line; the shell filters the candidates and
 * never evaluates them.
 */
function printCandidates(words: readonly string[]): boolean {
  let table: CompletionTable;
  try {
    table = JSON.parse(readHelpFile('words.book.json')) as CompletionTable;
  } catch {
    return true;
  }
  const last = words.at(-1) ?? '';
  return print(
    candidatesFor(table, words.slice(0, -1), last)
      .filter((word) => word.startsWith(last) || word.startsWith(last.toUpperCase()))
      .map((word) => `${word}\n`)
      .join(''),
  );
}

function candidatesFor(table: CompletionTable, before: readonly string[], last: string): readonly string[] {
  const { name, wordCount } = commandOf(table, before);
  const command = table.commands[name] ?? table.commands['']!;
  const previous = before.at(-1) ?? '';
  const values = previous.startsWith('-') ? command.values[previous] : undefined;
  if (previous === '--profile') return profileNames();
  if (values !== undefined) return values;
  if (last.startsWith('-')) return command.options;
  const next = table.next[name];
  if (next !== undefined && wordCount === before.length) return next;
  const typed = before
    .slice(wordCount)
    .filter((word, index, all) => !word.startsWith('-') && !(all[index - 1] ?? '').startsWith('-'));
  const slot = command.positionals[Math.min(typed.length, command.positionals.length - 1)] ?? '';
  return slotCandidates(slot);
}

/** Returns the longest command that the typed words begin with, and the number of its words. */
function commandOf(table: CompletionTable, words: readonly string[]) {
  let name = '';
  let wordCount = 0;
  for (const word of words) {
    const next = name === '' ? word : `${name} ${word}`;
    if (word.startsWith('-') || !(next in table.next || next in table.commands)) break;
    name = next;
    wordCount += 1;
  }
  return { name, wordCount };
}

function slotCandidates(slot: CompletionSlot): readonly string[] {
  if (typeof slot !== 'string') return slot;
  return slot === 'symbol' ? recentSymbols() : slot === 'profile' ? profileNames() : [];
}

/** Returns the names of profiles that the profile store would accept, from a file that holds no secrets. */
function profileNames(): string[] {
  const home = process.env['BOURSE_HOME'];
  const folder = home
    ? join(home, 'config')
    : join(process.env['XDG_CONFIG_HOME'] ?? join(process.env['HOME'] ?? '', '.config'), 'bourse');
  try {
    const { profiles } = JSON.parse(readFileSync(join(folder, 'profiles.json'), 'utf8')) as {
      profiles?: object;
    };
    return Object.keys(profiles ?? {}).filter((name) => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name));
  } catch {
    return [];
  }
}

/** Returns symbols of earlier responses; only plain words, which no shell can misread. */
function recentSymbols(): string[] {
  const home = process.env['BOURSE_HOME'];
  const folder = home
    ? join(home, 'cache')
    : join(process.env['XDG_CACHE_HOME'] ?? join(process.env['HOME'] ?? '', '.cache'), 'bourse');
  try {
    const text = readFileSync(join(folder, 'symbols.txt'), 'utf8');
    return text.split('\n').filter((word) => /^[A-Za-z0-9_-]{1,40}$/.test(word));
  } catch {
    return [];
  }
}
