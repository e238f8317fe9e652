/** Reads the contract, underlying and quantities of an options request, and writes the ids of its records. */
import { decimalOf } from '../../../core/decimal.ts';
import type { OptionContract, OptionUnderlying } from '../../engine/options/contracts.ts';
import { OPTIONS, type OptionsEngine } from '../../engine/options/engine.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';

/** The id before the first of the ids of exercises and block trades, text of 19 digits (public facts, Options). */
const RECORD_ID_FIRST = 1_125_899_906_842_624_000n;

/** The bound to which a number of ticks or lots is capped. */
const LOTS_MAX = 2n ** 53n;

/** Returns the id of the exercise or block trade with a number. */
export function recordIdText(number: number): string {
  return String(RECORD_ID_FIRST + BigInt(number));
}

export function optionsEngineOf(call: SandboxCall): OptionsEngine {
  return call.exchange.engines.get(OPTIONS);
}

/**
 * Returns an option by symbol, by default the option of the request; throws -1121 for a symbol that was never
 * listed.
 */
export function contractOf(call: SandboxCall, symbol = call.params.get('symbol') ?? ''): OptionContract {
  const contract = optionsEngineOf(call).services.contracts.find(symbol, call.now);
  if (contract === undefined) throw invalidSymbol();
  return contract;
}

/** Returns an option that is still trading; throws -1121 for an expired option as well (our choice). */
export function tradedContractOf(call: SandboxCall, symbol?: string): OptionContract {
  const contract = contractOf(call, symbol);
  if (contract.expiry.expiresAt <= call.now) throw invalidSymbol();
  return contract;
}

/** Returns the requested option, or all that are trading. */
export function requestedContracts(call: SandboxCall): readonly OptionContract[] {
  if (call.params.has('symbol')) return [tradedContractOf(call)];
  return optionsEngineOf(call).services.contracts.tradingContracts(call.now);
}

/** Returns an underlying by name, by default that of the request; throws -1121 for an unknown one. */
export function underlyingOf(
  call: SandboxCall,
  name = call.params.get('underlying') ?? '',
): OptionUnderlying {
  const underlying = optionsEngineOf(call).services.contracts.findUnderlying(name);
  if (underlying === undefined) throw invalidSymbol();
  return underlying;
}

/** Returns a price in ticks or a quantity in lots, capped at a value that the engine rejects as too large. */
export function wholeUnits(text: string, decimals: number, code: number, refusal: string): number {
  const { value, scale } = decimalOf(text);
  const unit = 10n ** BigInt(Math.max(0, scale - decimals));
  if (value % unit !== 0n) throw new SandboxRefusal(400, code, refusal);
  const count = (value / unit) * 10n ** BigInt(Math.max(0, decimals - scale));
  if (code === -4014 && count <= 0n) throw new SandboxRefusal(400, -4001, 'Price less than 0.');
  return Number(count < LOTS_MAX ? count : LOTS_MAX - 1n);
}

function invalidSymbol(): SandboxRefusal {
  return new SandboxRefusal(400, -1121, 'Invalid symbol.');
}
