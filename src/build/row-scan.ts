/** Assembles the WebAssembly module that recognises pages of rows, so that the program carries it as a text. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import openWabt from 'wabt';
import { replaceFile } from './replace-file.ts';

const DECLARATION = `/** The WebAssembly module of src/request/paging/row-scan.wat, in base64. */
export declare const rowScanCode: string;
`;

/** Writes `row-scan-code.js` and its declaration. */
export async function writeRowScan(root: string, generated: string): Promise<void> {
  const name = 'row-scan.wat';
  const source = await readFile(join(root, 'src/request/paging', name), 'utf8');
  const wabt = await openWabt();
  const module = wabt.parseWat(name, source, { simd: true });
  module.validate();
  const code = Buffer.from(module.toBinary({}).buffer).toString('base64');
  module.destroy();
  await replaceFile(join(generated, 'row-scan-code.js'), `export const rowScanCode = '${code}';\n`);
  await replaceFile(join(generated, 'row-scan-code.d.ts'), DECLARATION);
}
