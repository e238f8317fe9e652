/** Short notations for arguments and results in request tests. */
import type { Endpoint } from '../../src/catalogue/types.ts';
import { unixMs } from '../../src/core/words.ts';
import { readArguments } from '../../src/request/arguments.ts';
import { checkArguments } from '../../src/request/check.ts';
import type { TypedArgument } from '../../src/request/typed-arguments.ts';

/** 2023-11-14T22:13:20Z, the moment from which relative times count in these tests. */
export const NOW = unixMs(1_700_000_000_000);

/** Returns typed arguments in the order written. */
export function toTyped(args: Readonly<Record<string, string>>): TypedArgument[] {
  return Object.entries(args).map(([name, text]) => ({ name, text }));
}

/** Returns the wire text by name, and each fault as "param rule". */
export function readArgs(at: Endpoint, args: Readonly<Record<string, string>>) {
  const { wire, faults, notes } = readArguments(at, toTyped(args), { now: NOW });
  return {
    wire: Object.fromEntries(wire),
    faults: faults.map(faultText),
    notes,
    messages: faults.map(({ message }) => message),
  };
}

/** Returns a fault as "param rule". */
export function faultText({ param, rule }: { readonly param?: string; readonly rule: string }): string {
  return `${param ?? '-'} ${rule}`;
}

/** Returns the faults of wire arguments as "param rule". */
export function faults(
  at: Endpoint,
  args: Readonly<Record<string, string>>,
  extraNames: readonly string[] = [],
) {
  return checkArguments(at, new Map(Object.entries(args)), { extraNames: extraNames }).map(faultText);
}
