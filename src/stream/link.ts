/**
 * One connection with its streams: subscribes by the address or by control messages, verifies the
 * subscriptions by the exchange's list, and keeps to the limit of control messages per second.
 */
import type { CONTROL_METHODS } from '../catalogue/streams.ts';
import type { Clock } from '../core/clock.ts';
import { parseJson } from '../core/json.ts';
import type { JsonValue } from '../core/words.ts';
import type { CloseReason } from './close-reason.ts';
import type { OnLines } from './message-lines.ts';
import type { OpenSocket, StreamSocket } from './socket.ts';

export type ControlMethodName = (typeof CONTROL_METHODS)[number]['method'];

export interface LinkOptions {
  readonly clock: Clock;
  readonly open: OpenSocket;
  /** Scheme, host and port of the address, and the path before /ws and /stream if the host has one. */
  readonly base: URL;
  /** Whether messages are wrapped as {stream, data}. */
  readonly isCombined: boolean;
  readonly names: readonly string[];
  /** Whether the subscriptions are not verified by the exchange's list. */
  readonly isTrusted: boolean;
  /** A query that is added to the address, such as timeUnit=MICROSECOND. */
  readonly query?: string;
  readonly listener: LinkListener;
}

export interface LinkListener {
  onOpen(): void;
  /**
   * Called when the subscriptions are verified; `missing` are the names that the exchange did not list after
   * all tries, and `why` is what it answered to the last try, undefined if it refused nothing.
   */
  onReady(missing: readonly string[], why?: string): void;
  onMessage(bytes: Buffer): void;
  /** Called with messages that arrived together; those it does not take are passed to `onMessage` one by one. */
  readonly onLines?: OnLines;
  onClose(reason: CloseReason): void;
}

/**
 * The shortest time between two control messages, in ms: 5 messages per second are allowed, pongs included
 * (interface document, Limits), and one is left for pongs.
 */
const CONTROL_GAP_MS = 250;
/** The largest number of names in a subscription message, which keeps it far below any frame limit. */
const NAMES_PER_MESSAGE = 200;
/** The largest number of characters of an address; proxies and servers truncate longer ones. */
const ADDRESS_LENGTH_MAX = 2000;
const ANSWER_TIMEOUT_MS = 10_000;
const VERIFICATION_TRIES = 3;

export class Link {
  readonly #options: LinkOptions;
  readonly #socket: StreamSocket;
  readonly #names: Set<string>;
  /** The ids of calls that timed out, so that their late answers are not delivered as messages. */
  readonly #timedOut = new Set<number>();
  readonly #pending = new Map<number, (answer: JsonValue | undefined) => void>();
  readonly #ended = new AbortController();
  readonly #address: URL;
  readonly #hasNamesInAddress: boolean;
  #isOpen = false;
  #isCombined: boolean;
  #lastId = 0;
  #lastControl: Promise<void> = Promise.resolve();
  #lastSentMs = Number.NEGATIVE_INFINITY;
  /** Whether a frame arrived since the watchdog last looked: every frame sets it, the watchdog resets it. */
  isAlive = false;
  isPaused = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#names = new Set(options.names);
    this.#isCombined = options.isCombined;
    const named = addressOf(options, options.names);
    this.#hasNamesInAddress = options.names.length > 0 && named.href.length <= ADDRESS_LENGTH_MAX;
    this.#address = this.#hasNamesInAddress ? named : addressOf(options, []);
    this.#socket = options.open(this.#address, {
      onOpen: () => {
        this.#isOpen = true;
        options.listener.onOpen();
        void this.#verifySubscriptions();
      },
      onMessage: (bytes) => this.#onMessage(bytes),
      onLines: (lines, from, to) => this.#onLines(lines, from, to),
      onAlive: () => {
        this.isAlive = true;
      },
      onClose: (reason) => {
        this.#ended.abort();
        for (const resolveCall of this.#pending.values()) resolveCall(undefined);
        this.#pending.clear();
        options.listener.onClose(reason);
      },
    });
  }

  /** Sends a control message within the rate limit; resolves with the answer, or undefined without one. */
  async control(method: ControlMethodName, params?: readonly JsonValue[]): Promise<JsonValue | undefined> {
    const slot = this.#lastControl.then(() => this.#waitForRateLimit());
    this.#lastControl = slot.catch(() => {});
    await slot;
    if (this.#ended.signal.aborted) return undefined;
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<JsonValue | undefined>((resolve) => this.#pending.set(id, resolve));
    this.#socket.send(JSON.stringify({ method, ...(params === undefined ? {} : { params }), id }));
    const timeout = new AbortController();
    const late = this.#options.clock.sleep(ANSWER_TIMEOUT_MS, timeout.signal).then(
      () => undefined,
      () => undefined,
    );
    const answer = await Promise.race([answered, late]);
    timeout.abort();
    this.#pending.delete(id);
    if (answer === undefined) this.#timedOut.add(id);
    return answer;
  }

  /** Whether the connection is open. */
  get isOpen(): boolean {
    return this.#isOpen && !this.#ended.signal.aborted;
  }

  /** Adds streams; a connection that is not open yet subscribes to them when it opens. */
  async subscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    for (const name of names) this.#names.add(name);
    return this.isOpen ? this.#sendInChunks('SUBSCRIBE', names) : [];
  }

  /** Removes streams; a connection that is not open yet unsubscribes from them when it opens. */
  async unsubscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    for (const name of names) this.#names.delete(name);
    return this.isOpen ? this.#sendInChunks('UNSUBSCRIBE', names) : [];
  }

  /**
   * Sets whether messages are wrapped; a connection that is not open yet sends the property when it opens.
   */
  async setCombined(isCombined: boolean): Promise<readonly JsonValue[]> {
    this.#isCombined = isCombined;
    const answer = this.isOpen ? await this.#sendCombined() : undefined;
    return answer === undefined ? [] : [answer];
  }

  ping(): void {
    this.#socket.ping();
  }

  pause(): void {
    this.isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.isPaused = false;
    this.#socket.resume();
  }

  close(): void {
    this.#socket.close();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  async #waitForRateLimit(): Promise<void> {
    const { clock } = this.#options;
    const waitMs = this.#lastSentMs + CONTROL_GAP_MS - clock.monotonicMs();
    if (waitMs > 0) await clock.sleep(waitMs, this.#ended.signal).catch(() => {});
    this.#lastSentMs = clock.monotonicMs();
  }

  /** Sends names in several messages; leaves out names whose subscription has changed since the call. */
  async #sendInChunks(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', names: readonly string[]) {
    const answers: JsonValue[] = [];
    for (let at = 0; at < names.length; at += NAMES_PER_MESSAGE) {
      const part = names
        .slice(at, at + NAMES_PER_MESSAGE)
        .filter((name) => this.#names.has(name) === (method === 'SUBSCRIBE'));
      const answer = part.length === 0 ? undefined : await this.control(method, part);
      if (answer !== undefined) answers.push(answer);
    }
    return answers;
  }

  #sendCombined(): Promise<JsonValue | undefined> {
    return this.control('SET_PROPERTY', ['combined', this.#isCombined]);
  }

  /** Sends the changes of subscriptions that were made since the address was built. */
  async #sendChanges(): Promise<void> {
    const { names, isCombined } = this.#options;
    const named = new Set(this.#hasNamesInAddress ? names : []);
    const gone = [...named].filter((name) => !this.#names.has(name));
    const more = [...this.#names].filter((name) => !named.has(name));
    if (this.#isCombined !== isCombined) await this.#sendCombined();
    if (gone.length > 0) await this.#sendInChunks('UNSUBSCRIBE', gone);
    if (more.length > 0) await this.#sendInChunks('SUBSCRIBE', more);
  }

  /** Sends pending changes, then lists the subscriptions and subscribes again to missing streams. */
  async #verifySubscriptions(): Promise<void> {
    this.isAlive = true;
    await this.#sendChanges();
    let missing: readonly string[] = [];
    let why: string | undefined;
    if (this.#options.isTrusted) {
      this.#options.listener.onReady(missing);
      return;
    }
    for (let attempt = 0; attempt < VERIFICATION_TRIES; attempt += 1) {
      const listed = listedNames(await this.control('LIST_SUBSCRIPTIONS'));
      if (this.#ended.signal.aborted) return;
      // A server without this method cannot be verified; its messages are accepted nevertheless.
      missing = listed === undefined ? [] : [...this.#names].filter((name) => !listed.has(name));
      if (missing.length === 0) break;
      why = refusalIn(await this.#sendInChunks('SUBSCRIBE', missing)) ?? why;
    }
    if (this.#ended.signal.aborted) return;
    this.#options.listener.onReady(missing, why);
  }

  #onMessage(bytes: Buffer): void {
    this.isAlive = true;
    if (this.#pending.size + this.#timedOut.size > 0 && this.#resolveAnswer(bytes)) return;
    this.#options.listener.onMessage(bytes);
  }

  readonly #onLines: OnLines = (lines, from, to) => {
    this.isAlive = true;
    // Any message may be the answer to a control message.
    const isWaiting = this.#pending.size + this.#timedOut.size > 0;
    return (isWaiting ? undefined : this.#options.listener.onLines?.(lines, from, to)) ?? from;
  };

  /** Resolves the pending call that a message answers; returns false for any other message. */
  #resolveAnswer(bytes: Buffer): boolean {
    if (!looksLikeAnswer(bytes)) return false;
    let value: JsonValue;
    try {
      value = parseJson(bytes.toString('utf8'));
    } catch {
      return false;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const { id } = value as { readonly id?: JsonValue };
    if (typeof id !== 'number') return false;
    if (this.#timedOut.delete(id)) return true;
    const resolveCall = this.#pending.get(id);
    if (resolveCall === undefined) return false;
    resolveCall(value);
    return true;
  }
}

/** Returns whether a message begins with a field that only answers to control messages begin with. */
function looksLikeAnswer(bytes: Buffer): boolean {
  return /^\s*\{\s*"(?:result|id|error|code|msg)"/.test(bytes.toString('latin1', 0, 24));
}

/** Returns the text of the first answer that is a refusal. */
function refusalIn(answers: readonly JsonValue[]): string | undefined {
  const texts = answers.map((answer) => (answer as { readonly msg?: JsonValue }).msg);
  return texts.find((msg): msg is string => typeof msg === 'string');
}

function listedNames(answer: JsonValue | undefined): ReadonlySet<string> | undefined {
  const result = (answer as { readonly result?: JsonValue } | undefined)?.result;
  if (!Array.isArray(result)) return undefined;
  return new Set(result.filter((one): one is string => typeof one === 'string'));
}

/** Returns the address `/ws/<a>/<b>` or `/stream?streams=<a>/<b>` (interface document, Market streams). */
function addressOf({ base, isCombined, query }: LinkOptions, names: readonly string[]): URL {
  const address = new URL(base);
  const root = address.pathname.replace(/\/$/, '');
  const list = names
    .map((name) => encodeURIComponent(name).replaceAll('%40', '@').replaceAll('%3A', ':'))
    .join('/');
  const parameters = query === undefined || query === '' ? [] : [query];
  if (isCombined) {
    address.pathname = `${root}/stream`;
    if (names.length > 0) parameters.unshift(`streams=${list}`);
  } else address.pathname = names.length === 0 ? `${root}/ws` : `${root}/ws/${list}`;
  address.search = parameters.join('&');
  return address;
}
