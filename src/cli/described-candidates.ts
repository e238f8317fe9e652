/** Completion candidates with their descriptions, for shells that show both; read from the prepared help pages. */
import { completionCandidates, type PreparedFiles, pagesOf, withoutAlias } from './prepared.ts';
import { aliasLines } from './user-files.ts';

/** Returns the candidates for the last of the typed words, each with a tab and its description if it has one. */
export function describedCandidates(prepared: PreparedFiles, words: readonly string[]): readonly string[] {
  const candidates = completionCandidates(prepared, words);
  const texts = descriptions(prepared, words.slice(0, -1));
  return candidates.map((word) => (texts.has(word) ? `${word}\t${texts.get(word)}` : word));
}

/** Returns what help says about the options and words that can follow the typed words. */
function descriptions(prepared: PreparedFiles, typed: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const words = withoutAlias(prepared, typed) ?? typed;
  const rows = Object.values(pagesOf(prepared, []) ?? {}).flatMap((page) => blocksOf(page));
  const pages = words.length === 0 ? {} : (pagesOf(prepared, words) ?? {});
  // Of the pages of a group, each longer one describes more exactly what follows.
  for (let length = 1; length <= words.length; length += 1) {
    const page = pages[words.slice(0, length).join(' ')];
    if (page !== undefined) rows.push(...blocksOf(page));
  }
  for (const [left, right] of rows) {
    const option = /--[a-z0-9-]+/.exec(left)?.[0];
    const name = option ?? lastWord(left, words);
    if (name !== undefined) texts.set(name, right.replace(/\s+/g, ' '));
  }
  if (words.length === 0)
    for (const [name, line] of Object.entries(aliasLines(prepared.variables)))
      texts.set(name, `alias of ${line.replace(/\s+/g, ' ')}`);
  return texts;
}

type HelpPages = NonNullable<ReturnType<typeof pagesOf>>;

function blocksOf({ blocks }: HelpPages[string]) {
  return blocks.filter(({ heading }) => heading !== 'Arguments').flatMap(({ rows }) => rows);
}

/** Returns the last word of a command whose other words were typed. */
function lastWord(command: string, typed: readonly string[]): string | undefined {
  const words = command.split(' ');
  const before = typed.filter((word) => !word.startsWith('-'));
  const isNext = words.length === before.length + 1 && before.every((word, at) => words[at] === word);
  return isNext ? words.at(-1) : undefined;
}
