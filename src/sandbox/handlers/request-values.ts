/** Reads parameters of an admitted request. */
import type { MarketSymbol } from '../engine/market/symbols.ts';
import { type SandboxCall, SandboxRefusal } from '../types.ts';

/** Returns the symbols of the parameters symbol or symbols, in that order; undefined if neither is sent. */
export function requestedSymbols(call: SandboxCall): readonly MarketSymbol[] | undefined {
  if (call.params.has('symbol')) return [symbolOf(call)];
  return listValues(call.params.get('symbols'))?.map((name) => symbolOf(call, name));
}

/** Returns all listed symbols. */
export function listedSymbols({ exchange, now }: SandboxCall): readonly MarketSymbol[] {
  return exchange.market.symbols.filter((symbol) => symbol.listedAt <= now);
}

/** Returns a symbol by name, by default the symbol of the request; throws -1121 for an unknown name. */
export function symbolOf(call: SandboxCall, name = call.params.get('symbol') ?? ''): MarketSymbol {
  const symbol = call.exchange.market.find(name, call.now);
  if (symbol === undefined) throw new SandboxRefusal(400, -1121, 'Invalid symbol.');
  return symbol;
}

/** Returns the values of a list parameter, which is a JSON array or a single value. */
export function listValues(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  return text.startsWith('[') ? (JSON.parse(text) as string[]) : [text];
}

/** Returns an integer that admission has checked to be present or has set to its default. */
export function requiredInteger(call: SandboxCall, name: string): number {
  const text = call.params.get(name);
  if (text === undefined) throw new Error(`${call.endpoint.id} was called without ${name}`);
  return Number(text);
}

/** Returns an integer parameter; undefined if it is not sent. */
export function optionalInteger(call: SandboxCall, name: string): number | undefined {
  const text = call.params.get(name);
  return text === undefined ? undefined : Number(text);
}
