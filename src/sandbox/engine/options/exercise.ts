/**
 * Expiry: options in the money are exercised in cash at the settlement price, the others expire worthless.
 */

import type { OptionsContext } from './context.ts';
import type { OptionInstrument } from './instrument.ts';
import { payoffPerUnit } from './margin.ts';
import { amountForLots } from './orders.ts';
import { emitAccountUpdate } from './user-events.ts';

/** Settles and closes all positions of an expiring option. */
export function exercisePositions(context: OptionsContext, instrument: OptionInstrument, time: number): void {
  const { contract, positions } = instrument;
  const { quotes, clearing } = context.services;
  const settlement = quotes.settlementPrice(contract.underlying, contract.expiry.expiresAt);
  const unitPayoff = payoffPerUnit(contract, settlement);
  for (const position of [...positions.values()].sort((a, b) => a.user.id - b.user.id)) {
    const { user, lots } = position;
    clearing.lowerMargin(user, position, 0n);
    const payoff = amountForLots(contract, unitPayoff, Math.abs(lots));
    positions.delete(user.id);
    const amount = lots > 0 ? payoff : -payoff;
    const covered = clearing.creditExercise(user, amount, time);
    const { exercises, payments } = context.historyOf(user);
    exercises.push({ contract, lots, settlement, amount, time });
    if (covered > 0n) payments.push({ type: 'INSURANCE', amount: covered, time });
    emitAccountUpdate(context, user, contract.underlying, time);
  }
}
