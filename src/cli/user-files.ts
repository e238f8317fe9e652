/**
 * Reads what completion and help offer of the user's own files: profiles, aliases and symbols. A file that is missing or
 * damaged offers nothing.
 */
import { readFileSync } from 'node:fs';
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

/** Returns symbols of earlier responses; only plain words, which no shell can misread. */
export function recentSymbols(variables: Variables): string[] {
  const home = variables['BOURSE_HOME'];
  const folder = home
    ? join(home, 'cache')
    : join(variables['XDG_CACHE_HOME'] ?? join(variables['HOME'] ?? '', '.cache'), 'bourse');
  try {
    const text = readFileSync(join(folder, 'symbols.txt'), 'utf8');
    return text.split('\n').filter((word) => /^[A-Za-z0-9_-]{1,40}$/.test(word));
  } catch {
    return [];
  }
}
