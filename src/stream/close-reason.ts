/** Why a connection ended, and how it is said. */
import { safeText } from '../core/text.ts';

/** Why a connection ended. */
export interface CloseReason {
  /** The close code; 1006 where the peer said none. */
  readonly code: number;
  readonly why: string;
  /** What broke it, where something did. */
  readonly failure?: Error;
  /** The HTTP status where the upgrade was refused. */
  readonly status?: number;
  /** How long the exchange wants to be left alone, where it refused the upgrade for that; 1 s to 3 days. */
  readonly retryAfterMs?: number;
}

/** Nobody said goodbye. */
export const ABNORMAL_CLOSE = 1006;

/** Returns why a connection ended as part of a sentence. */
export function closeReasonText({ why, code }: CloseReason): string {
  const text = safeText(why);
  return text.includes(String(code)) || code === ABNORMAL_CLOSE ? text : `${text} (code ${code})`;
}
