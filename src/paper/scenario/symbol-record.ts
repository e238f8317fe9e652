/** Writes the rules of a symbol as a scenario file has them. */
import { formatTrimmed } from '../../core/decimal.ts';
import type { JsonObject } from '../../core/words.ts';
import type { LedgerSymbol } from '../market/symbol-rules.ts';
import { formatTrimmedOrNull } from '../numbers.ts';

/** Returns the symbol record of rules, without its member `kind`. */
export function printSymbol(rules: LedgerSymbol): JsonObject {
  const { takerFee, makerFee } = rules;
  return {
    symbol: rules.symbol,
    base: rules.base,
    quote: rules.quote,
    tick_size: formatTrimmed(rules.tick),
    step_size: formatTrimmed(rules.step),
    min_qty: formatTrimmed(rules.minQuantity),
    max_qty: formatTrimmed(rules.maxQuantity),
    min_notional: formatTrimmed(rules.minNotional),
    liquidation_fee: formatTrimmed(rules.liquidationFee),
    ...(takerFee === undefined ? {} : { taker_fee: formatTrimmed(takerFee) }),
    ...(makerFee === undefined ? {} : { maker_fee: formatTrimmed(makerFee) }),
    tiers: rules.tiers.map(({ cap, mmr, maxLeverage }) => ({
      cap: formatTrimmedOrNull(cap),
      mmr: formatTrimmed(mmr),
      max_leverage: formatTrimmed(maxLeverage),
    })),
  };
}
