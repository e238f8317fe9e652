/**
 * When an account's margin status next changes. It is judged at every full minute (choice); spans in which prices
 * cannot have changed it are skipped, which leads to the same minute sooner.
 */
import { DAY_MS, MINUTE_MS } from '../../../core/time-units.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { MarginAccount } from './accounts.ts';
import { type LevelBounds, type MarginValuation, statusOf } from './valuation.ts';

/** How far ahead is looked in one go, in minutes: after an hour interest changes what is owed. */
const SEARCH_MINUTES = 60;

/** What is known of an account's future while what it holds and owes stays as it is. */
export class MarginStatusWatch {
  readonly #account: MarginAccount;
  readonly #values: MarginValuation;
  /** What it held and owed when that was found out. */
  #holdings = '';
  /** The last minute that is known to have been judged. */
  #lastCheckedMinute: number;
  /** No minute up to here changes the status. */
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

  /** Returns the first minute by `until`, which is not after now, at which the status is another, as ms. */
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

  /** Notes that all up to a moment has happened, and what the account holds from then on. */
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
   * Starts anew where what it holds or owes is another. Trades tell when that was; whatever else moves money is a call,
   * and no call comes before all has happened that was due by then.
   */
  #detectChanges(): void {
    const holdings = describeHoldings(this.#account);
    if (holdings === this.#holdings) return;
    const { updateTime } = this.#account.trader;
    this.markChecked(updateTime > this.#lastUpdate ? updateTime : this.#lastSearch);
  }

  /** Returns the first minute after `from`, up to `to`, at which the status is another. */
  #firstChange(from: number, to: number): number | undefined {
    if (from >= to || this.#isStatusConstant((from + 1) * MINUTE_MS, to * MINUTE_MS)) return undefined;
    if (to - from === 1) return to;
    const middle = from + Math.floor((to - from) / 2);
    return this.#firstChange(from, middle) ?? this.#firstChange(middle, to);
  }

  /** Whether the status is sure to be the same at all minutes of a span; the prices of its day may say so already. */
  #isStatusConstant(from: number, to: number): boolean {
    const values = this.#values;
    const account = this.#account;
    const isCurrentStatus = ([low, high]: LevelBounds) =>
      statusOf(low) === account.status && statusOf(high) === account.status;
    if (from === to) return statusOf(values.levelOf(account, to)) === account.status;
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
