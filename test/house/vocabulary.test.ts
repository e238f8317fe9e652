/** Holds the language of the project: `docs/glossary.md` says which word is used for what. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BANNED, BANNED_IDENTIFIERS, LIBRARY_NAMES, ONE_MEANING, WIRE_WORDS } from './vocabulary.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What defines the banned words has to contain them. */
const DEFINITIONS = new Set([
  'docs/glossary.md',
  'test/house/vocabulary.ts',
  'test/house/vocabulary.test.ts',
]);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs|cjs|js|md|json|yml)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|generated)\//.test(file) && !DEFINITIONS.has(file));
}

const FILES = [
  ...['src', 'test', 'bin', 'docs', 'schemas', '.github'].flatMap(filesBelow),
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'package.json',
];

/** Returns the words of a text in lower case, also those within names such as `ordersToReport`. */
function wordsOf(text: string): readonly string[] {
  return (text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** Returns a text with everything blanked out that the patterns match. */
function without(text: string, patterns: readonly (RegExp | string)[]): string {
  return patterns.reduce<string>((rest, pattern) => rest.replaceAll(pattern, ''), text);
}

/** Returns each banned word of a text, as "file:line: word; write ...". */
function bannedWords(file: string, text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) => {
    const words = new Set(wordsOf(without(line, WIRE_WORDS)));
    return [...words]
      .filter((word) => Object.hasOwn(BANNED, word))
      .map((word) => `${file}:${index + 1}: "${word}"; write ${BANNED[word]}`);
  });
}

/** Returns the code of a source without comments and quoted text; of a template only the expressions are kept. */
function codeOf(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[^:])\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`[^`\n]*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(' '));
}

/** Returns each identifier of a source that its room left behind. */
function bannedIdentifiers(file: string, source: string): readonly string[] {
  const rules = BANNED_IDENTIFIERS.filter(({ room }) => file.startsWith(`src/${room}/`));
  if (rules.length === 0) return [];
  return codeOf(source)
    .split('\n')
    .flatMap((line, index) => {
      const identifiers = new Set(without(line, LIBRARY_NAMES).match(/[A-Za-z_$][\w$]*/g) ?? []);
      return rules.flatMap(({ room, names }) =>
        [...identifiers].flatMap((identifier) => {
          const found = wordsOf(identifier).find((word) => Object.hasOwn(names, word));
          return found === undefined
            ? []
            : [`${file}:${index + 1}: "${identifier}" in ${room}; write ${names[found]}`];
        }),
      );
    });
}

/** Returns each use of a word outside the phrases in which it has its one meaning. */
function otherMeanings(file: string, text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      ONE_MEANING.flatMap(({ word, phrases, otherwise }) =>
        (without(line, [phrases]).match(word) ?? []).map(
          (found) => `${file}:${index + 1}: "${found}" in another meaning; write ${otherwise}`,
        ),
      ),
    );
}

/** Exported functions whose name is a bare participle say neither what they do nor to what. */
const EXPORTED_FUNCTION = /^export (?:async )?function\*? (\w+)/gm;
const BARE_PARTICIPLE = /^[a-z]+(?:ed|told|sent|made|found|kept|held|drawn|given|taken|shown)$/;
const VERBS_IN_ED = new Set(['embed', 'feed', 'need', 'seed', 'exceed', 'proceed', 'read', 'shed']);

function bareParticiples(file: string, source: string): readonly string[] {
  return [...source.matchAll(EXPORTED_FUNCTION)]
    .map(([, name]) => name!)
    .filter((name) => BARE_PARTICIPLE.test(name) && !VERBS_IN_ED.has(name))
    .map((name) => `${file}: ${name}(); name the verb and its object`);
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const sources = FILES.filter((file) => /^src\/.*\.ts$/.test(file));

describe('the language of the project', () => {
  it('is looked for in all files', () => {
    expect(FILES.length).toBeGreaterThan(1000);
    expect(sources.length).toBeGreaterThan(500);
  });

  it('names the word to write instead of a banned one', () => {
    expect(bannedWords('a.ts', 'const x = 1;\n/** The orderDesk is silent. */')).toEqual([
      'a.ts:2: "desk"; write instrument',
    ]);
    expect(bannedIdentifiers('src/transport/a.ts', '// the exchange\nsend(httpExchange);')).toEqual([
      'src/transport/a.ts:2: "httpExchange" in transport; write httpCall',
    ]);
    expect(bannedIdentifiers('src/sandbox/engine/a.ts', 'Math.floor(x);')).toEqual([]);
    expect(otherMeanings('a.md', 'By double entry.\nDrops each double.')).toEqual([
      'a.md:2: "each double" in another meaning; write duplicate',
    ]);
    expect(bareParticiples('a.ts', 'export function settled() {}\nexport function embed() {}')).toEqual([
      'a.ts: settled(); name the verb and its object',
    ]);
  });

  it('uses no banned word anywhere', () => {
    expect(FILES.flatMap((file) => bannedWords(file, read(file)))).toEqual([]);
  });

  it('uses no identifier that its room left behind', () => {
    expect(sources.flatMap((file) => bannedIdentifiers(file, read(file)))).toEqual([]);
  });

  it('gives a word one meaning', () => {
    expect(sources.flatMap((file) => otherMeanings(file, read(file)))).toEqual([]);
  });

  it('exports no function that is named by a bare participle', () => {
    expect(sources.flatMap((file) => bareParticiples(file, read(file)))).toEqual([]);
  });

  it('lists every banned word in the glossary', () => {
    const glossary = read('docs/glossary.md');
    const missing = Object.keys(BANNED).filter((word) => {
      const stem = word.replace(/(es|s|ed)$/, '');
      return !glossary.includes(stem);
    });
    expect(missing).toEqual([]);
  });
});
