/**
 * When an account's margin status next changes. It is judged at every full minute (choice); spans in which prices
 * cannot have changed it are skipped, which leads to the same minute sooner.
 */
import { DAY_MS, MINUTE_MS } from '../../../core/time-units.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { MarginAccount } from './accounts.ts';
import { type Bounds, type MarginValues, statusAt } from './valuation.ts';

/** How far ahead is looked in one go, in minutes: after an hour interest changes what is owed. */
const LOOK_AHEAD = 60;

/** What is known of an account's future while what it holds and owes stays as it is. */
export class LevelWatch {
  readonly #account: MarginAccount;
  readonly #values: MarginValues;
  /** What it held and owed when that was found out. */
  #holds = '';
  /** The last minute that is known to have been judged. */
  #judged: number;
  /** No minute up to here changes the status. */
  #quietUntil: number;
  #lastLook: number;
  #lastUpdate = 0;

  constructor(account: MarginAccount, values: MarginValues, now: number) {
    this.#account = account;
    this.#values = values;
    this.#judged = minuteOf(now);
    this.#quietUntil = this.#judged;
    this.#lastLook = now;
  }

  /** Returns the first minute by `until`, which is not after now, at which the status is another, as ms. */
  next(now: number, until: number): number | undefined {
    this.#notice();
    this.#lastLook = now;
    const end = minuteOf(until);
    while (this.#quietUntil < end) {
      const to = Math.min(end, this.#quietUntil + LOOK_AHEAD);
      const found = this.#firstChange(this.#quietUntil, to);
      if (found !== undefined) return found * MINUTE_MS;
      this.#quietUntil = to;
    }
    return undefined;
  }

  /** Notes that all up to a moment has happened, and what the account holds from then on. */
  passed(time: number): void {
    this.#judged = Math.max(this.#judged, minuteOf(time));
    this.#quietUntil = this.#judged;
    this.#holds = holdingsOf(this.#account);
    this.#lastUpdate = this.#account.trader.updateTime;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#holds = checkpointer.value(this.#holds);
    this.#judged = checkpointer.value(this.#judged);
    this.#quietUntil = checkpointer.value(this.#quietUntil);
    this.#lastLook = checkpointer.value(this.#lastLook);
    this.#lastUpdate = checkpointer.value(this.#lastUpdate);
  }

  /**
   * Starts anew where what it holds or owes is another. Trades tell when that was; whatever else moves money is a call,
   * and no call comes before all has happened that was due by then.
   */
  #notice(): void {
    const holds = holdingsOf(this.#account);
    if (holds === this.#holds) return;
    const { updateTime } = this.#account.trader;
    this.passed(updateTime > this.#lastUpdate ? updateTime : this.#lastLook);
  }

  /** Returns the first minute after `from`, up to `to`, at which the status is another. */
  #firstChange(from: number, to: number): number | undefined {
    if (from >= to || this.#staysWithin((from + 1) * MINUTE_MS, to * MINUTE_MS)) return undefined;
    if (to - from === 1) return to;
    const middle = from + Math.floor((to - from) / 2);
    return this.#firstChange(from, middle) ?? this.#firstChange(middle, to);
  }

  /** Whether the status is sure to be the same at all minutes of a span; the prices of its day may say so already. */
  #staysWithin(from: number, to: number): boolean {
    const values = this.#values;
    const account = this.#account;
    const isSame = ([low, high]: Bounds) =>
      statusAt(low) === account.status && statusAt(high) === account.status;
    if (from === to) return statusAt(values.levelOf(account, to)) === account.status;
    const isOneDay = Math.floor(from / DAY_MS) === Math.floor(to / DAY_MS);
    return (
      (isOneDay && isSame(values.dayBounds(account, from))) || isSame(values.levelBounds(account, from, to))
    );
  }
}

function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS);
}

function holdingsOf({ trader, debts, status }: MarginAccount): string {
  const held = [...trader.account.balances].map(([asset, { free, locked }]) => `${asset} ${free + locked}`);
  const owed = [...debts].map(([asset, { principal, interest }]) => `${asset} ${principal + interest}`);
  return `${status} ${held.join(' ')} | ${owed.join(' ')}`;
}
