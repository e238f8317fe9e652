/** Finds everything that is known about a subject. */
import { nearestWord } from '../../core/text.ts';
import type { EndpointCommand, NamedCommand } from '../types.ts';
import {
  type Explanation,
  explainCommand,
  explainEndpoint,
  explainEnumeration,
  explainErrorCode,
  explainExitCode,
  explainFilter,
  explainHttpStatus,
  listCodes,
  listSubjects,
} from './explanations.ts';
import {
  explainErrorName,
  explainLimit,
  explainParameter,
  explainTerm,
  listWordSubjects,
} from './word-explanations.ts';

/** Returns the explanations of a subject; none for an unknown one. */
export async function findExplanations(
  subject: string,
  commands: ReadonlyMap<string, EndpointCommand>,
  findCommand: (words: string) => Promise<NamedCommand | undefined>,
): Promise<readonly Explanation[]> {
  const found: readonly Explanation[] = [
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
  // A word such as "stream" may be both a term and a command, so both are returned.
  const isWord = found.every(({ is }) => is === 'term' || is === 'parameter' || is === 'limit');
  const command = !isWord ? undefined : await findCommand(subject.replace(/^bourse\s+/, ''));
  return command === undefined ? found : [...found, ...explainCommand(subject, command, commands)];
}

/** Returns the known subject that is spelled most like an unknown one, if any is near. */
export function nearestSubject(
  subject: string,
  commands: ReadonlyMap<string, EndpointCommand>,
): string | undefined {
  return nearestWord(subject, [...listSubjects(commands), ...listWordSubjects()]);
}

/** Returns all subjects as they are usually typed; other spellings of them are found too. */
export function listAllSubjects(commands: ReadonlyMap<string, EndpointCommand>): readonly string[] {
  return [...listCodes(), ...listSubjects(commands), ...listWordSubjects()];
}
