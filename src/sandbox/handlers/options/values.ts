/** Reads what a call about options names. */
import type { OptionContract, OptionUnderlying } from '../../engine/options/contracts.ts';
import { OPTIONS, type OptionsEngine } from '../../engine/options/engine.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';

export function optionsOf(call: SandboxCall): OptionsEngine {
  return call.exchange.engines.get(OPTIONS);
}

/** Returns the option of the call's symbol, or of another; refuses one that was never listed with -1121. */
export function contractOf(call: SandboxCall, symbol = call.params.get('symbol') ?? ''): OptionContract {
  const contract = optionsOf(call).services.contracts.find(symbol, call.now);
  if (contract === undefined) throw invalidSymbol();
  return contract;
}

/** Returns an option that can still be traded; refuses one that has expired with -1121 as well (choice). */
export function tradedContractOf(call: SandboxCall, symbol?: string): OptionContract {
  const contract = contractOf(call, symbol);
  if (contract.expiry.expiresAt <= call.now) throw invalidSymbol();
  return contract;
}

/** Returns the option that the call names, or all that are traded. */
export function askedContracts(call: SandboxCall): readonly OptionContract[] {
  if (call.params.has('symbol')) return [tradedContractOf(call)];
  return optionsOf(call).services.contracts.tradingContracts(call.now);
}

/** Returns the underlying that the call names; refuses an unknown one with -1121. */
export function underlyingOf(call: SandboxCall): OptionUnderlying {
  const underlying = optionsOf(call).services.contracts.findUnderlying(call.params.get('underlying') ?? '');
  if (underlying === undefined) throw invalidSymbol();
  return underlying;
}

function invalidSymbol(): SandboxRefusal {
  return new SandboxRefusal(400, -1121, 'Invalid symbol.');
}
