/** Options of a batch or a shell that apply to each of its commands. */
import type { ReadCommand, TypedCommand } from '../types.ts';

/** Global options that apply to each command which does not give them itself. */
const LINE_DEFAULTS = [
  'env',
  'profile',
  'host',
  'interface',
  'proxy',
  'max-wait',
  'timeout',
  'zone',
  'quiet',
  'debug',
] as const;

/** Returns the options that the commands of a batch or a shell get from it. */
export function lineDefaults({ options }: Pick<TypedCommand, 'options'>): TypedCommand['options'] {
  return Object.fromEntries(
    LINE_DEFAULTS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}

/** Returns the command with the defaults that it does not give itself, and that are no options of its own. */
export function withDefaults(command: ReadCommand, defaults: TypedCommand['options']): ReadCommand {
  const own = command.verb.options ?? [];
  const missing = Object.entries(defaults).filter(([name]) => !own.some((one) => one.name === name));
  return { ...command, options: { ...Object.fromEntries(missing), ...command.options } };
}
