/** Which value of a setting counts: that of an environment variable, of the config file, or the default. */
import type { World } from '../../app/world.ts';
import type { TypedCommand } from '../types.ts';
import { type ConfigDocument, requireValue } from './config-file.ts';
import { CONFIG_KEYS, type ConfigKey } from './keys.ts';

/** What a setting is read from, besides the command line. */
export interface SettingSources {
  /** The content of the config file; undefined without a file. */
  readonly config: ConfigDocument | undefined;
  readonly variables: World['environment'];
  /** Whether `--profile` or BOURSE_PROFILE names a profile. */
  readonly namesProfile: boolean;
}

/** The value of a setting and where it comes from. */
export interface SettingValue {
  readonly value: string;
  readonly source: 'variable' | 'config';
}

/**
 * Returns the value of a setting; undefined if neither a variable nor the config file says one that counts. Throws a usage
 * error for a bad variable.
 */
export function settingValue(key: ConfigKey, sources: SettingSources): SettingValue | undefined {
  const { config, variables, namesProfile } = sources;
  const set = variables[key.variable];
  if (set !== undefined && set !== '')
    return { value: requireValue(key, set, key.variable), source: 'variable' };
  const isElsewhere =
    (key.yieldsToProfile === true && namesProfile) ||
    key.yieldsTo?.some((name) => (variables[name] ?? '') !== '') === true;
  const value = config?.settings[key.name];
  return value === undefined || isElsewhere ? undefined : { value, source: 'config' };
}

/** Options that a command line gets from settings, and the settings among them that the config file says. */
export interface SettingOptions {
  readonly options: Readonly<Record<string, string | true>>;
  /** Options of the config file as they would be typed. */
  readonly configured: readonly string[];
}

/** Returns the options of all settings. Throws a usage error for a bad variable. */
export function settingOptions(sources: SettingSources): SettingOptions {
  const options: Record<string, string | true> = {};
  const configured: string[] = [];
  for (const key of CONFIG_KEYS) {
    const found = settingValue(key, sources);
    if (found === undefined || (found.source === 'variable' && key.isVariableRead === true)) continue;
    const { option, switchedBy } = key;
    if (switchedBy !== undefined && switchedBy !== found.value) continue;
    options[option] = switchedBy === undefined ? found.value : true;
    if (found.source === 'config')
      configured.push(switchedBy === undefined ? `--${option} ${found.value}` : `--${option}`);
  }
  return { options, configured };
}

/** Returns whether an option or a variable names the profile of a run. */
export function isProfileNamed(
  options: TypedCommand['options'],
  variables: SettingSources['variables'],
): boolean {
  return options['profile'] !== undefined || (variables['BOURSE_PROFILE'] ?? '') !== '';
}
