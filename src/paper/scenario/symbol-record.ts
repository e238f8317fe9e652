/** Writes the rules of a symbol as a scenario file has them. */
import type { JsonObject } from '../../core/words.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import { plainText, plainTextOrNull } from '../numbers.ts';

/** Returns the symbol record of rules, without its member `kind`. */
export function printSymbol(rules: LedgerSymbol): JsonObject {
  const { takerFee, makerFee } = rules;
  return {
    symbol: rules.symbol,
    base: rules.base,
    quote: rules.quote,
    tick_size: plainText(rules.tick),
    step_size: plainText(rules.step),
    min_qty: plainText(rules.minQuantity),
    max_qty: plainText(rules.maxQuantity),
    min_notional: plainText(rules.minNotional),
    liquidation_fee: plainText(rules.liquidationFee),
    ...(takerFee === undefined ? {} : { taker_fee: plainText(takerFee) }),
    ...(makerFee === undefined ? {} : { maker_fee: plainText(makerFee) }),
    tiers: rules.tiers.map(({ cap, mmr, maxLeverage }) => ({
      cap: plainTextOrNull(cap),
      mmr: plainText(mmr),
      max_leverage: plainText(maxLeverage),
    })),
  };
}
