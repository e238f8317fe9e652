/**
 * The profit of the trades of one spot symbol, in its quote asset. Profit is stated without fees, and fees on their own:
 * a fee paid in the base asset is a disposal at the price of its trade, so that it changes the open quantity.
 */
import { add, compare, type Decimal, multiply, subtract, ZERO } from '../core/decimal.ts';
import { type CostLot, CostLots, type CostMethod, shareOf } from './lots.ts';

/** A trade of the account. */
export interface SpotTrade {
  readonly side: 'BUY' | 'SELL';
  /** In the base asset, above zero. */
  readonly quantity: Decimal;
  /** What was paid or received, in the quote asset. */
  readonly quote: Decimal;
  readonly fee: Decimal;
  readonly feeAsset: string;
  /** Price of the fee asset in the quote asset; needed if the fee asset is neither base nor quote asset. */
  readonly feePrice?: Decimal | undefined;
}

/** The two assets of a spot symbol. */
export interface SpotPair {
  readonly base: string;
  readonly quote: string;
}

/** Amounts are in the quote asset, quantities in the base asset. */
export interface SpotProfit {
  /** Proceeds minus cost of what was sold and whose cost is known, without fees. */
  readonly realized: Decimal;
  /** Fees whose value in the quote asset is known. */
  readonly fees: Decimal;
  /** Fees without a known value, by asset. */
  readonly unconvertedFees: ReadonlyMap<string, Decimal>;
  /** What was bought and not sold, with its cost. */
  readonly open: CostLot;
  /** What was sold although these trades did not buy it, and what it brought. It is no part of `realized`. */
  readonly unknown: { readonly quantity: Decimal; readonly proceeds: Decimal };
}

/**
 * Returns the profit of trades, the oldest first. A quantity that is sold and was not bought by these trades (deposited,
 * transferred, or bought earlier) is of unknown cost.
 */
export function spotProfit(trades: Iterable<SpotTrade>, pair: SpotPair, method: CostMethod): SpotProfit {
  const book = new SpotBook(method);
  for (const trade of trades) {
    const value = feeValue(trade, pair);
    const inBase =
      trade.feeAsset === pair.base ? { quantity: trade.fee, cost: value! } : { quantity: ZERO, cost: ZERO };
    if (trade.side === 'BUY') book.buy(trade, inBase);
    else book.dispose(add(trade.quantity, inBase.quantity), add(trade.quote, inBase.cost));
    if (value === undefined) book.noteFee(trade.feeAsset, trade.fee);
    else book.payFee(value);
  }
  return book.result();
}

/** Returns what the fee of a trade is worth in the quote asset; undefined if its asset has no known price. */
export function feeValue(
  { quantity, quote, fee, feeAsset, feePrice }: SpotTrade,
  pair: SpotPair,
): Decimal | undefined {
  if (feeAsset === pair.quote) return fee;
  if (feeAsset === pair.base) return shareOf(quote, fee, quantity);
  return feePrice && multiply(fee, feePrice);
}

/** Returns what the open quantity is worth more at a price than it cost. */
export function unrealizedProfit({ quantity, cost }: CostLot, price: Decimal): Decimal {
  return subtract(multiply(quantity, price), cost);
}

class SpotBook {
  readonly #lots: CostLots;
  readonly #unconvertedFees = new Map<string, Decimal>();
  #realized = ZERO;
  #fees = ZERO;
  #unknown = { quantity: ZERO, proceeds: ZERO };

  constructor(method: CostMethod) {
    this.#lots = new CostLots(method);
  }

  /** Adds what a trade bought, less the fee that was taken from it. */
  buy({ quantity, quote }: SpotTrade, fee: CostLot): void {
    const rest = { quantity: subtract(quantity, fee.quantity), cost: subtract(quote, fee.cost) };
    if (compare(rest.quantity, ZERO) > 0) this.#lots.add(rest);
    else this.dispose(subtract(fee.quantity, quantity), subtract(fee.cost, quote));
  }

  /** Takes a quantity out of what was bought; what is missing there is of unknown cost. */
  dispose(quantity: Decimal, proceeds: Decimal): void {
    if (compare(quantity, ZERO) <= 0) return;
    const taken = this.#lots.take(quantity);
    const known = shareOf(proceeds, taken.quantity, quantity);
    this.#realized = add(this.#realized, subtract(known, taken.cost));
    this.#unknown = {
      quantity: add(this.#unknown.quantity, subtract(quantity, taken.quantity)),
      proceeds: add(this.#unknown.proceeds, subtract(proceeds, known)),
    };
  }

  payFee(value: Decimal): void {
    this.#fees = add(this.#fees, value);
  }

  noteFee(asset: string, amount: Decimal): void {
    this.#unconvertedFees.set(asset, add(this.#unconvertedFees.get(asset) ?? ZERO, amount));
  }

  result(): SpotProfit {
    return {
      realized: this.#realized,
      fees: this.#fees,
      unconvertedFees: this.#unconvertedFees,
      open: this.#lots.total,
      unknown: this.#unknown,
    };
  }
}
