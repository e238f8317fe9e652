/** JSON records of public trades of options (today's interface, Options). */
import { amountText } from '../../engine/ledger/amounts.ts';
import type { OptionContract } from '../../engine/options/contracts.ts';
import { lotsText, priceText } from '../../engine/options/number-text.ts';
import { premiumOf } from '../../engine/options/orders.ts';
import type { OptionTrade } from '../../engine/options/quotes.ts';

/** Returns the fields of a public trade beside its ids. */
export function tradeFields(contract: OptionContract, trade: Omit<OptionTrade, 'id'>) {
  const { price, lots, time, isBuyerMaker } = trade;
  return {
    symbol: contract.symbol,
    price: priceText(contract, price),
    qty: lotsText(contract, lots),
    quoteQty: amountText(premiumOf(contract, price, lots)),
    side: isBuyerMaker ? -1 : 1,
    time,
  };
}
