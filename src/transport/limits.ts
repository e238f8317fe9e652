/** The time and size limits of HTTP calls. */

/** The time and size limits of one HTTP call. */
export interface HttpLimits {
  /** The longest time for DNS lookup, TCP, proxy and TLS together, in ms. */
  readonly connectTimeoutMs: number;
  /**
   * The longest time from the start of sending to the last byte of the answer, in ms, however steadily bytes
   * arrive.
   */
  readonly deadlineMs: number;
  /** The longest time in ms that an HTTP call waits for the next byte of its answer. */
  readonly idleTimeoutMs: number;
  /** How long a kept connection may wait for its next HTTP call, in ms. */
  readonly keepAliveMs: number;
  /** The largest size of a body as received, possibly compressed, in bytes. */
  readonly maxBodyBytes: number;
  /**
   * The largest number of chunks in which a body may arrive. Network packets of the usual size fill `maxBodyBytes`
   * with a fifth of them; a server that sends single bytes reaches the limit within seconds.
   */
  readonly maxBodyChunks: number;
  /** The largest size of a body after decompression, in bytes. */
  readonly maxInflatedBytes: number;
}

/**
 * The default limits. The exchange itself times out after 10 s (-1007); the idle timeout is a second longer,
 * so that this answer still arrives. Servers usually close an idle connection after a minute; it is left before.
 */
export const HTTP_LIMITS: HttpLimits = {
  connectTimeoutMs: 5_000,
  deadlineMs: 20_000,
  idleTimeoutMs: 11_000,
  keepAliveMs: 15_000,
  maxBodyBytes: 64 * 1024 * 1024,
  maxBodyChunks: 250_000,
  maxInflatedBytes: 32 * 1024 * 1024,
};

/** The largest size of the headers of an answer in bytes; both HTTP parsers count names and values. */
export const HEADER_BYTES_MAX = 16_384;
