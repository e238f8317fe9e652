/** The bounds of what is read as a thesis; each keeps a hostile document from taking the machine. */

/** The largest document, in bytes: a thesis is a few thousand, and all of it is held in memory. */
export const DOCUMENT_BYTES_MAX = 16 * 1024 * 1024;

/** The longest line of an NDJSON stream, in bytes; a longer one is passed over and reported. */
export const LINE_BYTES_MAX = 1024 * 1024;

/** How deep objects and lists may stand in each other; the thesis itself is the first. */
export const DEPTH_MAX = 10_000;

/** The most faults listed for one document; what is left is counted. */
export const ERRORS_MAX = 1_000;

/** The most files taken from the folders of one run. */
export const FILES_MAX = 100_000;

/** How deep folders are followed. */
export const FOLDER_DEPTH_MAX = 64;
