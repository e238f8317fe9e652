/**
 * Follows the user events of an account over the WebSocket API, which needs no listen keys: each connection
 * subscribes with a signature. After each connection missed events are queried first.
 */
import * as LIMITS from '../../catalogue/limits/connections.ts';
import type { Clock, Random } from '../../core/clock.ts';
import { asToolError } from '../../core/errors.ts';
import type { TakeAttempt } from '../attempts.ts';
import { HEALTHY_MS, reconnectDelayMs } from '../back-off.ts';
import { SequenceHold } from '../sequence-hold.ts';
import { WsApi } from '../ws-api.ts';
import type { ListenKeyFeedOptions } from './listen-key-feed.ts';

export interface WsApiUserFeedOptions
  extends Pick<ListenKeyFeedOptions, 'open' | 'signal' | 'onConnected' | 'onMessage' | 'onLost' | 'onNote'> {
  readonly clock: Clock;
  readonly random: Random;
  readonly takeAttempt: TakeAttempt;
  readonly url: URL;
  readonly timeoutMs: number;
  /**
   * Subscribes on a connection; throws a ToolError if the subscription is refused. A subscription with an end
   * is made again on the same connection before it is over.
   */
  readonly subscribe: (api: WsApi) => Promise<UserSubscription>;
}

/** A subscription to user events. */
export interface UserSubscription {
  /** The number of the subscription in the messages of its events; undefined if the answer shows none. */
  readonly id?: number | undefined;
  /** The time in ms for which the subscription is valid; undefined if it has no end. */
  readonly lifetimeMs?: number | undefined;
}

/**
 * The idle time in ms after which a connection is dead: the server pings every 20 s (interface document,
 * WebSocket API), so three pings are missing.
 */
const IDLE_MS = 3 * LIMITS.serverPing.value;
/** When a connection is renewed: half an hour before the end of its 24 hours, in ms. */
const RENEW_AFTER_MS = LIMITS.connectionLifetime.value - 1_800_000;

/** The share of its lifetime after which a subscription is renewed, and the share between two retries. */
const RENEW_AT = 0.75;
const RETRY_SHARE = 1 / 24;
const RENEW_TRIES = 5;

interface Open {
  readonly api: WsApi;
  readonly ended: Promise<string>;
}

/** A connection and its current subscription. */
interface Subscribed {
  readonly api: WsApi;
  subscription: UserSubscription;
}

export class WsApiUserFeed {
  readonly #options: WsApiUserFeedOptions;
  readonly #hold: SequenceHold;
  #current: Open | undefined;
  #lives = 0;

  constructor(options: WsApiUserFeedOptions) {
    this.#options = options;
    // Events that do not fit are dropped and the connection is closed; a new connection queries them.
    this.#hold = new SequenceHold({ ...options, onFull: () => this.#current?.api.terminate() });
  }

  /** The number of subscriptions that were made. */
  get lives(): number {
    return this.#lives;
  }

  /** Runs until the signal aborts. Throws a ToolError if the first subscription is refused. */
  async run(): Promise<void> {
    const { signal, clock, random, onLost } = this.#options;
    let failures = 0;
    while (!signal.aborted) {
      let leastMs = 0;
      const startedMs = clock.monotonicMs();
      try {
        await this.#runConnections();
      } catch (error) {
        if (signal.aborted) return;
        const { kind, facts } = asToolError(error);
        if (this.#lives === 0 || kind === 'credentials') throw error;
        leastMs = facts.retryAfterMs ?? 0;
        onLost(facts.message);
      }
      if (signal.aborted) return;
      // A connection that was lost immediately counts as a failure.
      if (clock.monotonicMs() - startedMs >= HEALTHY_MS) failures = 0;
      const delayMs = reconnectDelayMs(failures, random);
      failures += 1;
      await clock.sleep(Math.max(delayMs, leastMs), signal).catch(() => {});
    }
  }

  /** Runs a connection and its renewals; resolves when one was lost. */
  async #runConnections(): Promise<void> {
    const { clock, signal, onLost } = this.#options;
    let current = await this.#connect();
    this.#current = current;
    await this.#hold.holdForConnection();
    for (;;) {
      const over = new AbortController();
      const due = clock.sleep(RENEW_AFTER_MS, AbortSignal.any([signal, over.signal])).then(
        () => undefined,
        () => new Promise<never>(() => {}),
      );
      const why = await Promise.race([current.ended, due]);
      over.abort();
      if (why !== undefined) {
        if (!signal.aborted) onLost(why);
        return;
      }
      // Both connections deliver events for a moment; duplicates are detected by their content.
      const before = current;
      current = await this.#connect().catch(() => before);
      this.#current = current;
      if (current !== before) before.api.close();
    }
  }

  async #connect(): Promise<Open> {
    const { clock, open, url, timeoutMs, signal, takeAttempt, subscribe } = this.#options;
    await takeAttempt(signal);
    let onEnd = (_why: string) => {};
    const ended = new Promise<string>((resolve) => {
      onEnd = resolve;
    });
    const over = new AbortController();
    let isAlive = true;
    let subscribed: Subscribed | undefined;
    const api = new WsApi({
      clock,
      open,
      url,
      timeoutMs,
      onEvent: (bytes) => this.#event(bytes, subscribed),
      onAlive: () => {
        isAlive = true;
      },
      onEnd: (why) => {
        over.abort();
        onEnd(why);
      },
    });
    const stop = () => api.close();
    signal.addEventListener('abort', stop, { once: true });
    void ended.then(() => signal.removeEventListener('abort', stop));
    try {
      subscribed = { api, subscription: await subscribe(api) };
    } catch (error) {
      api.close();
      throw error;
    }
    this.#lives += 1;
    void this.#keepSubscribed(subscribed, over.signal);
    void this.#watch(api, over.signal, () => {
      const was = isAlive;
      isAlive = false;
      return was;
    });
    return { api, ended };
  }

  /** Ends a connection on which not even pings arrive any more. */
  async #watch(api: WsApi, over: AbortSignal, wasAlive: () => boolean): Promise<void> {
    while (!over.aborted) {
      await this.#options.clock.sleep(IDLE_MS, over).catch(() => {});
      if (!over.aborted && !wasAlive()) return api.terminate();
    }
  }

  /** Subscribes again before the subscription is over; ends the connection if that fails. */
  async #keepSubscribed(subscribed: Subscribed, over: AbortSignal): Promise<void> {
    const { clock, subscribe, onNote } = this.#options;
    for (let failures = 0; ; ) {
      const { lifetimeMs } = subscribed.subscription;
      if (lifetimeMs === undefined) return;
      await clock.sleep(lifetimeMs * (failures === 0 ? RENEW_AT : RETRY_SHARE), over).catch(() => {});
      if (over.aborted) return;
      try {
        subscribed.subscription = await subscribe(subscribed.api);
        failures = 0;
      } catch (error) {
        if (over.aborted) return;
        failures += 1;
        if (failures >= RENEW_TRIES) return subscribed.api.terminate();
        onNote(`The subscription was not renewed yet: ${asToolError(error).facts.message}`);
      }
    }
  }

  /** Delivers an event; if the exchange ended the subscription, a new connection replaces it. */
  #event(bytes: Buffer, subscribed: Subscribed | undefined): void {
    const event = unwrapEvent(bytes);
    if (event === undefined) return;
    this.#hold.add(event);
    if (event.includes(TERMINATED) && isOf(bytes, subscribed?.subscription)) subscribed?.api.terminate();
  }
}

const TERMINATED = '"eventStreamTerminated"';

/**
 * Returns whether a message belongs to a subscription, or may belong to it because message or subscription
 * has no number.
 */
function isOf(bytes: Buffer, subscription: UserSubscription | undefined): boolean {
  const number = /"subscriptionId"\s*:\s*(\d+)/.exec(bytes.toString('utf8'))?.[1];
  return number === undefined || subscription?.id === undefined || Number(number) === subscription.id;
}

const EVENT = Buffer.from('"event":');
const BRACE = 0x7d;

/** Returns the bytes of the event in `{subscriptionId, event}`. */
function unwrapEvent(bytes: Buffer): Buffer | undefined {
  const at = bytes.indexOf(EVENT);
  const end = bytes.lastIndexOf(BRACE);
  return at === -1 || end <= at ? undefined : bytes.subarray(at + EVENT.length, end);
}
