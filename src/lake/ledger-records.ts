/** What the ledger of a lake knows: sources, files, spans of time, claims and snapshots. */
import type { Series } from './tables.ts';

/** Where the rows of a source come from. Of rows that differ, those of a later one in this list count. */
export const ORIGINS = ['recording', 'csv', 'monthly', 'daily', 'api'] as const;
export type SourceOrigin = (typeof ORIGINS)[number];

/** Returns whether a source replaces an earlier content by its name. Recordings and answers of the API only add. */
export function replacesByName(origin: SourceOrigin): boolean {
  return origin !== 'recording' && origin !== 'api';
}

/** What became of a source; `replaced` when another content by the same name was imported after it. */
export type SourceOutcome = 'imported' | 'replaced' | 'checksum-mismatch' | 'conflict' | 'refused';

/** A file that was imported or refused. */
export interface LakeSource extends Series {
  readonly id: number;
  /** The file's name without folders. */
  readonly name: string;
  readonly sha256: string;
  readonly origin: SourceOrigin;
  /** The length of a candle in ms; undefined for other rows. */
  readonly spanMs: number | undefined;
  /** The time that the file covers: by its name, else from its first row to its last. Unix ms. */
  readonly from: number;
  readonly to: number;
  readonly revision: number;
  readonly outcome: SourceOutcome;
  readonly why: string;
  /** Whether rows that another source had may have been removed since, so that the file must be read again. */
  readonly needsReading: boolean;
  readonly at: number;
}

/** Rows of a compacted file that follow each other and have one source. */
export interface LakeSegment {
  readonly source: number;
  readonly rows: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** A Parquet file of the lake. */
export interface LakePart {
  /** The path below the folder of the lake, with `/`. */
  readonly path: string;
  readonly partition: string;
  readonly table: Series['table'];
  readonly product: Series['product'];
  readonly sha256: string;
  readonly rows: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly minId: number | null;
  readonly maxId: number | null;
  readonly bytes: number;
  /** The source of the rows; of a compacted file, that of the first ones. */
  readonly source: number;
  /** The rows of a compacted file by their source, in the order of the file; empty if all have one source. */
  readonly segments: readonly LakeSegment[];
  /** The unit of the times in the source: `ms`, `us`, or `mixed`. */
  readonly unit: string;
  readonly revision: number;
}

/** A span of time of a series: whether its rows are there, or why not. */
export interface LakeSpan extends Series {
  /** Empty for a span that belongs to no partition, such as that of a refused file. */
  readonly partition: string;
  readonly from: number;
  /** The first moment after the span. */
  readonly to: number;
  readonly minId: number | null;
  readonly maxId: number | null;
  /** `complete` says that the API answered for the whole span; its rows are those of the spans `have`. */
  readonly state: 'have' | 'complete' | 'failed' | 'conflict' | 'none-at-exchange' | 'not-asked';
  readonly why: string;
  readonly source: number | null;
  /** When the API was asked for the span; null for a span that a file covers. */
  readonly askedAt: number | null;
}

/** What the API gave of a span of a series: of one with ids all rows, or of some the reason why not. */
export interface AskedPart {
  readonly from: number;
  readonly to: number;
  /** The ids that are missing; absent where rows have none. */
  readonly minId?: number;
  readonly maxId?: number;
  readonly state: 'complete' | 'none-at-exchange' | 'not-asked' | 'failed';
  readonly why: string;
}

/** What is known of a span of a series since the API was asked for it. It replaces what was known before. */
export interface AskedSpan {
  readonly series: Series;
  readonly from: number;
  readonly to: number;
  readonly parts: readonly AskedPart[];
}

/** The right of a process to write to a partition. */
export interface Claim {
  readonly partition: string;
  readonly owner: string;
  readonly pid: number;
  readonly host: string;
  readonly until: number;
  /** Files that its owner may have put in place and not entered in the ledger. */
  readonly pending: readonly string[];
}

/** What an import changes in one transaction. */
export interface LedgerChange {
  readonly source: Omit<LakeSource, 'id'>;
  /** Files that are no longer part of the lake. */
  readonly removed: readonly LakePart[];
  readonly added: readonly Omit<LakePart, 'source'>[];
  /** Parts that replace a removed one, with the source of that one. */
  readonly rewritten: readonly LakePart[];
  /** The spans of all partitions that change. */
  readonly partitions: readonly string[];
  readonly spans: readonly LakeSpan[];
  /** The span of the API that the source is the answer to; undefined for files. */
  readonly asked?: AskedSpan | undefined;
}

/** Series that are removed, their files, and the partitions of these. */
export interface DroppedSeries {
  readonly series: readonly Series[];
  readonly parts: readonly LakePart[];
  readonly partitions: readonly string[];
}

/** Damaged files of a partition, and the spans of its other files. */
export interface DamagedParts {
  readonly partition: string;
  readonly parts: readonly LakePart[];
  readonly spans: readonly LakeSpan[];
}

/** A state of the lake that stays readable. */
export interface SnapshotRecord {
  /** The digest of its files. */
  readonly id: string;
  readonly at: number;
  /** What was missing then, as JSON. */
  readonly holes: string;
}
