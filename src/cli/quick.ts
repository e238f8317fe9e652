/**
 * What is answered without loading bourse: version, help, completion. Bundled as one CommonJS file;
 * reads what the build wrote down and writes straight to the descriptor.
 */
import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { GLOBAL_OPTIONS } from './globals.ts';
import type { HelpPage } from './help-page.ts';
import { helpText } from './help-text.ts';

/** Pages by command line without options, such as "market klines"; those of `--on` follow " --on usdm". */
export type HelpBook = Readonly<Record<string, HelpPage>>;

/** Answers `argv` if it asks for nothing but version, help or completion; returns whether it did. */
export function answer(argv: readonly string[]): boolean {
  const [first] = argv;
  if (first === '--version' || first === '-V') return argv.length === 1 && say(`${read('version.txt')}`);
  if (first === '__complete') return complete(argv.slice(1));
  const words = wordsOfHelp(argv);
  if (words === undefined) return false;
  // The first page that everybody sees stands ready for where there is no terminal to fit.
  if (words.length === 0 && !fstatSync(1).isCharacterDevice()) return say(read('root.txt'));
  const file = words.length === 0 ? 'root' : words[0]!;
  if (!/^[a-z0-9-]+$/.test(file)) return false;
  let book: HelpBook;
  try {
    book = JSON.parse(read(`${file}.json`)) as HelpBook;
  } catch {
    return false;
  }
  const page = findPage(book, words, productOf(argv));
  return page !== undefined && say(helpText(page, terminalWidth()));
}

/** Runs the program itself, whose loader is run only now: a version needs no virtual machine of scripts. */
export async function start(): Promise<void> {
  const { loadProgram } = await import('./load.ts');
  (loadProgram(__dirname).require('./main.js') as { start(): void }).start();
}

function read(name: string): string {
  return readFileSync(join(__dirname, 'help', name), 'utf8');
}

/** Returns the words help is asked for, or undefined when it is not. */
function wordsOfHelp(argv: readonly string[]): readonly string[] | undefined {
  if (argv.length === 0) return [];
  if (argv[0] === 'help') return argv.slice(1).filter((word) => !word.startsWith('-'));
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  if (!own.includes('--help') && !own.includes('-h')) return undefined;
  return own.filter((word, index) => !word.startsWith('-') && !takesValue(own[index - 1]));
}

/** Whether the word after this one is an option's value and names nothing. */
function takesValue(word: string | undefined): boolean {
  if (word === '--on') return true;
  return GLOBAL_OPTIONS.some(
    ({ name, short, value }) => value !== undefined && (word === `--${name}` || word === `-${short}`),
  );
}

function productOf(argv: readonly string[]): string | undefined {
  const at = argv.indexOf('--on');
  if (at !== -1) return argv[at + 1];
  return argv.find((word) => word.startsWith('--on='))?.slice('--on='.length);
}

/** The longest run of words that names a page; words after it are arguments. */
function findPage(
  book: HelpBook,
  words: readonly string[],
  product: string | undefined,
): HelpPage | undefined {
  if (words.length === 0) return book[''];
  for (let length = words.length; length > 0; length -= 1) {
    const name = words.slice(0, length).join(' ');
    const page = (product === undefined ? undefined : book[`${name} --on ${product}`]) ?? book[name];
    // A second word that names nothing is a typo, and the program says so better than a group's page.
    if (page !== undefined) return length === 1 && words.length > 1 && isGroup(book, name) ? undefined : page;
  }
  return undefined;
}

function isGroup(book: HelpBook, name: string): boolean {
  return Object.keys(book).some((other) => other.startsWith(`${name} `));
}

function terminalWidth(): number {
  // Touching process.stdout or node:tty costs more than all the rest; only a terminal is a character device.
  return fstatSync(1).isCharacterDevice() ? process.stdout.columns || 80 : 80;
}

/** Writes all of the text, waiting where the pipe is full; a reader that left ends it quietly. */
function say(text: string): true {
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

/** What can follow each command line, written by the build for `__complete`. */
interface CompletionBook {
  /** Words that can follow, by the words so far. */
  readonly next: Readonly<Record<string, readonly string[]>>;
  /** By command: option names, the values of each, and the values of each positional. */
  readonly commands: Readonly<
    Record<
      string,
      {
        readonly options: readonly string[];
        readonly values: Readonly<Record<string, readonly string[]>>;
        readonly positionals: readonly (readonly string[] | 'symbol' | 'profile' | 'file' | '')[];
      }
    >
  >;
}

/** Prints the candidates for the last word, one a line; the shell filters and never evaluates them. */
function complete(words: readonly string[]): boolean {
  let book: CompletionBook;
  try {
    book = JSON.parse(read('words.book.json')) as CompletionBook;
  } catch {
    return true;
  }
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  let name = '';
  let used = 0;
  for (const word of before) {
    const next = name === '' ? word : `${name} ${word}`;
    if (word.startsWith('-') || !(next in book.next || next in book.commands)) break;
    name = next;
    used += 1;
  }
  const command = book.commands[name] ?? book.commands['']!;
  const previous = before.at(-1) ?? '';
  let candidates: readonly string[] = [];
  const values = previous.startsWith('-') ? command.values[previous] : undefined;
  if (previous === '--profile') candidates = profileNames();
  else if (values !== undefined) candidates = values;
  else if (last.startsWith('-')) candidates = command.options;
  else if (book.next[name] !== undefined && used === before.length) candidates = book.next[name] ?? [];
  else {
    const rest = before
      .slice(used)
      .filter((word, index, all) => !word.startsWith('-') && !(all[index - 1] ?? '').startsWith('-'));
    const slot = command.positionals[Math.min(rest.length, command.positionals.length - 1)] ?? '';
    candidates = slotWords(slot);
  }
  return say(
    candidates
      .filter((word) => word.startsWith(last) || word.startsWith(last.toUpperCase()))
      .map((word) => `${word}\n`)
      .join(''),
  );
}

function slotWords(slot: readonly string[] | 'symbol' | 'profile' | 'file' | ''): readonly string[] {
  if (typeof slot !== 'string') return slot;
  return slot === 'symbol' ? seenSymbols() : slot === 'profile' ? profileNames() : [];
}

/** Names of profiles; the file holds no secret, and only names that the store itself would take are printed. */
function profileNames(): string[] {
  const own = process.env['BOURSE_HOME'];
  const base = own
    ? join(own, 'config')
    : join(process.env['XDG_CONFIG_HOME'] ?? join(process.env['HOME'] ?? '', '.config'), 'bourse');
  try {
    const { profiles } = JSON.parse(readFileSync(join(base, 'profiles.json'), 'utf8')) as {
      profiles?: object;
    };
    return Object.keys(profiles ?? {}).filter((name) => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name));
  } catch {
    return [];
  }
}

/** Symbols that earlier answers named; only plain ones, so that no shell can trip over them. */
function seenSymbols(): string[] {
  const own = process.env['BOURSE_HOME'];
  const base = own
    ? join(own, 'cache')
    : join(process.env['XDG_CACHE_HOME'] ?? join(process.env['HOME'] ?? '', '.cache'), 'bourse');
  try {
    const text = readFileSync(join(base, 'symbols.txt'), 'utf8');
    return text.split('\n').filter((word) => /^[A-Za-z0-9_-]{1,40}$/.test(word));
  } catch {
    return [];
  }
}
