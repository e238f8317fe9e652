/**
 * Calls over one connection to the WebSocket API (interface document, WebSocket API; names and forms are
 * public facts). Answers are matched by id. A write without an answer has an unknown execution status, and no
 * call is sent twice.
 */
import type { WsMethod } from '../catalogue/stream-types.ts';
import type { Clock } from '../core/clock.ts';
import { ToolError } from '../core/errors.ts';
import { parseJson, stringifyJson } from '../core/json.ts';
import { memberText } from '../core/json-text.ts';
import { safeText } from '../core/text.ts';
import type { JsonValue } from '../core/words.ts';
import type { Answer, Usage } from '../request/types.ts';
import { type CloseReason, closeReasonText } from './close-reason.ts';
import type { OpenSocket, StreamSocket } from './socket.ts';
import { type CallAuthority, signedParams, type WsParams } from './ws-signature.ts';

export interface WsApiOptions {
  readonly clock: Clock;
  readonly open: OpenSocket;
  /** The complete address of the WebSocket API, with its path. */
  readonly url: URL;
  /** The longest wait for one answer, in ms. */
  readonly timeoutMs: number;
  /** Called with each message that answers no call, such as a user event. */
  readonly onEvent?: (bytes: Buffer) => void;
  /** Called when a message, ping or pong arrived. */
  readonly onAlive?: () => void;
  readonly onEnd?: (why: string) => void;
}

/** The usage of one rate limit, as answers report it. */
export interface RateUsage {
  readonly rateLimitType: string;
  readonly interval: string;
  readonly intervalNum: number;
  readonly limit: number;
  readonly count: number;
}

export interface WsReply {
  /** The answer as if it came over HTTP: a status, and the result or the error as its body. */
  readonly answer: Answer;
  /** The message of the answer exactly as received. */
  readonly bytes: Buffer;
  readonly limits: readonly RateUsage[];
  /** The parameters of the call as sent, with key, timestamp and signature. */
  readonly params: WsParams;
}

interface Pending {
  readonly method: WsMethod;
  readonly params: WsParams;
  readonly resolve: (reply: WsReply) => void;
  readonly fail: (error: ToolError) => void;
}

export class WsApi {
  readonly #options: WsApiOptions;
  readonly #pending = new Map<string, Pending>();
  readonly #opened: Promise<void>;
  readonly #gone: Promise<void>;
  #socket: StreamSocket | undefined;
  #ended: CloseReason | undefined;
  #lastId = 0;

  constructor(options: WsApiOptions) {
    this.#options = options;
    let gone = () => {};
    this.#gone = new Promise((resolve) => {
      gone = resolve;
    });
    this.#opened = new Promise((resolve, reject) => {
      this.#socket = options.open(options.url, {
        onOpen: () => resolve(),
        onMessage: (bytes) => this.#message(bytes),
        onAlive: () => options.onAlive?.(),
        onClose: (reason) => {
          this.#ended = reason;
          reject(this.#notSentError(reason));
          this.#failPending(reason);
          gone();
        },
      });
    });
    // Each call reports a failed connection itself; without a call the failure needs no report.
    this.#opened.catch(() => {});
  }

  /**
   * Resolves when the connection is open. Throws a ToolError of kind `unavailable` if it cannot be opened.
   */
  ready(): Promise<void> {
    return this.#opened;
  }

  /**
   * Signs a call if its method requires it, sends it once and resolves with the answer, whatever its status.
   */
  async call(method: WsMethod, params: WsParams, authority?: CallAuthority): Promise<WsReply> {
    await this.#opened;
    this.#lastId += 1;
    const whole = authority === undefined ? params : signedParams(method, params, authority);
    return this.send({ id: this.#lastId, method: method.method, params: whole }, method);
  }

  /**
   * Sends a request that already has an id. Throws a usage error if a call with this id is waiting for its
   * answer.
   */
  async send(
    request: { readonly id: JsonValue; readonly method: string; readonly params: WsParams },
    method: WsMethod,
  ): Promise<WsReply> {
    await this.#opened;
    if (this.#ended !== undefined) throw this.#notSentError(this.#ended);
    const key = stringifyJson(request.id);
    if (this.#pending.has(key)) {
      throw new ToolError({
        kind: 'usage',
        message: `A call with the id ${safeText(key.slice(0, 40))} is pending.`,
        execution: 'not_executed',
      });
    }
    const { clock, timeoutMs } = this.#options;
    const answered = new AbortController();
    const reply = new Promise<WsReply>((resolve, reject) => {
      this.#pending.set(key, { method, params: request.params, resolve, fail: reject });
    });
    const hasParams = Object.keys(request.params).length > 0;
    this.#socket?.send(
      stringifyJson({
        id: request.id,
        method: request.method,
        ...(hasParams ? { params: request.params } : {}),
      }),
    );
    const late = clock.sleep(timeoutMs, answered.signal).then(
      () => {
        throw unansweredError(method, `no answer within ${timeoutMs} ms`);
      },
      () => reply,
    );
    return Promise.race([reply, late]).finally(() => {
      answered.abort();
      this.#pending.delete(key);
    });
  }

  /** Whether the connection has closed. */
  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  /** Sends a ping; its answer calls `onAlive`. */
  ping(): void {
    this.#socket?.ping();
  }

  close(): void {
    this.#socket?.close();
  }

  /** Sends a close frame and resolves when the connection has closed. */
  async end(): Promise<void> {
    this.close();
    await this.#gone;
  }

  /** Closes the connection without a close frame. */
  terminate(): void {
    this.#socket?.terminate();
  }

  #message(bytes: Buffer): void {
    this.#options.onAlive?.();
    let value: JsonValue;
    try {
      value = parseJson(bytes.toString('utf8'));
    } catch {
      this.#options.onEvent?.(bytes);
      return;
    }
    const members = value as Readonly<Record<string, JsonValue>>;
    const isAnswer =
      typeof value === 'object' && value !== null && !Array.isArray(value) && 'status' in members;
    const pending = isAnswer ? this.#pending.get(stringifyJson(members['id'] ?? null)) : undefined;
    if (pending === undefined) this.#options.onEvent?.(bytes);
    else pending.resolve(this.#replyOf(members, bytes, pending.params));
  }

  #replyOf(
    { status, error, rateLimits }: Readonly<Record<string, JsonValue>>,
    bytes: Buffer,
    params: WsParams,
  ): WsReply {
    const limits = Array.isArray(rateLimits) ? (rateLimits as unknown as readonly RateUsage[]) : [];
    const isDone = typeof status === 'number' && status >= 200 && status < 300;
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    const { clock, url } = this.#options;
    const retryMs = retryAfterOf(error, clock.now());
    if (retryMs !== undefined) headers['retry-after'] = String(Math.max(0, Math.ceil(retryMs / 1000)));
    // The result of a WebSocket API answer is passed on as received, because parsing and writing its JSON could change
    // digits.
    const body = memberText(bytes.toString('utf8'), isDone ? 'result' : 'error') ?? 'null';
    return {
      bytes,
      limits,
      params,
      answer: {
        status: typeof status === 'number' ? status : 0,
        headers,
        body,
        origin: url.origin,
        receivedAt: clock.now(),
        usage: usageOf(limits),
      },
    };
  }

  #failPending(reason: CloseReason): void {
    for (const { method, fail } of this.#pending.values())
      fail(unansweredError(method, closeReasonText(reason)));
    this.#pending.clear();
    this.#options.onEnd?.(closeReasonText(reason));
  }

  #notSentError(reason: CloseReason): ToolError {
    const { retryAfterMs, status, failure } = reason;
    if (status !== undefined && retryAfterMs !== undefined) {
      return new ToolError({
        kind: 'rate-limited',
        message: `No connection to ${this.#options.url.host}: ${closeReasonText(reason)}.`,
        hint: `Nothing was sent. Send nothing more for ${Math.ceil(retryAfterMs / 1000)} s: each try makes it longer.`,
        retryAfterMs,
        httpStatus: status,
        execution: 'not_executed',
      });
    }
    return new ToolError({
      kind: 'unavailable',
      message: `No connection to ${this.#options.url.host}: ${closeReasonText(reason)}.`,
      hint: 'Nothing was sent: try again.',
      retryable: true,
      execution: 'not_executed',
      // After a refused upgrade the failure is only that its socket was closed.
      cause: status === undefined && failure !== undefined ? failure : new Error(closeReasonText(reason)),
    });
  }
}

const INTERVAL_LETTERS: Readonly<Record<string, string>> = { SECOND: 's', MINUTE: 'm', HOUR: 'h', DAY: 'd' };

/** Returns the usage of limits in the form of the REST headers. */
function usageOf(limits: readonly RateUsage[]): Usage {
  const usage = { weight: {} as Record<string, number>, orders: {} as Record<string, number> };
  for (const { rateLimitType, interval, intervalNum, count } of limits) {
    const kept = { REQUEST_WEIGHT: usage.weight, ORDERS: usage.orders }[rateLimitType];
    const letter = INTERVAL_LETTERS[interval];
    if (kept !== undefined && letter !== undefined && Number.isSafeInteger(count))
      kept[`${intervalNum}${letter}`] = count;
  }
  return usage;
}

/**
 * Returns the ms to wait that an error states. `retryAfter` is a time of the exchange's clock and usually
 * comes with `serverTime` (public facts, WebSocket API); without it this machine's clock is used, which may
 * be off.
 */
function retryAfterOf(error: JsonValue | undefined, now: number): number | undefined {
  const { data } = (error ?? {}) as {
    readonly data?: { readonly retryAfter?: JsonValue; readonly serverTime?: JsonValue } | null;
  };
  const { retryAfter: at, serverTime } = data ?? {};
  if (typeof at !== 'number') return undefined;
  return at - (typeof serverTime === 'number' ? serverTime : now);
}

/**
 * Returns the error of a call without an answer. A read can be repeated; the status of a write is unknown.
 */
function unansweredError(method: WsMethod, why: string): ToolError {
  const isRead = method.effect === 'read' || method.effect === 'dry-run';
  return new ToolError({
    kind: isRead ? 'unavailable' : 'execution-unknown',
    message: `${method.method} was sent and not answered: ${why}.`,
    hint: isRead
      ? 'It changed nothing: try again.'
      : 'It may have been executed: look it up before you send anything again.',
    retryable: isRead,
    execution: isRead ? 'none' : 'unknown',
    cause: new Error(why),
  });
}
