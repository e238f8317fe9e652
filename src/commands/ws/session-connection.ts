/** The connection of a session: opens it, logs on, reconnects, and signs requests. */
import { redactSecrets } from '../../app/redaction.ts';
import type { OpenSender } from '../../app/sender.ts';
import { LIMITS } from '../../catalogue/limits.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import { type WsApiProduct, wsApiOf } from '../../catalogue/ws-apis.ts';
import { findWsMethod } from '../../catalogue/ws-methods.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { UnixMs } from '../../core/words.ts';
import type { Permit } from '../../request/permit.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { HEALTHY_MS, reconnectDelayMs } from '../../stream/back-off.ts';
import type { WsApi, WsReply } from '../../stream/ws-api.ts';
import { type CallAuthority, callToSign, signedParams, type WsParams } from '../../stream/ws-signature.ts';
import { openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import { readHalves, recordHalves } from './cancel-replace.ts';
import {
  bareRequest,
  endpointOf,
  hostOption,
  keyHostsOf,
  methodOf,
  openWsApi,
  wireOf,
  withinBudget,
} from './method-call.ts';
import type { SessionRequest } from './session-lines.ts';

const LOGON = 'session.logon';
/**
 * A signed method that represents all signed methods: it decides the sender, the keys and the clock of a
 * session.
 */
const SIGNED_METHOD = 'account.status';
/**
 * The largest number of attempts to reconnect in a row, with growing delays: about half a minute in total.
 */
const CONNECTS_MAX = 6;
/**
 * How long to wait for the answer to a ping, in ms; the server sends its own pings within this time
 * (interface document, WebSocket API).
 */
const PONG_WAIT_MS = LIMITS.serverPing.value;

type Keys = Awaited<ReturnType<CommandCall['services']['keysOf']>>;

/** A call of a session as it was sent. */
export interface SentCall {
  /** The request under which the journal holds the call. */
  readonly request: PreparedRequest;
  readonly params: WsParams;
  readonly api: WsApi;
}

export interface SessionEvents {
  onEvent(bytes: Buffer): void;
  /** Called when the connection was lost. */
  onLost(why: string): void;
  /** Called when a new connection is open; user streams must then be subscribed to again. */
  onReconnect(): void;
}

export class SessionConnection {
  readonly #call: CommandCall;
  readonly #wsApi: WsApiProduct;
  readonly #signal: AbortSignal;
  readonly #events: SessionEvents;
  #api: Promise<WsApi> | undefined;
  #keys: Keys | undefined;
  #sender: Promise<OpenSender> | undefined;
  #serverNow: Promise<() => UnixMs> | undefined;
  #measuredNow: (() => UnixMs) | undefined;
  #failure: unknown;
  /** When the last connection was opened, in ms of the monotonic clock. */
  #openedMs = 0;
  /** The connection to which a ping was sent to find out whether it is alive. */
  #probed: WsApi | undefined;
  /** The number of messages, pings and pongs that were received. */
  #framesReceived = 0;
  #shortLived = 0;

  /** `signal` ends the session. */
  constructor(call: CommandCall, api: WsApiProduct, signal: AbortSignal, events: SessionEvents) {
    this.#call = call;
    this.#wsApi = api;
    this.#signal = signal;
    this.#events = events;
  }

  /** The error after which the session opens no more connections; undefined while there is none. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Opens the first connection of a session. Throws a ToolError of kind `unavailable` if it fails. */
  async open(): Promise<void> {
    if (this.#call.options['logon'] === true) await this.#assertLogonPossible();
    this.#api = this.#connect();
    await Promise.all([this.#api, this.#loadKeys()]);
  }

  /**
   * Sends a request on an open connection once the rate limiter permits it, with signature and its parameters
   * unless they are given. `onSent` receives the request and the parameters as sent. Throws a ToolError of kind
   * `rate-limited` if the request was not sent because the wait is too long, or because the exchange demands
   * a cooldown, and of kind `execution-unknown` for a write of which the answer proves nothing.
   */
  async send(
    method: WsMethod,
    { id, params }: SessionRequest,
    onSent: (sent: SentCall) => void,
  ): Promise<WsReply> {
    const request = buildRequest(endpointOf(method), wireOf(params), hostOption(method).host);
    const journal = request.intent === undefined ? undefined : await this.#call.services.journal();
    const sent = this.#budgeted(request, async (permit) => {
      const { api, allParams } = await this.#authorize(method, params, { request, permit });
      const framesBefore = this.#framesReceived;
      const reply = api.send({ id, method: method.method, params: allParams }, method);
      onSent({ request, params: allParams, api });
      return reply.catch((error: unknown) => {
        if (this.#framesReceived === framesBefore && !api.isOver) void this.#probe(api);
        throw error;
      });
    });
    const proved = sent.then(async (reply) => {
      if (request.proof !== undefined && reply.answer.status < 300)
        await this.#throwUnlessProved(request, reply);
      return reply;
    });
    if (journal === undefined) return proved;
    return proved.then(
      async (reply) => {
        const halves =
          method.cancelReplace === undefined ? undefined : readHalves(method, params, reply.answer);
        if (halves !== undefined) await recordHalves(this.#call, request, halves);
        else {
          const refusal = await this.throwOnRefusal(method, reply).catch((error: unknown) => error);
          await journal.recordEnd(request, refusal);
        }
        return reply;
      },
      async (error: unknown) => {
        await journal.recordEnd(request, error);
        throw error;
      },
    );
  }

  async #throwUnlessProved(request: PreparedRequest, { answer, params }: WsReply): Promise<void> {
    const { throwUnlessProved } = await import('../../transport/answer.ts');
    const body = redactSecrets(answer.body, await this.#loadKeys(), params['signature']);
    throwUnlessProved(request, { ...answer, body });
  }

  /** Returns the exchange's time if it was measured, otherwise this machine's time. */
  now(): number {
    return this.#measuredNow?.() ?? this.#call.services.world.clock.now();
  }

  /** Returns the longest time that a request waits for the rate limiter, in ms. */
  async maxWaitMs(): Promise<number> {
    return (await this.#openSender()).maxWaitMs;
  }

  /**
   * Returns an open connection, and the parameters of a request with timestamp and signature if it needs
   * them. Whether bourse signs it, its caller has, or the connection is logged on: its permit is used up.
   */
  async #authorize(
    method: WsMethod,
    params: WsParams,
    { request, permit }: Pick<CallAuthority, 'request' | 'permit'>,
  ): Promise<{ readonly api: WsApi; readonly allParams: WsParams }> {
    const api = await this.#openConnection();
    if ('signature' in params || method.security === 'NONE' || method.security === 'SESSION') {
      permit.use(callToSign(request, params));
      return { api, allParams: params };
    }
    const isLoggedOn = method.security === 'SIGNED' && this.#call.options['logon'] === true;
    const { timestamp, ...rest } = { timestamp: (await this.#measureClock())(), ...params };
    if (isLoggedOn) {
      const allParams = { timestamp, ...rest };
      permit.use(callToSign(request, allParams));
      return { api, allParams };
    }
    const { signer } = await this.#loadKeys();
    const times = { timestamp: timestamp as UnixMs };
    return { api, allParams: signedParams(method, rest, { signer, permit, request, times }) };
  }

  /** Pings a connection that left a request unanswered, and terminates it if no frame arrives in time. */
  async #probe(api: WsApi): Promise<void> {
    if (this.#probed === api) return;
    this.#probed = api;
    const framesBefore = this.#framesReceived;
    api.ping();
    await this.#call.services.world.clock.sleep(PONG_WAIT_MS, this.#signal).catch(() => {});
    if (this.#framesReceived === framesBefore && !this.#signal.aborted) api.terminate();
    this.#probed = undefined;
  }

  /** Sends a request through the rate limiter that the session shares with REST look-ups. */
  async #budgeted(request: PreparedRequest, send: (permit: Permit) => Promise<WsReply>): Promise<WsReply> {
    return withinBudget(await this.#openSender(), request, this.#signal, send);
  }

  /** Returns the bytes of a message from the exchange with the API key and the signature of its request blacked out. */
  redact(bytes: Buffer, signature: unknown, isRefusal: boolean): Buffer {
    const keys = this.#keys!;
    const isClean =
      !bytes.includes(keys.signer.apiKey) && !(typeof signature === 'string' && bytes.includes(signature));
    // Only refusals are searched for keys: searching every answer in each encoding would cost more than the
    // answer itself.
    if (isClean && !isRefusal) return bytes;
    return Buffer.from(redactSecrets(bytes.toString('utf8'), keys, signature));
  }

  async close(): Promise<void> {
    await (await this.#api?.catch(() => undefined))?.end();
  }

  /**
   * Returns an open connection; all requests that wait for a new connection share the same attempt to open
   * it.
   */
  async #openConnection(): Promise<WsApi> {
    for (;;) {
      const pending = this.#api;
      const api = await pending!;
      if (!api.isOver) return api;
      if (this.#api === pending) this.#api = this.#reconnect();
    }
  }

  async #reconnect(): Promise<WsApi> {
    const { clock, random } = this.#call.services.world;
    // A connection that was lost soon after it opened counts as a failed attempt.
    this.#shortLived = clock.monotonicMs() - this.#openedMs < HEALTHY_MS ? this.#shortLived + 1 : 0;
    for (let failureCount = 0; ; failureCount += 1) {
      const delayMs = reconnectDelayMs(Math.max(0, this.#shortLived - 1) + failureCount, random);
      await clock.sleep(delayMs, this.#signal).catch(() => {});
      if (this.#signal.aborted) throw sessionEndedError();
      try {
        const api = await this.#connect();
        this.#events.onReconnect();
        return api;
      } catch (error) {
        if (failureCount + 1 >= CONNECTS_MAX || !(error instanceof ToolError) || error.kind !== 'unavailable')
          throw this.#fail(error);
      }
    }
  }

  #fail(error: unknown): unknown {
    this.#failure = error;
    return error;
  }

  async #connect(): Promise<WsApi> {
    let isOpen = false;
    const api = await openWsApi(this.#call, this.#wsApi, true, this.#signal, {
      onEvent: (bytes) => this.#events.onEvent(bytes),
      onAlive: () => {
        this.#framesReceived += 1;
      },
      onEnd: (why) => {
        if (!isOpen || this.#signal.aborted) return;
        this.#call.output.note(`The connection ended: ${safeText(why)}.`);
        this.#events.onLost(why);
      },
    });
    await api.ready();
    isOpen = true;
    this.#openedMs = this.#call.services.world.clock.monotonicMs();
    if (this.#call.options['logon'] === true) await this.#logOn(api);
    return api;
  }

  /** Throws a usage error if the API has no logon, or none for keys of this type. */
  async #assertLogonPossible(): Promise<void> {
    const { title, logonKeyType } = wsApiOf(this.#wsApi);
    if (findWsMethod(this.#wsApi, LOGON) === undefined)
      throw usageError(
        `No method is published by which a connection to ${title} can be logged on.`,
        'Omit --logon: bourse then signs each request.',
      );
    if (logonKeyType === undefined) return;
    const { keyType } = (await this.#loadKeys()).signer;
    if (keyType !== logonKeyType)
      throw usageError(
        `A connection to ${title} can be logged on with an Ed25519 key only; this key is of type ${keyType}.`,
        'Omit --logon, so that bourse signs each request, or use a profile with an Ed25519 key.',
      );
  }

  async #logOn(api: WsApi): Promise<void> {
    const logon = methodOf(this.#wsApi, LOGON);
    const now = await this.#measureClock();
    const { signer } = await this.#loadKeys();
    const request = bareRequest(logon);
    const reply = await this.#budgeted(request, (permit) =>
      api.call(logon, {}, { signer, permit, request, times: { timestamp: now() } }),
    );
    await this.throwOnRefusal(logon, reply);
  }

  /** Throws the ToolError of a refusal. */
  async throwOnRefusal(method: WsMethod, { answer, params }: WsReply): Promise<void> {
    const { throwOnRefusal } = await import('../../transport/answer.ts');
    const body = redactSecrets(answer.body, await this.#loadKeys(), params['signature']);
    throwOnRefusal(bareRequest(method), { ...answer, body });
  }

  async #loadKeys(): Promise<Keys> {
    this.#keys ??= await this.#call.services.keysOf(...keyHostsOf(this.#wsApi));
    return this.#keys;
  }

  /** Opens the REST sender after the first connection, so that both use the same embedded sandbox. */
  #openSender(): Promise<OpenSender> {
    this.#sender ??= this.#call.services.signedSender(bareRequest(methodOf(this.#wsApi, SIGNED_METHOD)));
    return this.#sender;
  }

  /** Measures the exchange's time over REST, once. */
  #measureClock(): Promise<() => UnixMs> {
    this.#serverNow ??= openOrderSession(this.#call, bareRequest(methodOf(this.#wsApi, SIGNED_METHOD))).then(
      ({ tools }) => {
        this.#measuredNow = () => tools.serverTime.now();
        return this.#measuredNow;
      },
    );
    return this.#serverNow;
  }
}

function sessionEndedError(): ToolError {
  return new ToolError({
    kind: 'interrupted',
    message: 'The session ended before this line was sent.',
    execution: 'not_executed',
  });
}
