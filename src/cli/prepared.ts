/**
 * What the build has prepared: help pages and completion candidates. Used without the rest of the program, so it imports
 * nothing that would slow the start.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { meantCommand } from '../commands/synonyms.ts';
import { GLOBAL_OPTIONS } from './globals.ts';
import type { HelpPage } from './help-page.ts';
import { helpText } from './help-text.ts';
import { aliasLines, knownSymbols, profileNames } from './user-files.ts';

/**
 * Help pages by command, such as "market klines"; for another product the key is "market klines --on usdm".
 */
export type HelpPages = Readonly<Record<string, HelpPage>>;

/** The folder of the files that the build wrote, and the variables that name the folders of the user. */
export interface PreparedFiles {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Returns a file among the prepared help pages. Throws the error of the system. */
export function readPrepared({ folder }: PreparedFiles, name: string): string {
  return readFileSync(join(folder, 'help', name), 'utf8');
}

/** Returns the text of the help page of a command, `width` columns wide; undefined if there is no such page. */
export function preparedHelp(
  prepared: PreparedFiles,
  words: readonly string[],
  product: string | undefined,
  width: number,
): string | undefined {
  const pages = pagesOf(prepared, words) ?? {};
  const page = findPage(pages, words, product);
  if (page !== undefined) return helpText(page, width);
  const meant = words.length === 0 || isGroup(pages, words[0]!) ? undefined : withoutAlias(prepared, words);
  return meant === undefined ? undefined : preparedHelp(prepared, meant, product, width);
}

/** Returns the pages of the group that the words begin with; undefined for a word that is no group. */
export function pagesOf(prepared: PreparedFiles, [group = 'root']: readonly string[]): HelpPages | undefined {
  if (!/^[a-z0-9-]+$/.test(group)) return undefined;
  try {
    return JSON.parse(readPrepared(prepared, `${group}.json`)) as HelpPages;
  } catch {
    return undefined;
  }
}

/** Returns the words with their alias replaced; undefined if the first of them is none, or leads to another alias. */
export function withoutAlias(
  prepared: PreparedFiles,
  words: readonly string[],
): readonly string[] | undefined {
  const line = Object.entries(aliasLines(prepared.variables)).find(([name]) => name === words[0])?.[1];
  const meant = line?.split(/\s+/);
  if (meant === undefined || pagesOf(prepared, meant) === undefined) return undefined;
  return [...meant.filter((word) => !word.startsWith('-')), ...words.slice(1)];
}

/** Returns the words of the command whose help is requested; undefined where `argv` doesn't request help. */
export function helpWords(argv: readonly string[]): readonly string[] | undefined {
  const typed = typedHelpWords(argv);
  return typed === undefined ? undefined : withoutSynonym(typed);
}

/** Returns the words with those of a synonym replaced by the command that they mean. */
function withoutSynonym(words: readonly string[]): readonly string[] {
  const meant = meantCommand(words);
  return meant === undefined ? words : [...meant.command.split(' '), ...words.slice(meant.words.length)];
}

/** Returns the words before which or after which help is requested, as they were typed. */
function typedHelpWords(argv: readonly string[]): readonly string[] | undefined {
  if (argv.length === 0) return [];
  if (argv[0] === 'help') return argv.slice(1).filter((word) => !word.startsWith('-'));
  const end = argv.indexOf('--');
  const tokens = end === -1 ? argv : argv.slice(0, end);
  if (!tokens.includes('--help') && !tokens.includes('-h')) return undefined;
  return tokens.filter((token, index) => !token.startsWith('-') && !takesValue(tokens[index - 1]));
}

/** Returns whether a token is an option whose value is the next token. */
function takesValue(token: string | undefined): boolean {
  if (token === '--on') return true;
  return GLOBAL_OPTIONS.some(
    ({ name, short, value }) => value !== undefined && (token === `--${name}` || token === `-${short}`),
  );
}

/** Returns the product that `--on` names. */
export function typedProduct(argv: readonly string[]): string | undefined {
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
 * Returns the completion candidates for the last of the typed words; none if it cannot be completed.
 */
export function completionCandidates(prepared: PreparedFiles, words: readonly string[]): readonly string[] {
  let table: CompletionTable;
  try {
    table = JSON.parse(readPrepared(prepared, 'words.book.json')) as CompletionTable;
  } catch {
    return [];
  }
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const isKnown = before.length === 0 || before[0]! in table.next || before[0]! in table.commands;
  const meant = (isKnown ? undefined : withoutAlias(prepared, before)) ?? before;
  return candidatesFor(table, prepared, meant, last).filter(
    (word) => word.startsWith(last) || word.startsWith(last.toUpperCase()),
  );
}

function candidatesFor(
  table: CompletionTable,
  { variables }: PreparedFiles,
  before: readonly string[],
  last: string,
): readonly string[] {
  const { name, wordCount } = commandOf(table, before);
  const command = table.commands[name] ?? table.commands['']!;
  const previous = before.at(-1) ?? '';
  const values = previous.startsWith('-') ? command.values[previous] : undefined;
  if (previous === '--profile') return profileNames(variables);
  if (values !== undefined) return values;
  if (last.startsWith('-')) return command.options;
  const next = table.next[name];
  if (next !== undefined && wordCount === before.length)
    return [...next, ...(wordCount === 0 ? Object.keys(aliasLines(variables)) : fixedWords(command))];
  const typed = before
    .slice(wordCount)
    .filter((word, index, all) => !word.startsWith('-') && !(all[index - 1] ?? '').startsWith('-'));
  const slot = command.positionals[Math.min(typed.length, command.positionals.length - 1)] ?? '';
  return slotCandidates(slot, variables);
}

/** Returns the words that the first positional of a command is chosen among; none for any other positional. */
function fixedWords({ positionals: [first] }: CompletionTable['commands'][string]): readonly string[] {
  return typeof first === 'object' ? first : [];
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

function slotCandidates(slot: CompletionSlot, variables: PreparedFiles['variables']): readonly string[] {
  if (typeof slot !== 'string') return slot;
  return slot === 'symbol' ? knownSymbols(variables) : slot === 'profile' ? profileNames(variables) : [];
}
