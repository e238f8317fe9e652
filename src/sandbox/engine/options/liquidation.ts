/**
 * Margin checks of short option positions, at every trade of the simulated market (our choice). Missing
 * margin is taken from the free balance; if that is not enough the user's open orders are cancelled, and
 * after that all short positions of the user are bought back at the market's ask. The insurance account pays
 * what the user lacks.
 */
import type { User } from '../ledger/accounts.ts';
import type { OptionsContext } from './context.ts';
import { liquidationFee, maintenanceMargin } from './margin.ts';
import { type OptionPosition, premiumOf } from './orders.ts';
import { emitRiskLevelChange } from './user-events.ts';

/** Checks the margin of every user with short positions at a time. */
export function checkMargins(context: OptionsContext, time: number): void {
  for (const [user, positions] of shortPositions(context)) {
    if (positions.every((position) => raiseToMaintenance(context, user, position, time))) continue;
    cancelOpenOrders(context, user, time);
    if (positions.every((position) => raiseToMaintenance(context, user, position, time))) continue;
    emitRiskLevelChange(context, user, time);
    for (const position of positions) liquidate(context, user, position, time);
  }
}

function shortPositions(context: OptionsContext): ReadonlyMap<User, readonly OptionPosition[]> {
  const byUser = new Map<User, OptionPosition[]>();
  for (const { positions } of context.activeInstruments) {
    for (const position of positions.values()) {
      if (position.lots >= 0) continue;
      const userPositions = byUser.get(position.user);
      if (userPositions === undefined) byUser.set(position.user, [position]);
      else userPositions.push(position);
    }
  }
  return new Map([...byUser].sort(([a], [b]) => a.id - b.id));
}

function raiseToMaintenance(
  context: OptionsContext,
  user: User,
  position: OptionPosition,
  time: number,
): boolean {
  const { quotes, clearing } = context.services;
  const maintenance = maintenanceMargin(
    position.contract,
    quotes.quoteAt(position.contract, time),
    -position.lots,
  );
  return clearing.raiseMargin(user, position, maintenance);
}

function cancelOpenOrders(context: OptionsContext, user: User, time: number): void {
  for (const { book } of context.activeInstruments) {
    for (const order of [...book.allOrders()])
      if (order.user === user) context.closeRestingOrder(order, 'CANCELED', time);
  }
}

function liquidate(context: OptionsContext, user: User, position: OptionPosition, time: number): void {
  const { quotes, clearing } = context.services;
  const { contract } = position;
  const quote = quotes.quoteAt(contract, time);
  const lots = -position.lots;
  clearing.lowerMargin(user, position, 0n);
  const premium = premiumOf(contract, quotes.bestQuotes(contract, quote).ask, lots);
  const covered = clearing.coverShortfall(user, premium);
  const { payments } = context.historyOf(user);
  if (covered > 0n) payments.push({ type: 'INSURANCE', amount: covered, time });
  context.liquidatePosition(context.instrumentOf(contract), user, time);
  const charged = clearing.chargeLiquidationFee(user, liquidationFee(contract, quote.index, lots));
  if (charged > 0n) payments.push({ type: 'LIQUIDATION_FEE', amount: -charged, time });
}
