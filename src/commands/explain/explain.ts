/** Looks up a word in the catalogue; reads no key and sends nothing. */

import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';
import type { Explanation } from './explanations.ts';

/** Prints everything that bourse knows about the typed word. */
export async function run(call: CommandCall): Promise<void> {
  const { positionals, output } = call;
  const subject = (positionals['subject'] as readonly string[]).join(' ').trim();
  const prepared = await call.preparedExplanations(subject);
  const found =
    prepared === undefined ? await lookedUp(subject, call) : (JSON.parse(prepared) as Explanation[]);
  if (output.format !== 'table') return output.value(found as unknown as JsonValue);
  const { paint } = output;
  const pages = found.map((one) =>
    [paint.bold(one.title), ...one.lines.map((line) => `  ${safeText(line)}`)].join('\n'),
  );
  await output.text(pages.join('\n\n'));
}

/** Returns the explanations from the catalogue, most of which this loads. Throws a usage error for an unknown subject. */
async function lookedUp(
  subject: string,
  { commands: loadCommands, findCommand }: CommandCall,
): Promise<readonly Explanation[]> {
  const { findExplanations, nearestSubject } = await import('./lookup.ts');
  const commands = await loadCommands();
  const found = await findExplanations(subject, commands, findCommand);
  if (found.length > 0) return found;
  const suggestion = nearestSubject(subject, commands);
  throw usageError(
    `Unknown subject "${safeText(subject.slice(0, 60))}".`,
    suggestion === undefined
      ? 'Give a code such as -1121, its name, an exit code, a filter, an enumeration or one of its values, a parameter, a limit, a term such as funding, an endpoint such as spot.klines, or a command.'
      : `Did you mean ${suggestion}?`,
  );
}
