/** `bourse alias`: the aliases of the config file. */
import type { View } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { redactWord } from '../../core/key-detection.ts';
import { nearestWord } from '../../core/text.ts';
import { type ConfigDocument, readConfig, updateConfig } from '../config/config-file.ts';
import type { CommandCall } from '../types.ts';

const COLUMNS: View['columns'] = [
  { name: 'name', is: 'text' },
  { name: 'line', title: 'runs', is: 'text' },
];

/** Stores an alias, after its first words were found to be a command. */
export async function set(call: CommandCall): Promise<void> {
  const name = nameOf(call);
  const line = String(call.positionals['line'])
    .replace(/^bourse\s+/, '')
    .trim();
  const fault = await (await call.runner()).aliasFault(name, line);
  if (fault !== undefined)
    throw usageError(
      `${fault.slice(0, 1).toUpperCase()}${fault.slice(1)}.`,
      "Example: bourse alias set lp 'market ticker price'",
    );
  await updateConfig(call.services.world, (config) => ({
    ...config,
    aliases: { ...config.aliases, [name]: line },
  }));
  await show(call, { name, line });
}

/** Prints all aliases. */
export async function list({ services, output }: CommandCall): Promise<void> {
  const rows = Object.entries(readConfig(services.world).aliases).map(([name, line]) => ({ name, line }));
  if (rows.length === 0) output.note("There are no aliases yet: bourse alias set lp 'market ticker price'");
  await output.value(rows, { shape: 'rows', columns: COLUMNS });
}

/** Prints one alias. */
export async function get(call: CommandCall): Promise<void> {
  await show(call, requireAlias(readConfig(call.services.world), nameOf(call)));
}

/** Removes an alias. */
export async function remove(call: CommandCall): Promise<void> {
  const name = nameOf(call);
  const { world } = call.services;
  const removed = requireAlias(readConfig(world), name);
  await updateConfig(world, (config) => {
    const { [name]: _removed, ...aliases } = config.aliases;
    return { ...config, aliases };
  });
  await show(call, removed);
  call.output.note(`Removed ${name}.`);
}

function show({ output }: CommandCall, { name, line }: { name: string; line: string }): Promise<void> {
  return output.value({ name, line }, { shape: 'record', columns: COLUMNS });
}

/** Returns an alias. Throws a usage error that names the nearest one. */
function requireAlias({ aliases }: ConfigDocument, name: string): { name: string; line: string } {
  const line = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (line !== undefined) return { name, line };
  const near = nearestWord(name, Object.keys(aliases));
  throw usageError(
    `There is no alias "${redactWord(name, 60)}".`,
    near === undefined ? 'bourse alias list shows them.' : `Did you mean ${near}?`,
  );
}

function nameOf({ positionals }: CommandCall): string {
  return String(positionals['name']);
}
