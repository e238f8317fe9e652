/**
 * Rounding and comparing without branches. Of random numbers processors predict every other branch wrongly, which takes
 * longer than these functions.
 */

/**
 * Returns the integer nearest to a value (below 10^300 in size), the greater one of two: that of `Math.round`, in whose
 * machine code V8 branches. It is the number of whole halves in the value less the lesser half of them; each step is exact.
 */
export function roundHalfUp(value: number): number {
  const halves = Math.floor(2 * value);
  return halves - Math.floor(halves / 2);
}

/** Returns the greater one of two integers below 2^51 in size. */
export function greaterOf(one: number, other: number): number {
  return (one + other + Math.abs(one - other)) / 2;
}

/** Returns the lesser one of two integers below 2^51 in size. */
export function lesserOf(one: number, other: number): number {
  return (one + other - Math.abs(one - other)) / 2;
}
