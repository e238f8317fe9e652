/** Bans by the exchange: their scope and their error. */
import { ToolError } from '../core/errors.ts';

/** The cooldown scope of a ban and of a refusal by the firewall: all requests to an environment or host. */
export const BAN = 'everything';

/**
 * Returns the error of a request or connection that was not made because of a ban. `undone` is the clause
 * that says what was not done.
 */
export function bannedError(undone: string, leftMs: number, endpoint?: string): ToolError {
  const span = `${Math.ceil(leftMs / 1000)} s`;
  return new ToolError({
    kind: 'rate-limited',
    message: `The exchange banned this address; ${undone}.`,
    hint: `Send nothing for ${span}: each request makes the ban longer. bourse doctor --offline shows more.`,
    retryable: false,
    retryAfterMs: leftMs,
    execution: 'not_executed',
    ...(endpoint === undefined ? {} : { endpoint }),
  });
}
