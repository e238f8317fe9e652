/** What one exchange may cost in time and space. */

/** Time and size limits of one exchange. */
export interface HttpLimits {
  /** Lookup, TCP, proxy and TLS together. */
  readonly connectTimeoutMs: number;
  /** From handing over the request to the last byte of the answer; absolute, however steadily bytes come. */
  readonly deadlineMs: number;
  /** The longest silence while an answer is awaited or under way. */
  readonly idleTimeoutMs: number;
  /** Bytes of a body as they come, compressed or not. */
  readonly maxBodyBytes: number;
  /** Bytes of a body after inflating. */
  readonly maxInflatedBytes: number;
}

/**
 * The exchange itself gives up after 10 s (-1007): the idle limit lies a second above, so that its answer
 * still arrives and an order's outcome is not unknown for the sake of a moment.
 */
export const HTTP_LIMITS: HttpLimits = {
  connectTimeoutMs: 5_000,
  deadlineMs: 20_000,
  idleTimeoutMs: 11_000,
  maxBodyBytes: 64 * 1024 * 1024,
  maxInflatedBytes: 32 * 1024 * 1024,
};

/** Bytes of the head of an answer; both HTTP parsers count names and values. */
export const HEADER_BYTES_MAX = 16_384;
