/** Numbers as the exchange writes them: 8 decimals for prices and quantities, 3 for percentages. */
import type { MarketSymbol } from './symbols.ts';
import type { QuoteVolume } from './trade-summary.ts';

const DECIMALS = 8;

/**
 * Writes whole numbers of ticks or lots as decimals. Symbols of the same precision share one such function,
 * because rows are written by thousands.
 */
export type NumberText = (value: number) => string;

/** The functions that write the prices and quantities of one symbol. */
export interface SymbolText {
  /** Writes a price in ticks as a decimal text. */
  readonly price: NumberText;
  /** Writes a quantity in lots as a decimal text. */
  readonly lots: NumberText;
  readonly quote: (quote: QuoteVolume) => string;
}

const WRITERS: readonly NumberText[] = Array.from({ length: DECIMALS + 1 }, (_, decimals) =>
  writer(decimals),
);

/** Returns the functions that write the prices and quantities of a symbol. */
export function symbolText(symbol: MarketSymbol): SymbolText {
  const { tickDecimals, lotDecimals } = symbol;
  const parts = 10 ** (tickDecimals + lotDecimals);
  const zeros = '0'.repeat(DECIMALS - tickDecimals - lotDecimals);
  return {
    price: WRITERS[tickDecimals]!,
    lots: WRITERS[lotDecimals]!,
    quote: ({ whole, part }) => `${whole}.${String(part + parts).slice(1)}${zeros}`,
  };
}

/** Returns the quote amount of `price` ticks times `lots` exactly. */
export function quoteOf(symbol: MarketSymbol, price: number, lots: number): QuoteVolume {
  const parts = 10 ** (symbol.tickDecimals + symbol.lotDecimals);
  const lotsWhole = Math.floor(lots / parts);
  const odd = price * (lots - lotsWhole * parts);
  const carry = Math.floor(odd / parts);
  return { whole: price * lotsWhole + carry, part: odd - carry * parts };
}

/** Returns a quote amount as a whole number of ticks times lots. */
export function quoteValue(symbol: MarketSymbol, quote: QuoteVolume): bigint {
  return BigInt(quote.whole) * 10n ** BigInt(symbol.tickDecimals + symbol.lotDecimals) + BigInt(quote.part);
}

/**
 * Returns the average price of lots that were traded for a quote amount, halves rounded up; 0 without lots.
 */
export function averageText(symbol: MarketSymbol, quote: QuoteVolume, lots: number): string {
  if (lots === 0) return fixed(0n, DECIMALS);
  const scale = 10n ** BigInt(DECIMALS - symbol.tickDecimals);
  return fixed(rounded(quoteValue(symbol, quote) * scale, BigInt(lots)), DECIMALS);
}

/** Returns a change of price in per cent of `open` ticks (1 or more) with 3 decimals. */
export function percentText(change: number, open: number): string {
  const size = rounded(BigInt(Math.abs(change)) * 100_000n, BigInt(open));
  return `${change < 0 && size > 0n ? '-' : ''}${fixed(size, 3)}`;
}

/** Returns a difference of prices in ticks as text. */
export function changeText(symbol: MarketSymbol, change: number): string {
  return `${change < 0 ? '-' : ''}${WRITERS[symbol.tickDecimals]!(Math.abs(change))}`;
}

/** Returns text as a JSON string; the names of symbols and assets need no escapes. */
export function quoteText(text: string): string {
  return `"${text}"`;
}

function writer(decimals: number): NumberText {
  const size = 10 ** decimals;
  const zeros = '0'.repeat(DECIMALS - decimals);
  return (value) => {
    const whole = Math.floor(value / size);
    return `${whole}.${String(value - whole * size + size).slice(1)}${zeros}`;
  };
}

function rounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

function fixed(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
