/** Reads the values of a call that passed the gate. */
import type { MarketSymbol } from '../engine/market/symbols.ts';
import { type SandboxCall, SandboxRefusal } from '../types.ts';

/** Returns the symbols that a call names, in its order, or undefined where it names none. */
export function askedSymbols(call: SandboxCall): readonly MarketSymbol[] | undefined {
  if (call.params.has('symbol')) return [symbolOf(call)];
  return wordsOf(call.params.get('symbols'))?.map((name) => symbolOf(call, name));
}

/** Returns all symbols that have been listed by now. */
export function listedSymbols({ exchange, now }: SandboxCall): readonly MarketSymbol[] {
  return exchange.market.symbols.filter((symbol) => symbol.listedAt <= now);
}

/** Returns the symbol of a name, or of the call's own; refuses an unknown one with -1121. */
export function symbolOf(call: SandboxCall, name = call.params.get('symbol') ?? ''): MarketSymbol {
  const symbol = call.exchange.market.find(name, call.now);
  if (symbol === undefined) throw new SandboxRefusal(400, -1121, 'Invalid symbol.');
  return symbol;
}

/** Returns the words of a list as it stands on the wire: a JSON array, or a bare word. */
export function wordsOf(wire: string | undefined): readonly string[] | undefined {
  if (wire === undefined) return undefined;
  return wire.startsWith('[') ? (JSON.parse(wire) as string[]) : [wire];
}

/** Returns a number that is required or has a default, which the gate has filled in. */
export function integer(call: SandboxCall, name: string): number {
  const wire = call.params.get(name);
  if (wire === undefined) throw new Error(`${call.endpoint.id} was called without ${name}`);
  return Number(wire);
}

/** Returns a number that may be absent. */
export function optional(call: SandboxCall, name: string): number | undefined {
  const wire = call.params.get(name);
  return wire === undefined ? undefined : Number(wire);
}
