/** Turns the bytes of a body into text, within caps. */

/** A body that is no body: broken or unknown compression, or one that grows past the cap. */
export class BodyFault extends Error {
  readonly isTooLarge: boolean;

  constructor(message: string, options: { readonly cause?: unknown; readonly isTooLarge?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'BodyFault';
    this.isTooLarge = options.isTooLarge ?? false;
  }
}

/** Encodings asked for from hosts that are not this machine. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** An honest server applies one encoding; two are legal; more is a game. */
const ENCODINGS_MAX = 2;

/**
 * Returns the body as text. `encoding` is the Content-Encoding header, undefined where there was none;
 * `maxBytes` caps what inflating may produce, so that a small body cannot become a huge one. Bytes that are
 * no UTF-8 become U+FFFD: an acknowledged order must stay readable even when a name in it is garbled.
 * Throws a BodyFault.
 */
export async function bodyText(
  bytes: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<string> {
  const encodings = encodingsOf(encoding);
  if (encodings.length > ENCODINGS_MAX) throw new BodyFault('the body is compressed more than twice');
  let plain = bytes;
  // The last applied is named last (RFC 9110, section 8.4).
  for (const one of encodings.reverse()) plain = await inflate(plain, one, maxBytes);
  if (plain.length > maxBytes) throw tooLarge(maxBytes);
  const text = plain.toString('utf8');
  return text.startsWith('\u{feff}') ? text.slice(1) : text;
}

function encodingsOf(encoding: string | undefined): string[] {
  return (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
}

async function inflate(bytes: Buffer, encoding: string, maxOutputLength: number): Promise<Buffer> {
  // An answer without a body may still name an encoding.
  if (bytes.length === 0) return bytes;
  // Loaded here, since a call to this machine asks for no compression and never needs it.
  const zlib = await import('node:zlib');
  try {
    switch (encoding) {
      case 'gzip':
      case 'x-gzip':
        return zlib.gunzipSync(bytes, { maxOutputLength });
      case 'br':
        return zlib.brotliDecompressSync(bytes, { maxOutputLength });
      case 'deflate':
        // Some servers leave out the zlib frame, whose first byte has 8 in its low half (RFC 1950).
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
