/** The reasons for which connections close. */
import { safeText } from '../core/text.ts';

/** The reason for which a connection closed. */
export interface CloseReason {
  /** The WebSocket close code; 1006 without a close frame. */
  readonly code: number;
  readonly why: string;
  /** The error of the connection, if one occurred. */
  readonly failure?: Error;
  /** The HTTP status of a refused upgrade. */
  readonly status?: number;
  /** The wait that a refused upgrade states, in ms from 1 s to 3 days. */
  readonly retryAfterMs?: number;
}

/** The close code of a connection that ended without a close frame (RFC 6455, section 7.4.1). */
export const ABNORMAL_CLOSE = 1006;

/** Returns the reason why a WebSocket connection closed, as a clause of a sentence, with the close code. */
export function closeReasonText({ why, code }: CloseReason): string {
  const text = safeText(why);
  return text.includes(String(code)) || code === ABNORMAL_CLOSE ? text : `${text} (code ${code})`;
}
