/** Where an order stands in the simulated market's queue at its price. */

/** The simulated market's lots ahead of an order at its price. */
export interface QueuePosition {
  readonly lots: number;
  /** The time at which these lots were ahead of the order, in ms; some have been cancelled since. */
  readonly since: number;
  /**
   * The lots that were ahead when the order joined the queue; the next lots of an iceberg join behind the
   * same number.
   */
  readonly joinedBehind: number;
}
