/** Where ledgers are kept, and what their storage needs of the world. */
import type { Clock, Random } from '../../core/clock.ts';

/** What the storage of ledgers needs of the world. */
export interface LedgerHome {
  /** The folder of the ledger files. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
  /** The user id that must own the files; undefined on systems without owners. */
  readonly owner: number | undefined;
  readonly pid: number;
  readonly isProcessAlive: (pid: number) => boolean;
  readonly secretHex: (bytes: number) => string;
}
