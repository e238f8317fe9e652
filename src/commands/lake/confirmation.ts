/** Asks before a command of the lake removes something. */
import { ToolError } from '../../core/errors.ts';
import type { CommandCall } from '../types.ts';

/** Asks a question that only yes answers. Throws kind `refused` for any other answer, and without a terminal or --yes. */
export async function askYes({ services, options, command }: CommandCall, question: string): Promise<void> {
  if (options['yes'] === true) return;
  const answer = await services.world.ask(`${question} Type yes: `);
  if (answer?.trim().toLowerCase() === 'yes') return;
  if (answer !== undefined) throw new ToolError({ kind: 'refused', message: 'Nothing was removed.' });
  throw new ToolError({
    kind: 'refused',
    message: `${command} needs a confirmation, and there is no terminal to ask on.`,
    hint: 'Use --yes to remove it without a prompt.',
  });
}
