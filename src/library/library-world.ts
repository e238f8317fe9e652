/** The world of the library: no terminal, nobody to ask, and nothing that the program around it does not see. */
import { SharedResources } from '../app/shared-resources.ts';
import { foldersOf, processWorld, type Sink, type Source, type World } from '../app/world.ts';
import { usageError } from '../core/errors.ts';
import type { OpenOptions } from './types.ts';

/** Returns the world of an opened library. Nothing of it reads stdin, writes to stdout or handles signals. */
export function libraryWorld(
  { home, variables, client }: Pick<OpenOptions, 'home' | 'variables' | 'client'>,
  interrupt: AbortSignal,
  programFile?: string,
): World & { readonly shared: SharedResources } {
  const world = processWorld(interrupt);
  const environment: Record<string, string | undefined> = { ...(variables ?? world.environment) };
  if (home !== undefined) environment['BOURSE_HOME'] = home;
  if (client !== undefined) environment['BOURSE_CLIENT'] = client;
  return {
    ...world,
    environment,
    folders: foldersOf(environment),
    shared: new SharedResources(),
    stdin: NO_INPUT,
    stdout: NO_OUTPUT,
    stderr: NO_OUTPUT,
    ask: async () => undefined,
    onSignal: () => () => {},
    // The variables of the process belong to the program around the library, and calls read the keys again.
    forgetVariable() {},
    facts: { ...world.facts, ...(programFile === undefined ? {} : { programFile }) },
  };
}

const NO_INPUT: Source = {
  isTerminal: false,
  // biome-ignore lint/correctness/useYield: the library reads no input.
  async *read() {
    throw usageError('The library cannot read stdin.');
  },
  follow() {
    return this.read();
  },
};

const NO_OUTPUT: Sink = {
  isTerminal: false,
  columns: 80,
  write: refuseOutput,
  writeInBackground: refuseOutput,
};

/** The library returns values; text for a terminal would mix with the output of the program around it. */
async function refuseOutput(): Promise<void> {
  throw new Error('the library writes no output');
}
