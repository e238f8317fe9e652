/** The weights that requests really use of a limit, learned from the usage that the server reports. */
import { type BudgetRecord, budgetRecord } from './budget-records.ts';

/** The largest number of learned request costs that are carried over to the next window. */
const CARRIED_MAX = 64;

/** The usage of a limit in an answer, which includes the cost of the answered request. */
interface Report {
  readonly value: number;
  /** The group of the answered request; undefined if the server may not have counted the request. */
  readonly group: number | undefined;
}

export class Charges {
  /** The reports of the window by ascending usage, which is the order in which the server counted the requests. */
  readonly #reports: Report[] = [];
  /** The smallest cost that a request of each group can have had, seen in this window. */
  readonly #observed = new Map<number, number>();
  /** The costs that were carried over from earlier windows. */
  readonly #carried = new Map<number, number>();

  /**
   * Learns from the usage that an answer reported. A request cost at most what the usage grew by since the request
   * that the server counted before it; requests without an answer and other programs only make that growth larger, so
   * the smallest growth of a group is closest to its cost.
   */
  learn(report: Report): void {
    const reports = this.#reports;
    let at = reports.length;
    while (at > 0 && reports[at - 1]!.value > report.value) at -= 1;
    this.#observe(report, reports[at - 1]);
    this.#observe(reports[at], report);
    reports.splice(at, 0, report);
  }

  #observe(report: Report | undefined, before: Report | undefined): void {
    // What other programs used before the first answer of a window is not known.
    if (report?.group === undefined || before === undefined) return;
    const { value, group } = report;
    const growth = value - before.value;
    if (growth <= 0) return;
    const known = this.#observed.get(group);
    if (known === undefined || growth < known) this.#observed.set(group, growth);
  }

  /** Takes over the cost of a request that was learned in an earlier window of the rate limit. */
  restore({ group, value }: BudgetRecord): void {
    this.#carried.set(group, value);
  }

  /**
   * Returns the weight that a request is assumed to cost: at least its listed weight, and at most `max` if `max` is
   * more.
   */
  of({ weight, group }: { readonly weight: number; readonly group: number }, max: number): number {
    const unknown = Number.POSITIVE_INFINITY;
    const learned = Math.min(this.#observed.get(group) ?? unknown, this.#carried.get(group) ?? unknown);
    return learned === unknown ? weight : Math.max(weight, Math.min(learned, max));
  }

  /** Returns the records that carry the costs over to the next window; costs seen in this window replace earlier ones. */
  carry(now: number): readonly BudgetRecord[] {
    return [...new Map([...this.#carried, ...this.#observed])]
      .slice(-CARRIED_MAX)
      .map(([group, value]) => budgetRecord({ kind: 'charge', group, value, time: now }));
  }
}
