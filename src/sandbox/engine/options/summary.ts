/** Account summaries of options at a given time: margins, values and greeks. */
import type { User } from '../ledger/accounts.ts';
import type { OptionGreeks } from './black-scholes.ts';
import type { OptionsContext } from './context.ts';
import { type OptionUnderlying, QUOTE } from './contracts.ts';
import { maintenanceMargin } from './margin.ts';
import { type OptionPosition, premiumOf } from './orders.ts';

/** A position valued at its mark price. The value of a short position is below 0. */
export interface OptionPositionValue {
  readonly position: OptionPosition;
  readonly mark: number;
  readonly value: bigint;
  readonly unrealized: bigint;
}

export interface OptionAccountSummary {
  /** Free and locked balance. */
  readonly walletBalance: bigint;
  readonly free: bigint;
  readonly positionMargin: bigint;
  readonly orderMargin: bigint;
  readonly maintenance: bigint;
  readonly marketValue: bigint;
  readonly unrealized: bigint;
  readonly positions: readonly OptionPositionValue[];
}

/** Returns a user's unexpired positions valued at their mark prices, sorted by symbol. */
export function valuePositions(
  context: OptionsContext,
  user: User,
  now: number,
): readonly OptionPositionValue[] {
  return context.activeInstruments.flatMap(({ contract, positions }) => {
    const position = positions.get(user.id);
    if (position === undefined || contract.expiry.expiresAt <= now) return [];
    const { mark } = context.services.quotes.quoteAt(contract, now);
    const markValue = premiumOf(contract, mark, Math.abs(position.lots));
    const isLong = position.lots > 0;
    const unrealized = isLong ? markValue - position.cost : position.cost - markValue;
    return [{ position, mark, value: isLong ? markValue : -markValue, unrealized }];
  });
}

/** Returns the totals of a user's options account. */
export function summarizeAccount(context: OptionsContext, user: User, now: number): OptionAccountSummary {
  const { clearing, quotes } = context.services;
  const { free, locked } = clearing.walletOf(user).balances.get(QUOTE) ?? { free: 0n, locked: 0n };
  const positions = valuePositions(context, user, now);
  const sum = (amountOf: (one: OptionPositionValue) => bigint) =>
    positions.reduce((total, one) => total + amountOf(one), 0n);
  const positionMargin = sum(({ position }) => position.margin);
  return {
    walletBalance: free + locked,
    free,
    positionMargin,
    orderMargin: locked - positionMargin,
    maintenance: sum(({ position: { contract, lots } }) =>
      lots < 0 ? maintenanceMargin(contract, quotes.quoteAt(contract, now), -lots) : 0n,
    ),
    marketValue: sum(({ value }) => value),
    unrealized: sum(({ unrealized }) => unrealized),
    positions,
  };
}

/** Returns the sums of the greeks of a user's positions on an underlying. */
export function accountGreeks(
  context: OptionsContext,
  user: User,
  underlying: OptionUnderlying,
  now: number,
): OptionGreeks {
  const sums = { delta: 0, gamma: 0, theta: 0, vega: 0 };
  for (const { position } of valuePositions(context, user, now)) {
    const { contract, lots } = position;
    if (contract.underlying !== underlying) continue;
    const units = lots / 10 ** underlying.lotDecimals;
    const greeks = context.services.quotes.greeksAt(contract, now);
    for (const name of ['delta', 'gamma', 'theta', 'vega'] as const) sums[name] += units * greeks[name];
  }
  return sums;
}
