/** The report of the library's interface: its types as one text, so that a change of them shows in the history. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localCommands } from './local-commands.ts';
import { methodTypes } from './method-types.ts';
import { libraryMethods } from './methods.ts';

/** Returns the report for the project in the folder `root`. */
export async function libraryReport(root: string): Promise<string> {
  const read = (name: string) => readFile(join(root, 'src/library', name), 'utf8');
  const parts = [
    await read('declarations.ts'),
    await read('testing-declarations.ts'),
    await read('types.ts'),
    methodTypes(await libraryMethods(), await localCommands()),
  ];
  return `/** The interface of the library as one text. Written by npm run docs; not edited by hand. */\n${parts.map(withoutImports).join('\n')}`;
}

/** Returns the text of a file without what it takes from the other files of the report. */
function withoutImports(text: string): string {
  return text.replaceAll(/^(?:import|export) type [^;]* from '[^']*';\n/gm, '');
}
