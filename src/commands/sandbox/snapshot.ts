import { withSavedSandbox } from '../../app/sandbox-host.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { listSnapshots, restoreSnapshot, saveSnapshot } from '../../sandbox/storage/snapshots.ts';
import { savedSeed } from '../../sandbox/storage/state-folder.ts';
import { isFileName } from '../../store/file-names.ts';
import type { CommandCall } from '../types.ts';

/** Saves, restores or lists snapshots of the saved sandbox. */
export async function run({ verb, positionals, services, output }: CommandCall): Promise<void> {
  const { world, sandboxFolder } = services;
  if (verb.words[1] === 'list') return output.value(listSnapshots(sandboxFolder).map((name) => ({ name })));
  const name = String(positionals['name']);
  if (!isFileName(name, 64)) {
    throw usageError(
      `A snapshot name must be 1 to 64 lowercase letters, digits, "_" and "-", and no device of Windows such as con, was "${safeText(name.slice(0, 60))}".`,
    );
  }
  if (verb.words[1] === 'save') {
    saveSnapshot(sandboxFolder, name, savedSeed(sandboxFolder));
    return output.value({ saved: name });
  }
  const seed = await withSavedSandbox(world, sandboxFolder, () => restoreSnapshot(sandboxFolder, name));
  await output.value({ restored: name, seed });
}
