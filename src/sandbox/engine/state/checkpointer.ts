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
   * Writes or restores the value of one field. When writing, it stores and returns `current`; when restoring,
   * it returns the stored value. Maps, sets and arrays are refilled in place.
   */
  value<T>(current: T): T;
  /**
   * Writes or restores named rows that the checkpoint stores completely; `register` gives each restored row
   * its name again.
   */
  inline<T extends object>(current: T[], register: (row: T) => void): void;
  /**
   * Writes or restores bytes that no longer change but are dropped before long, and that therefore stay out
   * of the page file.
   */
  immutable(current: Uint8Array[]): void;
  /** Writes or restores rows of which the codec packs some fields in a form of its own. */
  rows<T extends object>(current: readonly T[], codec: RowCodec<T>): T[];
  /**
   * Writes or restores a map of objects with state: `create` returns an empty object, `checkpoint` writes or
   * restores its state.
   */
  entries<K, V>(map: Map<K, V>, create: (key: K) => V, checkpoint: (value: V, key: K) => void): void;
  /** Writes or restores bytes that never change again; the page file stores each of them once. */
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
