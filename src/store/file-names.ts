/** Names that users give to things that are kept in files, such as ledgers and snapshots. */

/** The names that Windows keeps for devices: no file can have one of them, whatever its ending. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)\d)$/;

/** Returns whether a name is safe as the name of a file on every system, with an ending of the program's choice. */
export function isFileName(name: string, lengthMax: number): boolean {
  return /^[a-z0-9][a-z0-9_-]*$/.test(name) && name.length <= lengthMax && !DEVICE.test(name);
}
