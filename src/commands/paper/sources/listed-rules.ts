/** The rules of a symbol from the exchange's public listing, and the maintenance tiers, which are not public. */
import { compare, type Decimal, decimalOf, isZero, max, min, ZERO } from '../../../core/decimal.ts';
import { isObject, type JsonObject } from '../../../core/words.ts';
import { type LedgerSymbol, type TierFacts, tiersOf } from '../../../paper/market/symbol-rules.ts';
import { readTiers } from '../../../paper/scenario/records.ts';

/** The built-in ladder of maintenance tiers: that of a large contract, stricter than most at a given notional. */
const BUILT_IN: readonly TierFacts[] = [
  { cap: decimalOf('50000'), mmr: decimalOf('0.004'), maxLeverage: decimalOf('125') },
  { cap: decimalOf('250000'), mmr: decimalOf('0.005'), maxLeverage: decimalOf('100') },
  { cap: decimalOf('1000000'), mmr: decimalOf('0.01'), maxLeverage: decimalOf('50') },
  { cap: null, mmr: decimalOf('0.025'), maxLeverage: decimalOf('20') },
];

/** The liquidation fee where the listing has none, as that of spot. */
const LIQUIDATION_FEE = '0.0125';

/** Returns the rules in a listing of the exchange. `tiers` are those of the ledger; null for the built-in ladder. */
export function rulesOfListing(listing: JsonObject, tiers: readonly JsonObject[] | null): LedgerSymbol {
  const price = filterOf(listing, 'PRICE_FILTER');
  const lot = filterOf(listing, 'LOT_SIZE');
  const marketLot = filterOf(listing, 'MARKET_LOT_SIZE');
  // Spot calls the filter NOTIONAL with the member minNotional, futures MIN_NOTIONAL with the member notional.
  const notional = { ...filterOf(listing, 'MIN_NOTIONAL'), ...filterOf(listing, 'NOTIONAL') };
  const marketMaximum = decimalAt(marketLot, 'maxQty');
  const maximum = decimalAt(lot, 'maxQty');
  return {
    symbol: String(listing['symbol']),
    base: String(listing['baseAsset']),
    quote: String(listing['quoteAsset']),
    tick: decimalAt(price, 'tickSize'),
    step: decimalAt(lot, 'stepSize'),
    minQuantity: max(decimalAt(lot, 'minQty'), decimalAt(marketLot, 'minQty')),
    maxQuantity: isZero(marketMaximum) ? maximum : min(maximum, marketMaximum),
    minNotional: max(decimalAt(notional, 'notional'), decimalAt(notional, 'minNotional')),
    liquidationFee: decimalOf(String(listing['liquidationFee'] ?? LIQUIDATION_FEE)),
    takerFee: undefined,
    makerFee: undefined,
    tiers: tiersOf(tiers === null ? BUILT_IN : readTiers({ members: { tiers }, path: '' })),
  };
}

function filterOf(listing: JsonObject, type: string): JsonObject {
  const filters = listing['filters'];
  const found = Array.isArray(filters)
    ? filters.find((one) => isObject(one) && one['filterType'] === type)
    : {};
  return isObject(found) ? found : {};
}

function decimalAt(filter: JsonObject, name: string): Decimal {
  const text = filter[name];
  return typeof text === 'string' && compare(decimalOf(text), ZERO) > 0 ? decimalOf(text) : ZERO;
}
