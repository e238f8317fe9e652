/**
 * Finds the time at which the margin status of an account next changes. The status is checked at every full
 * minute (our choice); the search skips time spans in which no price could have changed the status, which
 * does not alter the result.
 */
import { DAY_MS, MINUTE_MS } from '../../../core/time-units.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { MarginAccount } from './accounts.ts';
import { type LevelBounds, type MarginValuation, statusOf } from './valuation.ts';

/** The number of minutes that are searched in one step: after an hour, interest changes the debts. */
const SEARCH_MINUTES = 60;

/**
 * The state of the search for one account; it is valid while the account's balances and debts do not change.
 */
export class MarginStatusWatch {
  readonly #account: MarginAccount;
  readonly #values: MarginValuation;
  /** The balances and debts for which the search state is valid. */
  #holdings = '';
  /** The last minute whose status has been checked. */
  #lastCheckedMinute: number;
  /** A minute up to which the status is known not to change. */
  #unchangedUntil: number;
  #lastSearch: number;
  #lastUpdate = 0;

  constructor(account: MarginAccount, values: MarginValuation, now: number) {
    this.#account = account;
    this.#values = values;
    this.#lastCheckedMinute = minuteOf(now);
    this.#unchangedUntil = this.#lastCheckedMinute;
    this.#lastSearch = now;
  }

  /**
   * Returns the first full minute (ms), up to `until`, at which the status differs from the current one;
   * `until` is at most `now`.
   */
  nextChange(now: number, until: number): number | undefined {
    this.#detectChanges();
    this.#lastSearch = now;
    const end = minuteOf(until);
    while (this.#unchangedUntil < end) {
      const to = Math.min(end, this.#unchangedUntil + SEARCH_MINUTES);
      const found = this.#firstChange(this.#unchangedUntil, to);
      if (found !== undefined) return found * MINUTE_MS;
      this.#unchangedUntil = to;
    }
    return undefined;
  }

  /** Records that all events up to a time have run, and takes over the account's balances and debts. */
  markChecked(time: number): void {
    this.#lastCheckedMinute = Math.max(this.#lastCheckedMinute, minuteOf(time));
    this.#unchangedUntil = this.#lastCheckedMinute;
    this.#holdings = describeHoldings(this.#account);
    this.#lastUpdate = this.#account.trader.updateTime;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#holdings = checkpointer.value(this.#holdings);
    this.#lastCheckedMinute = checkpointer.value(this.#lastCheckedMinute);
    this.#unchangedUntil = checkpointer.value(this.#unchangedUntil);
    this.#lastSearch = checkpointer.value(this.#lastSearch);
    this.#lastUpdate = checkpointer.value(this.#lastUpdate);
  }

  /**
   * Restarts the search if the balances or debts have changed. Trades change the update time of the trading
   * user; all other changes are made by calls, before which all due events have run.
   */
  #detectChanges(): void {
    const holdings = describeHoldings(this.#account);
    if (holdings === this.#holdings) return;
    const { updateTime } = this.#account.trader;
    this.markChecked(updateTime > this.#lastUpdate ? updateTime : this.#lastSearch);
  }

  /** Returns the first minute after `from`, up to `to`, at which the status differs from the current one. */
  #firstChange(from: number, to: number): number | undefined {
    if (from >= to || this.#isStatusConstant((from + 1) * MINUTE_MS, to * MINUTE_MS)) return undefined;
    if (to - from === 1) return to;
    const middle = from + Math.floor((to - from) / 2);
    return this.#firstChange(from, middle) ?? this.#firstChange(middle, to);
  }

  /** Returns whether no price of the time span, or of its day, can change the status. */
  #isStatusConstant(from: number, to: number): boolean {
    const values = this.#values;
    const account = this.#account;
    const isCurrentStatus = ([low, high]: LevelBounds) =>
      statusOf(account, low) === account.status && statusOf(account, high) === account.status;
    if (from === to) return statusOf(account, values.levelOf(account, to)) === account.status;
    const isOneDay = Math.floor(from / DAY_MS) === Math.floor(to / DAY_MS);
    return (
      (isOneDay && isCurrentStatus(values.dayBounds(account, from))) ||
      isCurrentStatus(values.levelBounds(account, from, to))
    );
  }
}

function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS);
}

function describeHoldings({ trader, debts, status }: MarginAccount): string {
  const balances = [...trader.account.balances].map(
    ([asset, { free, locked }]) => `${asset} ${free + locked}`,
  );
  const debtTexts = [...debts].map(([asset, { principal, interest }]) => `${asset} ${principal + interest}`);
  return `${status} ${balances.join(' ')} | ${debtTexts.join(' ')}`;
}
