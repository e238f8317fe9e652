/** Turns errors of the file system into errors that say what to do. */
import { ToolError } from '../core/errors.ts';
import type { LakeHome } from './home.ts';

/** Runs work that writes files. Throws a ToolError of kind `storage` for an error of the file system, such as a full disk. */
export async function guardDisk<T>({ folder }: LakeHome, work: () => Promise<T>): Promise<T> {
  return guardFiles(`The files of the lake at ${folder}`, work);
}

/** As `guardDisk`, for other files than those of the lake. */
export async function guardFiles<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskError(error)) throw error;
    throw new ToolError({
      kind: 'storage',
      message: `${what} could not be read or written: ${error.code} (${error.syscall}).`,
      hint: 'Free disk space if the disk is full, then run the command again. The files are as they were.',
      cause: error,
    });
  }
}

const CODES = new Set([
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR'],
  ...['EEXIST', 'ENOTEMPTY', 'EMFILE', 'ENFILE', 'ENAMETOOLONG'],
]);

function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || error instanceof ToolError) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return CODES.has(code ?? '') && typeof syscall === 'string' && syscall !== 'connect';
}
