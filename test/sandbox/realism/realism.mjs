/** Prints the realism of the simulated market: npm run check:market */
import { bundled } from '../../house/bundled.mjs';

const { printRealism } = await bundled(new URL('./print-realism.ts', import.meta.url));
printRealism((line) => process.stdout.write(`${line}\n`));
