/** Decompresses the body of an answer within size limits. */

/** Thrown for a body that cannot be decoded: damaged, in an unknown encoding, or too large. */
export class BodyFault extends Error {
  readonly isTooLarge: boolean;

  constructor(message: string, options: { readonly cause?: unknown; readonly isTooLarge?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'BodyFault';
    this.isTooLarge = options.isTooLarge ?? false;
  }
}

/** The value of Accept-Encoding for hosts other than this machine. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** The largest number of nested encodings of a body; servers apply one. */
const ENCODINGS_MAX = 2;

/**
 * Returns the bytes of the body without compression and without a byte order mark. `encoding` is the Content-Encoding
 * header, undefined if absent; `maxBytes` limits the decompressed size. Throws a BodyFault, or rejects with one.
 */
export function plainBody(
  bytes: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Buffer | Promise<Buffer> {
  return encoding === undefined ? withoutMark(bytes, maxBytes) : decodedBody(bytes, encoding, maxBytes);
}

async function decodedBody(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const encodings = encodingsOf(encoding);
  if (encodings.length > ENCODINGS_MAX) throw new BodyFault('the body is compressed more than twice');
  let plain = bytes;
  // The header lists the encodings in the order in which they were applied (RFC 9110, section 8.4).
  for (const one of encodings.reverse()) plain = await inflate(plain, one, maxBytes);
  return withoutMark(plain, maxBytes);
}

/** Returns the bytes without a byte order mark; throws a BodyFault if there are too many. */
function withoutMark(plain: Buffer, maxBytes: number): Buffer {
  if (plain.length > maxBytes) throw tooLarge(maxBytes);
  return plain[0] === 0xef && plain[1] === 0xbb && plain[2] === 0xbf ? plain.subarray(3) : plain;
}

function encodingsOf(encoding: string): string[] {
  return encoding
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
}

async function inflate(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  // An answer without a body may still have a Content-Encoding header.
  if (bytes.length === 0) return bytes;
  // The module is loaded only when it is needed: calls to this machine request no compression.
  const zlib = await import('node:zlib');
  try {
    switch (encoding) {
      case 'gzip':
      case 'x-gzip':
        return zlib.gunzipSync(bytes, { maxOutputLength });
      case 'br':
        return zlib.brotliDecompressSync(bytes, { maxOutputLength });
      case 'deflate':
        // Some servers omit the zlib header, whose first byte ends with the bits 1000 (RFC 1950).
        return ((bytes[0] ?? 0) & 0x0f) === 8
          ? zlib.inflateSync(bytes, { maxOutputLength })
          : zlib.inflateRawSync(bytes, { maxOutputLength });
      default:
        throw new BodyFault('the body is compressed in a way that was not asked for');
    }
  } catch (error) {
    if (error instanceof BodyFault) throw error;
    if ((error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(maxOutputLength, error);
    throw new BodyFault('the compressed body is damaged or cut short', { cause: error });
  }
}

function tooLarge(maxBytes: number, cause?: unknown): BodyFault {
  return new BodyFault(`the body is larger than ${maxBytes} bytes`, { cause, isTooLarge: true });
}
