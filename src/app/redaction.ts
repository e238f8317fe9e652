/** Takes what is secret out of what an exchange says, before anybody sees it. */
import { redactorOf } from '../profile/redaction.ts';

/** The keys of a run. */
export interface Redactor {
  /** Takes them out of a text, in every spelling. */
  readonly redact: (text: string) => string;
}

/** Takes the keys of a run, and the signature of what was sent, out of what was answered to it. */
export function redactSecrets(text: string, { redact }: Redactor, signature: unknown): string {
  const keyless = redact(text);
  if (typeof signature !== 'string') return keyless;
  return redactorOf([signature])(keyless);
}
