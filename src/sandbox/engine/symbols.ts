/** The symbols of the sandbox's market: precision, life span, and how busy each is. */
import { ASSETS, type Asset, PAIRS, type PairPlan } from './assets.ts';
import { textKey } from './noise.ts';

/** A spot symbol. Prices are counted in ticks and quantities in lots, both whole numbers. */
export interface MarketSymbol {
  readonly name: string;
  readonly base: Asset;
  readonly quote: Asset;
  /** A tick is 10^-tickDecimals of the quote asset. */
  readonly tickDecimals: number;
  /** A lot is 10^-lotDecimals of the base asset; both decimals together are at most 8. */
  readonly lotDecimals: number;
  /** Trading begins; ms, the start of a UTC day. */
  readonly listedAt: number;
  /** Trading ends, exclusive; absent for a symbol that trades on. */
  readonly delistedAt?: number;
  /** Whether it can also be traded on margin. */
  readonly isMarginAllowed: boolean;
}

/** What the market needs to know of a symbol to make its trades. */
export interface Character {
  readonly symbol: MarketSymbol;
  readonly key: number;
  readonly baseKey: number;
  readonly quoteKey: number;
  /** Price in ticks on the anchor day. */
  readonly anchorTicks: number;
  /** Aggregate trades of a usual day; at least `TRADES_PER_DAY_MIN`. */
  readonly tradesPerDay: number;
  /** Lots of a usual aggregate trade; at least `TRADE_LOTS_MIN`. */
  readonly tradeLots: number;
}

const DAY_MS = 86_400_000;

/** A quieter day could fall below the number of trades that a day must have to be divided. */
const TRADES_PER_DAY_MIN = 1500;

/** Trades must be divisible into the trades of an aggregate, and leave room to meet a quote volume exactly. */
const TRADE_LOTS_MIN = 60;

/** Decimals that the exchange's answers carry; price times quantity must fit in them without rounding. */
const DECIMALS = 8;

/** Less trades against another quote asset than against USDT, by this factor. */
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

/** Precision of symbols whose price no longer says what it was when they were listed. */
const TICK_DECIMALS: Readonly<Record<string, number>> = { ETHBTC: 5, PAXGUSDT: 2 };

/** From which price on a symbol has so many decimals. */
const TICK_DECIMALS_FROM: readonly (readonly [price: number, decimals: number])[] = [
  [30, 2],
  [5, 3],
  [0.5, 4],
  [0.05, 5],
  [0.005, 6],
  [0.0005, 7],
];

const LOT_DECIMALS_FROM: readonly (readonly [dollars: number, decimals: number])[] = [
  [20_000, 5],
  [1000, 4],
  [50, 3],
  [5, 2],
  [0.7, 1],
];

/** Returns every symbol in the order in which the exchange lists them. */
export function listSymbols(): readonly MarketSymbol[] {
  return PAIRS.map(symbolOf);
}

/** Returns the character of a symbol under a seed. */
export function characterOf(symbol: MarketSymbol, seed: number): Character {
  const { base, quote } = symbol;
  const lotDollars = base.dollars / 10 ** symbol.lotDecimals;
  const activity = base.tradesPerDay * (CROSS_ACTIVITY[quote.name] ?? 0.1);
  const key = Number(BigInt.asIntN(32, BigInt(seed) ^ (BigInt(seed) >> 32n)));
  return {
    symbol,
    key: textKey(key, symbol.name),
    baseKey: textKey(key ^ 0x517cc1b7, base.name),
    quoteKey: textKey(key ^ 0x517cc1b7, quote.name),
    anchorTicks: (base.dollars / quote.dollars) * 10 ** symbol.tickDecimals,
    tradesPerDay: Math.max(TRADES_PER_DAY_MIN, Math.floor(activity)),
    tradeLots: Math.max(TRADE_LOTS_MIN, Math.floor(base.tradeDollars / lotDollars)),
  };
}

function symbolOf(plan: PairPlan): MarketSymbol {
  const base = assetOf(plan.base);
  const quote = assetOf(plan.quote);
  const name = `${base.name}${quote.name}`;
  const tickDecimals =
    TICK_DECIMALS[name] ?? decimalsFrom(TICK_DECIMALS_FROM, base.dollars / quote.dollars, DECIMALS);
  const lotDecimals = Math.min(decimalsFrom(LOT_DECIMALS_FROM, base.dollars, 0), DECIMALS - tickDecimals);
  const listed = [base.listed, quote.listed, plan.listed ?? ''].reduce((late, day) =>
    day > late ? day : late,
  );
  return {
    name,
    base,
    quote,
    tickDecimals,
    lotDecimals,
    listedAt: startOf(listed),
    ...(plan.delisted === undefined ? {} : { delistedAt: startOf(plan.delisted) }),
    isMarginAllowed: plan.delisted === undefined && base.tradesPerDay >= 8000,
  };
}

function decimalsFrom(
  table: readonly (readonly [number, number])[],
  value: number,
  otherwise: number,
): number {
  return table.find(([from]) => value >= from)?.[1] ?? otherwise;
}

function assetOf(name: string): Asset {
  const asset = ASSETS.get(name);
  if (asset === undefined) throw new Error(`no asset is called ${name}`);
  return asset;
}

function startOf(day: string): number {
  const [year, month, date] = day.split('-').map(Number);
  return Math.floor(Date.UTC(year!, month! - 1, date!) / DAY_MS) * DAY_MS;
}
