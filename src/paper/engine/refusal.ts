/** Why a thesis is refused. */

/** The reasons for which a thesis is refused, each with its text for people. */
export const REFUSALS = {
  invalid_thesis: 'the thesis does not satisfy the contract, or an object of it has a name twice',
  not_ok: 'its author reports a failure: ok is false or an error code is given',
  position_unknown: 'no open position, or no such id, is found',
  unknown_symbol: 'the ledger has no rules of the symbol',
  quote_asset: 'the symbol is not quoted in the asset of the ledger',
  leverage_out_of_range: 'the leverage is below 1',
  no_price: 'no price came within the longest waiting time',
  refs_disagree: 'the members of position_ref mean different positions',
  position_closed: 'the position is closed',
  position_ambiguous: 'the symbol has several open positions',
  symbol_disagrees: 'the symbol of the thesis is not that of the position',
  side_disagrees: 'the side of the thesis is not that of the position',
  opposite_position: 'a position of the other side is open',
  insufficient_depth: 'the order book holds less',
  below_min_quantity: 'the quantity is below the smallest of the symbol',
  above_max_quantity: 'the quantity is above the largest of the symbol',
  below_min_notional: 'the value is below the smallest of the symbol',
  leverage_above_tier: 'the maintenance tier allows less leverage',
  insufficient_cash: 'margin and fee are above the free cash',
  would_liquidate_now: 'the position would be liquidated at once',
  mark_price_off_market: 'the mark price is too far from the market',
  out_of_range: 'a level or a deadline is out of range',
  would_trigger_now: 'the exit would trigger at once',
} as const;

export type RefusalReason = keyof typeof REFUSALS;

/** What the author of a refused thesis can do about it. */
export const NEXT_STEPS: Readonly<Record<RefusalReason, string>> = {
  invalid_thesis: 'Run bourse thesis validate on it.',
  not_ok: 'Send a thesis that its author stands by.',
  position_unknown: 'Name an open position, or open one with an add.',
  unknown_symbol: 'Check the symbol and the market of the ledger.',
  quote_asset: 'Use a symbol quoted in the asset of the ledger, or another ledger.',
  leverage_out_of_range: 'Give a leverage of 1 or more.',
  no_price: 'Send the thesis again when the symbol is traded.',
  refs_disagree: 'Give one id, or ids of the same position.',
  position_closed: 'Name an open position.',
  position_ambiguous: 'Name the position by its id.',
  symbol_disagrees: 'Correct the symbol or the reference.',
  side_disagrees: 'Correct the side or the reference.',
  opposite_position: 'Close the open position first, or use a ledger with opposite_add=flip or hedge.',
  insufficient_depth: 'Ask for less.',
  below_min_quantity: 'Ask for more.',
  above_max_quantity: 'Ask for less.',
  below_min_notional: 'Ask for more.',
  leverage_above_tier: 'Ask for less leverage or a smaller notional.',
  insufficient_cash: 'Ask for less margin, or close a position first.',
  would_liquidate_now: 'Ask for less leverage.',
  mark_price_off_market: 'Leave mark_price out, or give one near the market.',
  out_of_range: 'Give a level above zero and a holding time that ends within the calendar.',
  would_trigger_now: 'Put the stop on the losing side of the price, the target on the winning side.',
};

/** A warning about a thesis that was applied. */
export type Warning =
  | 'clamped'
  | 'dust_closed'
  | 'leverage_differs'
  | 'price_rounded'
  | 'sizes_differ'
  | 'stop_beyond_liquidation';

/**
 * The error that refuses a thesis. The caller that writes the journal entry catches it and drops the changes
 * of the thesis.
 */
export class ThesisRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(REFUSALS[reason]);
    this.reason = reason;
  }
}
