/** The parameters of a symbol under a seed: the keys of its random numbers, its price level and how much is traded. */
import { textKey } from './noise.ts';
import { roundHalfUp } from './rounding.ts';
import type { MarketSymbol } from './symbols.ts';

/** The parameters of a symbol from which the market model computes its prices and trades. */
export interface SymbolProfile {
  readonly symbol: MarketSymbol;
  /** Keys of the random numbers of the symbol, of its base asset and of its quote asset. */
  readonly key: number;
  readonly baseKey: number;
  readonly quoteKey: number;
  /** The price in ticks on the anchor day. */
  readonly anchorTicks: number;
  /** The number of aggregate trades on a usual day; at least `TRADES_PER_DAY_MIN`. */
  readonly tradesPerDay: number;
  /** The lots of a usual aggregate trade; at least `TRADE_LOTS_MIN`. */
  readonly tradeLots: number;
}

/** The anchor day, 2026-01-01, counted in days from 1970: the prices in `assets.ts` are those of this day. */
export const ANCHOR_DAY = 20_454;

/** The smallest price in ticks: below it a price is too coarse to move like a market price. */
const TICKS_MIN = 20;

/**
 * The largest price in ticks: above it, ticks times lots could exceed the integers that a double represents
 * exactly.
 */
const TICKS_MAX = 40_000_000;

/**
 * The smallest number of aggregate trades a day: with fewer a day could not be divided into the time spans of
 * the model.
 */
const TRADES_PER_DAY_MIN = 1500;

/**
 * The smallest size, in lots, of an aggregate trade of a usual day, so that it can be divided into several single
 * trades whose values add up exactly to the quote volume of its candle.
 */
const TRADE_LOTS_MIN = 60;

/** The activity of a pair relative to the USDT pair of its base asset, by quote asset; 0.1 for other assets. */
const CROSS_ACTIVITY: Readonly<Record<string, number>> = {
  USDT: 1,
  FDUSD: 0.55,
  USDC: 0.4,
  BTC: 0.12,
  ETH: 0.06,
  BNB: 0.05,
  EUR: 0.1,
  BUSD: 0.5,
};

/** A number by which the keys of assets are made to differ from those of symbols with the same name. */
const ASSET_KEY = 0x517cc1b7;

/** Returns the parameters of a symbol under a seed. */
export function symbolProfileOf(symbol: MarketSymbol, seed: number): SymbolProfile {
  const { base, quote } = symbol;
  const lotDollars = base.dollars / 10 ** symbol.lotDecimals;
  const activity = base.tradesPerDay * (CROSS_ACTIVITY[quote.name] ?? 0.1);
  const key = textKey(0, String(seed));
  return {
    symbol,
    key: textKey(key, symbol.name),
    baseKey: textKey(key ^ ASSET_KEY, base.name),
    quoteKey: textKey(key ^ ASSET_KEY, quote.name),
    anchorTicks: (base.dollars / quote.dollars) * 10 ** symbol.tickDecimals,
    tradesPerDay: Math.max(TRADES_PER_DAY_MIN, Math.floor(activity)),
    tradeLots: Math.max(TRADE_LOTS_MIN, Math.floor(base.tradeDollars / lotDollars)),
  };
}

/** Returns a price rounded to whole ticks, within the bounds of simulated prices. */
export function roundTicks(ticks: number): number {
  return Math.min(Math.max(roundHalfUp(ticks), TICKS_MIN), TICKS_MAX);
}
