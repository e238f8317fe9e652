/**
 * Keeps the streams of one connection alive: connects, reconnects after a loss, and renews the connection
 * before the exchange closes it after 24 hours. During a renewal both connections are open; the messages of
 * the new one are buffered until the old one is closed, and trackers remove the duplicates.
 */
import * as LIMITS from '../catalogue/limits/connections.ts';
import { asToolError, ToolError } from '../core/errors.ts';
import type { JsonValue } from '../core/words.ts';
import { HEALTHY_MS, reconnectDelayMs } from './back-off.ts';
import type { ChannelOptions } from './channel-options.ts';
import { ABNORMAL_CLOSE, type CloseReason, closeReasonText } from './close-reason.ts';
import { Connection } from './connection.ts';
import type { ControlMethodName, Link } from './link.ts';
import { ReadPause } from './read-pause.ts';

/**
 * How long both connections are open in a renewal, in ms: far longer than one connection can lag behind the
 * other.
 */
const OVERLAP_MS = 5000;
/**
 * How long a connection may leave pings unanswered before the exchange closes it, in ms (interface document,
 * WebSocket API).
 */
const PONG_DEADLINE_MS = LIMITS.pongDeadline.value;
/** The number of failures in a row, without any successful connection, that end the command. */
const FIRST_CONNECT_TRIES = 3;
/** The close reason of a connection that bourse itself closed. */
const ENDED_BY_US: CloseReason = { code: 1000, why: 'ended' };
/**
 * The HTTP status with which a host refuses streams that have ended for good, such as a replayed recording.
 */
const HTTP_GONE = 410;

export class Channel {
  readonly #options: ChannelOptions;
  readonly #names: Set<string>;
  /** The links of the current connection and, during a renewal, of the new one. */
  readonly #links = new Set<Link>();
  #isCombined: boolean;
  #link: Link | undefined;
  #failures = 0;
  #isFirst = true;
  readonly #pause = new ReadPause();
  /**
   * The last time span in which reading was paused, in monotonic ms; `to` is undefined while the pause lasts.
   */
  #unreadSpan: { readonly from: number; to: number | undefined } | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#names = new Set(options.names);
    this.#isCombined = options.isCombined;
  }

  /**
   * Runs until the signal aborts or the streams have ended, then closes all connections. Throws a ToolError
   * if no connection succeeded and trying again would not help.
   */
  async run(): Promise<void> {
    const { signal, clock, listener, isTrusted } = this.#options;
    while (!signal.aborted) {
      // A connection opened during a pause would only fill its buffers.
      if (this.#pause.isOn) await Promise.race([this.#pause.over, aborted(signal)]);
      if (signal.aborted) return;
      const startedMs = clock.monotonicMs();
      const reason = await this.#runConnections();
      if (signal.aborted) return;
      if (clock.monotonicMs() - startedMs >= HEALTHY_MS) this.#failures = 0;
      if (this.#isFirst) throwIfHopeless(reason, this.#failures + 1, this.#options.base);
      else if (reason.status === HTTP_GONE && isTrusted !== true) return;
      const waitMs = Math.max(this.#delay(), reason.retryAfterMs ?? 0);
      listener.onLost(`${closeReasonText(reason)}${this.#unreadText()}`, waitMs);
      await clock.sleep(waitMs, signal).catch(() => {});
    }
  }

  /**
   * Stops reading, which also delays pongs; after a minute without them the exchange may close the
   * connection.
   */
  pause(): void {
    if (!this.#pause.isOn) this.#unreadSpan = { from: this.#options.clock.monotonicMs(), to: undefined };
    this.#pause.begin();
    this.#link?.pause();
  }

  resume(): void {
    this.#pause.end();
    if (this.#unreadSpan !== undefined) this.#unreadSpan.to ??= this.#options.clock.monotonicMs();
    this.#link?.resume();
  }

  /** Whether a connection is open, so that a control message would be sent immediately. */
  get isOpen(): boolean {
    return [...this.#links].some(({ isOpen }) => isOpen);
  }

  /**
   * Adds streams on the open connection and on all later ones; resolves with the answers of the open
   * connection.
   */
  subscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    for (const name of names) this.#names.add(name);
    return this.#forEachLink((link) => link.subscribe(names));
  }

  /**
   * Removes streams from the open connection and from all later ones; resolves with the answers of the open
   * connection.
   */
  unsubscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    for (const name of names) this.#names.delete(name);
    return this.#forEachLink((link) => link.unsubscribe(names));
  }

  /** Sets whether messages are wrapped as {stream, data}, on the open connection and on all later ones. */
  setCombined(isCombined: boolean): Promise<readonly JsonValue[]> {
    this.#isCombined = isCombined;
    return this.#forEachLink((link) => link.setCombined(isCombined));
  }

  /** Sends a control message on the open connections; resolves with the answer of the current one. */
  ask(method: ControlMethodName, params?: readonly JsonValue[]): Promise<readonly JsonValue[]> {
    return this.#forEachLink(async (link) => {
      const answer = link.isOpen ? await link.control(method, params) : undefined;
      return answer === undefined ? [] : [answer];
    });
  }

  async #forEachLink(act: (link: Link) => Promise<readonly JsonValue[]>): Promise<readonly JsonValue[]> {
    const answers = await Promise.all(
      [...this.#links].map(async (link) => ({ link, result: await act(link) })),
    );
    return (answers.find(({ link }) => link === this.#link) ?? answers[0])?.result ?? [];
  }

  /** Makes a link the current one, and pauses it where reading is paused. */
  #follow(link: Link): void {
    this.#link = link;
    if (this.#pause.isOn) link.pause();
  }

  /**
   * Returns the part of a message about a lost connection that names a recent pause long enough to leave
   * pings unanswered, or "".
   */
  #unreadText(): string {
    const { from = 0, to } = this.#unreadSpan ?? {};
    const now = this.#options.clock.monotonicMs();
    const ms = (to ?? now) - from;
    const isRecent = this.#unreadSpan !== undefined && now - (to ?? now) < PONG_DEADLINE_MS;
    return isRecent && ms >= PONG_DEADLINE_MS ? `, after ${Math.round(ms / 1000)} s without reading` : '';
  }

  #delay(): number {
    const delayMs = reconnectDelayMs(this.#failures, this.#options.random);
    this.#failures += 1;
    return delayMs;
  }

  /**
   * Runs a connection and its renewals; resolves with the reason when a connection closed and was not
   * renewed.
   */
  async #runConnections(): Promise<CloseReason> {
    let current = await this.#connect();
    for (;;) {
      if (current instanceof EndedConnection) return current.reason;
      const isDue = await this.#waitForEndOrRenewal(current);
      if (isDue !== 'renew') return isDue;
      // A renewal during a pause would lose the unread messages of the old connection.
      const reason = await Promise.race([current.ended, this.#pause.over]);
      if (reason !== undefined) return reason;
      current = await this.#renew(current);
    }
  }

  /** Resolves with the close reason, or with `renew` when the connection is due for a renewal. */
  async #waitForEndOrRenewal(connection: Connection): Promise<CloseReason | 'renew'> {
    const { clock } = this.#options;
    const over = new AbortController();
    const leftMs = Math.max(0, connection.renewAtMs - clock.monotonicMs());
    const due = clock.sleep(leftMs, over.signal).then(
      () => 'renew' as const,
      () => new Promise<never>(() => {}),
    );
    const announced = connection.shutdown.then(() => 'renew' as const);
    const outcome = await Promise.race([connection.ended, due, announced]);
    over.abort();
    return outcome;
  }

  /** Opens the next connection while the current one works; if that fails, returns the current one. */
  async #renew(current: Connection): Promise<Connection | EndedConnection> {
    const { clock, listener, signal } = this.#options;
    listener.onOverlap(true);
    try {
      const successor = await this.#connect({ isWaiting: true });
      if (successor instanceof EndedConnection) {
        if (signal.aborted) return successor;
        const pauseMs = this.#delay();
        const outcome = await Promise.race([current.ended, clock.sleep(pauseMs, signal).catch(() => {})]);
        return outcome === undefined ? current : new EndedConnection(outcome);
      }
      this.#failures = 0;
      // Reading was paused while the new connection was opened: the old connection has unread messages, so it is
      // renewed after the pause.
      if (this.#pause.isOn) {
        successor.retire();
        return current;
      }
      await Promise.race([current.ended, successor.bufferFull, this.#waitOverlap()]);
      current.retire();
      this.#follow(successor.link);
      successor.release();
      return successor;
    } finally {
      listener.onOverlap(false);
    }
  }

  /** Resolves when both connections have been open and read for long enough. */
  async #waitOverlap(): Promise<void> {
    const { clock, signal } = this.#options;
    do {
      await this.#pause.over;
      await clock.sleep(OVERLAP_MS, signal).catch(() => {});
    } while (this.#pause.isOn && !signal.aborted);
  }

  /** Opens a connection; resolves when the exchange lists its streams, or with the reason of the failure. */
  async #connect({ isWaiting = false } = {}): Promise<Connection | EndedConnection> {
    const { signal, takeAttempt, listener } = this.#options;
    try {
      await takeAttempt(signal);
    } catch (error) {
      return new EndedConnection(signal.aborted ? ENDED_BY_US : reasonOfRefusedAttempt(error));
    }
    if (signal.aborted) return new EndedConnection(ENDED_BY_US);
    const now = { ...this.#options, names: [...this.#names], isCombined: this.#isCombined };
    const connection = new Connection(now, isWaiting, () => {
      if (!isWaiting) listener.onOpen(this.#isFirst);
      this.#isFirst = false;
    });
    this.#links.add(connection.link);
    void connection.ended.then(() => this.#links.delete(connection.link));
    const opened = await Promise.race([connection.ready, connection.ended]);
    if (opened !== undefined) return new EndedConnection(opened);
    if (!isWaiting) this.#follow(connection.link);
    return connection;
  }
}

/** Throws if the first connections fail for a reason that will not pass, such as a wrong address. */
function throwIfHopeless(reason: CloseReason, tries: number, base: URL): void {
  const { status, retryAfterMs } = reason;
  const isRefused = status !== undefined && status >= 400 && status < 600 && status !== 503;
  const isLimited = retryAfterMs !== undefined;
  if (!isRefused && !isLimited && tries < FIRST_CONNECT_TRIES) return;
  throw new ToolError({
    kind: isLimited ? 'rate-limited' : 'unavailable',
    message: `No stream connection to ${base.host}: ${closeReasonText(reason)}.`,
    hint: isLimited
      ? 'The exchange refuses connections from this address for now: wait before the next try.'
      : 'Check the network and the address (--host); --env sandbox works offline.',
    retryable: true,
    execution: 'not_executed',
    ...(status === undefined ? {} : { httpStatus: status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Returns the close reason of a connection attempt that a cooldown or ban prevented. */
function reasonOfRefusedAttempt(error: unknown): CloseReason {
  const { message, retryAfterMs } = asToolError(error).facts;
  return { code: ABNORMAL_CLOSE, why: message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** A connection that failed to open or has closed. */
class EndedConnection {
  readonly reason: CloseReason;
  constructor(reason: CloseReason) {
    this.reason = reason;
  }
}
