/** One HTTP call: sends a request through a carrier and collects the decoded answer. */
import type { Clock } from '../core/clock.ts';
import type { ToolError } from '../core/errors.ts';
import type { UnixMs } from '../core/words.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { readUsage } from '../request/usage.ts';
import { addressFacts } from './address-rules.ts';
import { answerWithBody } from './body/answer-body.ts';
import { BodyBuffer } from './body/body-buffer.ts';
import type { BodyMemory } from './body/body-memory.ts';
import { BodyFault, plainBody } from './body/inflate.ts';
import type { CallTimeouts, TimedCall } from './call-timeouts.ts';
import { brokenError, connectError, interruptedError, unsentError } from './failures.ts';
import type { HttpLimits } from './limits.ts';
import { redirectError } from './redirect.ts';
import { type Cancel, type Carrier, ConnectFailure, type WireCall, type WireEvents } from './wire.ts';

/** What all calls of a sender share. */
export interface CallMeans {
  readonly carrier: Carrier;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly memory: BodyMemory;
  readonly times: CallTimeouts;
}

const NOT_CANCELLABLE: Cancel = () => {};

/** An HTTP call that runs once. It receives its own events, so that no function is made for each of them. */
export class HttpCall implements WireEvents, TimedCall {
  readonly #call: WireCall;
  readonly #request: PreparedRequest;
  readonly #means: CallMeans;
  readonly #signal: AbortSignal;
  readonly #body: BodyBuffer;
  deadlineTick = Number.POSITIVE_INFINITY;
  idleTick = Number.POSITIVE_INFINITY;
  #wasWritten = false;
  #wasReused = false;
  #status = 0;
  #headers: Record<string, string> = NO_HEADERS;
  #hasAnswerBytes = false;
  #brokeOnWire = false;
  #isOver = false;
  #cancel = NOT_CANCELLABLE;
  #resolve!: (answer: Answer | Promise<Answer>) => void;
  #reject!: (error: unknown) => void;

  constructor(call: WireCall, request: PreparedRequest, means: CallMeans, signal: AbortSignal) {
    this.#call = call;
    this.#request = request;
    this.#means = means;
    this.#signal = signal;
    this.#body = new BodyBuffer(means.memory);
  }

  /** Whether the call failed on a reused connection before the first byte of an answer. */
  get diedOnStaleConnection(): boolean {
    return this.#brokeOnWire && this.#wasReused && !this.#hasAnswerBytes;
  }

  /** Sends the request and resolves with its complete answer; rejects with a ToolError if there is none. */
  run(): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#signal.aborted) throw interruptedError(this.#request, false, this.#signal.reason);
      this.#resolve = resolve;
      this.#reject = reject;
      watchAbort(this.#signal, this);
      this.#means.times.begin(this);
      const cancel = this.#means.carrier.carry(this.#call, this);
      // The carrier may have failed before it returned the function that cancels the call.
      if (this.#isOver) cancel(new Error('the call is over'));
      else this.#cancel = cancel;
    });
  }

  written({ reused }: { readonly reused: boolean }): void {
    if (this.#isOver) return;
    this.#wasWritten = true;
    this.#wasReused = reused;
    // The deadline starts again: connecting and waiting for a free connection do not count against it.
    this.#means.times.written(this);
  }

  head(status: number, rawHeaders: readonly string[]): void {
    if (this.#isOver) return;
    const headers = joinHeaders(rawHeaders);
    this.#hasAnswerBytes = true;
    this.#status = status;
    this.#headers = headers;
    this.#body.expect(Number(headers['content-length']) || 0);
    this.#means.times.received(this);
    // Redirects are not followed, and their bodies are not read.
    if (isRedirect(status))
      this.#fail(redirectError(this.#request, this.#call.address, status, headers['location']));
  }

  data(chunk: Buffer): void {
    if (this.#isOver) return;
    const excess = this.#excessWith(chunk);
    if (excess !== undefined) {
      this.#fail(brokenError(this.#request, this.#call.address, excess, { isPermanent: true }));
      return;
    }
    this.#body.append(chunk);
    this.#means.times.received(this);
  }

  end(): void {
    if (this.#isOver) return;
    this.#finish();
    try {
      this.#resolve(this.#answer());
    } catch (error) {
      this.#reject(error);
    }
  }

  fail(error: Error): void {
    if (this.#isOver) return;
    this.#brokeOnWire = true;
    this.#fail(
      error instanceof ConnectFailure
        ? connectError(this.#request, this.#call.address, error)
        : this.#brokenError(describeFailure(error, this.#hasAnswerBytes), error),
    );
  }

  timeOut(limit: 'deadline' | 'idle', limitMs: number): void {
    const what =
      limit === 'deadline' ? `it took longer than ${limitMs} ms` : `nothing came for ${limitMs} ms`;
    this.#fail(this.#brokenError(what));
  }

  /** Ends the call, because its signal aborted. */
  abort(): void {
    this.#fail(interruptedError(this.#request, this.#wasWritten, this.#signal.reason));
  }

  #fail(error: ToolError): void {
    if (this.#isOver) return;
    this.#finish();
    this.#body.take();
    this.#reject(error);
    this.#cancel(error);
  }

  #finish(): void {
    this.#isOver = true;
    this.#means.times.end(this);
    stopWatching(this.#signal, this);
  }

  /**
   * Returns which limit of size or number of chunks the body of an answer exceeds with a further chunk; undefined for
   * none.
   */
  #excessWith(chunk: Buffer): string | undefined {
    const { maxBodyBytes, maxBodyChunks } = this.#means.limits;
    if (this.#body.length + chunk.length > maxBodyBytes)
      return `its body is larger than ${maxBodyBytes} bytes`;
    if (this.#body.chunkCount >= maxBodyChunks) return `its body has more than ${maxBodyChunks} chunks`;
    return undefined;
  }

  #brokenError(what: string, cause?: unknown): ToolError {
    const { address } = this.#call;
    return this.#wasWritten
      ? brokenError(this.#request, address, what, { cause })
      : unsentError(this.#request, address, what);
  }

  /** Returns the answer, or its promise where the body is compressed. Throws the error of a body that cannot be decoded. */
  #answer(): Answer | Promise<Answer> {
    const receivedAt = this.#means.clock.now();
    const { bytes, memory } = this.#body.take();
    const encoding = this.#headers['content-encoding'];
    const { maxInflatedBytes } = this.#means.limits;
    try {
      const plain = plainBody(bytes, encoding, maxInflatedBytes);
      if (!(plain instanceof Promise)) return this.#answerWith(plain, bytes, memory, receivedAt);
      return plain.then(
        (decoded) => this.#answerWith(decoded, bytes, memory, receivedAt),
        (error) => {
          throw this.#bodyError(error);
        },
      );
    } catch (error) {
      throw this.#bodyError(error);
    }
  }

  #bodyError(error: unknown): unknown {
    if (!(error instanceof BodyFault)) return error;
    const { message, isTooLarge } = error;
    return brokenError(this.#request, this.#call.address, message, {
      cause: error,
      isPermanent: isTooLarge,
    });
  }

  #answerWith(plain: Buffer, bytes: Buffer, memory: Buffer | undefined, receivedAt: UnixMs): Answer {
    const headers = this.#headers;
    const rest = {
      status: this.#status,
      headers,
      origin: addressFacts(this.#call.address).origin,
      receivedAt,
      usage: readUsage(headers),
    };
    const release = memory === undefined ? undefined : () => this.#means.memory.give(memory);
    // The text of a compressed body lies in memory of its own.
    if (plain.buffer === bytes.buffer) return answerWithBody(plain, rest, release);
    release?.();
    return answerWithBody(plain, rest, undefined);
  }
}

const NO_HEADERS: Record<string, string> = Object.freeze(Object.create(null));

type Abortable = Pick<HttpCall, 'abort'>;

/** The calls under way by the signal that aborts them. */
const watched = new WeakMap<AbortSignal, { readonly calls: Set<Abortable>; readonly abortAll: () => void }>();

/**
 * Aborts a call when a signal aborts. Calls of one signal share its listener, because a signal compares each new listener
 * with all that it has.
 */
function watchAbort(signal: AbortSignal, call: Abortable): void {
  let found = watched.get(signal);
  if (found === undefined) {
    const calls = new Set<Abortable>();
    const abortAll = () => {
      for (const one of calls) one.abort();
    };
    found = { calls, abortAll };
    watched.set(signal, found);
  }
  if (found.calls.size === 0) signal.addEventListener('abort', found.abortAll, { once: true });
  found.calls.add(call);
}

/** Ends the watch of a signal. A signal without calls has no listener, which could keep it in memory. */
function stopWatching(signal: AbortSignal, call: Abortable): void {
  const found = watched.get(signal);
  if (found?.calls.delete(call) === true && found.calls.size === 0)
    signal.removeEventListener('abort', found.abortAll);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * Returns the headers with lowercase names; joins several values of one name by ", " (RFC 9110, section 5.3).
 */
function joinHeaders(raw: readonly string[]): Record<string, string> {
  // The object has no prototype, so that a header named __proto__ is an ordinary entry.
  const headers: Record<string, string> = Object.create(null);
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    const value = raw[index + 1]!;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function describeFailure(error: Error, hasAnswerBytes: boolean): string {
  const code = (error as { readonly code?: unknown }).code;
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return 'the header section of its answer is larger than 16 KiB';
  }
  if (typeof code === 'string' && (code.startsWith('HPE_') || code === 'UND_ERR_PARSER')) {
    return 'it did not answer with HTTP';
  }
  return hasAnswerBytes ? 'its answer broke off' : 'the connection broke before an answer came';
}
