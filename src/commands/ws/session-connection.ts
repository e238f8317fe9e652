/** The connection of a session: opened, logged on, made anew when it ended, and what is signed for it. */
import { redactSecrets } from '../../app/redaction.ts';
import type { OpenSender } from '../../app/sender.ts';
import { LIMITS } from '../../catalogue/limits.ts';
import type { WsMethod } from '../../catalogue/stream-types.ts';
import { ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { UnixMs } from '../../core/words.ts';
import { requestOf } from '../../request/prepare.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { backOffMs, HEALTHY_MS } from '../../stream/back-off.ts';
import type { WsApi, WsReply } from '../../stream/ws-api.ts';
import { type Params, signedParams } from '../../stream/ws-signature.ts';
import { openDesk } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import {
  bareRequest,
  endpointOf,
  hostOf,
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
  onAgain(): void;
}

export class SessionLink {
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
  #heard = 0;
  #short = 0;

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
    this.#api = this.#opened();
    await Promise.all([this.#api, this.#ownKeys()]);
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
    const request = requestOf(endpointOf(method), wireOf(params), hostOf(method).host);
    return this.#budgeted(request, async () => {
      const { api, whole } = await this.#signed(method, params);
      const heard = this.#heard;
      const reply = api.send({ id, method: method.method, params: whole }, method);
      onSent(whole, api);
      return reply.catch((error: unknown) => {
        if (this.#heard === heard && !api.isOver) void this.#probe(api);
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
    return (await this.#ownSender()).maxWaitMs;
  }

  /** Returns an open connection, and the parameters with what is needed for it. */
  async #signed(method: WsMethod, params: Params): Promise<{ readonly api: WsApi; readonly whole: Params }> {
    const api = await this.#current();
    if ('signature' in params || method.security === 'NONE' || method.security === 'SESSION')
      return { api, whole: params };
    const isLoggedOn = method.security === 'SIGNED' && this.#call.options['logon'] === true;
    const { timestamp, ...rest } = { timestamp: (await this.#now())(), ...params };
    if (isLoggedOn) return { api, whole: { timestamp, ...rest } };
    const { signer } = await this.#ownKeys();
    return { api, whole: signedParams(method, rest, signer, { timestamp: timestamp as UnixMs }) };
  }

  /** A line that got no answer may be dead without a word: it is asked with a ping, and left where none comes back. */
  async #probe(api: WsApi): Promise<void> {
    if (this.#probed === api) return;
    this.#probed = api;
    const heard = this.#heard;
    api.ping();
    await this.#call.services.world.clock.sleep(PONG_WAIT_MS, this.#signal).catch(() => {});
    if (this.#heard === heard && !this.#signal.aborted) api.terminate();
    this.#probed = undefined;
  }

  /** A line, like a logon, goes within the budget that lookups over REST keep to as well. */
  async #budgeted(request: PreparedRequest, send: () => Promise<WsReply>): Promise<WsReply> {
    return withinBudget(await this.#ownSender(), request, this.#signal, send);
  }

  /** Returns a message as it may be shown: without the keys, and without the signature of what it answers. */
  shown(bytes: Buffer, signature: unknown, isRefusal: boolean): Buffer {
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
  async #current(): Promise<WsApi> {
    for (;;) {
      const opened = this.#api;
      const api = await opened!;
      if (!api.isOver) return api;
      if (this.#api === opened) this.#api = this.#again();
    }
  }

  async #again(): Promise<WsApi> {
    const { clock, random } = this.#call.services.world;
    // One that is lost as soon as it is there is as bad as none.
    this.#short = clock.monotonicMs() - this.#openedMs < HEALTHY_MS ? this.#short + 1 : 0;
    for (let failures = 0; ; failures += 1) {
      const delayMs = backOffMs(Math.max(0, this.#short - 1) + failures, random);
      await clock.sleep(delayMs, this.#signal).catch(() => {});
      if (this.#signal.aborted) throw ended();
      try {
        const api = await this.#opened();
        this.#events.onAgain();
        return api;
      } catch (error) {
        if (failures + 1 >= CONNECTS_MAX || !(error instanceof ToolError) || error.kind !== 'unavailable')
          throw this.#failed(error);
      }
    }
  }

  #failed(error: unknown): unknown {
    this.#failure = error;
    return error;
  }

  async #opened(): Promise<WsApi> {
    let isOpen = false;
    const api = await openWsApi(this.#call, true, this.#signal, {
      onEvent: (bytes) => this.#events.onEvent(bytes),
      onAlive: () => {
        this.#heard += 1;
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
    const now = await this.#now();
    const { signer } = await this.#ownKeys();
    const sent = () => api.call(logon, {}, signer, { timestamp: now() });
    const reply = await this.#budgeted(bareRequest(logon), sent);
    await this.settle(logon, reply);
  }

  /** Throws the error that a refusal is. */
  async settle(method: WsMethod, { answer, params }: WsReply): Promise<void> {
    const { throwOnRefusal: settle } = await import('../../transport/answer.ts');
    const body = redactSecrets(answer.body, await this.#ownKeys(), params['signature']);
    settle(bareRequest(method), { ...answer, body });
  }

  async #ownKeys(): Promise<Keys> {
    this.#keys ??= await this.#call.services.keysOf(...KEY_HOSTS);
    return this.#keys;
  }

  /** Opened after the first connection: a sandbox that is served for that is the one that REST speaks to. */
  #ownSender(): Promise<OpenSender> {
    this.#sender ??= this.#call.services.signedSender(bareRequest(methodOf(SIGNED_METHOD)));
    return this.#sender;
  }

  /** The exchange's time, measured over REST once. */
  #now(): Promise<() => UnixMs> {
    this.#serverNow ??= openDesk(this.#call, bareRequest(methodOf(SIGNED_METHOD))).then(({ tools }) => {
      this.#measuredNow = () => tools.serverTime.now();
      return this.#measuredNow;
    });
    return this.#serverNow;
  }
}

function ended(): ToolError {
  return new ToolError({
    kind: 'interrupted',
    message: 'The session ended before this line was sent.',
    execution: 'not_executed',
  });
}
