import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory, for every user. */
const MEMORY_FOLDER = '/dev/shm';
/** The beginning of the name of a run's folder, which the id of its process follows. */
const NAME = 'bourse-tests-';
/** The free space from which the suite uses the folder, in bytes; a container has 64 MB by default, which is too little. */
const FREE_MIN = 2 * 2 ** 30;

/**
 * Returns a new folder in memory for the temporary files of a run of the tests, which is removed when this process exits;
 * undefined where the system has none or too little space. The program writes orders and accounts to disk before it
 * goes on, and the tests would wait for the disk about as long as they compute. No test ends the machine, so files
 * in memory survive whatever a test kills.
 */
export function createMemoryFolder(): string | undefined {
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize < FREE_MIN) return undefined;
    const folder = mkdtempSync(join(MEMORY_FOLDER, `${NAME}${process.pid}-`));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return undefined;
  }
}

/** Removes the folders of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY_FOLDER)) {
    const [, pid] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(MEMORY_FOLDER, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is running and may not be sent signals.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
