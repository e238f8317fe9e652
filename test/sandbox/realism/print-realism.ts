/** Prints how realistic both models of the simulated market are, and what reading them costs: npm run check:market */
import { createMarket, type Market } from '../../../src/sandbox/engine/market/market.ts';
import type { MarketModel } from '../../../src/sandbox/engine/market/symbol-model.ts';
import { BOUNDS, violationsOf } from './bounds.ts';
import { FULL_SAMPLE, measureAll, NAMES, type Realism, SEEDS } from './measures.ts';
import { READS } from './reads.ts';
import { medianOf } from './statistics.ts';

const LABELS: readonly (readonly [field: keyof Realism, label: string])[] = [
  ['dailyKurtosis', 'kurtosis of 1,500 daily returns'],
  ['absoluteMinuteReturns', 'autocorrelation of absolute minute returns'],
  ['minuteReturns', 'autocorrelation of minute returns'],
  ['minuteVolumes', 'autocorrelation of minute volumes'],
  ['funding', 'mean absolute funding per 8 h, %'],
  ['fundingAtCap', 'fundings at the cap, %'],
  ['premium', 'mean absolute premium, bp'],
  ['bookSpan', 'span of 5,000 levels, %'],
  ['impact', 'impact of 1/1000 of a day, bp'],
];

/** Measurements of each read in both models. */
const PAIRS = 15;

/** Prints both tables and returns whether model 2 keeps all bounds. */
export function printRealism(print: (line: string) => void): boolean {
  print(`Medians, least and greatest of ${SEEDS.length} seeds x ${NAMES.length} symbols`);
  print(`${''.padEnd(44)}${'model 1'.padStart(28)}${'model 2'.padStart(28)}`);
  const [first, second] = [measureAll(1, FULL_SAMPLE), measureAll(2, FULL_SAMPLE)];
  for (const [field, label] of LABELS) {
    const cells = [first, second].map((all) => rangeText(all.map((one) => one[field])).padStart(28));
    print(`${label.padEnd(44)}${cells.join('')}`);
  }
  const broken = BOUNDS.filter((bound) => violationsOf(bound, second).length > 0);
  print('');
  print(`Model 2 keeps ${BOUNDS.length - broken.length} of ${BOUNDS.length} bounds`);
  for (const bound of broken) {
    const { field, of, least, most } = bound;
    print(`  ${field} (${of}) is not from ${least} to ${most}: ${violationsOf(bound, second).join(', ')}`);
  }
  print('');
  print('CPU of reads in a new market: least ms, and the median ratio of pairs');
  print(`${''.padEnd(44)}${'model 1'.padStart(14)}${'model 2'.padStart(14)}${'ratio'.padStart(10)}`);
  for (const [label, read] of READS) {
    const { least, ratio } = compareCosts(read);
    const [before, after] = least;
    print(
      `${label.padEnd(44)}${before.toFixed(2).padStart(14)}${after.toFixed(2).padStart(14)}${ratio.toFixed(2).padStart(10)}`,
    );
  }
  return broken.length === 0;
}

function rangeText(values: readonly number[]): string {
  const text = (value: number) => value.toFixed(Math.abs(value) >= 10 ? 1 : 3);
  return `${text(medianOf(values))} (${text(Math.min(...values))} … ${text(Math.max(...values))})`;
}

/**
 * Returns the least cost of a read in both models, and the median of the ratios of pairs. Each pair is measured one
 * after the other, every second one in reverse order.
 */
function compareCosts(read: (market: Market, index: number) => void) {
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratios: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const costs: [number, number] = [0, 0];
    for (const model of pair % 2 === 0 ? ([1, 2] as const) : ([2, 1] as const)) {
      costs[model - 1] = costOf(read, model);
      least[model - 1] = Math.min(least[model - 1]!, costs[model - 1]!);
    }
    ratios.push(costs[1] / costs[0]);
  }
  return { least, ratio: medianOf(ratios) };
}

function costOf(read: (market: Market, index: number) => void, model: MarketModel): number {
  const before = process.cpuUsage();
  for (const seed of SEEDS) read(createMarket({ seed, model }), seed);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / SEEDS.length;
}
