/** Reads a range of an open file. */
import { readSync } from 'node:fs';

/**
 * Fills a buffer from a position of a file on, however many reads that takes. Returns the part of the buffer that was
 * filled, which is shorter than the buffer where the file ends earlier. Throws the error of the system.
 */
export function readAt(descriptor: number, into: Buffer, from: number): Buffer {
  let read = 0;
  while (read < into.length) {
    const count = readSync(descriptor, into, read, into.length - read, from + read);
    if (count === 0) break;
    read += count;
  }
  return into.subarray(0, read);
}
