/** Creates the market model of a symbol in any of its versions. */
import type { InverseTerms } from './base-volume.ts';
import { SymbolModel1 } from './model-1/symbol-model.ts';
import { SymbolModel2 } from './model-2/symbol-model.ts';
import type { MarketModel, SymbolModel } from './symbol-model.ts';
import type { SymbolProfile } from './symbol-profile.ts';
import type { MarketSymbol } from './symbols.ts';

/** Returns the market model of a symbol. */
export function createSymbolModel(profile: SymbolProfile, version: MarketModel): SymbolModel {
  return version === 1 ? new SymbolModel1(profile) : new SymbolModel2(profile);
}

/** Returns the terms by which a market model counts the values of a symbol, undefined if in the quote asset. */
export function inverseTermsOf(symbol: MarketSymbol, version: MarketModel): InverseTerms | undefined {
  return version === 1 ? undefined : symbol.contract?.inverse;
}
