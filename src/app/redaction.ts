/** Removes secrets from the answers of an exchange before they are shown. */
import { createRedactor } from '../profile/redaction.ts';

/** The part of a run's keys that removes the keys from text. */
export interface Redactor {
  /** Replaces the keys in a text by stars, in every encoding they may appear in. */
  readonly redact: (text: string) => string;
}

/** Replaces the keys of a run, and the signature of the request, in the text of an answer by stars. */
export function redactSecrets(text: string, { redact }: Redactor, signature: unknown): string {
  const keyless = redact(text);
  if (typeof signature !== 'string') return keyless;
  return createRedactor([signature])(keyless);
}
