/** Reads assets, amounts and margin pairs from request parameters. */
import { parseDecimal } from '../../core/decimal.ts';
import { amountOf } from '../engine/ledger/amounts.ts';
import { ASSETS } from '../engine/market/assets.ts';
import { type SandboxCall, SandboxRefusal } from '../types.ts';
import { symbolOf } from './request-values.ts';

/** Returns an amount in 10^-8; undefined if none was sent. Throws -1111 for more than 8 decimals. */
export function optionalAmount(call: SandboxCall, name: string): bigint | undefined {
  const wire = call.params.get(name);
  if (wire === undefined) return undefined;
  const decimal = parseDecimal(wire);
  const amount = decimal === undefined ? undefined : amountOf(decimal);
  if (amount === undefined) {
    throw new SandboxRefusal(400, -1111, 'Precision is over the maximum defined for this asset.');
  }
  if (amount <= 0n) throw invalidValue(name);
  return amount;
}

/** Returns an amount in 10^-8 that admission has checked to be present. */
export function requiredAmount(call: SandboxCall, name = 'amount'): bigint {
  const amount = optionalAmount(call, name);
  if (amount === undefined) throw new Error(`${call.endpoint.id} was called without ${name}`);
  return amount;
}

/** Returns the requested asset; throws -4019 for one that is not listed (public facts, Futures codes). */
export function requiredAsset(call: SandboxCall, name = 'asset'): string {
  const asset = call.params.get(name) ?? '';
  if (!isListed(asset, call.now)) throw new SandboxRefusal(400, -4019, 'The asset is not supported.');
  return asset;
}

/** Returns the name of the requested pair; throws -1121 for a pair without isolated margin. */
export function marginPairName(call: SandboxCall, name?: string): string {
  const symbol = symbolOf(call, name);
  if (!symbol.isMarginAllowed) throw new SandboxRefusal(400, -1121, 'Invalid symbol.');
  return symbol.name;
}

/** Returns the listed assets in the order of the market. */
export function listedAssets(now: number): readonly string[] {
  return [...ASSETS.keys()].filter((asset) => isListed(asset, now));
}

/** Returns the refusal of a parameter whose value has the right type but is not valid. */
export function invalidValue(name: string): SandboxRefusal {
  return new SandboxRefusal(400, -1130, `Data sent for parameter '${name}' is not valid.`);
}

/** Returns the refusal of a missing parameter. */
export function missingParameter(name: string): SandboxRefusal {
  const text = `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;
  return new SandboxRefusal(400, -1102, text);
}

function isListed(asset: string, now: number): boolean {
  const found = ASSETS.get(asset);
  return found !== undefined && Date.parse(found.listed) <= now;
}
