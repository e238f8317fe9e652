/**
 * Sends the requests of a command over one connection to the WebSocket API instead of REST. Answers and
 * failures have the form that HTTP gives them, so rate limits, retries and the verification of orders work
 * the same for both.
 */
import { isWriteEffect } from '../catalogue/define.ts';
import type { HostName } from '../catalogue/hosts.ts';
import type { WsMethod } from '../catalogue/stream-types.ts';
import { type WsApiProduct, wsApiOf } from '../catalogue/ws-apis.ts';
import { ToolError } from '../core/errors.ts';
import type { JsonValue } from '../core/words.ts';
import type { ResolvedSigner } from '../profile/resolve.ts';
import { decodeQuery } from '../request/encode.ts';
import type { Answer, CallWeight, PreparedRequest, Send } from '../request/types.ts';
import { weightOf } from '../request/weight.ts';
import { WsApi } from '../stream/ws-api.ts';
import { jsonParams, signedParams, type WsParams } from '../stream/ws-signature.ts';
import { brokenError, connectError, interruptedError } from '../transport/failures.ts';
import { ConnectFailure } from '../transport/wire.ts';
import type { SigningTerms } from './keys.ts';
import { redactAnswer } from './redaction.ts';
import type { Settings } from './settings.ts';
import type { StreamAddress, Streaming } from './streaming.ts';
import type { World } from './world.ts';
import { assertWsApiServed } from './ws-api-served.ts';

/** The methods of a WebSocket API by which a command sends requests; it sends every other request over REST. */
export interface WsMethods {
  readonly api: WsApiProduct;
  readonly byEndpoint: ReadonlyMap<string, WsMethod>;
}

export interface WsRouteOptions {
  readonly world: World;
  readonly settings: Settings;
  readonly methods: WsMethods;
  readonly keys: ResolvedSigner;
  readonly streaming: () => Promise<Streaming>;
  readonly note: (text: string) => void;
}

/** Finds the address of the methods' API; serves a sandbox where none runs. Connects to nothing. */
export async function openWsRoute(options: WsRouteOptions): Promise<WsRoute> {
  const streaming = await options.streaming();
  const { api } = options.methods;
  const address = await streaming.addressOf(wsApiOf(api).host, options.keys);
  assertWsApiServed(api, address.interface);
  return new WsRoute(options, streaming, address);
}

/** A request as a message of the WebSocket API, not yet with timestamp and signature. */
export interface WsMessage {
  /** The host of the WebSocket API. */
  readonly host: HostName;
  readonly method: string;
  readonly params: WsParams;
  readonly weight: JsonValue;
}

/** Returns the message of a request for a method. Throws a usage error if the method cannot carry its parameters. */
export function wsMessageOf(method: WsMethod, request: PreparedRequest): WsMessage {
  const wire = wireArgumentsOf(request);
  assertCarries(method, wire);
  const weight = { ...weightOf(method, wire) };
  return {
    host: wsApiOf(method.api).host,
    method: method.method,
    params: jsonParams(wire, method.params),
    weight,
  };
}

/** Throws a usage error for parameters that only the REST endpoint of a method takes, or only the method requires. */
function assertCarries({ method, params }: WsMethod, wire: ReadonlyMap<string, string>): void {
  const surplus = [...wire.keys()].filter((name) => !Object.hasOwn(params, name));
  const missing = Object.keys(params).filter((name) => params[name]!.required && !wire.has(name));
  if (surplus.length === 0 && missing.length === 0) return;
  throw new ToolError({
    kind: 'usage',
    message: [
      ...(surplus.length === 0 ? [] : [`${method} does not take ${surplus.join(', ')}.`]),
      ...(missing.length === 0 ? [] : [`${method} requires ${missing.join(', ')}.`]),
    ].join(' '),
    hint: 'Nothing was sent. Omit --via: over REST the command can be sent as it stands.',
    execution: 'not_executed',
  });
}

/**
 * Returns the method by which a request is sent; undefined for a read that goes over REST. Throws a usage error for a
 * write that has no method, because the user has asked for none over REST.
 */
export function methodOfRequest(
  { api, byEndpoint }: WsMethods,
  request: Pick<PreparedRequest, 'endpoint' | 'effect'>,
): WsMethod | undefined {
  const method = byEndpoint.get(request.endpoint);
  if (method !== undefined || !isWriteEffect(request.effect)) return method;
  throw new ToolError({
    kind: 'usage',
    message: `${request.endpoint} has no method of ${wsApiOf(api).title}.`,
    hint: 'Nothing was sent. Omit --via: the command goes over REST.',
    execution: 'not_executed',
  });
}

/** Returns the request weight of the message of a request; undefined for a request that goes over REST. */
export function messageWeightOf({ byEndpoint }: WsMethods, request: PreparedRequest): CallWeight | undefined {
  const method = byEndpoint.get(request.endpoint);
  return method === undefined ? undefined : weightOf(method, wireArgumentsOf(request));
}

function wireArgumentsOf({ query, body }: PreparedRequest) {
  return new Map(decodeQuery(query === '' ? (body ?? '') : query));
}

/** Sends requests over one connection, which is opened again only where a read is repeated after a loss. */
export class WsRoute {
  readonly #options: WsRouteOptions;
  readonly #streaming: Streaming;
  #address: StreamAddress;
  #api: WsApi | undefined;
  #lastId = 0;

  constructor(options: WsRouteOptions, streaming: Streaming, address: StreamAddress) {
    this.#options = options;
    this.#streaming = streaming;
    this.#address = address;
  }

  /**
   * Returns a Send that sends requests with a WebSocket API method over the connection and passes all others
   * to `rest`.
   */
  over(rest: Send, terms: SigningTerms): Send {
    return async (request, signal) => {
      const method = methodOfRequest(this.#options.methods, request);
      return method === undefined ? rest(request, signal) : this.#call(method, request, terms, signal);
    };
  }

  async close(): Promise<void> {
    await this.#api?.end();
  }

  /** Signs and sends a request once, and resolves with its answer, whatever its status. */
  async #call(
    method: WsMethod,
    request: PreparedRequest,
    { permitOf, serverNow, recvWindowOf }: SigningTerms,
    signal: AbortSignal,
  ) {
    const { keys } = this.#options;
    const message = wsMessageOf(method, request);
    let wasSent = false;
    const interrupted = () => interruptedError(request, wasSent, signal.reason);
    try {
      const api = await untilAborted(this.#connect(signal), signal, interrupted);
      const recvWindow = recvWindowOf(request);
      const params = signedParams(method, message.params, {
        signer: keys.signer,
        permit: permitOf(request),
        request,
        times: { timestamp: serverNow(request), ...(recvWindow === undefined ? {} : { recvWindow }) },
      });
      this.#lastId += 1;
      wasSent = true;
      const sent = api.send({ id: this.#lastId, method: method.method, params }, method);
      const { answer } = await untilAborted(sent, signal, interrupted);
      return redactAnswer(answer, keys, params['signature']);
    } catch (thrown) {
      const refusal = this.#handshakeRefusal(thrown);
      if (refusal !== undefined) return refusal;
      throw this.#failure(request, thrown);
    }
  }

  /**
   * Returns the HTTP answer of a handshake that a ban or rate limit refused, as if a request had been
   * refused.
   */
  #handshakeRefusal(thrown: unknown): Answer | undefined {
    if (!(thrown instanceof ToolError) || thrown.kind !== 'rate-limited') return undefined;
    const { httpStatus = 429, retryAfterMs = 0 } = thrown.facts;
    return {
      status: httpStatus,
      headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
      body: '',
      origin: this.#address.url.origin,
      receivedAt: this.#options.world.clock.now(),
      usage: { weight: {}, orders: {} },
    };
  }

  async #connect(signal: AbortSignal): Promise<WsApi> {
    if (this.#api === undefined || this.#api.isOver) {
      const { world, settings, keys, methods } = this.#options;
      this.#address = await this.#streaming.addressOf(wsApiOf(methods.api).host, keys);
      await this.#streaming.attemptGateOf(this.#address)(signal);
      this.#api = new WsApi({
        clock: world.clock,
        open: this.#streaming.open,
        url: this.#address.url,
        timeoutMs: settings.timeoutMs,
      });
    }
    await this.#api.ready();
    return this.#api;
  }

  /** Returns the error that the same failure would have over HTTP. */
  #failure(request: PreparedRequest, thrown: unknown): unknown {
    const { url } = this.#address;
    // Errors without an execution status, such as those of signing, and refusals are not failures of the connection.
    if (!(thrown instanceof ToolError) || thrown.facts.execution === undefined) return thrown;
    if (thrown.kind === 'interrupted' || thrown.kind === 'refused') return thrown;
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
