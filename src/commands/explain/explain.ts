/** Looks up a word in the catalogue; reads no key and sends nothing. */

import { usageError } from '../../core/errors.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';
import {
  type Explanation,
  explainCommand,
  explainEndpoint,
  explainEnumeration,
  explainErrorCode,
  explainExitCode,
  explainFilter,
  explainHttpStatus,
  listSubjects,
} from './explanations.ts';

/** Prints all explanations of the subject. */
export async function run(call: CommandCall): Promise<void> {
  const { positionals, output } = call;
  const subject = (positionals['subject'] as readonly string[]).join(' ').trim();
  const commands = await call.commands();
  const found: Explanation[] = [
    ...explainErrorCode(subject),
    ...explainExitCode(subject),
    ...explainHttpStatus(subject),
    ...explainFilter(subject),
    ...explainEnumeration(subject),
    ...explainEndpoint(subject, commands),
  ];
  const command = found.length > 0 ? undefined : await call.findCommand(subject.replace(/^bourse\s+/, ''));
  if (command !== undefined) found.push(...explainCommand(subject, command, commands));
  if (found.length === 0) {
    const suggestion = nearestWord(subject, listSubjects(commands));
    throw usageError(
      `Unknown subject "${safeText(subject.slice(0, 60))}".`,
      suggestion === undefined
        ? 'Give a code such as -1121, an exit code, a filter, an enumeration, an endpoint such as spot.klines, or a command.'
        : `Did you mean ${suggestion}?`,
    );
  }
  if (output.format !== 'table') return output.value(found as unknown as JsonValue);
  const { paint } = output;
  const pages = found.map((one) =>
    [paint.bold(one.title), ...one.lines.map((line) => `  ${safeText(line)}`)].join('\n'),
  );
  await output.text(pages.join('\n\n'));
}
