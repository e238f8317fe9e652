/** Reads the records of a scenario file other than its settings. */
import { compare, type Decimal, formatDecimal } from '../../core/decimal.ts';
import { isObject } from '../../core/words.ts';
import type { BookSnapshot, Level } from '../market/depth.ts';
import type { CandlePrices } from '../market/price-lists.ts';
import { type LedgerSymbol, symbolOf, type TierFacts, tiersOf } from '../market/symbol-rules.ts';
import { BadRecord, displayValue } from './faults.ts';
import {
  decimalMember,
  decimalOrNull,
  integerMember,
  listMember,
  optionalDecimal,
  ownMember,
  type RecordSource,
  rejectMember,
  textMember,
  wordMember,
} from './fields.ts';

/** The candle intervals of a scenario file, with their lengths in ms. */
export const INTERVALS = { '1m': 60_000, '1s': 1000 } as const;
export type CandleInterval = keyof typeof INTERVALS;

/** A funding of a symbol. */
export interface Funding {
  readonly time: number;
  readonly rate: Decimal;
  /** The mark price of a funding; null where the last price is used instead. */
  readonly mark: Decimal | null;
}

/** Reads the symbol of a market data or symbol record, in capital letters. */
export function readSymbolName(source: RecordSource): string {
  return symbolOf(textMember(source, 'symbol'));
}

/** Reads a symbol record. Throws BadRecord. */
export function readSymbolRecord(source: RecordSource): LedgerSymbol {
  return {
    symbol: readSymbolName(source),
    base: textMember(source, 'base'),
    quote: textMember(source, 'quote'),
    tick: decimalMember(source, 'tick_size', 'positive'),
    step: decimalMember(source, 'step_size', 'positive'),
    minQuantity: decimalMember(source, 'min_qty', 'not-negative'),
    maxQuantity: decimalMember(source, 'max_qty', 'positive'),
    minNotional: decimalMember(source, 'min_notional', 'not-negative'),
    liquidationFee: decimalMember(source, 'liquidation_fee', 'not-negative'),
    takerFee: optionalDecimal(source, 'taker_fee', 'not-negative'),
    makerFee: optionalDecimal(source, 'maker_fee', 'not-negative'),
    tiers: tiersOf(readTiers(source)),
  };
}

/** Reads the maintenance margin tiers of a record. Throws BadRecord. */
export function readTiers(source: RecordSource): readonly TierFacts[] {
  const items = listMember(source, 'tiers');
  const tiers: TierFacts[] = [];
  for (const [index, item] of items.entries()) {
    const path = `/tiers/${index}`;
    if (!isObject(item)) throw new BadRecord({ path, expected: 'an object', found: displayValue(item) });
    const tier: RecordSource = { members: item, path };
    const cap = decimalOrNull(tier, 'cap', 'positive');
    const isLast = index === items.length - 1;
    if (isLast !== (cap === null)) {
      rejectMember(tier, 'cap', isLast ? 'null, because the last tier has no cap' : 'a decimal string');
    }
    const below = tiers.at(-1)?.cap;
    if (cap !== null && below !== undefined && below !== null && compare(cap, below) <= 0) {
      rejectMember(tier, 'cap', 'a cap above that of the tier before');
    }
    tiers.push({
      cap,
      mmr: decimalMember(tier, 'mmr', 'below-one'),
      maxLeverage: decimalMember(tier, 'max_leverage', 'positive'),
    });
  }
  return tiers;
}

/** Reads a candle's interval, opening time and prices. Throws BadRecord. */
export function readCandle(source: RecordSource): {
  readonly interval: CandleInterval;
  readonly time: number;
  readonly prices: CandlePrices;
} {
  const interval = wordMember(source, 'interval', ['1m', '1s']);
  const time = integerMember(source, 't');
  if (time % INTERVALS[interval] !== 0) {
    rejectMember(source, 't', `an opening time that is a multiple of ${INTERVALS[interval]} ms`);
  }
  const prices = {
    open: decimalMember(source, 'o', 'positive'),
    high: decimalMember(source, 'h', 'positive'),
    low: decimalMember(source, 'l', 'positive'),
    close: decimalMember(source, 'c', 'positive'),
  };
  checkCandle(source, prices);
  return { interval, time, prices };
}

/** Throws a fault if a candle's low is above its open or close, or its high below them. */
function checkCandle(source: RecordSource, { open, high, low, close }: CandlePrices): void {
  const ends = `open ${formatDecimal(open)} and close ${formatDecimal(close)}`;
  if (compare(low, open) > 0 || compare(low, close) > 0) {
    rejectMember(source, 'l', `a low not above ${ends}`);
  }
  if (compare(high, open) < 0 || compare(high, close) < 0) {
    rejectMember(source, 'h', `a high not below ${ends}`);
  }
}

/** Reads a trade's time and price. Throws BadRecord. */
export function readTrade(source: RecordSource): { readonly time: number; readonly price: Decimal } {
  return { time: integerMember(source, 't'), price: decimalMember(source, 'p', 'positive') };
}

/** Reads an order book snapshot. Throws BadRecord. */
export function readBook(source: RecordSource): BookSnapshot {
  const time = integerMember(source, 't');
  const bids = readLevels(source, 'bids');
  const asks = readLevels(source, 'asks');
  if (compare(bids[0]![0], asks[0]![0]) >= 0) {
    rejectMember(source, 'bids', 'a best bid below the best ask, so that the book is not crossed');
  }
  return { time, bids, asks };
}

function readLevels(source: RecordSource, name: 'bids' | 'asks'): readonly Level[] {
  const levels: Level[] = [];
  for (const [index, item] of listMember(source, name).entries()) {
    const path = `${source.path}/${name}/${index}`;
    if (!Array.isArray(item) || item.length !== 2) {
      throw new BadRecord({ path, expected: 'a level ["price", "quantity"]', found: displayValue(item) });
    }
    const level: RecordSource = { members: { 0: item[0], 1: item[1] }, path };
    const price = decimalMember(level, '0', 'positive');
    const before = levels.at(-1)?.[0];
    const wrong = name === 'bids' ? -1 : 1;
    if (before !== undefined && compare(price, before) !== wrong) {
      rejectMember(
        level,
        '0',
        name === 'bids' ? 'a bid below the one before' : 'an ask above the one before',
      );
    }
    levels.push([price, decimalMember(level, '1', 'positive')]);
  }
  return levels;
}

/** Reads a funding record. Throws BadRecord. */
export function readFunding(source: RecordSource): Funding {
  return {
    time: integerMember(source, 't'),
    rate: decimalMember(source, 'rate', 'any'),
    mark: decimalOrNull(source, 'mark', 'positive'),
  };
}

/** Reads whether a thesis may be applied although an equal thesis was applied before. */
export function readAgain(source: RecordSource): boolean {
  const again = ownMember(source, 'again');
  if (again === undefined || typeof again === 'boolean') return again === true;
  rejectMember(source, 'again', 'true, or no such member');
}
