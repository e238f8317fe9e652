/** Prints the sandbox's responses of every endpoint: npm run check:answers */
import { bundled } from '../../house/bundled.mjs';

const { printAnswers } = await bundled(new URL('./print-table.ts', import.meta.url));
process.exitCode = printAnswers((line) => process.stdout.write(`${line}\n`));
