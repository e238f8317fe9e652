/**
 * Sends what a command asks for over one connection to the WebSocket API instead of REST. Answers and failures come as
 * those of HTTP do, so that all above it, from budget to the search for lost orders, is the same.
 */
import type { WsMethod } from '../catalogue/stream-types.ts';
import { ToolError } from '../core/errors.ts';
import type { JsonValue } from '../core/words.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import { decodeQuery } from '../request/encode.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import { weigh } from '../request/weight.ts';
import { WsApi } from '../stream/ws-api.ts';
import { jsonParams, type Params, signedParams } from '../stream/ws-signature.ts';
import { brokenError, connectError, interruptedError } from '../transport/failures.ts';
import { ConnectFailure } from '../transport/wire.ts';
import type { SigningOptions } from './keys.ts';
import { redactSecrets } from './redaction.ts';
import type { Settings } from './settings.ts';
import type { StreamAddress, Streaming } from './streaming.ts';
import type { World } from './world.ts';

/** The methods that a command's requests go by, by endpoint id; every other request goes over REST. */
export type ViaMethods = ReadonlyMap<string, WsMethod>;

export interface WsRouteOptions {
  readonly world: World;
  readonly settings: Settings;
  readonly methods: ViaMethods;
  readonly keys: ResolvedSigner;
  readonly streaming: () => Promise<Streaming>;
  readonly note: (text: string) => void;
}

export interface WsRoute {
  /** Returns a Send that takes the requests that have a method, and leaves the others to `rest`. */
  over(rest: Send, signing: Omit<SigningOptions, 'keys'>): Send;
  close(): Promise<void>;
}

/** Finds where the WebSocket API is reached; a sandbox is served by this command where none runs. Connects to nothing. */
export async function openWsRoute(wish: WsRouteOptions): Promise<WsRoute> {
  const streaming = await wish.streaming();
  const line = new Line(wish, streaming, await streaming.addressOf('ws-api', wish.keys));
  return {
    over: (rest, signing) => async (request, signal) => {
      const method = wish.methods.get(request.endpoint);
      return method === undefined ? rest(request, signal) : line.call(method, request, signing, signal);
    },
    close: () => line.close(),
  };
}

/** What a request is as a message, without what only the moment of sending knows. */
export interface WsMessage {
  readonly method: string;
  readonly params: Params;
  readonly weight: JsonValue;
}

/** Returns the message of a request. */
export function wsMessageOf(method: WsMethod, request: PreparedRequest): WsMessage {
  const wire = wireOf(request);
  const weight = { ...weigh(method, wire) };
  return { method: method.method, params: jsonParams(wire, method.params), weight };
}

function wireOf({ query, body }: PreparedRequest) {
  return new Map(decodeQuery(query === '' ? (body ?? '') : query));
}

/** The one connection of a command; made anew only where a read is repeated after it was lost. */
class Line {
  readonly #wish: WsRouteOptions;
  readonly #streaming: Streaming;
  #place: StreamAddress;
  #api: WsApi | undefined;
  #lastId = 0;

  constructor(wish: WsRouteOptions, streaming: Streaming, place: StreamAddress) {
    this.#wish = wish;
    this.#streaming = streaming;
    this.#place = place;
  }

  /** Signs and sends a request once, and resolves with its answer, whatever its status. */
  async call(
    method: WsMethod,
    request: PreparedRequest,
    { serverNow, recvWindowOf }: Omit<SigningOptions, 'keys'>,
    signal: AbortSignal,
  ) {
    const { keys } = this.#wish;
    let wasSent = false;
    const interrupted = () => interruptedError(request, wasSent, signal.reason);
    try {
      const api = await untilAborted(this.#connected(signal), signal, interrupted);
      const recvWindow = recvWindowOf(request);
      const params = signedParams(method, wsMessageOf(method, request).params, keys.signer, {
        timestamp: serverNow(request),
        ...(recvWindow === undefined ? {} : { recvWindow }),
      });
      this.#lastId += 1;
      wasSent = true;
      const sent = api.send({ id: this.#lastId, method: method.method, params }, method);
      const { answer } = await untilAborted(sent, signal, interrupted);
      if (answer.status < 300) return answer;
      return { ...answer, body: redactSecrets(answer.body, keys, params['signature']) };
    } catch (thrown) {
      const refusal = this.#refusal(thrown);
      if (refusal !== undefined) return refusal;
      throw this.#failure(request, thrown);
    }
  }

  /** A handshake that was refused for a ban or a limit: the same as a request that was, so that all above it stops. */
  #refusal(thrown: unknown): Answer | undefined {
    if (!(thrown instanceof ToolError) || thrown.kind !== 'rate-limited') return undefined;
    const { httpStatus = 429, retryAfterMs = 0 } = thrown.facts;
    return {
      status: httpStatus,
      headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
      body: '',
      origin: this.#place.url.origin,
      receivedAt: this.#wish.world.clock.now(),
      usage: { weight: {}, orders: {} },
    };
  }

  async close(): Promise<void> {
    await this.#api?.end();
  }

  async #connected(signal: AbortSignal): Promise<WsApi> {
    if (this.#api === undefined || this.#api.isOver) {
      const { world, settings, keys } = this.#wish;
      this.#place = await this.#streaming.addressOf('ws-api', keys);
      await this.#streaming.attemptGateOf(this.#place)(signal);
      this.#api = new WsApi({
        clock: world.clock,
        open: this.#streaming.open,
        url: this.#place.url,
        timeoutMs: settings.timeoutMs,
      });
    }
    await this.#api.ready();
    return this.#api;
  }

  /** Returns the error that the same failure has over HTTP. */
  #failure(request: PreparedRequest, thrown: unknown): unknown {
    const { url } = this.#place;
    // What failed here, such as the signing, is no failure of the connection.
    if (!(thrown instanceof ToolError) || thrown.facts.execution === undefined) return thrown;
    if (thrown.kind === 'interrupted') return thrown;
    const { cause, facts } = thrown;
    const why = cause instanceof Error ? cause.message : facts.message;
    if (facts.execution !== 'not_executed') return brokenError(request, url, why, { cause });
    const failure = cause instanceof ConnectFailure ? cause : new ConnectFailure('connect', why, cause);
    return connectError(request, url, failure);
  }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal, error: () => ToolError): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(error());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
