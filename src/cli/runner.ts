/** Reads and runs further command lines in this process, for commands that consist of others. */
import type { World } from '../app/world.ts';
import { aliasFault } from '../commands/alias/rules.ts';
import type { CommandRunner, ReadCommand } from '../commands/types.ts';
import { splitWords } from '../core/shell-words.ts';
import { expandAlias, readExpandedLine, wordUse } from './alias.ts';
import type { CommandLine } from './arguments.ts';
import { builtFolder } from './built-folder.ts';
import { findCommand } from './find-command.ts';
import {
  completionCandidates,
  helpWords,
  type PreparedFiles,
  preparedHelp,
  typedProduct,
} from './prepared.ts';
import type { UserSettings } from './user-settings.ts';

/** The part of the runner that the program itself provides. */
type ProgramPart = Pick<CommandRunner, 'run' | 'report'> & {
  readonly settings: UserSettings;
  readonly commandOf: (line: CommandLine) => ReadCommand;
};

/** Returns the runner of a program. */
export function createRunner({ run, report, commandOf, settings }: ProgramPart): CommandRunner {
  return {
    run,
    report,
    read: async (argv) => commandOf(await readExpandedLine(await expandAlias(argv, settings), settings)),
    async aliasFault(name, line) {
      const fault = aliasFault(name, line, wordUse);
      if (fault === undefined) await findCommand(splitWords(line));
      return fault;
    },
    help(argv, world) {
      const words = helpWords(argv);
      if (words === undefined) return undefined;
      return preparedHelp(preparedBy(world), words, typedProduct(argv), world.stdout.columns);
    },
    complete: (words, world) => completionCandidates(preparedBy(world), words),
  };
}

/** Returns the files that the build wrote beside the program. */
function preparedBy({ facts, environment }: World): PreparedFiles {
  return { folder: builtFolder(facts.programFile), variables: environment };
}
