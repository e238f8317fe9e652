/** Compares files of the archive with the .CHECKSUM files that lie beside them. */
import { createHash } from 'node:crypto';
import { safeText } from '../core/text.ts';

/**
 * Returns how a file differs from its .CHECKSUM, as a clause with both sums; undefined if they agree or there is no
 * .CHECKSUM. A .CHECKSUM of another file name differs too.
 */
export function checksumDifference(
  bytes: Buffer,
  checksum: string | undefined,
  file: string,
): string | undefined {
  if (checksum === undefined) return undefined;
  const [, expected = 'no SHA-256', name = file] =
    /^([0-9a-f]{64})(?:\s+\*?(\S+))?\s*$/i.exec(checksum) ?? [];
  const found = createHash('sha256').update(bytes).digest('hex');
  if (expected.toLowerCase() === found && name === file) return undefined;
  return `expected ${expected} of ${safeText(name)} by its .CHECKSUM, found ${found}`;
}
