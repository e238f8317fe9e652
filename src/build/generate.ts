import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeChartsScript } from './charts-script.ts';
import { writeEndpointSections } from './endpoint-sections.ts';
import { writeProgramDigest } from './program.ts';
import { writeRowScan } from './row-scan.ts';
import { compileValidators } from './validators.ts';

/**
 * Writes src/generated/: compiled validators, the digest of the sources, the section of each endpoint, the script of
 * pages with charts, and the scan of pages of rows. `modules` is the folder of the packages.
 */
export async function generate(root: string, modules: string): Promise<void> {
  const generated = join(root, 'src/generated');
  await mkdir(generated, { recursive: true });
  await Promise.all([
    compileValidators(generated),
    writeProgramDigest(root, generated),
    writeEndpointSections(generated),
    writeChartsScript(root, modules, generated),
    writeRowScan(root, generated),
  ]);
}
