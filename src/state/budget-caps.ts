/** The limit that is in force in a window: the listed one, unless the server announced or proved another. */
import { DAY_MS } from '../core/time-units.ts';
import { type BudgetRecord, budgetRecord } from './budget-records.ts';
import { REPORTED_SHARE } from './budget-shares.ts';

/** Sources of a limit other than the catalogue, by their numbers in a `cap` record. */
export const CAP_SOURCES = { refused: 1, announced: 2 } as const;
export type CapSource = keyof typeof CAP_SOURCES;

/** The time in ms after which a limit that did not come from the catalogue is forgotten. */
const LEARNED_CAP_MS = DAY_MS;

/**
 * The smallest share of the listed limit that a refusal can prove; a lower value means that the request was refused
 * for another reason.
 */
const LEARNED_SHARE_MIN = 0.01;

export class Caps {
  readonly #listed: number;
  #cap: number;
  #accepted = 0;
  readonly #known = new Map<CapSource, { readonly value: number; readonly time: number }>();

  constructor(listed: number) {
    this.#listed = listed;
    this.#cap = listed;
  }

  /**
   * The rate limit in force in the window: the lowest value that the catalogue, the server or a refusal gives for it.
   */
  get cap(): number {
    return this.#cap;
  }

  /**
   * Where the value of the rate limit in force comes from: the catalogue, an announcement of the server, or a
   * refusal.
   */
  get source(): 'listed' | 'announced' | 'learned' {
    const refused = this.#known.get('refused');
    if (refused !== undefined && refused.value <= this.cap) return 'learned';
    return this.#known.has('announced') ? 'announced' : 'listed';
  }

  learn({ group, value, time }: BudgetRecord): void {
    for (const source of ['refused', 'announced'] as const) {
      if (group === CAP_SOURCES[source]) this.#known.set(source, { value, time });
    }
    const listed = this.#known.get('announced')?.value ?? this.#listed;
    this.#cap = Math.min(listed, this.#known.get('refused')?.value ?? listed);
  }

  /** Records that the server accepted a request and reported this usage of the rate limit with it. */
  accept(usage: number): void {
    this.#accepted = Math.max(this.#accepted, usage);
  }

  /**
   * Returns the limit that a refusal at a reported usage proves: a refusal below the known limit shows that the
   * server has a lower limit, not below the largest usage that it accepted. Returns undefined if the refusal proves
   * no limit.
   */
  afterRefusal(reported: number): number | undefined {
    const learned = this.#accepted / REPORTED_SHARE;
    return reported <= this.cap && learned >= this.#listed * LEARNED_SHARE_MIN ? learned : undefined;
  }

  /** The largest used weight of the window at which the server accepted a request. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Returns the records that carry announced and proved rate limits over to the log of the next window. */
  carry(now: number): readonly BudgetRecord[] {
    return [...this.#known]
      .filter(([, { time }]) => time > now - LEARNED_CAP_MS)
      .map(([source, { value, time }]) =>
        budgetRecord({ kind: 'cap', group: CAP_SOURCES[source], value, time }),
      );
  }
}
