/** The scenarios that a market can go through, as data. */

/**
 * A curve: its points are the minutes since the beginning and the value at that time; straight lines connect
 * them.
 */
export type Curve = readonly (readonly [minute: number, value: number])[];

export interface Episode {
  readonly about: string;
  /** The factor by which prices are multiplied, for an asset with the largest price moves. */
  readonly price?: Curve;
  /** How strongly prices are pulled towards the price at the beginning: at 1 they do not move. */
  readonly dampening?: Curve;
  /** The factor by which the quantities of all trades are multiplied during the scenario. */
  readonly volume: Curve;
  /**
   * The share of the quantity of each order book level that remains during the scenario, and how many of the best
   * levels are missing.
   */
  readonly depth: number;
  readonly gap: number;
}

export const SCENARIOS = {
  calm: {
    about: 'prices hardly move for a day',
    dampening: [
      [0, 0],
      [5, 0.92],
      [1380, 0.92],
      [1440, 0],
    ],
    volume: [
      [0, 0.6],
      [1440, 0.6],
    ],
    depth: 1.5,
    gap: 0,
  },
  trend: {
    about: 'prices climb by a quarter in four hours and come back as slowly',
    price: [
      [0, 1],
      [240, 1.25],
      [270, 1.25],
      [480, 1],
    ],
    volume: [
      [0, 1.5],
      [480, 1.5],
    ],
    depth: 1,
    gap: 0,
  },
  crash: {
    about: 'after a minute prices fall by a third within a quarter of an hour, and recover in five',
    price: [
      [0, 1],
      [1, 1],
      [2, 0.95],
      [4, 0.9],
      [5, 0.92],
      [8, 0.78],
      [12, 0.68],
      [15, 0.66],
      [25, 0.7],
      [40, 0.67],
      [180, 0.85],
      [315, 1],
    ],
    volume: [
      [0, 1],
      [1, 1],
      [4, 6],
      [30, 4],
      [315, 1],
    ],
    depth: 0.3,
    gap: 0,
  },
  flash: {
    about: 'after a minute prices fall by a fifth within a minute, and are back in ten',
    price: [
      [0, 1],
      [1, 1],
      [1.5, 0.88],
      [2, 0.8],
      [2.5, 0.9],
      [5, 0.97],
      [12, 1],
    ],
    volume: [
      [0, 1],
      [1, 1],
      [2, 8],
      [12, 1],
    ],
    depth: 0.2,
    gap: 1,
  },
  thin: {
    about: 'little is traded for a day, on a book with few orders and a wide spread',
    volume: [
      [0, 0.05],
      [1440, 0.05],
    ],
    depth: 0.05,
    gap: 3,
  },
} as const satisfies Readonly<Record<string, Episode>>;

export type ScenarioName = keyof typeof SCENARIOS;

export function isScenario(word: string): word is ScenarioName {
  return Object.hasOwn(SCENARIOS, word);
}
