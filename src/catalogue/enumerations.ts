/**
 * The enumerations of the interface for looking them up: title, values, meanings, and the part of the
 * interface document that states them.
 */
import { callEnumerations } from './enumerations/calls.ts';
import type { Enumeration } from './enumerations/enumeration.ts';
import { eventEnumerations } from './enumerations/events.ts';
import { orderEnumerations } from './enumerations/orders.ts';
import { stateEnumerations } from './enumerations/states.ts';

/** Every enumeration by name. */
export const ENUMERATIONS = {
  ...orderEnumerations,
  ...callEnumerations,
  ...eventEnumerations,
  ...stateEnumerations,
} as const;

export type EnumerationName = keyof typeof ENUMERATIONS;

/** Returns the enumerations that hold the word, letter case aside, each with its name. */
export function findEnumerations(
  word: string,
): readonly { readonly name: EnumerationName; readonly enumeration: Enumeration }[] {
  const sought = word.toLowerCase();
  return (Object.entries(ENUMERATIONS) as [EnumerationName, Enumeration][])
    .filter(([, { values, valuesToday = [] }]) =>
      [...values, ...valuesToday].some((value) => String(value).toLowerCase() === sought),
    )
    .map(([name, enumeration]) => ({ name, enumeration }));
}
