/**
 * Follows the user events of an account by listen keys. A key is kept alive at half its lifetime, replaced
 * when it expires or is refused, and closed at the end. After each connection missed events are queried
 * first.
 */
import * as LIMITS from '../../catalogue/limits/connections.ts';
import type { Clock, Random } from '../../core/clock.ts';
import { asToolError } from '../../core/errors.ts';
import type { TakeAttempt } from '../attempts.ts';
import { HEALTHY_MS, reconnectDelayMs } from '../back-off.ts';
import { Channel } from '../channel.ts';
import { SequenceHold } from '../sequence-hold.ts';
import type { OpenSocket } from '../socket.ts';

export interface ListenKeys {
  create(): Promise<string>;
  /** Extends the listen key and returns it, or returns a new key if it had expired. */
  keepAlive(key: string): Promise<string>;
  close(key: string): Promise<void>;
}

export interface ListenKeyFeedOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly open: OpenSocket;
  readonly takeAttempt: TakeAttempt;
  readonly base: URL;
  readonly keys: ListenKeys;
  readonly signal: AbortSignal;
  /** Queries what was missed; events wait until it resolves. */
  readonly onConnected: (isFirst: boolean) => Promise<void>;
  readonly onMessage: (bytes: Buffer) => void;
  readonly onLost: (why: string) => void;
  readonly onNote: (text: string) => void;
}

const HALF_LIFE_MS = LIMITS.listenKeyLifetime.value / 2;
/**
 * The interval between retries after a failure, in ms: at 40 and 50 minutes of the hour, then the listen key
 * is given up.
 */
const RETRY_MS = 600_000;
const KEEP_TRIES = 3;
/** The code for an unknown listen key (interface document, Error codes). */
const NO_KEY_CODE = -1125;
const CREATE_PAUSE_MS = 5000;
const STARS = '***';

export class ListenKeyFeed {
  readonly #options: ListenKeyFeedOptions;
  readonly #hold: SequenceHold;
  #onFull: () => void = () => {};
  #key = '';
  #lives = 0;

  constructor(options: ListenKeyFeedOptions) {
    this.#options = options;
    this.#hold = new SequenceHold({ ...options, onFull: () => this.#onFull() });
  }

  /** The number of listen keys that were created. */
  get lives(): number {
    return this.#lives;
  }

  /** Runs until the signal aborts. Throws a ToolError if the account's keys or calls are refused. */
  async run(): Promise<void> {
    const { signal, keys, clock, random, onNote } = this.#options;
    let shortLived = 0;
    try {
      while (!signal.aborted) {
        const key = await this.#create();
        if (key === undefined) return;
        this.#key = key;
        this.#lives += 1;
        const startedMs = clock.monotonicMs();
        await this.#followKey(key);
        shortLived = clock.monotonicMs() - startedMs < HEALTHY_MS ? shortLived + 1 : 0;
        // Listen keys that expire immediately are replaced after growing waits, except the first one.
        if (shortLived > 1)
          await clock.sleep(reconnectDelayMs(shortLived - 2, random), signal).catch(() => {});
      }
    } finally {
      if (this.#key !== '')
        await keys
          .close(this.#key)
          .catch((error) => onNote(`The listen key stays open: ${errorText(error)}`));
    }
  }

  /** Creates a listen key. If the first key is refused, the command ends; later keys are tried again. */
  async #create(): Promise<string | undefined> {
    const { keys, signal, clock, onNote } = this.#options;
    for (;;) {
      if (signal.aborted) return undefined;
      try {
        return await keys.create();
      } catch (error) {
        if (this.#lives === 0 || asToolError(error).kind === 'credentials') throw error;
        onNote(`No new listen key yet: ${errorText(error)}`);
        const retryAfterMs = asToolError(error).facts.retryAfterMs ?? 0;
        await clock.sleep(Math.max(CREATE_PAUSE_MS, retryAfterMs), signal).catch(() => {});
      }
    }
  }

  /** Follows one listen key; resolves when it has expired or the signal aborts. */
  async #followKey(key: string): Promise<void> {
    const { signal, onNote } = this.#options;
    const over = new AbortController();
    const life = AbortSignal.any([signal, over.signal]);
    let failure: unknown;
    const end = (why: string) => {
      if (life.aborted) return;
      onNote(`${why}; making a new listen key.`);
      over.abort();
    };
    this.#onFull = () => end('Too many events waited for the account to be read');
    const channel = new Channel({
      ...this.#options,
      isCombined: false,
      names: [key],
      isTrusted: true,
      signal: life,
      listener: {
        onMessage: (bytes) => this.#onMessage(bytes, key, end),
        onOpen: () => {
          this.#hold.holdForConnection().catch((error: unknown) => {
            failure = error;
            over.abort();
          });
        },
        onUnlisted: () => {},
        onLost: (why) => {
          this.#options.onLost(why.replaceAll(key, STARS));
          void this.#verify(key, end, life);
        },
        onOverlap: () => {},
      },
    });
    await Promise.all([channel.run(), this.#keepAlive(key, end, life)]);
    if (failure !== undefined && !signal.aborted) throw failure;
  }

  /**
   * Checks after a lost connection whether the key is still valid, because keys may expire without an event.
   */
  async #verify(key: string, end: (why: string) => void, life: AbortSignal): Promise<void> {
    try {
      const alive = await this.#options.keys.keepAlive(key);
      if (alive !== key) end('The listen key had ended');
    } catch (error) {
      if (asToolError(error).facts.code === NO_KEY_CODE) end('The listen key had ended');
      else if (!life.aborted)
        this.#options.onNote(`The listen key could not be checked: ${errorText(error)}`);
    }
  }

  async #keepAlive(key: string, end: (why: string) => void, life: AbortSignal): Promise<void> {
    const { clock, keys, onNote } = this.#options;
    for (let failures = 0; ; ) {
      await clock.sleep(failures === 0 ? HALF_LIFE_MS : RETRY_MS, life).catch(() => {});
      if (life.aborted) return;
      try {
        if ((await keys.keepAlive(key)) !== key) return end('The listen key had ended');
        failures = 0;
      } catch (error) {
        failures += 1;
        if (asToolError(error).facts.code === NO_KEY_CODE) return end('The listen key had ended');
        if (failures >= KEEP_TRIES) return end('The listen key could not be kept alive');
        onNote(`The listen key was not kept alive (try ${failures} of ${KEEP_TRIES}): ${errorText(error)}`);
      }
    }
  }

  /** Delivers an event with the listen key replaced by stars. */
  #onMessage(bytes: Buffer, key: string, end: (why: string) => void): void {
    const hasKey = bytes.includes(key);
    this.#hold.add(hasKey ? Buffer.from(bytes.toString('utf8').replaceAll(key, STARS)) : bytes);
    if (hasKey && bytes.includes('"listenKeyExpired"')) end('The exchange says that the listen key ended');
  }
}

function errorText(error: unknown): string {
  return asToolError(error).facts.message;
}
