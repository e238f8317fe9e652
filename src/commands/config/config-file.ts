/** The config file: settings and aliases. It holds no secret; a damaged one is reported and never overwritten. */

import type { World } from '../../app/world.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { readJson } from '../../core/json.ts';
import { redactWord } from '../../core/key-detection.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import { parseDuration } from '../../core/time.ts';
import { findTimeZone } from '../../core/time-zone.ts';
import { isObject } from '../../core/words.ts';
import {
  type DocumentServices,
  documentPath,
  type JsonDocument,
  readDocument,
  updateDocument,
} from '../../store/json-document.ts';
import { CONFIG_KEYS, type ConfigKey, NO_SETTINGS } from './keys.ts';

/** The content of the config file (schemas/config.v1.schema.json). */
export interface ConfigDocument {
  readonly schemaVersion: 1;
  /** Values by the name of their setting. */
  readonly settings: Readonly<Record<string, string>>;
  /** Command lines without `bourse`, by the name of their alias. */
  readonly aliases: Readonly<Record<string, string>>;
}

const EMPTY: ConfigDocument = { schemaVersion: 1, settings: {}, aliases: {} };
const BYTES_MAX = 1024 * 1024;

/** Returns the config file of this user as a document. */
export function configDocument({ folders }: Pick<World, 'folders'>): JsonDocument<ConfigDocument> {
  return {
    folder: folders.config,
    name: 'config',
    what: 'the config file',
    kind: 'storage',
    bytesMax: BYTES_MAX,
    empty: EMPTY,
    parse: parseConfig,
  };
}

/** Returns the settings and aliases; none without a file. Throws kind `storage` for a damaged or untrusted file. */
export function readConfig(world: World): ConfigDocument {
  return readDocument(configDocument(world), documentServices(world));
}

/** Changes the file under a lock between processes. Throws like `readConfig`, and where it cannot be written. */
export function updateConfig(
  world: World,
  change: (config: ConfigDocument) => ConfigDocument,
): Promise<ConfigDocument> {
  return updateDocument(configDocument(world), documentServices(world), change);
}

/** Returns the path of the config file. */
export function configPath(world: Pick<World, 'folders'>): string {
  return documentPath(configDocument(world));
}

export function documentServices({ clock, random, facts, interrupt }: World): DocumentServices {
  return { clock, random, owner: facts.owner, interrupt };
}

/** Returns the setting of this name. Throws a usage error that names the nearest one. */
export function requireKey(typed: string): ConfigKey {
  const found = findKey(typed);
  if (found !== undefined) return found;
  const why = Object.hasOwn(NO_SETTINGS, typed) ? NO_SETTINGS[typed] : undefined;
  throw usageError(
    `There is no setting "${redactWord(typed, 60)}"; ${expectedKeys()}.`,
    why ?? nearestKey(typed),
  );
}

/** Returns the value as it is stored. Throws a usage error for one that the setting does not have. */
export function requireValue(key: ConfigKey, value: string, source = key.name): string {
  const found = readValue(key, value);
  if (found !== undefined) return found;
  const near = typeof key.values === 'string' ? undefined : nearestWord(value, key.values);
  throw usageError(
    `${source} must be ${expectedValues(key)}, was "${redactWord(value, 60)}".`,
    near === undefined ? undefined : `Did you mean ${near}?`,
  );
}

function findKey(typed: string): ConfigKey | undefined {
  return CONFIG_KEYS.find(({ name, spelling, option }) => [name, spelling, option].includes(typed));
}

function nearestKey(typed: string): string | undefined {
  const near = nearestWord(
    typed,
    CONFIG_KEYS.map(({ name }) => name),
  );
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

function expectedKeys(): string {
  return `expected one of ${CONFIG_KEYS.map(({ name }) => name).join(', ')}`;
}

/** Returns the value as it is stored; undefined for one that the setting does not have. */
function readValue({ values }: ConfigKey, value: string): string | undefined {
  if (values === 'duration') return parseDuration(value) === undefined ? undefined : value;
  if (values === 'zone')
    return value.toLowerCase() === 'local' || findTimeZone(value) !== undefined ? value : undefined;
  return values.find((one) => one === value.toLowerCase());
}

/** Returns which values a setting has, as a part of a sentence. */
export function expectedValues({ values }: ConfigKey): string {
  if (values === 'duration') return 'a duration such as 10s, 2m or 500ms';
  if (values === 'zone') return 'local, UTC or a time zone such as Europe/Berlin';
  return `one of ${values.join(', ')}`;
}

/** Returns the content of a text. Throws kind `storage` that says what was expected and what was found. */
export function parseConfig(path: string, text: string): ConfigDocument {
  if (text.trim() === '') throw damagedError(path, 'it is empty');
  const outcome = readJson(text, { numbers: 'native' });
  if (!outcome.ok) throw damagedError(path, `it is not JSON: ${outcome.fault.replace(/\.$/, '')}`);
  const { value } = outcome;
  const fault = documentFault(value);
  if (fault !== undefined) throw damagedError(path, fault);
  const { settings, aliases } = value as unknown as Partial<ConfigDocument>;
  return { schemaVersion: 1, settings: settings ?? {}, aliases: aliases ?? {} };
}

/** Returns the first fault of a document, as a clause. */
function documentFault(value: unknown): string | undefined {
  if (!isObject(value)) return 'expected an object with settings and aliases';
  const { schemaVersion, settings = {}, aliases = {}, ...others } = value;
  if (schemaVersion !== 1)
    return `"schemaVersion" must be 1, the version that this bourse reads, was ${shown(schemaVersion)}`;
  const [other] = Object.keys(others);
  if (other !== undefined)
    return `expected only schemaVersion, settings and aliases, found "${redactWord(other, 40)}"`;
  if (!isObject(settings)) return `"settings" must be an object, was ${shown(settings)}`;
  if (!isObject(aliases)) return `"aliases" must be an object, was ${shown(aliases)}`;
  // What an alias may be called and stand for is checked where it is set, edited or used.
  return firstFault(settings, settingFault) ?? firstFault(aliases, () => undefined);
}

function firstFault(
  entries: Readonly<Record<string, unknown>>,
  faultOf: (name: string, value: string) => string | undefined,
): string | undefined {
  for (const [name, value] of Object.entries(entries)) {
    const fault =
      typeof value === 'string'
        ? faultOf(name, value)
        : `"${redactWord(name, 40)}" must be a text in quotes, was ${shown(value)}`;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function settingFault(name: string, value: string): string | undefined {
  const key = CONFIG_KEYS.find((one) => one.name === name);
  if (key === undefined)
    return `there is no setting "${redactWord(name, 40)}" (${[expectedKeys(), nearestKey(name)].filter(Boolean).join('. ')})`;
  if (readValue(key, value) === value) return undefined;
  return `"${name}" must be ${expectedValues(key)}, was "${redactWord(value, 40)}"`;
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : redactWord(safeText(JSON.stringify(value)), 40);
}

function damagedError(path: string, found: string): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The config file ${path} cannot be read: ${found}. It was left as it is.`,
    hint: `Correct it with bourse config edit, or move it away: mv ${path} ${path}.broken`,
    execution: 'not_executed',
  });
}
