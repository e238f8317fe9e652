/**
 * Reads what completion and help offer of the user's own files: profiles, aliases and symbols. A file that is missing or
 * damaged offers nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the command lines of the aliases, by name; only names that no shell can misread. */
export function aliasLines(variables: Variables): Readonly<Record<string, string>> {
  const entries = Object.entries(memberOf(join(configFolder(variables), 'config.json'), 'aliases'));
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] =>
        /^[a-z0-9][a-z0-9_-]{0,31}$/.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );
}

/** Returns an object in a JSON file; an empty one where there is none. */
function memberOf(file: string, name: string): object {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, object | undefined>)[name] ?? {};
  } catch {
    return {};
  }
}

function configFolder(variables: Variables): string {
  const home = variables['BOURSE_HOME'];
  if (home) return join(home, 'config');
  return join(variables['XDG_CONFIG_HOME'] ?? join(variables['HOME'] ?? '', '.config'), 'bourse');
}

/** Returns the names of profiles that the profile store would accept, from a file that holds no secrets. */
export function profileNames(variables: Variables): string[] {
  const names = Object.keys(memberOf(join(configFolder(variables), 'profiles.json'), 'profiles'));
  return names.filter((name) => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name));
}

/**
 * Returns the symbols that earlier commands used, the latest first, and those whose trading rules are cached; only plain
 * words, which no shell can misread.
 */
export function knownSymbols(variables: Variables): readonly string[] {
  const folder = cacheFolder(variables);
  const recent = textOf(join(folder, 'symbols.txt')).split('\n');
  const rules = join(folder, 'rules');
  const cached = namesIn(rules).map(
    (name) => /"symbol":"([^"]*)"/.exec(textOf(join(rules, name)))?.[1] ?? '',
  );
  return [...new Set([...recent, ...cached.sort()])].filter((word) => /^[A-Za-z0-9_-]{1,40}$/.test(word));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the folder of files that can be made again. */
export function cacheFolder(variables: Variables): string {
  const home = variables['BOURSE_HOME'];
  if (home) return join(home, 'cache');
  return join(variables['XDG_CACHE_HOME'] ?? join(variables['HOME'] ?? '', '.cache'), 'bourse');
}
