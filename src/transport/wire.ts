/** The types between a sender and the carrier that moves the bytes of its HTTP/1.1 calls. */

/** A request with the address that it is sent to. */
export interface WireCall {
  /** Scheme, host and port of the destination; the path of this URL is never used. */
  readonly address: URL;
  readonly method: string;
  /** The path and query exactly as sent. */
  readonly target: string;
  /** Whether the carrier adds no other header than Host, as far as it can: a pool always adds Connection. */
  readonly hasExactHeaders: boolean;
  /** The headers in the order sent. The carrier adds Host, Connection and Content-Length. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/** The events that a carrier reports. None follows `end` or `fail`. */
export interface WireEvents {
  /** The request is about to be written to an open connection: from now on a byte may have been sent. */
  written(on: { readonly reused: boolean }): void;
  /** The status and headers of the answer; header names as sent, alternating with values. */
  head(status: number, rawHeaders: readonly string[]): void;
  data(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/** Cancels a call; may be called at any time, even after the call's end. */
export type Cancel = (reason: Error) => void;

/** Moves the bytes of HTTP calls. The only timeout that it applies is that of connecting. */
export interface Carrier {
  carry(call: WireCall, events: WireEvents): Cancel;
  /** Closes idle connections; calls in flight end first. */
  close(): Promise<void>;
}

/** The stages at which opening a connection can fail, before anything of the request is sent. */
export type ConnectStage = 'lookup' | 'connect' | 'proxy' | 'tls' | 'certificate';

/**
 * Thrown if no connection could be opened. It has no `code`, because HTTP clients interpret codes that they
 * know.
 */
export class ConnectFailure extends Error {
  readonly stage: ConnectStage;

  constructor(stage: ConnectStage, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConnectFailure';
    this.stage = stage;
  }
}
