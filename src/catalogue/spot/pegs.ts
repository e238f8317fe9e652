/** Pegged orders, whose limit price follows from the order book (spot API documentation, Pegged orders). */
import type { Param, Rule } from '../types.ts';

/**
 * The side of the order book that a pegged order takes its price from: its own side, or the opposite side.
 */
const PEG_PRICE_TYPES = ['PRIMARY_PEG', 'MARKET_PEG'] as const;

export const pegParams = {
  pegPriceType: {
    type: 'ENUM',
    about:
      'Takes the limit price from the best price of the own (PRIMARY_PEG) or the opposite side (MARKET_PEG)',
    values: PEG_PRICE_TYPES,
    origin: 'today',
  },
  pegOffsetType: {
    type: 'ENUM',
    about: 'Unit of the offset from the best price',
    values: ['PRICE_LEVEL'],
    origin: 'today',
  },
  pegOffsetValue: {
    type: 'INT',
    about: 'Price levels by which the price is deeper in the book than the best price',
    min: 1,
    max: 100,
    origin: 'today',
  },
} as const satisfies Readonly<Record<string, Param>>;

/** The names of the parameters of a pegged order; in an order list they carry the prefix of their order. */
export interface PegNames<N extends string> {
  readonly type: N;
  readonly priceType: N;
  readonly offsetType: N;
  readonly offsetValue: N;
}

/** Returns the rules of a pegged order: which parameters go together, for order types among `types`. */
export function pegRules<N extends string>(
  { type, priceType, offsetType, offsetValue }: PegNames<N>,
  types: readonly string[],
): readonly Rule<N>[] {
  const unpriced = types.filter((one) => ['MARKET', 'STOP_LOSS', 'TAKE_PROFIT'].includes(one));
  const beside = { rule: 'conflict', param: priceType, beside: type } as const;
  return [
    { rule: 'only-with', param: offsetType, needs: [priceType, offsetValue] },
    { rule: 'only-with', param: offsetValue, needs: [priceType, offsetType] },
    ...(unpriced.length === 0
      ? []
      : [
          {
            ...beside,
            is: unpriced,
            refusal: [-2010, 'This order type may not use pegged price.'],
          } as const,
        ]),
    {
      ...beside,
      values: ['MARKET_PEG'],
      is: ['LIMIT_MAKER'],
      refusal: [-2010, 'This price peg cannot be used with this order type.'],
    },
  ];
}
