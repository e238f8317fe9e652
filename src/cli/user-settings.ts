/**
 * What the user has set once for all command lines: settings and aliases of the config file, and environment variables.
 * Where there is neither a file nor a variable, a start costs one look at the file system.
 */
import { join } from 'node:path';
import type { World } from '../app/world.ts';
import type { ConfigDocument } from '../commands/config/config-file.ts';
import type { SettingOptions } from '../commands/config/effective.ts';
import { CONFIG_KEYS } from '../commands/config/keys.ts';
import { mayExist } from '../store/folders.ts';
import type { CommandLine } from './arguments.ts';
import { globalOptionsOf } from './globals.ts';
import { ownOptions } from './help-page.ts';

/** The settings and aliases that apply to the command lines of a run. */
export class UserSettings {
  readonly #world: World;
  #config: Promise<ConfigDocument | undefined> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** Returns the names of the aliases. Throws kind `storage` for a damaged config file. */
  async aliasNames(): Promise<readonly string[]> {
    return Object.keys((await this.#read())?.aliases ?? {});
  }

  /** Returns the command line of an alias; undefined for a word that is none. */
  async aliasLine(name: string): Promise<string | undefined> {
    const aliases = (await this.#read())?.aliases ?? {};
    return Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  }

  /** Returns the product that commands use without `--on`, and whether the config file says so. */
  async product(): Promise<{ readonly name: string; readonly isConfigured: boolean } | undefined> {
    const found = await this.#options({});
    const name = found?.options['on'];
    if (typeof name !== 'string') return undefined;
    return { name, isConfigured: found!.configured.includes(`--on ${name}`) };
  }

  /** Returns the options of the settings, given those that were typed; undefined without any setting. */
  async #options(typed: CommandLine['options']): Promise<SettingOptions | undefined> {
    const { environment } = this.#world;
    const config = await this.#read();
    if (config === undefined && !CONFIG_KEYS.some(({ variable }) => environment[variable])) return undefined;
    const { settingOptions, isProfileNamed } = await import('../commands/config/effective.ts');
    return settingOptions({
      config,
      variables: environment,
      namesProfile: isProfileNamed(typed, environment),
    });
  }

  /**
   * Returns a command line with the options of the settings that its command has and that were not typed; and the text that
   * says which of them the config file chose for a command that writes.
   */
  async applyTo(line: CommandLine): Promise<{ readonly line: CommandLine; readonly note?: string }> {
    const found = await this.#options(line.options).catch((error) => {
      if (line.group.repairsConfig === true) return undefined;
      throw error;
    });
    if (found === undefined) return { line };
    const own = ownOptions(line.verb, line.endpoint);
    const added = globalOptionsOf(line.verb).filter(({ name, values }) => {
      const value = found.options[name];
      const isOwn = own.some((option) => option.name === name);
      const isTaken = values === undefined || values.includes(String(value));
      return value !== undefined && line.options[name] === undefined && !isOwn && isTaken;
    });
    const options = Object.fromEntries(added.map(({ name }) => [name, found.options[name]!]));
    const applied = { ...line, options: { ...options, ...line.options } };
    // A command that can send a write says what the config file decided about it.
    const env = found.configured.find((one) => one.startsWith('--env ') && 'env' in options);
    const product = line.configuredProduct && `--on ${line.configuredProduct}`;
    const chosen = [env, product].filter(Boolean);
    const writes = ['yes', 'dry-run'].every((name) => own.some((option) => option.name === name));
    if (chosen.length === 0 || !writes) return { line: applied };
    return { line: applied, note: `From the config file: ${chosen.join(' ')}.` };
  }

  #read(): Promise<ConfigDocument | undefined> {
    this.#config ??= this.#readFile();
    return this.#config;
  }

  async #readFile(): Promise<ConfigDocument | undefined> {
    const file = join(this.#world.folders.config, 'config.json');
    if (!mayExist(file)) return undefined;
    return (await import('../commands/config/config-file.ts')).readConfig(this.#world);
  }
}
