/** Reads what a call about margin names. */
import { decimalOf } from '../../../core/decimal.ts';
import { amountOf } from '../../engine/ledger/amounts.ts';
import type { MarginAccount } from '../../engine/margin/accounts.ts';
import { MARGIN, type MarginEngine } from '../../engine/margin/engine.ts';
import { marginAssets } from '../../engine/margin/rates.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { symbolOf } from '../call-values.ts';

export function marginEngineOf(call: SandboxCall): MarginEngine {
  return call.exchange.engines.get(MARGIN);
}

/** Returns the account that the call means: the cross one, or the isolated one of its symbol. */
export function accountOf(call: SandboxCall): MarginAccount {
  const { accounts } = marginEngineOf(call);
  if (call.params.get('isIsolated') !== 'TRUE') return accounts.getOrOpen(userOf(call));
  return accounts.getOrOpen(userOf(call), marginPairOf(call));
}

/** Returns the pair of a name; refuses one that can't be traded on margin. */
export function marginPairOf(call: SandboxCall, name?: string): MarketSymbol {
  const symbol = symbolOf(call, name);
  if (!symbol.isMarginAllowed) throw new SandboxRefusal(400, -3028, 'Not a valid margin pair.');
  return symbol;
}

/** Returns the asset that the call names; refuses one that is none of margin trading. */
export function marginAssetOf(call: SandboxCall): string {
  const asset = call.params.get('asset') ?? '';
  if (marginAssets(call.exchange.market.symbols, call.now).includes(asset)) return asset;
  throw new SandboxRefusal(400, -3027, 'Not a valid margin asset.');
}

/** Returns the call's amount, above 0 with at most 8 decimals. */
export function requiredMarginAmount(call: SandboxCall): bigint {
  const amount = amountOf(decimalOf(call.params.get('amount') ?? ''));
  if (amount === undefined)
    throw new SandboxRefusal(400, -1111, "Parameter 'amount' has too much precision.");
  if (amount <= 0n) throw new SandboxRefusal(400, -1130, "Data sent for parameter 'amount' is not valid.");
  return amount;
}
