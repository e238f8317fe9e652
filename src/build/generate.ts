import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeEndpointSections } from './endpoint-sections.ts';
import { writeProgramDigest } from './program.ts';
import { compileValidators } from './validators.ts';

/** Writes src/generated/: compiled validators, the digest of the sources, and the section of each endpoint. */
export async function generate(root: string): Promise<void> {
  const generated = join(root, 'src/generated');
  await mkdir(generated, { recursive: true });
  await Promise.all([
    compileValidators(generated),
    writeProgramDigest(root, generated),
    writeEndpointSections(generated),
  ]);
}
