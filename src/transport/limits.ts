/** Time and size limits of HTTP calls. */

/** Time and size limits of one HTTP call. */
export interface HttpLimits {
  /** DNS lookup, TCP, proxy and TLS together. */
  readonly connectTimeoutMs: number;
  /** From the start of sending to the last byte of the answer, however steadily bytes arrive. */
  readonly deadlineMs: number;
  /** The longest time without a received byte. */
  readonly idleTimeoutMs: number;
  /** Bytes of a body as received, possibly compressed. */
  readonly maxBodyBytes: number;
  /** Bytes of a body after decompression. */
  readonly maxInflatedBytes: number;
}

/**
 * The default limits. The exchange itself times out after 10 s (-1007); the idle timeout is a second longer,
 * so that this answer still arrives.
 */
export const HTTP_LIMITS: HttpLimits = {
  connectTimeoutMs: 5_000,
  deadlineMs: 20_000,
  idleTimeoutMs: 11_000,
  maxBodyBytes: 64 * 1024 * 1024,
  maxInflatedBytes: 32 * 1024 * 1024,
};

/** Maximum bytes of the headers of an answer; both HTTP parsers count names and values. */
export const HEADER_BYTES_MAX = 16_384;
