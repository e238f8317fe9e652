/** Runs every class of fuzzed inputs and reports the first input of each that a reader cannot bear. */
import { seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { type FuzzClass, TEXT_CLASSES } from './classes.ts';
import { openFileClasses } from './files.ts';
import { FRAMES_CLASS } from './frames.ts';
import { Inputs } from './inputs.ts';

export interface FuzzOptions {
  /** The number of inputs of each class. */
  readonly count: number;
  readonly seed: number;
  /** The longest time for all classes together, in s. */
  readonly seconds: number;
  /** The names of the classes to run; all if absent. */
  readonly names?: readonly string[];
}

/** The most CPU time that a reader may take for one input, in ms; other processes of the machine do not change it. */
const INPUT_CPU_MS_MAX = 1_000;

/** How far the memory of the process may grow during a class, in bytes. */
const MEMORY_MAX = 300 * 1024 * 1024;

/** After how many inputs the memory is looked at. */
const MEMORY_EVERY = 1_000;

/** After how many inputs pending work of the event loop is done, such as closing connections. */
const TURN_EVERY = 100;

/** Returns the exit code: 0 if every reader could bear every input. */
export async function fuzzAll(options: FuzzOptions, print: (line: string) => void): Promise<number> {
  const { classes: files, close } = await openFileClasses();
  let failures = 0;
  try {
    const all = [...TEXT_CLASSES, FRAMES_CLASS, ...files];
    const unknown = options.names?.find((name) => !all.some((one) => one.name === name));
    if (unknown !== undefined) {
      print(`"${unknown}" is no class; the classes are ${all.map(({ name }) => name).join(', ')}`);
      return 2;
    }
    const classes = all.filter(({ name }) => options.names?.includes(name) ?? true);
    for (const fuzzed of classes) {
      const seconds = options.seconds / classes.length;
      const { inputs, refused, longestMs, grownBytes, failure } = await fuzzClass(fuzzed, {
        ...options,
        seconds,
      });
      const end = failure === undefined ? ', no failure' : '';
      print(
        `${fuzzed.name}: ${inputs} inputs, ${refused} refused, longest ${Math.round(longestMs)} ms of CPU, memory grew by ${Math.round(grownBytes / 1024 / 1024)} MB at most, seed ${options.seed}${end}`,
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

interface ClassResult {
  readonly inputs: number;
  readonly refused: number;
  /** The CPU time of the input that took the longest, in ms. */
  readonly longestMs: number;
  /** The furthest that the memory of the process grew, in bytes. */
  readonly grownBytes: number;
  readonly failure?: string;
}

async function fuzzClass(
  { name, read }: FuzzClass,
  { count, seed, seconds }: FuzzOptions,
): Promise<ClassResult> {
  const source = new Inputs(seededRandom(seed));
  const endsAt = performance.now() + seconds * 1000;
  const memoryBefore = process.memoryUsage().rss;
  let inputs = 0;
  let refused = 0;
  let longestMs = 0;
  let grownBytes = 0;
  const result = (failure?: string): ClassResult => ({
    ...{ inputs, refused, longestMs, grownBytes },
    ...(failure === undefined ? {} : { failure }),
  });
  for (; inputs < count && performance.now() < endsAt; inputs += 1) {
    const before = cpuMs();
    let input: unknown = null;
    const show = () => `input ${inputs} of ${name}: ${JSON.stringify(input).slice(0, 2000)}`;
    try {
      await read(source, (value) => {
        input = value;
      });
    } catch (error) {
      refused += 1;
      if (!(error instanceof ToolError)) return result(`${show()}\n  ${(error as Error).stack}`);
    }
    const tookMs = cpuMs() - before;
    longestMs = Math.max(longestMs, tookMs);
    if (tookMs > INPUT_CPU_MS_MAX) return result(`${Math.round(tookMs)} ms of CPU time for ${show()}`);
    if (inputs % TURN_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
    if (inputs % MEMORY_EVERY === 0) {
      if (Object.keys(Object.prototype).length > 0) return result(`a prototype changed by ${show()}`);
      grownBytes = Math.max(grownBytes, process.memoryUsage().rss - memoryBefore);
      if (grownBytes > MEMORY_MAX) return result(`memory grew by ${grownBytes} bytes up to ${show()}`);
    }
  }
  return result();
}

/** Returns the CPU time of this process so far, in ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
