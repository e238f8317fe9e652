/**
 * A naive reference for the profit of spot trades. It shares no code with the program: it computes with big.js, and finds
 * what a sale takes by walking through all purchases so far.
 */
import Big from 'big.js';

const Exact = Big();
Exact.DP = 16;
Exact.RM = Big.roundHalfEven;
Exact.PE = 1e6;
Exact.NE = -1e6;

/** A trade in plain text, as an exchange sends it. */
export interface NaiveTrade {
  readonly side: 'BUY' | 'SELL';
  readonly quantity: string;
  readonly quote: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly feePrice?: string | undefined;
}

/** Returns the profit in plain text without trailing zeros. */
export function naiveProfit(trades: readonly NaiveTrade[], method: 'fifo' | 'lifo' | 'average') {
  const bought: { quantity: Big; cost: Big }[] = [];
  const unconverted: Record<string, string> = {};
  let [realized, fees, soldUnknown, proceedsUnknown] = [0, 0, 0, 0].map((zero) => new Exact(zero)) as [
    Big,
    Big,
    Big,
    Big,
  ];
  const part = (amount: Big, of: Big, whole: Big) => (of.eq(whole) ? amount : amount.times(of).div(whole));

  const sell = (quantity: Big, proceeds: Big) => {
    let [left, cost] = [quantity, new Exact(0)];
    const inOrder = method === 'lifo' ? [...bought].reverse() : bought;
    for (const lot of inOrder) {
      const used = lot.quantity.lt(left) ? lot.quantity : left;
      if (used.eq(0)) continue;
      const costOfUsed = part(lot.cost, used, lot.quantity);
      lot.quantity = lot.quantity.minus(used);
      lot.cost = lot.cost.minus(costOfUsed);
      cost = cost.plus(costOfUsed);
      left = left.minus(used);
    }
    const ofKnown = part(proceeds, quantity.minus(left), quantity);
    realized = realized.plus(ofKnown).minus(cost);
    soldUnknown = soldUnknown.plus(left);
    proceedsUnknown = proceedsUnknown.plus(proceeds.minus(ofKnown));
  };

  for (const trade of trades) {
    const [quantity, quote, fee] = [trade.quantity, trade.quote, trade.fee].map(
      (text) => new Exact(text),
    ) as [Big, Big, Big];
    const feeInBase = trade.feeAsset === 'BASE' ? fee : new Exact(0);
    const valueInBase = part(quote, feeInBase, quantity);
    if (trade.side === 'SELL') sell(quantity.plus(feeInBase), quote.plus(valueInBase));
    else if (feeInBase.gt(quantity)) sell(feeInBase.minus(quantity), valueInBase.minus(quote));
    else if (method === 'average' && bought[0] !== undefined) {
      bought[0].quantity = bought[0].quantity.plus(quantity).minus(feeInBase);
      bought[0].cost = bought[0].cost.plus(quote).minus(valueInBase);
    } else bought.push({ quantity: quantity.minus(feeInBase), cost: quote.minus(valueInBase) });
    if (trade.feeAsset === 'BASE') fees = fees.plus(valueInBase);
    else if (trade.feeAsset === 'QUOTE') fees = fees.plus(fee);
    else if (trade.feePrice !== undefined) fees = fees.plus(fee.times(trade.feePrice));
    else unconverted[trade.feeAsset] = new Exact(unconverted[trade.feeAsset] ?? 0).plus(fee).toFixed();
  }
  const sum = (values: Big[]) => values.reduce((total, value) => total.plus(value), new Exact(0)).toFixed();
  return {
    realized: realized.toFixed(),
    fees: fees.toFixed(),
    unconverted,
    open: sum(bought.map((lot) => lot.quantity)),
    cost: sum(bought.map((lot) => lot.cost)),
    soldUnknown: soldUnknown.toFixed(),
    proceedsUnknown: proceedsUnknown.toFixed(),
  };
}
