/** Reads the Python client that the build wrote beside the program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from './built-folder.ts';

/** Returns the text of the client. Throws the error of the system without a build. */
export function pythonClientBeside(programFile: string): string {
  return readFileSync(join(builtFolder(programFile), 'bourse.py'), 'utf8');
}
