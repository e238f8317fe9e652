/** How an isolated margin account is meant (interface document, Margin). */
import { IS_ISOLATED } from '../enums/orders.ts';
import type { Param } from '../types.ts';

/** Whether an isolated account is meant; text in capitals, unlike other booleans. */
export const isIsolated = {
  type: 'STRING',
  about: 'Whether the isolated account of the symbol is meant, not the cross account',
  values: IS_ISOLATED,
} as const satisfies Param;

/** What an isolated account cannot go without. */
export const isolatedNeedsSymbol = {
  rule: 'needs-by-value',
  param: 'isIsolated',
  needs: { TRUE: ['symbol'] },
} as const;
