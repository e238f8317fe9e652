/**
 * Follows an account by its user events and by queries: after each connection the exchange is asked for what
 * was missed. Applying the output in order never returns to an earlier state.
 */
import { ACCOUNT_EVENTS } from '../../catalogue/user-streams.ts';
import { backOffBoundMs } from '../../core/back-off.ts';
import type { Clock } from '../../core/clock.ts';
import { asToolError } from '../../core/errors.ts';
import { parseJson, stringifyJson } from '../../core/json.ts';
import { SECOND_MS } from '../../core/time-units.ts';
import type { JsonValue } from '../../core/words.ts';
import { type ReconcileCalls, type ReconciledLine, reconcile } from './reconcile.ts';
import type { Members, UserState } from './state.ts';

export interface AccountOptions {
  readonly clock: Clock;
  readonly state: UserState;
  readonly calls: ReconcileCalls;
  readonly signal: AbortSignal;
  readonly listener: AccountListener;
}

export interface AccountListener {
  onEvent(bytes: Buffer): void;
  /** Called with an event that is older than a state already reported. */
  onLate(event: Members): void;
  /** Called for an event that was already reported, or that only repeats a query's answer. */
  onDuplicate(): void;
  /** Called with a change that a query showed and no event reported. */
  onReconciled(line: ReconciledLine): void;
  onNote(text: string): void;
}

/**
 * The delays between attempts to read what was missed; they are not random, because one account has one
 * reader.
 */
const BACK_OFF = { firstMs: SECOND_MS, maxMs: 30_000 };

export class Account {
  readonly #options: AccountOptions;
  /**
   * The exchange's time of the first query, in ms; later queries begin there as long as no event was seen.
   */
  #startedAt = 0;
  #shown = '';
  /** The exchange's time, in ms, at which the balances that were last reported changed. */
  #shownAt = 0;

  constructor(options: AccountOptions) {
    this.#options = options;
  }

  /**
   * Queries what may have been missed; on the first connection only the current state. Retries transient
   * failures, because events must wait for the result. Throws a ToolError if the first queries fail or the
   * account's calls are refused.
   */
  async catchUp(isFirst: boolean): Promise<void> {
    const { clock, state, calls, signal, listener } = this.#options;
    const since = isFirst ? undefined : (state.lastEventTime ?? this.#startedAt);
    if (isFirst) this.#startedAt = await calls.now();
    for (let failures = 0; ; failures += 1) {
      try {
        return await reconcile(state, calls, since, (line) => this.#onReconciled(line));
      } catch (thrown) {
        const { kind, facts } = asToolError(thrown);
        const isTransient = kind === 'unavailable' || kind === 'rate-limited';
        if (isFirst || !isTransient || signal.aborted) throw thrown;
        listener.onNote(`What was missed could not be asked for yet: ${facts.message}`);
        await clock
          .sleep(Math.max(backOffBoundMs(failures, BACK_OFF), facts.retryAfterMs ?? 0), signal)
          .catch(() => {});
        if (signal.aborted) return;
      }
    }
  }

  /** Classifies an event and reports it. */
  message(bytes: Buffer): void {
    const { state, listener } = this.#options;
    const event = eventOf(bytes);
    const verdict = event === undefined ? 'new' : state.event(event);
    if (verdict === 'duplicate') listener.onDuplicate();
    else if (event !== undefined && (verdict === 'late' || this.#isOlderThanShown(event)))
      listener.onLate(event);
    else listener.onEvent(bytes);
  }

  #onReconciled(line: ReconciledLine): void {
    if (line.kind === 'account') {
      const text = stringifyJson(line.data);
      if (text === this.#shown) return;
      this.#shown = text;
      this.#shownAt = Math.max(this.#shownAt, changedAt(line.data));
    }
    this.#options.listener.onReconciled(line);
  }

  /** Returns whether an event shows balances older than those already reported. */
  #isOlderThanShown(event: Members): boolean {
    const letter = ACCOUNT_EVENTS[String(event['e'])];
    const at = letter === undefined ? undefined : event[letter];
    return typeof at === 'number' && at < this.#shownAt;
  }
}

/** Returns the newest `updateTime` in an answer, 0 if it has none. */
function changedAt(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((newest, [name, one]) => {
    const at = name === 'updateTime' && typeof one === 'number' ? one : changedAt(one as JsonValue);
    return Math.max(newest, at);
  }, 0);
}

function eventOf(bytes: Buffer): Members | undefined {
  try {
    const value = parseJson(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Members)
      : undefined;
  } catch {
    return undefined;
  }
}
