/** `bourse config`: shows and changes the settings of the config file. */
import type { JsonValue } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';
import { configPath, readConfig, requireKey, requireValue, updateConfig } from './config-file.ts';
import { isProfileNamed, type SettingSources, type SettingValue, settingValue } from './effective.ts';
import { CONFIG_KEYS, type ConfigKey } from './keys.ts';
import { SETTING_RECORD, SETTING_ROWS } from './view.ts';

/** Prints every setting with its value and where the value comes from. */
export async function list(call: CommandCall): Promise<void> {
  const sources = await sourcesOf(call);
  const rows = [];
  for (const key of CONFIG_KEYS) rows.push(await settingRow(call, key, sources));
  await call.output.value(rows, SETTING_ROWS);
}

/** Prints one setting. */
export async function get(call: CommandCall): Promise<void> {
  const key = requireKey(wordOf(call, 'key'));
  await call.output.value(await settingRow(call, key, await sourcesOf(call)), SETTING_RECORD);
}

/** Stores a value in the config file. */
export async function set(call: CommandCall): Promise<void> {
  const key = requireKey(wordOf(call, 'key'));
  const value = requireValue(key, wordOf(call, 'value'));
  const { world } = call.services;
  await updateConfig(world, (config) => ({ ...config, settings: { ...config.settings, [key.name]: value } }));
  await showChanged(call, key);
}

/** Removes a value from the config file. */
export async function unset(call: CommandCall): Promise<void> {
  const key = requireKey(wordOf(call, 'key'));
  const { world } = call.services;
  if (!Object.hasOwn(readConfig(world).settings, key.name))
    call.output.note(`${key.name} is not set in ${configPath(world)}.`);
  else
    await updateConfig(world, (config) => {
      const { [key.name]: _removed, ...settings } = config.settings;
      return { ...config, settings };
    });
  await showChanged(call, key);
}

/** Prints the path of the config file, which need not exist. */
export async function path({ services, output }: CommandCall): Promise<void> {
  await output.text(configPath(services.world));
}

/** Prints a setting after a change, and says if something else than the config file decides its value. */
async function showChanged(call: CommandCall, key: ConfigKey): Promise<void> {
  const row = await settingRow(call, key, await sourcesOf(call));
  await call.output.value(row, SETTING_RECORD);
  const { source } = row;
  if (source !== 'config' && source !== 'default')
    call.output.note(`${source} goes before the config file, so ${key.name} is ${row.value}.`);
}

async function sourcesOf({ services, options }: CommandCall): Promise<SettingSources> {
  const { world } = services;
  return {
    config: readConfig(world),
    variables: world.environment,
    namesProfile: isProfileNamed(options, world.environment),
  };
}

interface SettingRow {
  readonly [name: string]: JsonValue;
  readonly key: string;
  readonly value: string;
  readonly source: string;
}

async function settingRow(call: CommandCall, key: ConfigKey, sources: SettingSources): Promise<SettingRow> {
  const { value, source } = (await profileValue(call, key, sources)) ?? sourced(key, sources);
  const option = `--${key.option}`;
  return {
    key: key.name,
    value,
    source,
    option,
    variable: key.variable,
    default: key.default,
    about: key.about,
  };
}

function sourced(key: ConfigKey, sources: SettingSources): { value: string; source: string } {
  const found: SettingValue | undefined = settingValue(key, sources);
  if (found !== undefined)
    return { value: found.value, source: found.source === 'variable' ? key.variable : 'config' };
  const other = key.yieldsTo?.find((name) => (sources.variables[name] ?? '') !== '');
  return { value: key.default, source: other ?? 'default' };
}

/** Returns the value that a named profile says; undefined if it says none, or if a variable goes before it. */
async function profileValue({ services }: CommandCall, key: ConfigKey, sources: SettingSources) {
  if (key.yieldsToProfile !== true || !sources.namesProfile) return undefined;
  if ((sources.variables[key.variable] ?? '') !== '') return undefined;
  const { profileOfKeys } = await import('../../app/keys.ts');
  const target = profileOfKeys(await services.keyring(), services.settings);
  if (target?.environment === undefined) return undefined;
  return { value: target.environment, source: `profile ${target.profile}` };
}

function wordOf({ positionals }: CommandCall, name: string): string {
  return String(positionals[name]);
}
