/** `bourse completion install`: writes the completion script to the place where the user's shell looks for it. */
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { View } from '../../catalogue/types.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { shellLine } from '../../request/typed-arguments.ts';
import { makePrivateFolder } from '../../store/folders.ts';
import type { CommandCall } from '../types.ts';
import { requireShell } from './script.ts';
import { SCRIPT_MARK, SCRIPTS, type Shell } from './scripts.ts';

const VIEW: View = {
  shape: 'record',
  columns: [
    { name: 'shell', is: 'text' },
    { name: 'file', is: 'text' },
    { name: 'fileIs', title: 'file is', is: 'text' },
    { name: 'startFile', title: 'start file', is: 'text' },
    { name: 'startFileIs', title: 'start file is', is: 'text' },
  ],
};

const BLOCK_BEGIN = '# bourse completion: begin';
const BLOCK_END = '# bourse completion: end';

/** What was done with a file, or would be done in a dry run. */
type Change = 'written' | 'removed' | 'unchanged' | 'absent';

/** Where a shell looks for the script, and what its start file needs so that the shell looks there. */
interface Place {
  readonly file: string;
  /** The start file, such as ~/.zshrc; undefined for a shell that needs no line in it. */
  readonly startFile?: string;
  /** The lines of the start file. */
  readonly lines: readonly string[];
  /** When the lines are needed, as the beginning of a sentence. */
  readonly when?: string;
  /** Whether the shell never finds the script without the lines. */
  readonly needsLines?: true;
}

/** Installs or removes the script, and reports what was done. */
export async function run(call: CommandCall): Promise<void> {
  const { options, output, services } = call;
  const shell = chosenShell(call);
  const place = placeOf(shell, services.world.environment);
  const isDry = options['dry-run'] === true;
  const removes = options['remove'] === true;
  const fileIs = removes ? removeScript(place.file, isDry) : writeScript(place.file, SCRIPTS[shell], isDry);
  const startFileIs = await changeStartFile(call, place);
  if (isDry) output.note('Dry run: nothing was changed.');
  await output.value(
    { shell, file: place.file, fileIs, startFile: place.startFile ?? null, startFileIs: startFileIs ?? null },
    VIEW,
  );
  if (!removes && !isDry) output.note('Start a new shell to use it.');
}

/** Returns the shell that was named, or that of SHELL. */
function chosenShell({ positionals, services }: CommandCall): Shell {
  const typed = positionals['shell'];
  if (typed !== undefined) return requireShell(String(typed));
  const { SHELL: own = '' } = services.world.environment as Record<string, string | undefined>;
  if (own !== '') return requireShell(basename(own));
  throw usageError('SHELL is not set, so the shell must be named.', 'Example: bourse completion install zsh');
}

function placeOf(shell: Shell, variables: Readonly<Record<string, string | undefined>>): Place {
  const home = variables['HOME'];
  if (!home) throw usageError('HOME is not set, so there is no place for the script.', 'Set HOME.');
  const folder = (name: string, fallback: string) => variables[name] || join(home, fallback);
  const data = folder('XDG_DATA_HOME', '.local/share');
  if (shell === 'fish')
    return { file: join(folder('XDG_CONFIG_HOME', '.config'), 'fish/completions/bourse.fish'), lines: [] };
  if (shell === 'bash') {
    const own = variables['BASH_COMPLETION_USER_DIR'] || join(data, 'bash-completion');
    const file = join(own, 'completions/bourse');
    return {
      file,
      startFile: join(home, '.bashrc'),
      lines: [`[ -r ${shellLine([file])} ] && . ${shellLine([file])}`],
      when: 'If bash does not load the package bash-completion',
    };
  }
  const functions = join(data, 'zsh/site-functions');
  return {
    file: join(functions, '_bourse'),
    startFile: join(folder('ZDOTDIR', ''), '.zshrc'),
    lines: [`fpath=(${shellLine([functions])} $fpath)`, 'autoload -Uz compinit && compinit'],
    when: 'Unless zsh looks in that folder already',
    needsLines: true,
  };
}

function writeScript(file: string, script: string, isDry: boolean): Change {
  const before = readText(file);
  if (before === script) return 'unchanged';
  refuseForeign(file, before);
  if (!isDry)
    change(file, () => {
      makePrivateFolder(dirname(file));
      writeFileSync(`${file}.part`, script);
      renameSync(`${file}.part`, file);
    });
  return 'written';
}

function removeScript(file: string, isDry: boolean): Change {
  const before = readText(file);
  if (before === undefined) return 'absent';
  refuseForeign(file, before);
  if (!isDry) change(file, () => rmSync(file));
  return 'removed';
}

/** Throws a usage error for a file that somebody else wrote. */
function refuseForeign(file: string, text: string | undefined): void {
  if (text === undefined || text.includes(SCRIPT_MARK)) return;
  throw usageError(
    `${file} was not written by bourse completion install, so it is left as it is.`,
    `Move it away first: mv ${shellLine([file, `${file}.old`])}`,
  );
}

/**
 * Adds the lines to the start file, or removes them, with `--rc` or after a question; otherwise says which lines to add.
 * Returns what was done; undefined for a shell without a start file.
 */
async function changeStartFile(call: CommandCall, place: Place): Promise<Change | undefined> {
  const { startFile, lines } = place;
  if (startFile === undefined) return undefined;
  const { options, output } = call;
  const before = readText(startFile) ?? '';
  const block = `${[BLOCK_BEGIN, ...lines, BLOCK_END].join('\n')}\n`;
  const without = withoutBlock(before);
  const hasBlock = without !== before;
  const removes = options['remove'] === true;
  if (removes ? !hasBlock : before.includes(block)) return removes ? 'absent' : 'unchanged';
  if (!(await mayChange(call, place, removes))) {
    output.note(
      removes
        ? `${startFile} still has the lines from "${BLOCK_BEGIN}" to "${BLOCK_END}"; --rc removes them.`
        : `${place.when}, add to ${startFile} (--rc does it):\n${lines.join('\n')}`,
    );
    return 'unchanged';
  }
  if (options['dry-run'] !== true)
    change(startFile, () => {
      if (hasBlock) writeFileSync(startFile, without);
      const gap = without === '' || without.endsWith('\n') ? '' : '\n';
      if (!removes) appendFileSync(startFile, `${gap}${block}`);
    });
  return removes ? 'removed' : 'written';
}

/** Returns whether the user lets the start file be changed: by `--rc`, or by the answer to a question. */
async function mayChange(
  { options, services }: CommandCall,
  place: Place,
  removes: boolean,
): Promise<boolean> {
  if (options['rc'] === true) return true;
  if (options['dry-run'] === true || (!removes && place.needsLines !== true)) return false;
  const question = removes
    ? `Remove the lines of bourse from ${place.startFile}?`
    : `${place.lines.join('\n')}\nAdd these lines to ${place.startFile}?`;
  const answer = await services.world.ask(`${question} [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

/** Returns a text without the lines that bourse added. */
function withoutBlock(text: string): string {
  const begin = text.indexOf(`${BLOCK_BEGIN}\n`);
  const end = text.indexOf(`${BLOCK_END}\n`, begin);
  return begin === -1 || end === -1 ? text : text.slice(0, begin) + text.slice(end + BLOCK_END.length + 1);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fileError(file, 'read', error);
  }
}

function change(file: string, operation: () => void): void {
  try {
    operation();
  } catch (error) {
    throw fileError(file, 'changed', error);
  }
}

function fileError(file: string, what: string, cause: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `${file} could not be ${what}: ${(cause as NodeJS.ErrnoException).code ?? String(cause)}.`,
    hint: 'Check its permissions, or print the script with bourse completion and store it yourself.',
    cause,
  });
}
