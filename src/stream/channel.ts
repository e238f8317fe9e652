/**
 * Keeps one connection's worth of streams alive for as long as it is asked to: connects, connects again after a loss,
 * renews before the exchange ends the connection after 24 hours, and watches for silence. During a renewal both
 * connections are open: the new one's messages wait until the old one has been heard out, and what both brought is
 * passed on once.
 */
import * as LIMITS from '../catalogue/limits/connections.ts';
import { asToolError, ToolError } from '../core/errors.ts';
import type { JsonValue } from '../core/words.ts';
import { HEALTHY_MS, reconnectDelayMs } from './back-off.ts';
import type { ChannelOptions } from './channel-options.ts';
import { ABNORMAL_CLOSE, type CloseReason, closeReasonText } from './close-reason.ts';
import { Connection } from './connection.ts';
import type { ControlMethod, Link } from './link.ts';
import { ReadPause } from './read-pause.ts';

/** Both connections bring everything for this long: far more than one may lag behind the other. */
const OVERLAP_MS = 5000;
/** Without an answer to its pings for so long the exchange ends a connection (interface document, WebSocket API). */
const PONG_DEADLINE_MS = LIMITS.pongDeadline.value;
/** Where there never was a connection, this many failures in a row end the command. */
const FIRST_CONNECT_TRIES = 3;
/** It was to end. */
const ENDED_BY_US: CloseReason = { code: 1000, why: 'ended' };
/** Nothing more will come: what was sent had an end, such as a recording that is told again. */
const HTTP_GONE = 410;

export class Channel {
  readonly #options: ChannelOptions;
  readonly #names: Set<string>;
  /** The connection that is followed, and during a renewal the one that takes over. */
  readonly #links = new Set<Link>();
  #isCombined: boolean;
  #link: Link | undefined;
  #failures = 0;
  #isFirst = true;
  readonly #pause = new ReadPause();
  /** When nothing was read, the last time. */
  #unreadSpan: { readonly from: number; to: number | undefined } | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#names = new Set(options.names);
    this.#isCombined = options.isCombined;
  }

  /**
   * Runs until the signal is aborted or the streams are over; has closed everything then. Throws a ToolError where there never was a
   * connection and trying again would not help.
   */
  async run(): Promise<void> {
    const { signal, clock, listener, isTrusted } = this.#options;
    while (!signal.aborted) {
      // A connection made while nothing is read would only fill up.
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

  /** Stops reading. The exchange feels it; after a minute without answers to its pings it may end the connection. */
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

  /** Whether a control message would be sent now. */
  get isOpen(): boolean {
    return [...this.#links].some(({ isOpen }) => isOpen);
  }

  /** Carries more streams, now and on the connections to come; resolves with what the exchange answered now. */
  subscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    for (const name of names) this.#names.add(name);
    return this.#forEachLink((link) => link.subscribe(names));
  }

  unsubscribe(names: readonly string[]): Promise<readonly JsonValue[]> {
    for (const name of names) this.#names.delete(name);
    return this.#forEachLink((link) => link.unsubscribe(names));
  }

  /** Wraps messages or not, now and on the connections to come. */
  setCombined(isCombined: boolean): Promise<readonly JsonValue[]> {
    this.#isCombined = isCombined;
    return this.#forEachLink((link) => link.setCombined(isCombined));
  }

  /** Sends a control message on the connections that are open; resolves with the answer of the one followed. */
  ask(method: ControlMethod, params?: readonly JsonValue[]): Promise<readonly JsonValue[]> {
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

  /** Takes up a link where another left off; a pause that began meanwhile holds for it too. */
  #follow(link: Link): void {
    this.#link = link;
    if (this.#pause.isOn) link.pause();
  }

  /** Says that nothing was read before a loss for so long that pings may have gone unanswered for too long. */
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

  /** Follows one connection and those that take over from it in time; resolves when one ended by itself. */
  async #runConnections(): Promise<CloseReason> {
    let current = await this.#connect();
    for (;;) {
      if (current instanceof EndedConnection) return current.reason;
      const isDue = await this.#waitForEndOrRenewal(current);
      if (isDue !== 'renew') return isDue;
      // What was not read yet would go with the connection; another one would only fill up meanwhile.
      const reason = await Promise.race([current.ended, this.#pause.over]);
      if (reason !== undefined) return reason;
      current = await this.#renew(current);
    }
  }

  /** Resolves with the way the connection ended, or with `renew` when it is time. */
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

  /** Opens the next connection while this one still works; where that fails, this one goes on until it ends. */
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
      // A reader that fell behind meanwhile has not read the old one's messages: it stays, and is renewed after the pause.
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

  /** Resolves when both connections were open for long enough; what waits in a pause was not heard yet. */
  async #waitOverlap(): Promise<void> {
    const { clock, signal } = this.#options;
    do {
      await this.#pause.over;
      await clock.sleep(OVERLAP_MS, signal).catch(() => {});
    } while (this.#pause.isOn && !signal.aborted);
  }

  /** Opens a connection; resolves when it is proved to carry the streams, or with the reason why there is none. */
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

/** Nothing was ever received: what is wrong with the address or the network is said, not repeated for ever. */
function throwIfHopeless(reason: CloseReason, tries: number, base: URL): void {
  const { status, retryAfterMs } = reason;
  const isRefused = status !== undefined && status >= 400 && status < 600 && status !== 503;
  const isLimited = retryAfterMs !== undefined;
  if (!isRefused && !isLimited && tries < FIRST_CONNECT_TRIES) return;
  throw new ToolError({
    kind: isLimited ? 'rate-limited' : 'unavailable',
    message: `No stream connection to ${base.host}: ${closeReasonText(reason)}.`,
    hint: isLimited
      ? 'The exchange refuses this address for now: wait before the next try.'
      : 'Check the network and the address (--host); --env sandbox works offline.',
    retryable: true,
    execution: 'not_executed',
    ...(status === undefined ? {} : { httpStatus: status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** No attempt was made: the exchange asked this machine to make none for a time. */
function reasonOfRefusedAttempt(error: unknown): CloseReason {
  const { message, retryAfterMs } = asToolError(error).facts;
  return { code: ABNORMAL_CLOSE, why: message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** A connection that came to nothing or is over. */
class EndedConnection {
  readonly reason: CloseReason;
  constructor(reason: CloseReason) {
    this.reason = reason;
  }
}
