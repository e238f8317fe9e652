/** `bourse completion`: prints the completion script of a shell. */
import { usageError } from '../../core/errors.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';
import { SCRIPTS, SHELLS, type Shell } from './scripts.ts';

/** Prints the completion script of a shell. */
export async function run({ positionals, output }: CommandCall): Promise<void> {
  await output.text(SCRIPTS[requireShell(String(positionals['shell']))]);
}

/** Returns a shell by its name. Throws a usage error that suggests the nearest one. */
export function requireShell(name: string): Shell {
  const found = SHELLS.find((shell) => shell === name);
  if (found !== undefined) return found;
  const suggestion = nearestWord(name, SHELLS);
  throw usageError(
    `Completion scripts exist for bash, zsh and fish, not for "${safeText(name.slice(0, 40))}".`,
    suggestion === undefined ? undefined : `Did you mean ${suggestion}?`,
  );
}
