/** Writes the explanations of all subjects, which `explain` then reads instead of loading the catalogue. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXPLANATIONS_FILE, explanationFiles, SUBJECTS_FILE } from '../cli/prepared-explanations.ts';
import { commandsByEndpoint, findCommand, listCommands } from '../commands/command-index.ts';
import type { Explanation } from '../commands/explain/explanations.ts';
import { findExplanations, listAllSubjects } from '../commands/explain/lookup.ts';

/** Writes the files of explanations into a folder. */
export async function writeExplanations(folder: string): Promise<void> {
  const commands = await commandsByEndpoint();
  const explained = new Map<string, readonly Explanation[]>();
  for (const subject of [...listAllSubjects(commands), ...(await listCommands())]) {
    if (!explained.has(subject))
      explained.set(subject, await findExplanations(subject, commands, findCommand));
  }
  const { subjects, explanations } = explanationFiles(explained);
  await writeFile(join(folder, SUBJECTS_FILE), subjects);
  await writeFile(join(folder, EXPLANATIONS_FILE), explanations);
}
