/** Saves what a command learned that took long to open the saved exchange for a read, so that later commands need not. */
import type { Random } from '../../core/clock.ts';
import type { ExchangeOptions } from '../exchange/create-exchange.ts';
import { openDurableExchange } from '../storage/durable-exchange.ts';
import { tryLock } from './host.ts';

export { writePublicView } from '../storage/write-public-view.ts';

/**
 * Writes a checkpoint of the saved exchange, unless another process has it open. Ignores errors: a checkpoint only saves
 * time, and the read was answered.
 */
export async function saveCheckpoint(
  folder: string,
  options: ExchangeOptions,
  random: Random,
): Promise<void> {
  try {
    const lock = await tryLock(folder, { clock: options.clock, random });
    if (lock === undefined) return;
    try {
      // An exchange that takes long to catch up gets a checkpoint as soon as it is open.
      openDurableExchange(folder, options).close();
    } finally {
      await lock.release();
    }
  } catch {
    // The next command that writes reports what is wrong with the folder.
  }
}
