/** Writes the bytes of a pack as `readPack` of `cli/load.ts` reads them. */
import { createHash } from 'node:crypto';
import { CODE_LENGTH_BYTES, HASH_CHARACTERS } from '../cli/load.ts';

/**
 * Returns the bytes of a pack; compiled code that doesn't begin at a multiple of 8 bytes would be copied by
 * V8.
 */
export function packBytes(source: string, code: Uint8Array = new Uint8Array()): Buffer {
  const text = Buffer.from(paddedSource(source), 'latin1');
  // The hash is written down here, because a run that computed it would load node:crypto only for that.
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARACTERS);
  const length = Buffer.alloc(CODE_LENGTH_BYTES);
  length.writeUInt32LE(code.length);
  return Buffer.concat([text, code, Buffer.from(hash, 'latin1'), length]);
}

function paddedSource(source: string): string {
  const least = source.length < PADDED_MIN ? 0 : UNMOVED_MIN;
  return source.padEnd(Math.max(least, Math.ceil(source.length / CODE_ALIGNMENT) * CODE_ALIGNMENT));
}

const CODE_ALIGNMENT = 8;
/**
 * V8 never moves a string above 128 KiB, but copies a shorter one at each of its first garbage collections. A
 * source of at least half that length is padded with blanks; copying a shorter one is faster than reading the
 * blanks.
 */
const UNMOVED_MIN = 132_000;
const PADDED_MIN = UNMOVED_MIN / 2;
