/** Limits of the input, so that a hostile document cannot exhaust the machine. */

/** The maximum size of a document in bytes; it is held in memory, and a thesis has a few thousand bytes. */
export const DOCUMENT_BYTES_MAX = 16 * 1024 * 1024;

/** The maximum length of an NDJSON line in bytes; a longer line is skipped and reported. */
export const LINE_BYTES_MAX = 1024 * 1024;

/** The maximum nesting depth of objects and lists; the thesis itself has depth 1. */
export const DEPTH_MAX = 10_000;

/** The maximum number of faults listed for one document; further faults are only counted. */
export const ERRORS_MAX = 1_000;

/** The maximum number of files read from the folders of one run. */
export const FILES_MAX = 100_000;

/** The maximum depth of nested folders. */
export const FOLDER_DEPTH_MAX = 64;
