/** One HTTP call: sends a request through a carrier and collects the decoded answer. */
import type { Clock } from '../core/clock.ts';
import type { ToolError } from '../core/errors.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { readUsage } from '../request/usage.ts';
import { answerWithBody } from './body/answer-body.ts';
import { BodyBuffer } from './body/body-buffer.ts';
import type { BodyMemory } from './body/body-memory.ts';
import { BodyFault, plainBody } from './body/inflate.ts';
import { brokenError, connectError, interruptedError, unsentError } from './failures.ts';
import type { HttpLimits } from './limits.ts';
import { redirectError } from './redirect.ts';
import { type Cancel, type Carrier, ConnectFailure, type WireCall, type WireEvents } from './wire.ts';

/** An HTTP call that runs once. */
export class HttpCall {
  readonly #call: WireCall;
  readonly #request: PreparedRequest;
  readonly #limits: HttpLimits;
  readonly #clock: Clock;
  #wasWritten = false;
  #wasReused = false;
  #status = 0;
  #headers: Record<string, string> = {};
  readonly #memory: BodyMemory;
  readonly #body: BodyBuffer;
  #hasAnswerBytes = false;
  #brokeOnWire = false;
  #deadline: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    call: WireCall,
    request: PreparedRequest,
    {
      limits,
      clock,
      memory,
    }: { readonly limits: HttpLimits; readonly clock: Clock; readonly memory: BodyMemory },
  ) {
    this.#call = call;
    this.#request = request;
    this.#limits = limits;
    this.#clock = clock;
    this.#memory = memory;
    this.#body = new BodyBuffer(memory);
  }

  /** Whether the call failed on a reused connection before the first byte of an answer. */
  get diedOnStaleConnection(): boolean {
    return this.#brokeOnWire && this.#wasReused && !this.#hasAnswerBytes;
  }

  /** Sends the request and resolves with its complete answer; rejects with a ToolError if there is none. */
  async run(carrier: Carrier, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) throw interruptedError(this.#request, false, signal.reason);
    await this.#carry(carrier, signal);
    return this.#answer();
  }

  #carry(carrier: Carrier, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let cancel: Cancel = () => {};
      let isOver = false;
      const finish = (error?: ToolError) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(this.#deadline);
        clearTimeout(this.#idle);
        stopWatching(signal, onAbort);
        if (error === undefined) return resolve();
        this.#body.take();
        reject(error);
        cancel(error);
      };
      const onAbort = () => finish(interruptedError(this.#request, this.#wasWritten, signal.reason));
      const breakCall = (what: string, cause?: unknown) => finish(this.#brokenError(what, cause));
      watchAbort(signal, onAbort);
      this.#startDeadline(breakCall);
      cancel = carrier.carry(
        this.#call,
        this.#events(() => isOver, finish, breakCall),
      );
      // The carrier may have failed before it returned the function that cancels the call.
      if (isOver) cancel(new Error('the call is over'));
    });
  }

  #events(
    isOver: () => boolean,
    finish: (error?: ToolError) => void,
    breakCall: (what: string, cause?: unknown) => void,
  ): WireEvents {
    return {
      written: ({ reused }) => {
        if (isOver()) return;
        this.#wasWritten = true;
        this.#wasReused = reused;
        // The deadline starts again: connecting and waiting for a free connection do not count against it.
        this.#startDeadline(breakCall);
        this.#resetIdleTimer(breakCall);
      },
      head: (status, rawHeaders) => {
        if (isOver()) return;
        this.#hasAnswerBytes = true;
        this.#status = status;
        this.#headers = joinHeaders(rawHeaders);
        this.#body.expect(Number(this.#headers['content-length']) || 0);
        this.#resetIdleTimer(breakCall);
        // Redirects are not followed, and their bodies are not read.
        if (isRedirect(status)) finish(this.#redirectError());
      },
      data: (chunk) => {
        if (isOver()) return;
        const excess = this.#excessWith(chunk);
        if (excess !== undefined)
          return finish(brokenError(this.#request, this.#call.address, excess, { isPermanent: true }));
        this.#body.append(chunk);
        this.#resetIdleTimer(breakCall);
      },
      end: () => finish(),
      fail: (error) => {
        if (isOver()) return;
        this.#brokeOnWire = true;
        if (error instanceof ConnectFailure) finish(connectError(this.#request, this.#call.address, error));
        else breakCall(describeFailure(error, this.#hasAnswerBytes), error);
      },
    };
  }

  /**
   * Returns which limit of size or number of chunks the body of an answer exceeds with a further chunk; undefined for
   * none.
   */
  #excessWith(chunk: Buffer): string | undefined {
    const { maxBodyBytes, maxBodyChunks } = this.#limits;
    if (this.#body.length + chunk.length > maxBodyBytes)
      return `its body is larger than ${maxBodyBytes} bytes`;
    if (this.#body.chunkCount >= maxBodyChunks) return `its body has more than ${maxBodyChunks} chunks`;
    return undefined;
  }

  #redirectError(): ToolError {
    return redirectError(this.#request, this.#call.address, this.#status, this.#headers['location']);
  }

  #brokenError(what: string, cause?: unknown): ToolError {
    const { address } = this.#call;
    return this.#wasWritten
      ? brokenError(this.#request, address, what, { cause })
      : unsentError(this.#request, address, what);
  }

  #startDeadline(breakCall: (what: string) => void): void {
    const { deadlineMs } = this.#limits;
    if (this.#deadline !== undefined) {
      this.#deadline.refresh();
      return;
    }
    this.#deadline = setTimeout(() => breakCall(`it took longer than ${deadlineMs} ms`), deadlineMs);
  }

  /** Starts the idle timeout of an HTTP call again, after a byte was sent or received. */
  #resetIdleTimer(breakCall: (what: string) => void): void {
    if (this.#idle !== undefined) {
      this.#idle.refresh();
      return;
    }
    const { idleTimeoutMs } = this.#limits;
    this.#idle = setTimeout(() => breakCall(`nothing came for ${idleTimeoutMs} ms`), idleTimeoutMs);
  }

  async #answer(): Promise<Answer> {
    const receivedAt = this.#clock.now();
    const { bytes, memory } = this.#body.take();
    let plain: Buffer;
    try {
      const decoded = plainBody(bytes, this.#headers['content-encoding'], this.#limits.maxInflatedBytes);
      plain = decoded instanceof Promise ? await decoded : decoded;
    } catch (error) {
      if (!(error instanceof BodyFault)) throw error;
      const { message, isTooLarge } = error;
      throw brokenError(this.#request, this.#call.address, message, {
        cause: error,
        isPermanent: isTooLarge,
      });
    }
    const release = memory === undefined ? undefined : () => this.#memory.give(memory);
    const rest = {
      status: this.#status,
      headers: this.#headers,
      origin: this.#call.address.origin,
      receivedAt,
      usage: readUsage(this.#headers),
    };
    // The text of a compressed body lies in memory of its own.
    if (plain.buffer === bytes.buffer) return answerWithBody(plain, rest, release);
    release?.();
    return answerWithBody(plain, rest, undefined);
  }
}

/** The calls under way by the signal that aborts them. */
const watched = new WeakMap<
  AbortSignal,
  { readonly calls: Set<() => void>; readonly abortAll: () => void }
>();

/**
 * Calls a function once when a signal aborts. Calls of one signal share its listener, because a signal compares each new
 * listener with all that it has.
 */
function watchAbort(signal: AbortSignal, onAbort: () => void): void {
  let found = watched.get(signal);
  if (found === undefined) {
    const calls = new Set<() => void>();
    const abortAll = () => {
      for (const call of calls) call();
    };
    found = { calls, abortAll };
    watched.set(signal, found);
  }
  if (found.calls.size === 0) signal.addEventListener('abort', found.abortAll, { once: true });
  found.calls.add(onAbort);
}

/** Ends the watch of a signal. A signal without calls has no listener, which could keep it in memory. */
function stopWatching(signal: AbortSignal, onAbort: () => void): void {
  const found = watched.get(signal);
  if (found?.calls.delete(onAbort) === true && found.calls.size === 0)
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
