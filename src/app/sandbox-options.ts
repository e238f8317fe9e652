/** The options of `sandbox serve` and `sandbox run`: their checks, and the files that they name. */
import type { Interface } from '../catalogue/environments.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { CandleRecording } from '../sandbox/engine/market/recorded-candles.ts';
import { DEFAULT_MARKET_MODEL, type MarketModel } from '../sandbox/engine/market/symbol-model.ts';
import type { ExchangeOptions, WeightListing } from '../sandbox/exchange/create-exchange.ts';
import { type Pace, SPEED_MAX } from '../sandbox/exchange-clock.ts';
import type { HostOptions } from '../sandbox/process/host.ts';
import { marketModelOf } from '../sandbox/storage/market-model.ts';
import { SEED_MAX, savedSeed } from '../sandbox/storage/state-folder.ts';
import type { World } from './world.ts';

/** The options as typed. */
export interface TypedSandboxOptions {
  readonly port?: string | undefined;
  readonly seed?: string | undefined;
  readonly marketModel?: string | undefined;
  readonly weightLimit?: string | undefined;
  readonly orderLimit?: string | undefined;
  /** The interface whose rate limits are in force. */
  readonly limits?: Interface | undefined;
  readonly weights?: string | undefined;
  readonly interface?: Interface | undefined;
  readonly speed?: string | undefined;
  readonly clock?: string | undefined;
  readonly scenario?: string | undefined;
  /** Paths of candle files. */
  readonly market?: readonly string[] | undefined;
  readonly start?: string | undefined;
  /** Path of the stream recording to replay. */
  readonly replay?: string | undefined;
  /** Candles that the market follows, which the command has read. */
  readonly candles?: readonly CandleRecording[] | undefined;
}

/** The largest limit of request weight or orders that can be chosen. */
const LIMIT_MAX = 1_000_000_000;

/** Returns the options of the simulated exchange. Throws a usage error for an invalid value or file. */
export async function readSandboxOptions(
  world: World,
  folder: string,
  typed: TypedSandboxOptions,
): Promise<ExchangeOptions & Pick<HostOptions, 'isPersistent' | 'recording'>> {
  const customMarket = await readMarket(world, typed);
  const weightLimit = wholeNumber('--weight-limit', typed.weightLimit, 1, LIMIT_MAX);
  const orderLimit = wholeNumber('--order-limit', typed.orderLimit, 1, LIMIT_MAX);
  return {
    clock: world.clock,
    ...readMarketOptions(folder, typed),
    weightListing: (typed.weights ?? 'larger') as WeightListing,
    interface: typed.interface ?? 'document',
    pace: paceOf(typed),
    // A sandbox with a market or a start time of its own is not saved: its operations do not belong in the
    // journal of the saved seed.
    isPersistent: customMarket === undefined,
    ...customMarket,
    ...(typed.limits === undefined ? {} : { limitSet: typed.limits }),
    limitChoices: { weightLimit, orderLimit },
  };
}

/** Returns the seed and the market model; those of the saved sandbox if omitted. Throws a usage error for an invalid one. */
function readMarketOptions(folder: string, typed: TypedSandboxOptions) {
  const seed = readSeed(typed.seed) ?? savedSeed(folder);
  return { seed, marketModel: readMarketModel(typed.marketModel) ?? marketModelOf(folder, seed) };
}

/** Returns the market model, or undefined where none was typed. Throws a usage error for an unknown one. */
export function readMarketModel(text: string | undefined): MarketModel | undefined {
  return wholeNumber('--market-model', text, 1, DEFAULT_MARKET_MODEL) as MarketModel | undefined;
}

/** Returns the port to listen on, 0 for any free port. Throws a usage error unless it is 0 to 65535. */
export function readPort(text: string | undefined): number {
  return wholeNumber('--port', text, 0, 65_535) ?? 0;
}

/** Returns the seed, or undefined where none was typed. Throws a usage error for a value out of range. */
export function readSeed(text: string | undefined): number | undefined {
  return wholeNumber('--seed', text, 0, SEED_MAX);
}

/**
 * Returns the market that candle files, a scenario, a start time or a recording define; undefined if none of
 * them is given.
 */
async function readMarket(
  world: World,
  { scenario, market = [], start, replay, candles = [] }: TypedSandboxOptions,
) {
  const replayed =
    replay === undefined
      ? undefined
      : await (await import('./served-recording.ts')).readServedRecording(world, replay);
  const isPlain = scenario === undefined && market.length === 0 && candles.length === 0;
  if (isPlain && start === undefined) return replayed;
  const { readCustomMarket } = await import('./custom-market.ts');
  return { ...replayed, ...readCustomMarket(world, { scenario, paths: market, start, candles }) };
}

function paceOf({ speed, clock }: TypedSandboxOptions): Pace {
  if (clock !== 'stepped') return wholeNumber('--speed', speed, 1, SPEED_MAX) ?? 1;
  if (speed === undefined) return 'stepped';
  throw usageError('--speed is for a clock that runs; leave it out with --clock stepped.');
}

function wholeNumber(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw usageError(
    `${name} must be a whole number from ${min} to ${max}, was "${safeText(text.slice(0, 40))}".`,
  );
}
