/** `bourse shell`: runs commands line by line in this process, from the terminal or from standard input. */
import { SharedResources } from '../../app/shared-resources.ts';
import type { Source, World } from '../../app/world.ts';
import { asToolError, EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { splitWords } from '../../core/shell-words.ts';
import { lineDefaults, withDefaults } from '../batch/line-defaults.ts';
import type { CommandCall, CommandRunner } from '../types.ts';
import { readLines } from '../ws/session-lines.ts';
import { ShellHistory } from './history.ts';
import { shellPrompt } from './prompt.ts';

const BUILT_IN = ['exit', 'help'];

/** Runs the lines until the user leaves; of a script, returns the exit code of the last command. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { world } = call.services;
  const shared = new SharedResources();
  const shell = new Shell(call, await call.runner(), shellWorld(world, shared));
  try {
    return world.stdin.isTerminal && world.stderr.isTerminal
      ? await shell.converse()
      : await shell.runScript();
  } finally {
    await shared.close();
  }
}

/** Variables that hold keys are removed from the process when the first command has read them, so commands share a copy. */
function shellWorld(world: World, shared: SharedResources): World {
  return { ...world, environment: { ...world.environment }, shared, stdin: NO_INPUT };
}

const NO_INPUT: Source = {
  isTerminal: true,
  // biome-ignore lint/correctness/useYield: a command of the shell has no input.
  async *read() {
    throw usageError('A command of the shell cannot read stdin.', 'Run it outside of the shell.');
  },
  follow() {
    return this.read();
  },
};

class Shell {
  readonly #call: CommandCall;
  readonly #runner: CommandRunner;
  readonly #world: World;
  #lastCode: ExitCode = EXIT_CODES.done;

  constructor(call: CommandCall, runner: CommandRunner, world: World) {
    this.#call = call;
    this.#runner = runner;
    this.#world = world;
  }

  /** Prompts for lines until exit or Ctrl-D. */
  async converse(): Promise<ExitCode> {
    const { editLine, folders, interrupt } = this.#world;
    const history = new ShellHistory(folders.state);
    const complete = (words: readonly string[]) => this.#complete(words);
    while (!interrupt.aborted) {
      const prompt = await shellPrompt(this.#call);
      const line = await editLine({ prompt, history: history.newestFirst, complete });
      if (line === undefined) break;
      history.add(line);
      if ((await this.#execute(line)) === 'exit') break;
    }
    return EXIT_CODES.done;
  }

  /** Runs the lines of standard input. */
  async runScript(): Promise<ExitCode> {
    const { world } = this.#call.services;
    for await (const line of readLines(world.stdin.follow(world.interrupt))) {
      if (typeof line !== 'string') throw line;
      if ((await this.#execute(line)) === 'exit') break;
    }
    return world.interrupt.aborted ? EXIT_CODES.interrupted : this.#lastCode;
  }

  /** Runs a line; returns `exit` if the line leaves the shell. */
  async #execute(line: string): Promise<'exit' | undefined> {
    let argv: readonly string[] = [];
    try {
      const words = splitWords(line);
      argv = words[0] === 'bourse' ? words.slice(1) : words;
      if (words.length === 0) return undefined;
      if (argv[0] === 'exit' && argv.length === 1) return 'exit';
      const help = this.#runner.help(argv, this.#world);
      if (help === undefined) await this.#run(argv);
      else await this.#world.stdout.write(help);
    } catch (thrown) {
      const error = asToolError(thrown);
      this.#lastCode = error.exitCode;
      await this.#runner.report(error, argv, this.#world);
    }
    return undefined;
  }

  async #run(argv: readonly string[]): Promise<void> {
    const command = await this.#runner.read(argv);
    if (command.command === this.#call.command)
      throw usageError('This is the shell already.', 'exit leaves it.');
    const [interrupt, abandon] = [new AbortController(), new AbortController()];
    const { world } = this.#call.services;
    const stop = () => interrupt.abort(world.interrupt.reason);
    world.interrupt.addEventListener('abort', stop);
    const release = world.captureInterrupts(() =>
      (interrupt.signal.aborted ? abandon : interrupt).abort(new Error('SIGINT')),
    );
    try {
      const own = { ...this.#world, interrupt: interrupt.signal, abandon: abandon.signal };
      const { exitCode, error } = await this.#runner.run(
        withDefaults(command, lineDefaults(this.#call)),
        argv,
        own,
      );
      this.#lastCode = exitCode;
      if (error !== undefined) await this.#runner.report(error, argv, own);
    } finally {
      release();
      world.interrupt.removeEventListener('abort', stop);
    }
  }

  #complete(words: readonly string[]): readonly string[] {
    const own = words.length === 1 ? BUILT_IN.filter((word) => word.startsWith(words[0]!)) : [];
    const known = words[0] === 'help' || words[0] === 'bourse' ? words.slice(1) : words;
    return [...this.#runner.complete(known, this.#world), ...own];
  }
}
