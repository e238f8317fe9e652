/**
 * What a power cut leaves of the files in one folder. Changes that were flushed stay; of the others any part may be lost, in
 * any order: single sectors of a write, a change of length, the name of a new file, the removal of an old one.
 */
import type { Random } from '../../src/core/clock.ts';

/** A change of a file, a flush of changes to the disk, or the moment in which a write counted as recorded. */
export type DiskStep =
  | { readonly kind: 'create' | 'remove'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  /** Flushes the content of a file, and also its name if `isNameFlushed` is set. */
  | { readonly kind: 'flush'; readonly name: string; readonly isNameFlushed?: true }
  | { readonly kind: 'write'; readonly name: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'resize'; readonly name: string; readonly length: number }
  /** Flushes the names of all files. */
  | { readonly kind: 'flush-folder' }
  | { readonly kind: 'recorded'; readonly id: string };

type Change = Extract<DiskStep, { readonly kind: 'write' | 'resize' }>;

interface DiskFile {
  flushed: Buffer;
  pending: Change[];
}

/** The unit in which a disk writes whole or not at all, in bytes. */
const SECTOR_BYTES = 512;

/** Shares of the changes that were not flushed and stay all the same. */
const KEPT_SHARES = [0, 0.2, 0.5, 0.9, 1];

/** Returns the files that a power cut after these steps leaves, by name. */
export function filesAfterCut(steps: readonly DiskStep[], random: Random): ReadonlyMap<string, Buffer> {
  const now = new Map<string, DiskFile>();
  const flushedNames = new Map<string, DiskFile>();
  let pendingNames: (readonly [name: string, file: DiskFile | undefined])[] = [];
  const rename = (name: string, file: DiskFile | undefined) => {
    if (file === undefined) now.delete(name);
    else now.set(name, file);
    pendingNames.push([name, file]);
  };
  const flushNames = (isFlushed: (name: string) => boolean) => {
    const left = pendingNames.filter(([name, file]) => {
      if (!isFlushed(name)) return true;
      if (file === undefined) flushedNames.delete(name);
      else flushedNames.set(name, file);
      return false;
    });
    pendingNames = left;
  };
  for (const step of steps) {
    switch (step.kind) {
      case 'create':
        rename(step.name, { flushed: Buffer.alloc(0), pending: [] });
        break;
      case 'remove':
        rename(step.name, undefined);
        break;
      case 'rename': {
        const file = now.get(step.name);
        rename(step.to, file);
        rename(step.name, undefined);
        break;
      }
      case 'write':
      case 'resize':
        now.get(step.name)?.pending.push(step);
        break;
      case 'flush':
        flush(now.get(step.name), () => true);
        if (step.isNameFlushed === true) flushNames((name) => name === step.name);
        break;
      case 'flush-folder':
        flushNames(() => true);
    }
  }
  const share = KEPT_SHARES[Math.floor(random.next() * KEPT_SHARES.length)]!;
  const isKept = () => random.next() < share;
  flushNames(isKept);
  for (const file of new Set(flushedNames.values())) flush(file, isKept);
  return new Map([...flushedNames].map(([name, { flushed }]) => [name, flushed]));
}

/** Applies those changes of a file that are kept, a write sector by sector. */
function flush(file: DiskFile | undefined, isKept: () => boolean): void {
  if (file === undefined) return;
  const parts = file.pending.flatMap((change) => (change.kind === 'write' ? sectorsOf(change) : [change]));
  for (const change of parts.filter(isKept)) {
    const length = change.kind === 'resize' ? change.length : change.at + change.bytes.length;
    if (change.kind === 'resize' || length > file.flushed.length)
      file.flushed = resized(file.flushed, length);
    if (change.kind === 'write') change.bytes.copy(file.flushed, change.at);
  }
  file.pending = [];
}

function sectorsOf({ kind, name, at, bytes }: Extract<DiskStep, { readonly kind: 'write' }>): Change[] {
  const parts: Change[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + SECTOR_BYTES - ((at + from) % SECTOR_BYTES));
    parts.push({ kind, name, at: at + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return parts;
}

function resized(bytes: Buffer, length: number): Buffer {
  const next = Buffer.alloc(length);
  bytes.copy(next, 0, 0, length);
  return next;
}
