/** How a symbol behaves under a seed: its keys to chance, and how much is traded. */
import { textKey } from './noise.ts';
import { ANCHOR_DAY, priceComponents } from './price-components.ts';
import type { MarketSymbol } from './symbols.ts';

/** What the market needs to know of a symbol to make its trades. */
export interface SymbolProfile {
  readonly symbol: MarketSymbol;
  readonly key: number;
  readonly baseKey: number;
  readonly quoteKey: number;
  /** Price in ticks on the anchor day, and where the waves of both assets stand on it. */
  readonly anchorTicks: number;
  readonly baseAnchor: number;
  readonly quoteAnchor: number;
  /** Aggregate trades of a usual day; at least `TRADES_PER_DAY_MIN`. */
  readonly tradesPerDay: number;
  /** Lots of a usual aggregate trade; at least `TRADE_LOTS_MIN`. */
  readonly tradeLots: number;
}

/** A quieter day could fall below the number of trades that a day must have to be divided. */
const TRADES_PER_DAY_MIN = 1500;

/** Trades must be divisible into the trades of an aggregate, and leave room to meet a quote volume exactly. */
const TRADE_LOTS_MIN = 60;

/** Fewer trades against another quote asset than against USDT, by this factor (a tenth where it isn't named). */
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

/** Sets the keys of assets apart from those of symbols. */
const ASSET_KEY = 0x517cc1b7;

/** Returns the character of a symbol under a seed. */
export function symbolProfileOf(symbol: MarketSymbol, seed: number): SymbolProfile {
  const { base, quote } = symbol;
  const lotDollars = base.dollars / 10 ** symbol.lotDecimals;
  const activity = base.tradesPerDay * (CROSS_ACTIVITY[quote.name] ?? 0.1);
  const key = textKey(0, String(seed));
  const baseKey = textKey(key ^ ASSET_KEY, base.name);
  const quoteKey = textKey(key ^ ASSET_KEY, quote.name);
  return {
    symbol,
    key: textKey(key, symbol.name),
    baseKey,
    quoteKey,
    baseAnchor: priceComponents(baseKey, ANCHOR_DAY),
    quoteAnchor: priceComponents(quoteKey, ANCHOR_DAY),
    anchorTicks: (base.dollars / quote.dollars) * 10 ** symbol.tickDecimals,
    tradesPerDay: Math.max(TRADES_PER_DAY_MIN, Math.floor(activity)),
    tradeLots: Math.max(TRADE_LOTS_MIN, Math.floor(base.tradeDollars / lotDollars)),
  };
}
