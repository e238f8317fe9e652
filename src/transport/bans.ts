/** Bans: what is silent then, and how it is said. */
import { ToolError } from '../core/errors.ts';

/** The scope of a ban and of the firewall's refusal: everything that would be sent to that place. */
export const BAN = 'everything';

/** Returns the error of what was not sent because of one; `undone` says what was not. */
export function bannedError(undone: string, leftMs: number, endpoint?: string): ToolError {
  const span = `${Math.ceil(leftMs / 1000)} s`;
  return new ToolError({
    kind: 'rate-limited',
    message: `The exchange shut this address out; ${undone}.`,
    hint: `Send nothing for ${span}: each request makes the ban longer. bourse doctor --offline tells more.`,
    retryable: false,
    retryAfterMs: leftMs,
    execution: 'not_executed',
    ...(endpoint === undefined ? {} : { endpoint }),
  });
}
