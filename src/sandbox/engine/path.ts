/**
 * The slow part of the market, in closed form: the price of an asset at the start of each day and the number of
 * trades before it. Prices belong to assets, so that crosses agree: ETHBTC follows ETHUSDT / BTCUSDT.
 */
import { blend, exponential, smoothNoise } from './noise.ts';
import type { Character } from './symbols.ts';

/** Days are counted from 1970; prices of `assets.ts` hold on this one, 2026-01-01. */
export const ANCHOR_DAY = 20_454;

/** Waves of 1, 2, 4 … 1024 days. From `LEVEL_WAVE` on they grow no more, which keeps prices in bounds for good. */
const WAVES = 11;
const LEVEL_WAVE = 7;

/** Relates the size of the waves to the size of a usual day's move. */
const WAVE_SIZE = 0.8;

/** A wave of activity changes a day's number of trades by at most this fraction; five waves stay below 1. */
const ACTIVITY_SLOPE = 0.13;
const ACTIVITY_PERIODS = [1, 4, 16, 64, 256] as const;

/** Below this number of ticks a price can't move in steps that look like a market. */
const TICKS_MIN = 20;

/** Above it, ticks times lots could leave the whole numbers that a double holds. */
const TICKS_MAX = 40_000_000;

/** Returns the price in ticks at the start of a day, counted in days from 1970. */
export function ticksAt(character: Character, day: number): number {
  const { base, quote } = character.symbol;
  const exponent =
    levelOf(character.baseKey, base.volatility, day) - levelOf(character.quoteKey, quote.volatility, day);
  const ticks = Math.round(character.anchorTicks * exponential(exponent));
  return Math.min(Math.max(ticks, TICKS_MIN), TICKS_MAX);
}

/** Returns how many aggregate trades were made before a day that is `age` days (0 or more) after the listing. */
export function tradesBefore(character: Character, age: number): number {
  return Math.floor(
    character.tradesPerDay * (age + activity(character.key, age) - activity(character.key, 0)),
  );
}

/** Returns the logarithm of an asset's price on a day relative to the anchor day. */
function levelOf(key: number, volatility: number, day: number): number {
  if (volatility === 0) return 0;
  return volatility * (waves(key, day) - waves(key, ANCHOR_DAY));
}

function waves(key: number, day: number): number {
  let sum = 0;
  let size = WAVE_SIZE;
  for (let wave = 0; wave < WAVES; wave += 1) {
    sum += size * smoothNoise(blend(key, wave), day, 1 << wave);
    if (wave < LEVEL_WAVE) size *= Math.SQRT2;
  }
  return sum;
}

function activity(key: number, age: number): number {
  let sum = 0;
  for (const period of ACTIVITY_PERIODS) {
    // Noise of one day's period can jump by 2, that of longer periods by 3 / period a day.
    const size = (ACTIVITY_SLOPE * period) / (period === 1 ? 2 : 3);
    sum += size * smoothNoise(blend(key, 0x41c7 + period), age, period);
  }
  return sum;
}
