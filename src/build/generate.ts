import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeProgramDigest } from './program.ts';
import { compileValidators } from './validators.ts';

/** Writes src/generated/: the validators of documents from outside, compiled, and which program this is. */
export async function generate(root: string): Promise<void> {
  const generated = join(root, 'src/generated');
  await mkdir(generated, { recursive: true });
  await Promise.all([compileValidators(generated), writeProgramDigest(root, generated)]);
}
