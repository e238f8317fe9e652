/**
 * Generates the digest that identifies this version of the program: checkpoints that another version wrote
 * are not read.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** Writes `program.ts` with a digest of all sources except generated files. */
export async function writeProgramDigest(root: string, generated: string): Promise<void> {
  const source = join(root, 'src');
  const entries = await readdir(source, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(?:ts|wat)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(generated))
    .sort();
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${relative(source, file)}\n`).update(await readFile(file));
  const text = `/** The digest covers all sources, so every other version has another one. */\nexport const PROGRAM = '${digest.digest('hex').slice(0, 32)}';\n`;
  await replaceFile(join(generated, 'program.ts'), text);
}
