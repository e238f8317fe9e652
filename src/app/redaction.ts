/** Removes secrets from the answers of an exchange before they are shown. */
import { createRedactor, mayContain } from '../profile/redaction.ts';
import type { Signer } from '../request/signer.ts';
import type { Answer } from '../request/types.ts';

/** The part of a run's keys that removes the keys from text. */
export interface Redactor {
  /** Replaces the keys in a text by stars, in every encoding they may appear in. */
  readonly redact: (text: string) => string;
}

/** Replaces the keys of a run, and the signature of the request, in the text of an answer by stars. */
export function redactSecrets(text: string, { redact }: Redactor, signature: unknown): string {
  const keyless = redact(text);
  if (typeof signature !== 'string' || !mayContain(keyless, signature)) return keyless;
  return createRedactor([signature])(keyless);
}

/** The longest body that is searched for secrets in every encoding; of longer ones the plain values are searched. */
const SEARCHED_BODY_MAX = 16_384;

/**
 * Returns an answer without the keys of a run and the signature of its request, which a server may repeat. A long
 * answer of status 2xx is searched only if it has one of them as it was sent, because the search of every encoding
 * would cost more than the answer itself.
 */
export function redactAnswer(
  answer: Answer,
  keys: Redactor & { readonly signer: Pick<Signer, 'apiKey'> },
  signature: unknown,
): Answer {
  const { body, status } = answer;
  if (status < 300 && body.length > SEARCHED_BODY_MAX) {
    const hasSecret =
      body.includes(keys.signer.apiKey) || (typeof signature === 'string' && body.includes(signature));
    if (!hasSecret) return answer;
  }
  const redacted = redactSecrets(body, keys, signature);
  return redacted === body ? answer : { ...answer, body: redacted };
}
