/** Prints the realism of the simulated market; fails if a bound is not kept: npm run check:market */
import { bundled } from '../../house/bundled.mjs';

const { printRealism } = await bundled(new URL('./print-realism.ts', import.meta.url));
process.exitCode = printRealism((line) => process.stdout.write(`${line}\n`)) ? 0 : 1;
