/** Reads assets, their amounts and margin pairs that a call sends. */
import { parseDecimal } from '../../core/decimal.ts';
import { amountOf } from '../engine/ledger/amounts.ts';
import { ASSETS } from '../engine/market/assets.ts';
import { type SandboxCall, SandboxRefusal } from '../types.ts';
import { symbolOf } from './call-values.ts';

/** Returns an amount in 10^-8, or undefined where none is sent. Refuses more than 8 decimals with -1111. */
export function amountSent(call: SandboxCall, name: string): bigint | undefined {
  const wire = call.params.get(name);
  if (wire === undefined) return undefined;
  const decimal = parseDecimal(wire);
  const amount = decimal === undefined ? undefined : amountOf(decimal);
  if (amount === undefined) {
    throw new SandboxRefusal(400, -1111, 'Precision is over the maximum defined for this asset.');
  }
  if (amount <= 0n) throw badData(name);
  return amount;
}

/** Returns an amount that the gate made sure is sent. */
export function amountRequired(call: SandboxCall, name = 'amount'): bigint {
  const amount = amountSent(call, name);
  if (amount === undefined) throw new Error(`${call.endpoint.id} was called without ${name}`);
  return amount;
}

/** Returns the asset that a call names. Refuses one that the sandbox does not have (public facts, Futures codes). */
export function assetSent(call: SandboxCall, name = 'asset'): string {
  const asset = call.params.get(name) ?? '';
  if (!isListed(asset, call.now)) throw new SandboxRefusal(400, -4019, 'The asset is not supported.');
  return asset;
}

/** Returns the name of a pair that has isolated margin accounts. Refuses others with -1121. */
export function marginPair(call: SandboxCall, name?: string): string {
  const symbol = symbolOf(call, name);
  if (!symbol.isMarginAllowed) throw new SandboxRefusal(400, -1121, 'Invalid symbol.');
  return symbol.name;
}

/** Returns the assets that are listed by now, in the order of the market. */
export function listedAssets(now: number): readonly string[] {
  return [...ASSETS.keys()].filter((asset) => isListed(asset, now));
}

/** Returns the refusal of a value that fits its type and is wrong all the same. */
export function badData(name: string): SandboxRefusal {
  return new SandboxRefusal(400, -1130, `Data sent for parameter '${name}' is not valid.`);
}

/** Returns the refusal of a parameter that has to be sent. */
export function missing(name: string): SandboxRefusal {
  const text = `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;
  return new SandboxRefusal(400, -1102, text);
}

function isListed(asset: string, now: number): boolean {
  const found = ASSETS.get(asset);
  return found !== undefined && Date.parse(found.listed) <= now;
}
