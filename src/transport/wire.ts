/** What passes between a sender and the carrier that moves its bytes: one HTTP/1.1 exchange at a time. */

/** A request with its address: what stands on the wire. */
export interface WireCall {
  /** Scheme, host and port; its path is never used. */
  readonly address: URL;
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  /** In the order sent. Host, Connection and Content-Length are the carrier's. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/** How a carrier tells what happens. After `end` or `fail` nothing more is told. */
export interface WireEvents {
  /** The request is about to be handed to an open connection: from now on a byte may have left. */
  written(on: { readonly reused: boolean }): void;
  /** The head of the answer; names as sent, alternating with values. */
  head(status: number, rawHeaders: readonly string[]): void;
  data(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

/** Ends an exchange from this side; safe to call at any time, also after its end. */
export type Cancel = (reason: Error) => void;

/** Moves the bytes of one exchange. Keeps no deadline but that of connecting. */
export interface Carrier {
  carry(call: WireCall, events: WireEvents): Cancel;
  /** Closes idle connections; calls in flight end first. */
  close(): Promise<void>;
}

/** The steps at which a connection can fail; at none of them has any of a request been sent. */
export type ConnectStage = 'lookup' | 'connect' | 'proxy' | 'tls' | 'certificate';

/** No connection came about. Has no `code`, since HTTP clients branch on codes they know. */
export class ConnectFailure extends Error {
  readonly stage: ConnectStage;

  constructor(stage: ConnectStage, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ConnectFailure';
    this.stage = stage;
  }
}
