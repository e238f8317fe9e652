/**
 * Markets of a sandbox that differ from the market of its seed: candle files, a scenario, or a start time.
 */
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import { parseTime } from '../core/time.ts';
import type { UnixMs } from '../core/words.ts';
import type { CandleRecording } from '../sandbox/engine/market/recorded-candles.ts';
import { recordedMarket } from '../sandbox/engine/market/recorded-market.ts';
import { scenarioMarket } from '../sandbox/engine/market/scenario.ts';
import { isScenario } from '../sandbox/engine/market/scenario-kinds.ts';
import type { ExchangeOptions } from '../sandbox/exchange/create-exchange.ts';
import { readMarketFiles } from '../sandbox/storage/candle-recordings.ts';
import { readArchiveFile } from './archive-files.ts';
import type { World } from './world.ts';

/** The options of an exchange with a custom market; the exchange time starts with the market, if it has a start. */
export type CustomMarket = Pick<ExchangeOptions, 'startAt'> &
  Required<Pick<ExchangeOptions, 'transformMarket'>>;

/**
 * Reads the candle files and the options. Throws a usage error for an invalid file, scenario name or time.
 */
export function readCustomMarket(
  world: World,
  options: {
    readonly scenario: string | undefined;
    readonly paths: readonly string[];
    readonly start: string | undefined;
    /** Candles that come from elsewhere. */
    readonly candles?: readonly CandleRecording[] | undefined;
  },
): CustomMarket {
  const { scenario, paths, start, candles = [] } = options;
  if (scenario !== undefined && !isScenario(scenario)) throw usageError('There is no scenario of that name.');
  if (scenario !== undefined && paths.length > 0) {
    throw usageError(
      '--scenario and --market exclude each other: a market from files is replayed unchanged.',
    );
  }
  if (candles.length > 0 && (scenario !== undefined || paths.length > 0)) {
    throw usageError('--replay lake goes without --scenario and --market: its market is replayed unchanged.');
  }
  const recordings =
    candles.length > 0 ? candles : readMarketFiles(paths.map((path) => readArchiveFile(world, path)));
  const startAt = start === undefined ? firstTime(recordings) : timeOf(world, start);
  return {
    ...(startAt === undefined ? {} : { startAt }),
    transformMarket(market, now) {
      if (scenario !== undefined) return scenarioMarket(market, scenario, now);
      return recordings.length === 0 ? market : recordedMarket(market, recordings);
    },
  };
}

function firstTime(recordings: readonly { readonly rows: readonly { readonly openTime: number }[] }[]) {
  const times = recordings.map(({ rows }) => rows[0]!.openTime);
  return times.length === 0 ? undefined : Math.min(...times);
}

function timeOf(world: World, text: string): UnixMs {
  const time = parseTime(text, world.clock.now());
  if (time !== undefined) return time;
  throw usageError(`--start must be a time such as 2024-01-31 or -3d, was "${safeText(text.slice(0, 40))}".`);
}
