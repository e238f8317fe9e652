/** What the gate of writes knows of the run that sends a write, and what it may read with its keys. */
import type { PublicReader } from '../symbol-market.ts';

export interface GateReader extends PublicReader {
  /** The fingerprint of the API key; empty without one. */
  readonly account: string;
  readonly profile: string | undefined;
  /** The key under which the command is sent at most once. */
  readonly idempotencyKey: string | undefined;
}
