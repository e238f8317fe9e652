/**
 * A file that exists whenever the journal may hold subjects in a pending state, so that a command learns with one
 * look at the file system that there are none. The file is created and removed only while the journal is locked for
 * writing.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { removeFile } from '../store/remove-file.ts';

/** Returns the path of the marker file of a journal. */
function markerOf(path: string): string {
  return `${path}.pending`;
}

/** Returns whether the journal may hold pending subjects; false proves that it holds none. */
export function mayHavePending(path: string): boolean {
  return existsSync(markerOf(path));
}

/** Creates the marker file of a journal; throws the file system's error if that fails. */
export function markPending(path: string): void {
  writeFileSync(markerOf(path), '', { mode: 0o600 });
}

export function unmarkPending(path: string): void {
  removeFile(markerOf(path));
}
