/** The public endpoints from which the prices and rules of a market can be read without a key. */

/** The ids of a market's public endpoints. */
export interface PublicMarket {
  readonly time: string;
  /** The listing of symbols with their rules. */
  readonly listing: string;
  readonly candles: string;
  readonly trades: string;
  readonly depth: string;
  /** Only of a market with funding. */
  readonly fundings?: string;
  /** Whether the market has candles of one second. */
  readonly hasSeconds?: true;
}

export const PUBLIC_MARKETS = {
  usdm: {
    time: 'usdm.time',
    listing: 'usdm.exchange-info',
    candles: 'usdm.klines',
    trades: 'usdm.agg-trades',
    depth: 'usdm.depth',
    fundings: 'usdm.funding-rate',
  },
  spot: {
    time: 'spot.time',
    listing: 'spot.exchange-info',
    candles: 'spot.klines',
    trades: 'spot.agg-trades',
    depth: 'spot.depth',
    hasSeconds: true,
  },
} as const satisfies Readonly<Record<string, PublicMarket>>;
