/** The text editor of the user: VISUAL, EDITOR, or vi. */
import { ToolError } from '../core/errors.ts';
import { splitWords } from '../core/shell-words.ts';

/**
 * Opens a file in the editor and resolves when the user has left it. Throws kind `usage` if no editor can be started or
 * if it fails.
 */
export async function editFile(
  environment: Readonly<Record<string, string | undefined>>,
  file: string,
): Promise<void> {
  const command = [environment['VISUAL'], environment['EDITOR'], 'vi'].find((one) => one?.trim())!;
  const [program = '', ...options] = splitWords(command);
  const { spawn } = await import('node:child_process');
  // Variables of bourse can hold keys, which no other program needs.
  const passed = Object.entries(environment).filter(([name]) => !name.startsWith('BOURSE_'));
  const child = spawn(program, [...options, file], { stdio: 'inherit', env: Object.fromEntries(passed) });
  const fault = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${(error as NodeJS.ErrnoException).code}`));
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`),
    );
  });
  if (fault === undefined) return;
  throw new ToolError({
    kind: 'usage',
    message: `The editor "${command}" ${fault}.`,
    hint: 'Nothing was stored. Set VISUAL or EDITOR to a text editor, such as EDITOR=nano.',
  });
}
