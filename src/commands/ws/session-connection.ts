/** The connection of a session: opened, logged on, made anew when it ended, and what is signed for it. */
import { redactSecrets } from '../../app/redaction.ts';
import type { OpenSender } from '../../app/sender.ts';
import { LIMITS } from '../../catalogue/limits.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import { ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { UnixMs } from '../../core/words.ts';
import { buildRequest } from '../../request/prepare.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { backOffMs, HEALTHY_MS } from '../../stream/back-off.ts';
import type { WsApi, WsReply } from '../../stream/ws-api.ts';
import { type Params, signedParams } from '../../stream/ws-signature.ts';
import { openOrderSession } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import {
  bareRequest,
  endpointOf,
  hostOption,
  KEY_HOSTS,
  methodOf,
  openWsApi,
  wireOf,
  withinBudget,
} from './method-call.ts';
import type { SessionRequest } from './session-lines.ts';

const LOGON = 'session.logon';
/** Any that is signed: what it stands for is where the keys go and whose time counts. */
const SIGNED_METHOD = 'account.status';
/** Tries in a row to connect again, with growing pauses: half a minute in all. */
const CONNECTS_MAX = 6;
/** In that time the server pings as well (interface document, WebSocket API). */
const PONG_WAIT_MS = LIMITS.serverPing.value;

type Keys = Awaited<ReturnType<CommandCall['services']['keysOf']>>;

export interface SessionEvents {
  onEvent(bytes: Buffer): void;
  /** The connection ended by itself. */
  onLost(why: string): void;
  /** There is another one: what was subscribed to has to be subscribed to again. */
  onReconnect(): void;
}

export class SessionConnection {
  readonly #call: CommandCall;
  readonly #signal: AbortSignal;
  readonly #events: SessionEvents;
  #api: Promise<WsApi> | undefined;
  #keys: Keys | undefined;
  #sender: Promise<OpenSender> | undefined;
  #serverNow: Promise<() => UnixMs> | undefined;
  #measuredNow: (() => UnixMs) | undefined;
  #failure: unknown;
  /** When the last connection was opened, and how many in a row lived for a short time alone. */
  #openedMs = 0;
  /** The connection that is asked whether it is dead. */
  #probed: WsApi | undefined;
  /** Messages, pings and pongs that came. */
  #framesReceived = 0;
  #shortLived = 0;

  /** `signal` ends the session. */
  constructor(call: CommandCall, signal: AbortSignal, events: SessionEvents) {
    this.#call = call;
    this.#signal = signal;
    this.#events = events;
  }

  /** Why no connection can be had any more; undefined while one can. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Opens the first connection. Throws a ToolError of kind `unavailable` where there is none. */
  async open(): Promise<void> {
    this.#api = this.#connect();
    await Promise.all([this.#api, this.#loadKeys()]);
  }

  /**
   * Sends a request on an open connection, once the exchange has room for it; what is needed for its signature is
   * added, and one of its own stays. `onSent` is called with the parameters that leave. Throws a ToolError of kind
   * `rate-limited` where it was not sent because that would take too long, or because the exchange asks for silence.
   */
  async send(
    method: WsMethod,
    { id, params }: SessionRequest,
    onSent: (params: Params, api: WsApi) => void,
  ): Promise<WsReply> {
    const request = buildRequest(endpointOf(method), wireOf(params), hostOption(method).host);
    return this.#budgeted(request, async () => {
      const { api, allParams } = await this.#sign(method, params);
      const framesBefore = this.#framesReceived;
      const reply = api.send({ id, method: method.method, params: allParams }, method);
      onSent(allParams, api);
      return reply.catch((error: unknown) => {
        if (this.#framesReceived === framesBefore && !api.isOver) void this.#probe(api);
        throw error;
      });
    });
  }

  /** The exchange's time, as far as it is known. */
  now(): number {
    return this.#measuredNow?.() ?? this.#call.services.world.clock.now();
  }

  /** The longest that a line waits for its turn, in ms. */
  async maxWaitMs(): Promise<number> {
    return (await this.#openSender()).maxWaitMs;
  }

  /** Returns an open connection, and the parameters with what is needed for it. */
  async #sign(
    method: WsMethod,
    params: Params,
  ): Promise<{ readonly api: WsApi; readonly allParams: Params }> {
    const api = await this.#openConnection();
    if ('signature' in params || method.security === 'NONE' || method.security === 'SESSION')
      return { api, allParams: params };
    const isLoggedOn = method.security === 'SIGNED' && this.#call.options['logon'] === true;
    const { timestamp, ...rest } = { timestamp: (await this.#measureClock())(), ...params };
    if (isLoggedOn) return { api, allParams: { timestamp, ...rest } };
    const { signer } = await this.#loadKeys();
    return { api, allParams: signedParams(method, rest, signer, { timestamp: timestamp as UnixMs }) };
  }

  /** A line that got no answer may be dead without a word: it is asked with a ping, and left where none comes back. */
  async #probe(api: WsApi): Promise<void> {
    if (this.#probed === api) return;
    this.#probed = api;
    const framesBefore = this.#framesReceived;
    api.ping();
    await this.#call.services.world.clock.sleep(PONG_WAIT_MS, this.#signal).catch(() => {});
    if (this.#framesReceived === framesBefore && !this.#signal.aborted) api.terminate();
    this.#probed = undefined;
  }

  /** A line, like a logon, goes within the budget that lookups over REST keep to as well. */
  async #budgeted(request: PreparedRequest, send: () => Promise<WsReply>): Promise<WsReply> {
    return withinBudget(await this.#openSender(), request, this.#signal, send);
  }

  /** Returns a message as it may be shown: without the keys, and without the signature of what it answers. */
  redact(bytes: Buffer, signature: unknown, isRefusal: boolean): Buffer {
    const keys = this.#keys!;
    const isClean =
      !bytes.includes(keys.signer.apiKey) && !(typeof signature === 'string' && bytes.includes(signature));
    // Looking for every spelling in each answer would cost more than the answer; refusals are few.
    if (isClean && !isRefusal) return bytes;
    return Buffer.from(redactSecrets(bytes.toString('utf8'), keys, signature));
  }

  async close(): Promise<void> {
    await (await this.#api?.catch(() => undefined))?.end();
  }

  /** Returns a connection that is open; all lines that wait for another one share the one attempt at it. */
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
    // One that is lost as soon as it is there is as bad as none.
    this.#shortLived = clock.monotonicMs() - this.#openedMs < HEALTHY_MS ? this.#shortLived + 1 : 0;
    for (let failureCount = 0; ; failureCount += 1) {
      const delayMs = backOffMs(Math.max(0, this.#shortLived - 1) + failureCount, random);
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
    const api = await openWsApi(this.#call, true, this.#signal, {
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

  async #logOn(api: WsApi): Promise<void> {
    const logon = methodOf(LOGON);
    const now = await this.#measureClock();
    const { signer } = await this.#loadKeys();
    const sent = () => api.call(logon, {}, signer, { timestamp: now() });
    const reply = await this.#budgeted(bareRequest(logon), sent);
    await this.throwOnRefusal(logon, reply);
  }

  /** Throws the error that a refusal is. */
  async throwOnRefusal(method: WsMethod, { answer, params }: WsReply): Promise<void> {
    const { throwOnRefusal } = await import('../../transport/answer.ts');
    const body = redactSecrets(answer.body, await this.#loadKeys(), params['signature']);
    throwOnRefusal(bareRequest(method), { ...answer, body });
  }

  async #loadKeys(): Promise<Keys> {
    this.#keys ??= await this.#call.services.keysOf(...KEY_HOSTS);
    return this.#keys;
  }

  /** Opened after the first connection: a sandbox that is served for that is the one that REST speaks to. */
  #openSender(): Promise<OpenSender> {
    this.#sender ??= this.#call.services.signedSender(bareRequest(methodOf(SIGNED_METHOD)));
    return this.#sender;
  }

  /** The exchange's time, measured over REST once. */
  #measureClock(): Promise<() => UnixMs> {
    this.#serverNow ??= openOrderSession(this.#call, bareRequest(methodOf(SIGNED_METHOD))).then(
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
