/** Prints how realistic both models of the simulated market are, and what reading them costs: npm run check:market */
import { createMarket, type Market } from '../../../src/sandbox/engine/market/market.ts';
import type { MarketModel } from '../../../src/sandbox/engine/market/symbol-model.ts';
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

/** Measurements of each read; the least cost counts, because other programs disturb the rest. */
const REPETITIONS = 12;

export function printRealism(print: (line: string) => void): void {
  print(`Medians, least and greatest of ${SEEDS.length} seeds x ${NAMES.length} symbols`);
  print(`${''.padEnd(44)}${'model 1'.padStart(28)}${'model 2'.padStart(28)}`);
  const [first, second] = [measureAll(1, FULL_SAMPLE), measureAll(2, FULL_SAMPLE)];
  for (const [field, label] of LABELS) {
    const cells = [first, second].map((all) => rangeText(all.map((one) => one[field])).padStart(28));
    print(`${label.padEnd(44)}${cells.join('')}`);
  }
  print('');
  print('CPU of reads in a new market, ms');
  print(`${''.padEnd(44)}${'model 1'.padStart(14)}${'model 2'.padStart(14)}${'ratio'.padStart(10)}`);
  for (const [label, read] of READS) {
    const [before, after] = leastCosts(read);
    const ratio = (after / before).toFixed(2);
    print(
      `${label.padEnd(44)}${before.toFixed(2).padStart(14)}${after.toFixed(2).padStart(14)}${ratio.padStart(10)}`,
    );
  }
}

function rangeText(values: readonly number[]): string {
  const text = (value: number) => value.toFixed(Math.abs(value) >= 10 ? 1 : 3);
  return `${text(medianOf(values))} (${text(Math.min(...values))} … ${text(Math.max(...values))})`;
}

/** Returns the least cost of a read in both models, measured in turns. */
function leastCosts(read: (market: Market, index: number) => void): readonly [number, number] {
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    for (const model of [1, 2] as const) {
      least[model - 1] = Math.min(least[model - 1]!, costOf(read, model));
    }
  }
  return least;
}

function costOf(read: (market: Market, index: number) => void, model: MarketModel): number {
  const before = process.cpuUsage();
  for (const seed of SEEDS) read(createMarket({ seed, model }), seed);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / SEEDS.length;
}
