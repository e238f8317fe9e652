/** Where an order stands in the simulated market's queue at its price. */

/** The simulated market's lots ahead of an order at its price. */
export interface QueuePosition {
  readonly lots: number;
  /** The time at which these lots stood ahead, in ms; some are cancelled since. */
  readonly since: number;
  /** The lots that stood ahead when the order joined; the next lots of an iceberg join behind as many. */
  readonly joinedBehind: number;
}
