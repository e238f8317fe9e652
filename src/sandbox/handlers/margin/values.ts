/** Reads the account, pair, asset and amount of a margin request. */
import { decimalOf } from '../../../core/decimal.ts';
import { amountOf } from '../../engine/ledger/amounts.ts';
import type { MarginAccount } from '../../engine/margin/accounts.ts';
import { MARGIN, type MarginEngine } from '../../engine/margin/engine.ts';
import { marginAssets } from '../../engine/margin/rates.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { symbolOf } from '../request-values.ts';

export function marginEngineOf(call: SandboxCall): MarginEngine {
  return call.exchange.engines.get(MARGIN);
}

/**
 * Returns the requested margin account: the cross account, or the isolated account of the request's symbol.
 * Throws -1121 for an unknown symbol, even if the request is for the cross account, which needs none.
 */
export function accountOf(call: SandboxCall): MarginAccount {
  const { accounts } = marginEngineOf(call);
  if (call.params.has('symbol')) symbolOf(call);
  if (call.params.get('isIsolated') !== 'TRUE') return accounts.getOrOpen(userOf(call));
  return accounts.getOrOpen(userOf(call), marginPairOf(call));
}

/**
 * Returns the margin account of a query: the cross account, or the isolated account that the parameter
 * isolatedSymbol names.
 */
export function requestedAccount(call: SandboxCall): MarginAccount {
  const name = call.params.get('isolatedSymbol');
  return marginEngineOf(call).accounts.getOrOpen(
    userOf(call),
    name === undefined ? undefined : marginPairOf(call, name),
  );
}

/** Returns a pair by name; throws -3028 for a pair without margin trading. */
export function marginPairOf(call: SandboxCall, name?: string): MarketSymbol {
  const symbol = symbolOf(call, name);
  if (!symbol.isMarginAllowed) throw new SandboxRefusal(400, -3028, 'Not a valid margin pair.');
  return symbol;
}

/** Returns the requested asset; throws -3027 for an asset without margin trading. */
export function marginAssetOf(call: SandboxCall): string {
  return marginAssetNamed(call, call.params.get('asset') ?? '');
}

/** Returns an asset of margin trading by name; throws -3027 for any other. */
export function marginAssetNamed(call: SandboxCall, asset: string): string {
  if (marginAssets(call.exchange.market.symbols, call.now).includes(asset)) return asset;
  throw new SandboxRefusal(400, -3027, 'Not a valid margin asset.');
}

/**
 * Returns the requested amount in 10^-8; throws -1130 unless it is above 0, and -1111 for more than 8
 * decimals.
 */
export function requiredMarginAmount(call: SandboxCall): bigint {
  const amount = amountOf(decimalOf(call.params.get('amount') ?? ''));
  if (amount === undefined)
    throw new SandboxRefusal(400, -1111, "Parameter 'amount' has too much precision.");
  if (amount <= 0n) throw new SandboxRefusal(400, -1130, "Data sent for parameter 'amount' is not valid.");
  return amount;
}
