/** Who runs a command, as the audit log names it. */
import { redactWord } from '../../core/key-detection.ts';

/** The variable by which a program that runs bourse names itself. */
const CLIENT_VARIABLE = 'BOURSE_CLIENT';

/** The most characters of a name that the audit log holds. */
const CLIENT_LENGTH_MAX = 64;

/**
 * Returns the name of the client as the audit log holds it: on one line, cut off, without keys, and with control characters
 * escaped; empty if none was given. It is what the caller says of itself, and proves nothing.
 */
export function clientName(
  environment: Readonly<Record<string, string | undefined>>,
  redact: (text: string) => string = (text) => text,
): string {
  const name = redact(environment[CLIENT_VARIABLE] ?? '').trim();
  return redactWord(name, CLIENT_LENGTH_MAX).slice(0, CLIENT_LENGTH_MAX);
}
