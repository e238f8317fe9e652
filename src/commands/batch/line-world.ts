/** The world of one line of a batch: its output is captured, and there is nobody to ask. */
import { SharedResources } from '../../app/shared-resources.ts';
import type { Sink, Source, World } from '../../app/world.ts';
import { ToolError, usageError } from '../../core/errors.ts';

/** The longest output of one line, in characters: the lines that run at once are held in memory. */
const OUTPUT_LENGTH_MAX = 64 * 1024 * 1024;

/** What a line has written. */
export interface Captured {
  stdout: string;
  stderr: string;
}

/**
 * Returns the world of a batch's lines, which share what they open. Variables that hold keys are removed from the process when the first line has read
 * them, so the lines share a copy.
 */
export function batchWorld(world: World): World & { readonly shared: SharedResources } {
  return {
    ...world,
    environment: { ...world.environment },
    shared: new SharedResources(),
    stdin: NO_INPUT,
    ask: async () => undefined,
  };
}

/** Returns the world of one line, which ends when the signal of the batch aborts. */
export function lineWorld(shared: World, captured: Captured, interrupt: AbortSignal): World {
  return {
    ...shared,
    interrupt,
    stdout: capturingSink(captured, 'stdout'),
    stderr: capturingSink(captured, 'stderr'),
  };
}

const NO_INPUT: Source = {
  isTerminal: false,
  // biome-ignore lint/correctness/useYield: a line of a batch has no input.
  async *read() {
    throw usageError('A line of a batch cannot read stdin.');
  },
  follow() {
    return this.read();
  },
};

function capturingSink(captured: Captured, name: keyof Captured): Sink {
  const decoder = new TextDecoder();
  return {
    isTerminal: false,
    columns: 80,
    async write(text) {
      captured[name] += typeof text === 'string' ? text : decoder.decode(text, { stream: true });
      if (captured[name].length > OUTPUT_LENGTH_MAX)
        throw new ToolError({
          kind: 'storage',
          message: `The output is longer than ${OUTPUT_LENGTH_MAX} characters, the most that a line of a batch may write.`,
          hint: 'Run this command by itself.',
        });
    },
    writeInBackground(bytes) {
      return this.write(bytes);
    },
  };
}
