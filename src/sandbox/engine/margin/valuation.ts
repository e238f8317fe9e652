/** What margin accounts are worth at the index price, which is the last price of an asset's USDT pair (choice). */
import { DAY_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import type { Market } from '../market/market.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { MarginAccount, MarginStatus } from './accounts.ts';

/** Levels are in 10^-8. */
const ONE = 100_000_000n;
/** The level of an account that owes nothing (public facts, Margin). */
export const LEVEL_WITHOUT_DEBT = 999n * ONE;
/** Lines that a level must stay above (public facts, Margin: mechanics). */
export const LEVELS = {
  transferOut: 2n * ONE,
  borrow: (15n * ONE) / 10n,
  call: (13n * ONE) / 10n,
  liquidation: (11n * ONE) / 10n,
} as const;

/** Worth in 10^-8 USDT. */
export interface Worth {
  readonly assets: bigint;
  readonly debts: bigint;
}

/** The lowest and the highest price of an asset in USDT within a span, in ticks of its pair. */
interface PriceSpan {
  readonly low: number;
  readonly high: number;
}

/** The lowest and the highest level. */
export type Bounds = readonly [low: bigint, high: bigint];

/** Days of a pair whose prices are remembered. */
const DAYS_MAX = 10_000;

export class MarginValues {
  readonly #market: Market;
  readonly #pairs: ReadonlyMap<string, MarketSymbol>;
  readonly #days = new Map<string, PriceSpan | undefined>();

  constructor(market: Market) {
    this.#market = market;
    const dollarPairs = market.symbols.filter(({ quote }) => quote.name === 'USDT');
    this.#pairs = new Map(dollarPairs.map((symbol) => [symbol.base.name, symbol]));
  }

  /** Returns an amount's worth at a moment; an asset without a price then is worth nothing. */
  worthOf(asset: string, amount: bigint, at: number): bigint {
    if (asset === 'USDT') return amount;
    const pair = this.#pairs.get(asset);
    if (pair === undefined || !this.#market.isTrading(pair, at as UnixMs)) return 0n;
    return timesTicks(pair, amount, this.#market.lastPrice(pair, at as UnixMs));
  }

  /** Returns a worth in USDT as an amount of BTC. */
  inBtc(worth: bigint, at: number): bigint {
    return (worth * ONE) / this.worthOf('BTC', ONE, at);
  }

  /** Returns what an account holds and owes at a moment. */
  worth(account: MarginAccount, at: number): Worth {
    return this.#sum(account, (asset, amount) => this.worthOf(asset, amount, at));
  }

  levelOf(account: MarginAccount, at: number): bigint {
    return level(this.worth(account, at));
  }

  /** Returns bounds of the level over the moments from `from` to `to`, both inclusive. */
  levelBounds(account: MarginAccount, from: number, to: number): Bounds {
    return this.#bounds(account, (pair) => this.#span(pair, from, to));
  }

  /** Returns bounds of the level over the UTC day of a moment: wider ones, that are known once for all accounts. */
  dayBounds(account: MarginAccount, at: number): Bounds {
    const day = Math.floor(at / DAY_MS);
    return this.#bounds(account, (pair) => {
      const name = `${pair.name} ${day}`;
      if (!this.#days.has(name)) {
        if (this.#days.size >= DAYS_MAX) this.#days.clear();
        this.#days.set(name, this.#span(pair, day * DAY_MS, (day + 1) * DAY_MS - 1));
      }
      return this.#days.get(name);
    });
  }

  #bounds(account: MarginAccount, spanOf: (pair: MarketSymbol) => PriceSpan | undefined): Bounds {
    const priced = (asset: string, amount: bigint, isHigh: boolean) => {
      if (asset === 'USDT') return amount;
      const pair = this.#pairs.get(asset);
      const span = pair === undefined || amount === 0n ? undefined : spanOf(pair);
      return span === undefined ? 0n : timesTicks(pair!, amount, isHigh ? span.high : span.low);
    };
    const low = this.#sum(account, (asset, amount, isDebt) => priced(asset, amount, isDebt));
    const high = this.#sum(account, (asset, amount, isDebt) => priced(asset, amount, !isDebt));
    return [level(low), level(high)];
  }

  #span(pair: MarketSymbol, from: number, to: number): PriceSpan | undefined {
    if (!this.#market.isTrading(pair, from as UnixMs)) return undefined;
    const before = this.#market.lastPrice(pair, from as UnixMs);
    const { count, low, high } = this.#market.summary(pair, from, to + 1);
    return count === 0
      ? { low: before, high: before }
      : { low: Math.min(low, before), high: Math.max(high, before) };
  }

  #sum(
    { trader, debts }: MarginAccount,
    worthOf: (asset: string, amount: bigint, isDebt: boolean) => bigint,
  ): Worth {
    const worth = { assets: 0n, debts: 0n };
    for (const [asset, { free, locked }] of trader.account.balances) {
      worth.assets += worthOf(asset, free + locked, false);
    }
    for (const [asset, { principal, interest }] of debts) {
      worth.debts += worthOf(asset, principal + interest, true);
    }
    return worth;
  }
}

/** Returns assets over debts. */
export function level({ assets, debts }: Worth): bigint {
  return debts === 0n ? LEVEL_WITHOUT_DEBT : (assets * ONE) / debts;
}

/** Returns what a level means (public facts, Margin: mechanics). */
export function statusAt(marginLevel: bigint): MarginStatus {
  if (marginLevel <= LEVELS.liquidation) return 'FORCE_LIQUIDATION';
  return marginLevel <= LEVELS.call ? 'MARGIN_CALL' : 'NORMAL';
}

function timesTicks({ tickDecimals }: MarketSymbol, amount: bigint, ticks: number): bigint {
  return (amount * BigInt(ticks)) / 10n ** BigInt(tickDecimals);
}
