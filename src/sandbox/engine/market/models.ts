/** Creates the market model of a symbol in any of its versions. */
import { SymbolModel1 } from './model-1/symbol-model.ts';
import { SymbolModel2 } from './model-2/symbol-model.ts';
import type { MarketModel, SymbolModel } from './symbol-model.ts';
import type { SymbolProfile } from './symbol-profile.ts';

/** Returns the market model of a symbol. */
export function createSymbolModel(profile: SymbolProfile, version: MarketModel): SymbolModel {
  return version === 1 ? new SymbolModel1(profile) : new SymbolModel2(profile);
}
