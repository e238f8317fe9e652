/** Removes secrets from the answers of an exchange before they are shown. */
import { createRedactor } from '../profile/redaction.ts';

/** The keys of a run, as far as redaction needs them. */
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
