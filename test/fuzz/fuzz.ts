/** Runs every class of fuzzed inputs and reports the first input of each that a reader cannot bear. */
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { type FuzzClass, openClasses } from './classes.ts';
import { Inputs } from './inputs.ts';

export interface FuzzOptions {
  /** The number of inputs of each class. */
  readonly count: number;
  readonly seed: number;
  /** The longest time for all classes together, in s. */
  readonly seconds: number;
}

/** The longest time that a reader may take for one input, in ms. */
const INPUT_MS_MAX = 1_000;

/** How far the memory of the process may grow during a class, in bytes. */
const MEMORY_MAX = 300 * 1024 * 1024;

/** After how many inputs the memory is looked at. */
const MEMORY_EVERY = 1_000;

/** After how many inputs pending work of the event loop is done, such as closing connections. */
const TURN_EVERY = 100;

/** Returns the exit code: 0 if every reader could bear every input. */
export async function fuzzAll(options: FuzzOptions, print: (line: string) => void): Promise<number> {
  const { classes, close } = openClasses();
  let failures = 0;
  try {
    for (const fuzzed of classes) {
      const seconds = options.seconds / classes.length;
      const { inputs, failure } = await fuzzClass(fuzzed, { ...options, seconds });
      print(
        `${fuzzed.name}: ${inputs} inputs, seed ${options.seed}${failure === undefined ? ', no failure' : ''}`,
      );
      if (failure !== undefined) {
        failures += 1;
        print(`  ${failure}`);
      }
    }
  } finally {
    close();
  }
  return failures === 0 ? 0 : 1;
}

async function fuzzClass(
  { name, read }: FuzzClass,
  { count, seed, seconds }: FuzzOptions,
): Promise<{ readonly inputs: number; readonly failure: string | undefined }> {
  const source = new Inputs(seededRandom(seed));
  const endsAt = performance.now() + seconds * 1000;
  const memoryBefore = process.memoryUsage().rss;
  let inputs = 0;
  for (; inputs < count && performance.now() < endsAt; inputs += 1) {
    const began = performance.now();
    let input: unknown;
    const show = () => `input ${inputs} of ${name}: ${JSON.stringify(input).slice(0, 2000)}`;
    try {
      await read(source, (value) => {
        input = value;
      });
    } catch (error) {
      if (!(error instanceof ToolError)) return { inputs, failure: `${show()}\n  ${(error as Error).stack}` };
    }
    const tookMs = performance.now() - began;
    if (tookMs > INPUT_MS_MAX) return { inputs, failure: `${Math.round(tookMs)} ms for ${show()}` };
    if (inputs % TURN_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
    if (inputs % MEMORY_EVERY === 0) {
      if (Object.keys(Object.prototype).length > 0)
        return { inputs, failure: `a prototype changed by ${show()}` };
      const grown = process.memoryUsage().rss - memoryBefore;
      if (grown > MEMORY_MAX) return { inputs, failure: `memory grew by ${grown} bytes up to ${show()}` };
    }
  }
  return { inputs, failure: undefined };
}
