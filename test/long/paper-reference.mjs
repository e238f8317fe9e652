/**
 * Replays random scenarios by the paper ledger and by the naive one in test/long/paper-reference, which shares no module
 * with it, and compares the outputs byte for byte. Before that the naive one must give the worked examples. Prints the
 * seed and the first difference, shortened to the lines that it needs.
 *
 * node test/long/paper-reference.mjs [--cases scenarios] [--seed first seed] [--theses in each scenario]
 */
import { parseArgs } from 'node:util';
import { bundled } from '../house/bundled.mjs';
import { difference, naiveOutput, productOutput, shrunk } from './paper-reference/compare.mjs';
import { randomScenario } from './paper-reference/random-scenario.mjs';
import { failedExamples } from './paper-reference/self-check.mjs';

const typed = (preset) => ({ type: 'string', default: preset });
const { values } = parseArgs({ options: { cases: typed('100000'), seed: typed('1'), theses: typed('10') } });
const cases = Number(values.cases);
const seed = Number(values.seed);
const theses = Number(values.theses);

const failed = failedExamples();
if (failed.length > 0) throw new Error(`The naive ledger fails: ${failed.join(', ')}`);

const product = await bundled(new URL('paper-reference/product.ts', import.meta.url));
const started = performance.now();

for (let done = 0; done < cases; done += 1) {
  const scenario = randomScenario(seed + done, theses);
  const found = difference(naiveOutput(scenario), await productOutput(product, scenario));
  if (found !== undefined) {
    const short = await shrunk(product, scenario);
    const parted = difference(naiveOutput(short), await productOutput(product, short));
    console.log(`seed ${seed + done} differs; the shortest scenario that does:\n${short}`);
    console.log(`naive:  ${parted.expected}\npaper:  ${parted.found}`);
    process.exit(1);
  }
  if ((done + 1) % 1000 === 0) console.log(`${done + 1} scenarios, no difference`);
}

const seconds = (performance.now() - started) / 1000;
console.log(
  `${cases} scenarios of ${theses} theses from seed ${seed}: no difference; ${Math.round(cases / seconds)} scenarios a second`,
);
