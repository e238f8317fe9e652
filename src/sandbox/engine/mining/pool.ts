/**
 * The mining pool: a pure function of seed, user, account, algorithm and time. The hash rate of an account is
 * the sum of its workers' hash rates, and its earnings are proportional to the hash rate of the day.
 */
import { DAY_MS, HOUR_MS } from '../../../core/time-units.ts';
import { blend, fraction, scramble, smoothNoise, textKey } from '../market/noise.ts';

/** A mining algorithm. */
export interface MiningAlgorithm {
  readonly name: string;
  readonly id: number;
  /** Hashes per second of a typical worker. */
  readonly hashRate: number;
  readonly coins: readonly PoolCoin[];
}

export interface PoolCoin {
  readonly name: string;
  readonly id: number;
  /** What a typical worker earns per day, in 10^-8 of the coin. */
  readonly typicalDailyAmount: number;
}

/**
 * The status of a mining worker: valid (1), invalid (2) or expired (3) (interface document, Other status
 * codes).
 */
export type WorkerStatus = 1 | 2 | 3;

export interface MiningWorker {
  readonly workerId: string;
  readonly name: string;
  readonly status: WorkerStatus;
  readonly key: number;
  readonly algorithm: MiningAlgorithm;
}

export const ALGORITHMS: readonly MiningAlgorithm[] = [
  {
    name: 'sha256',
    id: 1,
    hashRate: 110_000_000_000_000,
    coins: [
      { name: 'BTC', id: 1, typicalDailyAmount: 5200 },
      { name: 'BCH', id: 2, typicalDailyAmount: 4100 },
    ],
  },
  {
    name: 'scrypt',
    id: 2,
    hashRate: 9_500_000_000,
    coins: [
      { name: 'LTC', id: 3, typicalDailyAmount: 4_300_000 },
      { name: 'DOGE', id: 4, typicalDailyAmount: 1_450_000_000 },
    ],
  },
  {
    name: 'etchash',
    id: 3,
    hashRate: 2_400_000_000,
    coins: [{ name: 'ETC', id: 5, typicalDailyAmount: 31_000_000 }],
  },
  {
    name: 'equihash',
    id: 4,
    hashRate: 420_000,
    coins: [{ name: 'ZEC', id: 6, typicalDailyAmount: 1_900_000 }],
  },
];

/** The smallest number of workers; each account has 4 to 27. */
const WORKERS_MIN = 4;
const WORKERS_SPAN = 24;

/** Returns the workers of an account, rig-1 first. */
export function workersOf(
  seed: number,
  userId: number,
  account: string,
  algorithm: MiningAlgorithm,
): readonly MiningWorker[] {
  const key = textKey(blend(scramble(seed), userId), `mining ${algorithm.name} ${account}`);
  const count = WORKERS_MIN + Math.floor(fraction(blend(key, 0)) * WORKERS_SPAN);
  return Array.from({ length: count }, (_, index) => {
    const workerKey = blend(key, index + 1);
    const chance = fraction(blend(workerKey, 1));
    return {
      workerId: String((workerKey >>> 0) * 1024 + index),
      name: `rig-${index + 1}`,
      // The first worker is always valid, so that every account has a hash rate.
      status: index === 0 || chance < 0.8 ? 1 : chance < 0.92 ? 2 : 3,
      key: workerKey,
      algorithm,
    };
  });
}

/** Returns the hashes per second of a worker around a time; 0 for a worker that is not valid. */
export function hashRateAt(worker: MiningWorker, time: number): number {
  if (worker.status !== 1) return 0;
  const quarterHour = Math.floor(time / (HOUR_MS / 4));
  const variation = 1 + 0.05 * smoothNoise(blend(worker.key, 2), quarterHour, 16);
  return Math.floor(typicalHashRate(worker) * variation);
}

/** Returns the average hashes per second of a worker over a day (counted from 1970-01-01). */
export function dayHashRate(worker: MiningWorker, day: number): number {
  if (worker.status !== 1) return 0;
  return Math.floor(typicalHashRate(worker) * (1 + 0.03 * smoothNoise(blend(worker.key, 3), day, 7)));
}

/** Returns the fraction of a worker's hashes that were rejected over a day. */
export function rejectRate(worker: MiningWorker, day: number): number {
  return Math.floor(fraction(blend(blend(worker.key, 4), day)) * 200) / 10_000;
}

/** Returns when a worker last submitted a share. */
export function lastShareTime(worker: MiningWorker, now: number): number {
  const chance = fraction(blend(worker.key, 5));
  if (worker.status === 1) return now - (now % 10_000);
  // The last share of an invalid worker was some hours before the day began, that of an expired worker a month
  // before.
  const today = now - (now % DAY_MS);
  return today - (worker.status === 2 ? HOUR_MS : 30 * DAY_MS) - Math.floor(chance * 12) * HOUR_MS;
}

/** Returns the amount of a coin (10^-8) that workers earned on a day. */
export function minedAmount(workers: readonly MiningWorker[], coin: PoolCoin, day: number): bigint {
  const amount = workers.reduce(
    (sum, worker) =>
      sum + Math.floor((dayHashRate(worker, day) / worker.algorithm.hashRate) * coin.typicalDailyAmount),
    0,
  );
  return BigInt(amount);
}

function typicalHashRate({ key, algorithm }: MiningWorker): number {
  return algorithm.hashRate * (0.7 + 0.6 * fraction(blend(key, 6)));
}
