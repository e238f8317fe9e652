import type { Weight } from '../../src/catalogue/types.ts';

/** Returns the possible values of a weight; none for a range, whose numbers the other listing gives. */
export function numbersOf(weight: Weight): number[] {
  if (typeof weight === 'number') return [weight];
  switch (weight.by) {
    case 'limit':
    case 'count':
      return weight.tiers.map((tier) => tier.weight);
    case 'presence':
      return [...numbersOf(weight.present), ...numbersOf(weight.absent)];
    case 'value':
      return [...numbersOf(weight.among), ...numbersOf(weight.otherwise)];
    case 'each':
      return [weight.each];
    case 'range':
      return [];
  }
}
