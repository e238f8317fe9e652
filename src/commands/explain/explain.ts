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
import {
  explainErrorName,
  explainLimit,
  explainParameter,
  explainTerm,
  listWordSubjects,
} from './word-explanations.ts';

/** Prints everything that bourse knows about the typed word. */
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
    ...explainErrorName(subject),
    ...explainTerm(subject),
    ...explainParameter(subject),
    ...explainLimit(subject),
  ];
  // A word such as "stream" may be both a term and a command, so both are printed.
  const isWord = found.every(({ is }) => is === 'term' || is === 'parameter' || is === 'limit');
  const command = !isWord ? undefined : await call.findCommand(subject.replace(/^bourse\s+/, ''));
  if (command !== undefined) found.push(...explainCommand(subject, command, commands));
  if (found.length === 0) {
    const suggestion = nearestWord(subject, [...listSubjects(commands), ...listWordSubjects()]);
    throw usageError(
      `Unknown subject "${safeText(subject.slice(0, 60))}".`,
      suggestion === undefined
        ? 'Give a code such as -1121, its name, an exit code, a filter, an enumeration or one of its values, a parameter, a limit, a term such as funding, an endpoint such as spot.klines, or a command.'
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
