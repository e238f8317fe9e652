/**
 * Prints the request to every endpoint of the interface document.
 *
 * node test/wire/table.mjs [--whole]
 */
import { bundled } from '../house/bundled.mjs';

const { printTable } = await bundled(new URL('./table.ts', import.meta.url));
process.exitCode = await printTable(process.argv.includes('--whole'));
