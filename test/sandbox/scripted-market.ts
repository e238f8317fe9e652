import type { MarketLevel } from '../../src/sandbox/engine/market/book.ts';
import type { MarketSymbol } from '../../src/sandbox/engine/market/symbols.ts';
import { listSymbols } from '../../src/sandbox/engine/market/symbols.ts';
import type { LiquiditySource } from '../../src/sandbox/engine/matching/liquidity.ts';

/** A market whose book and trades are set by a test. */
export interface ScriptedMarket extends LiquiditySource {
  readonly bids: MarketLevel[];
  readonly asks: MarketLevel[];
  /** Traded prices by time in ms. */
  readonly prints: Map<number, number>;
  lastTicks: number;
}

/** Returns a market with an empty book, no trades, and this last price. */
export function createScriptedMarket(lastTicks: number): ScriptedMarket {
  const prints = new Map<number, number>();
  const market: ScriptedMarket = {
    bids: [],
    asks: [],
    prints,
    lastTicks,
    isTrading: () => true,
    side: (_symbol, isBids, levels) => (isBids ? market.bids : market.asks).slice(0, levels),
    tradedAverage: () => ({ value: 0n, lots: 0 }),
    lastPrice: () => market.lastTicks,
    range(_symbol, from, to) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const [time, price] of prints) {
        if (time < from || time >= to) continue;
        low = Math.min(low, price);
        high = Math.max(high, price);
      }
      return low > high ? undefined : { low, high };
    },
  };
  return market;
}

/** Returns a symbol of the sandbox by name. */
export function requireSymbol(name: string): MarketSymbol {
  const symbol = listSymbols().find((one) => one.name === name);
  if (symbol === undefined) throw new Error(`no symbol ${name}`);
  return symbol;
}
