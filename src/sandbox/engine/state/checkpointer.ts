import type { NameRegistry } from './name-registry.ts';

/**
 * Writes the state of the engines to a checkpoint, or restores it from one. Every holder of state has a method
 * `checkpoint(checkpointer)` that does both: the same lines name each field once, so that writing and restoring
 * can't differ.
 */
export interface Checkpointer {
  /** False while a checkpoint is written. */
  readonly isRestoring: boolean;
  readonly names: NameRegistry;
  /**
   * Handles the value of one field. Writing, it stores and returns `current`; restoring, it returns the stored value.
   * Maps, sets and arrays are refilled in place.
   */
  value<T>(current: T): T;
  /** Handles named rows that are stored here in full; `register` gives each restored row its name again. */
  inline<T extends object>(current: T[], register: (row: T) => void): void;
  /** Handles bytes that no longer change but are dropped before long, and therefore stay out of the page file. */
  immutable(current: Uint8Array[]): void;
  /** Handles rows of which the codec packs some fields in a form of its own. */
  rows<T extends object>(current: readonly T[], codec: RowCodec<T>): T[];
  /** Handles a map of state holders: `create` returns an empty holder, `checkpoint` writes or restores it. */
  entries<K, V>(map: Map<K, V>, create: (key: K) => V, checkpoint: (value: V, key: K) => void): void;
  /** Handles bytes that never change again; the page file holds each of them once. */
  pages<T extends NodeJS.ArrayBufferView>(current: T[], wrap: (bytes: Uint8Array) => T): void;
}

/** How the rows of one kind are packed and restored. */
export interface RowCodec<T> {
  /** Returns the packed form of those fields that are not stored as they are. */
  readonly packedFields: (row: T) => Readonly<Record<string, unknown>>;
  /** Completes a row that was read from a checkpoint. */
  readonly restore: (row: Record<string, unknown>) => T;
  /** Whether the row can no longer change. */
  readonly isFinal: (row: T) => boolean;
}
