/**
 * The option contracts of the sandbox: underlyings, expiries and strikes. The strikes of an expiry are fixed
 * at its listing, around the index price at that time, so no symbol is added or removed later.
 */
import { DAY_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import type { Market } from '../market/market.ts';
import { textKey } from '../market/noise.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { dayCode, type Expiry, expiriesAt, expiryOn, parseDay } from './schedule.ts';

/** An underlying index: the spot pair of the same name. */
export interface OptionUnderlying {
  readonly name: string;
  readonly base: string;
  readonly spot: MarketSymbol;
  /** The tick size of premiums is 10^-priceDecimals USDT. */
  readonly priceDecimals: number;
  /** A lot is 10^-lotDecimals of the underlying; the sum of both decimals is at most 8. */
  readonly lotDecimals: number;
  /** The seed of the option's pseudo-random numbers. */
  readonly key: number;
}

export interface OptionContract {
  /** The name of the option, such as BTC-240628-60000-C. */
  readonly symbol: string;
  readonly underlying: OptionUnderlying;
  readonly expiry: Expiry;
  readonly isCall: boolean;
  /** In 10^-8 USDT. */
  readonly strike: bigint;
  readonly strikeText: string;
  readonly key: number;
}

/** The asset of premiums and margins. */
export const QUOTE = 'USDT';

/** The underlyings with the decimals of their premiums and quantities (our choice). */
const UNDERLYING_ROWS: readonly (readonly [base: string, priceDecimals: number, lotDecimals: number])[] = [
  ['BTC', 1, 2],
  ['ETH', 2, 2],
  ['BNB', 2, 2],
  ['SOL', 3, 1],
  ['XRP', 4, 0],
  ['DOGE', 5, 0],
];

/** Strikes on each side of the at-the-money strike. */
const STRIKES_PER_SIDE = 7;
/** The distance of two strikes in standard deviations of the price until expiry. */
const STRIKE_STEP = 0.35;
/** Makes the random seeds of options differ from those of spot symbols. */
const OPTION_KEY = 0x2b5ad79f;
/** The largest number of expiries whose contracts are cached. */
const CACHED_EXPIRIES_MAX = 2000;

const SYMBOL_PATTERN = /^([A-Z0-9]{1,8})-(\d{6})-(\d{1,8}(?:\.\d{1,8})?)-([CP])$/;

/** The option contracts of one market. */
export class OptionContracts {
  readonly underlyings: readonly OptionUnderlying[];
  readonly #market: Market;
  readonly #byExpiry = new Map<string, readonly OptionContract[]>();

  constructor(market: Market) {
    this.#market = market;
    const key = textKey(0, String(market.seed)) ^ OPTION_KEY;
    this.underlyings = UNDERLYING_ROWS.map(([base, priceDecimals, lotDecimals]) => {
      const name = `${base}${QUOTE}`;
      const spot = market.symbols.find((symbol) => symbol.name === name);
      if (spot === undefined) throw new Error(`no spot pair is called ${name}`);
      return { name, base, spot, priceDecimals, lotDecimals, key: textKey(key, name) };
    });
  }

  /** Returns the underlying of this name, such as BTCUSDT. */
  findUnderlying(name: string): OptionUnderlying | undefined {
    return this.underlyings.find((one) => one.name === name);
  }

  /** Returns the options that trade at a time, sorted by underlying, expiry and strike, calls before puts. */
  tradingContracts(now: number): readonly OptionContract[] {
    const expiries = expiriesAt(now);
    return this.underlyings.flatMap((underlying) =>
      expiries.flatMap((expiry) => this.contractsExpiring(underlying, expiry)),
    );
  }

  /** Returns the option with a symbol if it is listed at a time or has expired. */
  find(symbol: string, now: number): OptionContract | undefined {
    const [, base, date] = SYMBOL_PATTERN.exec(symbol) ?? [];
    const day = date === undefined ? undefined : parseDay(date);
    const underlying = this.underlyings.find((one) => one.base === base);
    if (day === undefined || underlying === undefined) return undefined;
    const expiry = expiryOn(day);
    if (expiry.listedAt > now) return undefined;
    return this.contractsExpiring(underlying, expiry).find((contract) => contract.symbol === symbol);
  }

  /**
   * Returns the options of an underlying that expire at an expiry date; none if the underlying did not trade
   * when they were to be listed.
   */
  contractsExpiring(underlying: OptionUnderlying, expiry: Expiry): readonly OptionContract[] {
    const name = `${underlying.name} ${expiry.expiresAt}`;
    const cached = this.#byExpiry.get(name);
    if (cached !== undefined) return cached;
    const contracts = this.#createContracts(underlying, expiry);
    if (this.#byExpiry.size >= CACHED_EXPIRIES_MAX)
      this.#byExpiry.delete(this.#byExpiry.keys().next().value!);
    this.#byExpiry.set(name, contracts);
    return contracts;
  }

  #createContracts(underlying: OptionUnderlying, expiry: Expiry): readonly OptionContract[] {
    const { spot, key, base } = underlying;
    if (!this.#market.isTrading(spot, expiry.listedAt as UnixMs)) return [];
    const index = this.#market.lastPrice(spot, expiry.listedAt as UnixMs) / 10 ** spot.tickDecimals;
    return strikesAround(index, expectedMove(underlying, expiry)).flatMap((strike) => {
      const strikeText = decimalText(strike);
      return [true, false].map((isCall) => {
        const symbol = `${base}-${dayCode(expiry.expiresAt)}-${strikeText}-${isCall ? 'C' : 'P'}`;
        return { symbol, underlying, expiry, isCall, strike, strikeText, key: textKey(key, symbol) };
      });
    });
  }
}

/** Returns the standard deviation of the price from listing to expiry, as a fraction. */
function expectedMove({ spot }: OptionUnderlying, { expiresAt, listedAt }: Expiry): number {
  return spot.base.volatility * Math.sqrt((expiresAt - listedAt) / DAY_MS);
}

/** Returns strikes in 10^-8 around an index price; their distance is 1, 2 or 5 times a power of ten. */
function strikesAround(index: number, move: number): readonly bigint[] {
  const step = roundStep(Math.max(1, Math.round(index * move * STRIKE_STEP * 1e8)));
  const middle = Math.round((index * 1e8) / step);
  const strikes: bigint[] = [];
  for (let offset = -STRIKES_PER_SIDE; offset <= STRIKES_PER_SIDE; offset += 1) {
    const strike = (middle + offset) * step;
    if (strike > 0) strikes.push(BigInt(strike));
  }
  return strikes;
}

/** Returns the largest number up to `max` (1 or more) that is 1, 2 or 5 times a power of ten. */
function roundStep(max: number): number {
  let power = 1;
  while (power * 10 <= max) power *= 10;
  const digit = [5, 2, 1].find((one) => one * power <= max)!;
  return digit * power;
}

/** Returns a number of 10^-8 as decimal text without trailing zeros. */
function decimalText(value: bigint): string {
  const digits = value.toString().padStart(9, '0');
  const fraction = digits.slice(-8).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -8) : `${digits.slice(0, -8)}.${fraction}`;
}
