/** Reads the contract and underlying of an options request. */
import type { OptionContract, OptionUnderlying } from '../../engine/options/contracts.ts';
import { OPTIONS, type OptionsEngine } from '../../engine/options/engine.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';

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

function invalidSymbol(): SandboxRefusal {
  return new SandboxRefusal(400, -1121, 'Invalid symbol.');
}
