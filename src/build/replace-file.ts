import { rename, writeFile } from 'node:fs/promises';

/** Writes a temporary file and renames it, so that a concurrent reader never sees an incomplete file. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  await writeFile(draft, text);
  await rename(draft, path);
}
