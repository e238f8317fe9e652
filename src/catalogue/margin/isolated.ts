/** The parameters that choose an isolated margin account (interface document, Margin). */
import { IS_ISOLATED } from '../enums/orders.ts';
import type { Param } from '../types.ts';

/** Whether a call means an isolated margin account; the value is text in capitals, unlike other booleans. */
export const isIsolated = {
  type: 'STRING',
  about: 'Use the isolated account of the symbol instead of the cross account',
  values: IS_ISOLATED,
} as const satisfies Param;

/** The rule that a call for an isolated margin account names its symbol. */
export const isolatedNeedsSymbol = {
  rule: 'needs-by-value',
  param: 'isIsolated',
  needs: { TRUE: ['symbol'] },
} as const;
